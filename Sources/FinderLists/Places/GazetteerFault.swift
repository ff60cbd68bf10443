import FinderEngine

/// Why a gazetteer that is there cannot be used.
package enum GazetteerFault: Error {
  case damaged(path: FilePath)
  case unreadable(FileError)

  /// `nil` where nothing is there. Asked only once a file could not be used: `path` lies in `folder`.
  init?(at path: FilePath, in folder: FilePath) {
    // Where the folders above cannot be searched, nobody can say that there is one.
    guard stat(ofLink: folder) != nil else { return nil }
    let descriptor = path.open(O_RDONLY | O_NONBLOCK)
    guard descriptor < 0 else {
      close(descriptor)
      self = .damaged(path: path)
      return
    }
    let error = errno
    let isMissing = error == ENOENT && stat(ofLink: path) == nil && stat(ofFile: folder) != nil
    if isMissing { return nil }
    self = .unreadable(.unreadable(path: "\(path)", errno: error))
  }
}
