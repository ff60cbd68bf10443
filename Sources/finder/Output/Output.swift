import CommandLineKit
import FinderEngine

/// Where results go: standard output, or a file that is written whole or not at all.
///
/// A file is written under a temporary name and renamed at the end, so that nobody reads half of it
/// and a failure leaves the old one. A device or a pipe is written to directly.
final class Output {
  private let descriptor: CInt
  private let name: String
  private var pending: ReplacementFile?

  init(standard: Void) {
    descriptor = STDOUT_FILENO
    name = "standard output"
  }

  /// As `--output` says, or another option that names a file. It must not be one of the `inputs`,
  /// among which `-` is the file that standard input comes from.
  init(
    _ invocation: Invocation, _ option: Option = Options.output, inputs: [String]
  ) throws {
    guard let path = invocation[option], path != "-" else {
      descriptor = STDOUT_FILENO
      name = "standard output"
      return
    }
    name = path
    if let open = Self.descriptor(namedBy: path) {
      descriptor = open
      return
    }
    if let existing = stat(ofFile: path) {
      for input in inputs where existing.isRegular {
        let status = input == "-" ? stat(of: STDIN_FILENO) : stat(ofFile: input)
        if let status, status.isSameFile(as: existing) {
          throw invocation.error(option, "\(UsageError.show(path)) is also the input")
        }
      }
      guard existing.isRegular else {
        descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.cannotCreate(path) }
        return
      }
    }
    guard !path.isEmpty, let pending = ReplacementFile(forOutput: path) else {
      throw Self.cannotCreate(path)
    }
    self.pending = pending
    descriptor = pending.descriptor
  }

  /// A descriptor that is already open is written to directly. Replacing its file would lose what
  /// others have written to it, and will.
  private static func descriptor(namedBy path: String) -> CInt? {
    if path == "/dev/stdout" { return STDOUT_FILENO }
    if path == "/dev/stderr" { return STDERR_FILENO }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return CInt(path.dropFirst(folder.count))
    }
    return nil
  }

  private static func cannotCreate(_ path: String) -> Failure {
    Failure(.cannotCreate, "cannot create \(path): \(systemMessage(path.isEmpty ? ENOENT : errno))")
  }

  /// Whether both lead to one file, so that one would be lost or the two mixed.
  func isSameFile(as other: Output) -> Bool {
    if descriptor == other.descriptor { return true }
    let places = (destination, other.destination)
    guard let first = places.0, let second = places.1 else { return false }
    return first.file.isSameFile(as: second.file) && first.name == second.name
  }

  /// The regular file that this leads to; if there is none yet, its folder and its name.
  private var destination: (file: stat, name: Substring)? {
    guard let pending else {
      return stat(of: descriptor).flatMap { $0.isRegular ? ($0, "") : nil }
    }
    if let file = stat(ofFile: pending.path) { return (file, "") }
    let path = pending.path
    guard let slash = path.lastIndex(of: "/") else {
      return stat(ofFile: ".").map { ($0, path[...]) }
    }
    return stat(ofFile: String(path[...slash])).map { ($0, path[path.index(after: slash)...]) }
  }

  /// Whether a person is watching the results.
  var isTerminal: Bool { descriptor == STDOUT_FILENO && Terminal.isTerminal(descriptor) }
  var terminalWidth: Int? {
    descriptor == STDOUT_FILENO ? Terminal.width(of: descriptor) : nil
  }

  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    guard FileWriting.all(UnsafeRawBufferPointer(bytes), to: descriptor) else {
      throw failure(errno)
    }
  }

  func write(_ buffer: borrowing ByteBuffer) throws { try write(buffer.bytes) }

  func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { try write($0) }
  }

  /// Puts a file in its place. Without this, nothing has been written.
  func finish() throws {
    guard let pending else { return }
    let error = pending.commit()
    guard error == 0 else { throw failure(error) }
  }

  /// Silent if the reader closed the pipe, as in any filter.
  private func failure(_ error: CInt) -> Failure {
    if error == EPIPE { return Failure(.brokenPipe, "") }
    return Failure(.writeFailed, "cannot write to \(name): \(systemMessage(error))")
  }
}
