import CommandLineKit
import FinderEngine

/// Where results go: standard output, or a file that is written whole or not at all.
///
/// A file is written under a temporary name and renamed at the end, so that no one reads half of it and a
/// failure leaves the old one. A device or a pipe is written to directly. Only one thread may write at a
/// time.
final class Output: @unchecked Sendable {
  private let descriptor: CInt
  private let name: String
  private var pending: ReplacementFile?
  private var isClosed = false

  init(_ descriptor: CInt = STDOUT_FILENO, named name: String = "standard output") {
    self.descriptor = descriptor
    self.name = name
  }

  /// The file named by `--output` or another option. It must not be one of the `inputs`, in which `-` is the
  /// file behind standard input.
  convenience init(
    _ invocation: Invocation, _ option: Option = Options.output,
    inputs: @autoclosure () -> [FilePath]
  ) throws {
    guard let path = invocation.path(option), path != "-" else {
      self.init()
      return
    }
    if let open = Self.descriptor(namedBy: path) {
      self.init(open, named: "\(path)")
      return
    }
    let existing = stat(ofFile: path)
    if let existing, !existing.isRegular {
      let descriptor = path.open(O_WRONLY)
      guard descriptor >= 0 else { throw Self.cannotCreate(path) }
      self.init(descriptor, named: "\(path)")
      return
    }
    if let existing {
      func refuse(_ files: [FilePath], _ why: String) throws {
        for file in files {
          let status = file == "-" ? stat(of: STDIN_FILENO) : stat(ofFile: file)
          guard let status, status.isSameFile(as: existing) else { continue }
          throw invocation.error(option, "\(UsageError.show("\(path)")) \(why)")
        }
      }
      try refuse(inputs(), "is also the input")
      // Commands read these files without naming them, and they cannot be restored.
      try refuse(invocation.ownFiles, "is where finder keeps your own data")
    }
    if option.name == Options.output.name { try invocation.checkOutputEnding() }
    guard !path.isEmpty, let pending = ReplacementFile(forOutput: path) else {
      throw Self.cannotCreate(path)
    }
    self.init(pending.descriptor, named: "\(path)")
    self.pending = pending
  }

  /// A descriptor that is already open is written to directly. Replacing its file would lose what others have
  /// written to it, or will write.
  private static func descriptor(namedBy path: FilePath) -> CInt? {
    if path == "/dev/stdout" { return STDOUT_FILENO }
    if path == "/dev/stderr" { return STDERR_FILENO }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return CInt("\(path.name)")
    }
    return nil
  }

  private static func cannotCreate(_ path: FilePath) -> Failure {
    Failure(
      .cannotCreate,
      "cannot create \(path.isEmpty ? "''" : path): \(systemMessage(path.isEmpty ? ENOENT : errno))"
    )
  }

  /// Whether both write to one file, which would lose one of them or mix the two.
  func isSameFile(as other: Output) -> Bool {
    if descriptor == other.descriptor { return true }
    guard let (file, name) = destination, let other = other.destination else { return false }
    return file.isSameFile(as: other.file) && name == other.name
  }

  /// The regular file that this writes to; if it does not exist yet, its folder and its name.
  private var destination: (file: stat, name: FilePath)? {
    guard let path = pending?.path else {
      return stat(of: descriptor).flatMap { $0.isRegular ? ($0, "") : nil }
    }
    if let file = stat(ofFile: path) { return (file, "") }
    return stat(ofFile: "\(path.folderPrefix).").map { ($0, path.name) }
  }

  /// Whether a person is watching the results.
  var isTerminal: Bool { descriptor == STDOUT_FILENO && Terminal.isTerminal(descriptor) }
  var terminalSize: (columns: Int, lines: Int)? {
    descriptor == STDOUT_FILENO ? Terminal.size(of: descriptor) : nil
  }
  var terminalWidth: Int? { descriptor == STDOUT_FILENO ? Terminal.width(of: descriptor) : nil }

  func write(_ bytes: Bytes) throws {
    guard FileWriting.all(UnsafeRawBufferPointer(bytes), to: descriptor) else {
      throw failure(errno)
    }
  }

  func write(_ buffer: borrowing ByteBuffer) throws { try write(buffer.bytes) }

  func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { try write($0) }
  }

  func finish(with text: String) throws {
    try write(text)
    try finish()
  }

  func finish(with buffer: borrowing ByteBuffer) throws {
    try write(buffer)
    try finish()
  }

  /// Moves the file into place. Before this, nothing has been replaced.
  func finish() throws {
    guard let pending else { return }
    let error = pending.commit()
    if error != 0 { throw failure(error) }
  }

  /// Lets the reader of a pipe see the end while this process still has work to do. Nothing may be written
  /// afterwards. Closing twice is harmless.
  func close() throws {
    guard !isClosed, pending == nil, !isTerminal, descriptor != STDERR_FILENO else { return }
    isClosed = true
    let isClosed = FinderEngine.close(descriptor) == 0
    let error = errno
    // Keep the next file that is opened from getting the number of a standard stream.
    StandardStreams.reserve()
    if !isClosed { throw failure(error) }
  }

  /// Silent if the reader closed the pipe, as in any filter.
  private func failure(_ error: CInt) -> Failure {
    if error == EPIPE { return Failure(.brokenPipe, "") }
    return Failure(.writeFailed, "cannot write to \(name): \(systemMessage(error))")
  }
}

extension ReplacementFile {
  /// A file for results. If the path is a link, the link stays and the file it leads to is replaced. `nil`
  /// with `errno` set if the file cannot be created.
  convenience init?(forOutput path: FilePath) {
    guard let path = Self.followingLinks(path) else { return nil }
    let mode = stat(ofFile: path).map { $0.st_mode & 0o777 }
    self.init(for: path, mode: mode ?? 0o666)
    // Restore the permissions of the replaced file that the umask removed.
    if let mode { fchmod(descriptor, mode) }
  }

  /// The file that links lead to, whether it exists or not. `nil` with `errno` set if they lead nowhere.
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
