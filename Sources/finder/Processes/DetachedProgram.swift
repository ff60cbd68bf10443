import FinderEngine

/// A program that finder starts and leaves running, such as one that opens a link. It is started without a
/// shell, in a session of its own, and has none of finder's streams.
struct DetachedProgram {
  let path: FilePath
  let arguments: [String]

  enum Outcome: Equatable {
    /// It has ended successfully, or is still running.
    case started
    case failed(CInt)
    /// It could not be started; `errno` says why.
    case refused
  }

  /// In seconds. How long to wait for its end, since most that fail do so at once.
  private static let patience = 3.0

  func run() -> Outcome {
    guard let running = start() else { return .refused }
    while true {
      if let outcome = running.outcome() { return outcome }
      usleep(5000)
    }
  }

  /// For callers that cannot wait; `nil` if it cannot be started, and `errno` says why.
  func start() -> Running? {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing >= 0 else { return nil }
    defer { close(nothing) }
    return finder.start(
      path, arguments.map { FilePath($0) },
      streams: (STDIN_FILENO...STDERR_FILENO).map { ($0, nothing) }, .detached
    ).map { Running(process: $0, deadline: monotonicSeconds() + Self.patience) }
  }

  struct Running {
    fileprivate let process: pid_t
    fileprivate let deadline: Double

    /// `nil` while that is not known yet. This does not wait. After a result, it must not be called again.
    func outcome() -> Outcome? {
      var status: CInt = 0
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process {
        let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
        return code == 0 ? .started : .failed(code)
      }
      guard ended == 0 || errno == EINTR else { return .started }
      return monotonicSeconds() < deadline ? nil : .started
    }
  }
}
