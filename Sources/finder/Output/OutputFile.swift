import FinderEngine

extension ReplacementFile {
  /// A file for results. A link stays a link: what is replaced is the file that it leads to. `nil`
  /// with `errno` set where it cannot be created.
  convenience init?(forOutput path: FilePath) {
    guard let path = Self.followingLinks(path) else { return nil }
    let mode = stat(ofFile: path).map { $0.st_mode & 0o777 }
    self.init(for: path, mode: mode ?? 0o666)
    // The umask took bits away that the file it replaces has.
    if let mode { fchmod(descriptor, mode) }
  }

  /// The file that links lead to, there or not yet. `nil` with `errno` set where they lead nowhere.
  private static func followingLinks(_ path: FilePath, depth: Int = 0) -> FilePath? {
    if let resolved = path.resolved { return resolved }
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = target.withUnsafeMutableBytes { bytes in
      let space = bytes.assumingMemoryBound(to: CChar.self)
      return path.withCString { readlink($0, space.baseAddress!, space.count) }
    }
    guard length > 0 else { return path }
    guard depth < 40 else {
      errno = ELOOP
      return nil
    }
    let name = FilePath(bytes: target[..<length])
    return followingLinks(
      name.hasPrefix("/") ? name : "\(path.folderPrefix)\(name)", depth: depth + 1)
  }
}
