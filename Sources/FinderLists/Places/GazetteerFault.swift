import FinderEngine

/// Why an existing gazetteer cannot be used.
package enum GazetteerFault: Error {
  case damaged(path: FilePath)
  case unreadable(FileError)

  /// `nil` if there is no file. To be used only after a file could not be opened; `path` must be in `folder`.
  init?(at path: FilePath, in folder: FilePath) {
    // If the folders above cannot be searched, it is not known whether there is one.
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
