import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is to be done in the child before its program runs.
struct Spawn {
  /// Between its creation and its marking, a pipe would be inherited by a child that another thread starts,
  /// which would then hold it open.
  static let lock = Mutex(())

  #if canImport(Darwin)
    private var actions: posix_spawn_file_actions_t?
    private var attributes: posix_spawnattr_t?
  #else
    private var actions = posix_spawn_file_actions_t()
    private var attributes = posix_spawnattr_t()
  #endif
  private var childEnds: [Int32] = []
  private var parentEnds: [Int32] = []
  private var hasStarted = false

  init() {
    _ = Self.ignoresBrokenPipes
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
  }

  /// Writing to a child that has ended is an error to be reported, not the end of the tests.
  private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  mutating func destroy() {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
    for descriptor in childEnds + (hasStarted ? [] : parentEnds) { close(descriptor) }
  }

  /// Our end of the child's input, if it is a pipe.
  mutating func connectInput(_ input: ChildInput?) throws -> Int32? {
    switch input {
    case .null: posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    case .file(let path): posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY, 0)
    case .closed: posix_spawn_file_actions_addclose(&actions, 0)
    case .bytes, nil:
      let pipe = try makePipe()
      return connect(child: pipe.read, as: 0, parent: pipe.write)
    }
    return nil
  }

  mutating func connect(_ output: ChildOutput, as number: Int32) throws -> Int32? {
    switch output {
    case .file(let path):
      posix_spawn_file_actions_addopen(&actions, number, path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    case .closed: posix_spawn_file_actions_addclose(&actions, number)
    case .captured:
      let pipe = try makePipe()
      return connect(child: pipe.write, as: number, parent: pipe.read)
    }
    return nil
  }

  private mutating func connect(child: Int32, as number: Int32, parent: Int32) -> Int32 {
    posix_spawn_file_actions_adddup2(&actions, child, number)
    _ = fcntl(parent, F_SETFL, fcntl(parent, F_GETFL) | O_NONBLOCK)
    childEnds.append(child)
    parentEnds.append(parent)
    return parent
  }

  /// Both ends are closed in every child, and do not use the numbers 0 to 2.
  private func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw ProcessError("pipe", errno: errno) }
    let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
    for end in ends { close(end) }
    guard moved.allSatisfy({ $0 >= 0 }) else { throw ProcessError("pipe", errno: errno) }
    return (moved[0], moved[1])
  }

  mutating func start(
    _ executable: String, _ arguments: [String], environment: [String: String], directory: String?
  ) throws -> pid_t {
    setAttributes()
    if let directory { try change(to: directory) }
    let words = [executable] + arguments
    let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
    guard !(words + variables).contains(where: { $0.utf8.contains(0) }) else {
      throw ProcessError("no argument or variable can hold a NUL: \(words)")
    }
    let argv = words.map { strdup($0) } + [nil]
    let envp = variables.map { strdup($0) } + [nil]
    defer { for word in argv + envp { free(word) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, executable, &actions, &attributes, argv, envp)
    guard code == 0 else { throw ProcessError("cannot run \(executable)", errno: code) }
    hasStarted = true
    return child
  }

  /// Signals as at login, whatever this process ignores or blocks, and its own process group, so that it can
  /// be killed with everything it started.
  private mutating func setAttributes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    let usual = [SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGCHLD, SIGUSR1, SIGUSR2]
    for number in usual { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  private mutating func change(to directory: String) throws {
    #if canImport(Darwin)
      let code = posix_spawn_file_actions_addchdir_np(&actions, directory)
    #else
      // Old enough to rely on, but not in POSIX, and so hidden from Swift's view of the headers.
      typealias AddChdir =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) ->
        Int32
      guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else {
        throw ProcessError("the C library cannot start a child in another folder")
      }
      let code = unsafeBitCast(symbol, to: AddChdir.self)(&actions, directory)
    #endif
    guard code == 0 else { throw ProcessError("folder \(directory)", errno: code) }
  }
}
