import FinderEngine

/// A program that finder starts and leaves to itself, such as one that opens a link. It is started
/// without a shell, in a session of its own, and has none of finder's streams.
struct DetachedProgram {
  let path: FilePath
  let arguments: [String]

  enum Outcome: Equatable {
    /// It has ended well, or still runs.
    case started
    case failed(CInt)
    /// It could not be started; `errno` says why.
    case refused
  }

  /// So long its end is waited for, since most that fail do so at once.
  private static let patience = 3.0

  func run() -> Outcome {
    guard let running = start() else { return .refused }
    while true {
      if let outcome = running.outcome() { return outcome }
      usleep(5000)
    }
  }

  /// For those who cannot wait; `nil` where it cannot be started, and `errno` says why.
  func start() -> Running? {
    spawn().map { Running(process: $0, deadline: monotonicSeconds() + Self.patience) }
  }

  struct Running {
    fileprivate let process: pid_t
    fileprivate let deadline: Double

    /// `nil` while that is not known yet. It does not wait, and is not to be asked again afterwards.
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

  #if canImport(Darwin)
    private static let newSession = Int16(POSIX_SPAWN_SETSID)
  #else
    /// POSIX_SPAWN_SETSID, which Glibc's headers hide.
    private static let newSession: Int16 = 0x80
  #endif

  private func spawn() -> pid_t? {
    var words =
      ([path] + arguments.map { FilePath($0) }).map { $0.withCString { strdup($0) } } + [nil]
    defer { for word in words { free(word) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for stream in STDIN_FILENO...STDERR_FILENO {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    posix_spawnattr_setflags(&attributes, Self.newSession)
    signal(SIGCHLD, SIG_DFL)
    var process = pid_t()
    let error = path.withCString {
      posix_spawn(&process, $0, &actions, &attributes, &words, environ)
    }
    errno = error
    return error == 0 ? process : nil
  }
}
