import FinderEngine

/// Where the sample may be: beside the folder of the installed binary, else in the package that the
/// binary was built from.
enum SampleFolders {
  static var all: [String] {
    let installed = binaryFolder.map { ["\($0)/../share/finder/Data", "\($0)/../share/finder"] }
    return (installed ?? []) + [packageFolder + "/Data"]
  }

  private static var binaryFolder: String? {
    executablePath().flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
  }

  /// This file is two folders below the package.
  private static var packageFolder: String {
    var path = Substring(#filePath)
    for _ in 0..<3 { path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)] }
    return String(path)
  }
}
