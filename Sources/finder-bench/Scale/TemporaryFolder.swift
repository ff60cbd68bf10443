import FinderEngine

/// A folder that goes when its owner says so, with all that is in it.
struct TemporaryFolder {
  let path: String

  init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/finder-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Problem(message: "cannot create a folder in \(base)", status: ExitStatus.ioError)
    }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  func remove() { Self.remove(path) }

  /// Links are removed, never followed.
  static func remove(_ path: String) {
    for name in names(in: path) { remove(path + "/" + name) }
    if unlink(path) != 0 { rmdir(path) }
  }

  /// What lies in a folder; nothing of anything else.
  static func names(in path: String) -> [String] {
    var status = stat()
    guard lstat(path, &status) == 0, status.isFolder else { return [] }
    return Folder.names(in: FilePath(path)).map(\.description).filter { $0 != "." && $0 != ".." }
  }

  static func bytes(ofFile path: String) -> Int {
    stat(ofFile: FilePath(path)).map { Int($0.st_size) } ?? 0
  }
}
