import FinderEngine

/// Where the sample may be: beside the folder of the installed binary, else in the package that the
/// binary was built from.
enum SampleFolders {
  static var all: [FilePath] {
    let folder = FilePath.ofProgram?.folder
    let installed: [FilePath]? = folder.map {
      ["\($0)/../share/finder/Data", "\($0)/../share/finder"]
    }
    return (installed ?? []) + ["\(packageFolder)/Data"]
  }

  /// This file is two folders below the package.
  private static var packageFolder: String {
    var path = Substring(#filePath)
    for _ in 0..<3 { path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }
    return String(path)
  }
}
