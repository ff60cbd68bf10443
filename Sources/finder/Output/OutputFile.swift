import FinderEngine

extension ReplacementFile {
  /// A file for results, which goes when a signal stops the process before it is finished. A link
  /// stays a link: what is replaced is the file that it leads to. `nil` with `errno` set where it
  /// cannot be created.
  convenience init?(forOutput path: String) {
    guard let path = Self.followingLinks(path) else { return nil }
    let mode = stat(ofFile: path).map { $0.st_mode & 0o777 }
    self.init(for: path, mode: mode ?? 0o666, noteTemporary: StopSignals.watcher())
    // The umask took bits away that the file it replaces has.
    if let mode { fchmod(descriptor, mode) }
  }

  /// The file that links lead to, there or not yet. `nil` with `errno` set where they lead nowhere.
  private static func followingLinks(_ path: String, depth: Int = 0) -> String? {
    if let resolved = resolvedPath(path) { return resolved }
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = target.withUnsafeMutableBytes { bytes in
      readlink(path, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard length > 0 else { return path }
    guard depth < 40 else {
      errno = ELOOP
      return nil
    }
    let name = String(decoding: target[..<length], as: UTF8.self)
    guard !name.hasPrefix("/") else { return followingLinks(name, depth: depth + 1) }
    let folderEnd = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return followingLinks(path[..<folderEnd] + name, depth: depth + 1)
  }
}
