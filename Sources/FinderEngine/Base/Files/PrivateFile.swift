/// Files that finder keeps for itself. Their contents are used only if no other user can have written them.
package enum PrivateFile {
  /// Calls `body` with the open file; `nil` if there is none, or another user may have written it. If there
  /// is one that the system does not open, `refused` gets its error number.
  static func with<Result>(
    _ path: FilePath, _ body: (_ descriptor: CInt, _ size: Int) -> Result,
    refused: (CInt) -> Void = { _ in }
  ) -> Result? {
    // Without O_NONBLOCK, opening a pipe of this name would wait for a writer.
    let descriptor = path.open(O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      // With O_NOFOLLOW, ELOOP means a link, which finder did not make.
      if ![ENOENT, ENOTDIR, ELOOP].contains(errno) { refused(errno) }
      return nil
    }
    defer { close(descriptor) }
    guard let status = stat(of: descriptor), isOurs(status), status.isRegular else { return nil }
    return body(descriptor, Int(status.st_size))
  }

  package static func isOurs(_ status: stat) -> Bool {
    status.st_uid == geteuid() && status.st_mode & 0o022 == 0
  }
}
