import FinderEngine

/// The user's editor: VISUAL, else EDITOR, else vi. It is run without a shell, with finder's own streams.
struct Editor {
  private let path: FilePath
  private let arguments: [String]

  /// Whether there is one is known before anything is made for it.
  init() throws {
    let named = ["VISUAL", "EDITOR"].compactMap { name in
      environment(name).flatMap { $0.isEmpty ? nil : (name: name, text: "\($0)") }
    }
    let (name, text) = named.first ?? ("EDITOR", "vi")
    guard let words = CommandWords.words(of: text), let program = words.first else {
      throw Failure(.unavailable, "\(name) is no program and its arguments: a quote is not closed")
    }
    guard let path = LocatingProgram.path(of: program) else {
      throw Failure(
        .unavailable, "no editor: \(LocatingProgram.problem(with: program))",
        hint: "  set EDITOR to the one that you use")
    }
    self.path = path
    arguments = Array(words.dropFirst())
  }

  /// Returns when the editor has ended.
  func edit(_ file: FilePath) throws {
    var words =
      ([path] + arguments.map { FilePath($0) } + [file]).map { $0.withCString { strdup($0) } }
      + [nil]
    defer { for word in words { free(word) } }
    signal(SIGCHLD, SIG_DFL)
    // Ctrl-C is meant for the editor.
    let interrupt = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, interrupt) }
    guard let process = spawn(&words) else {
      throw Failure(.unavailable, "cannot start \(path): \(systemMessage(errno))")
    }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw Failure(.unavailable, "the editor \(path) failed: the file was left as it is")
    }
  }

  private func spawn(_ words: inout [UnsafeMutablePointer<CChar>?]) -> pid_t? {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGINT)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var process = pid_t()
    let error = path.withCString {
      posix_spawn(&process, $0, nil, &attributes, &words, environ)
    }
    errno = error
    return error == 0 ? process : nil
  }
}
