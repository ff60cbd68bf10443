import FinderEngine

/// The user's own editor, for a text. It is started without a shell, and has the terminal.
struct TextEditor {
  private let words: [String]
  private let program: FilePath

  /// As VISUAL or else EDITOR names it; `nil` where neither does, or there is no such program.
  init?() {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment($0) }.first { !$0.isEmpty }
    guard let named, let words = CommandWords.words(of: "\(named)"), let name = words.first,
      let program = name.utf8.contains(UInt8(ascii: "/"))
        ? FilePath(name) : ChildProgram.search(name), program.isAccessible(X_OK)
    else { return nil }
    (self.words, self.program) = (words, program)
  }

  var name: String { words[0] }

  /// What is left of a text when the editor has ended. Throws where it did not end well.
  func edit(_ text: String) throws -> String {
    let path = try Self.file(with: text)
    defer { path.removeFile() }
    guard let status = run(on: path) else {
      throw Failure(.unavailable, "cannot start \(program): \(systemMessage(errno))")
    }
    guard status == 0 else {
      throw Failure(.unavailable, "\(name) did not end well: nothing was kept")
    }
    let edited = try FileReading.contents(ofFile: path)
    guard edited.count <= VisitRecord.mostText else {
      throw Failure(
        .badData, "the text is longer than \(VisitRecord.mostText) bytes: nothing was kept")
    }
    guard let text = String(validating: edited.bytes, as: UTF8.self) else {
      throw Failure(.badData, "the text is not UTF-8: nothing was kept")
    }
    return text
  }

  /// For its owner alone.
  private static func file(with text: String) throws -> FilePath {
    let folder = environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let ending = ".txt"
    var name = Array(("\(folder)/finder-review-XXXXXX\(ending)" as FilePath).bytes) + [0]
    let descriptor = name.withUnsafeMutableBytes {
      mkstemps($0.assumingMemoryBound(to: CChar.self).baseAddress!, CInt(ending.utf8.count))
    }
    guard descriptor >= 0 else {
      throw Failure(.cannotCreate, "cannot create a file in \(folder): \(systemMessage(errno))")
    }
    defer { close(descriptor) }
    let path = FilePath(bytes: Array(name.dropLast()))
    let bytes = Array((text.isEmpty ? "" : text + "\n").utf8)
    guard bytes.withUnsafeBytes({ FileWriting.all($0, to: descriptor) }) else {
      let error = errno
      path.removeFile()
      throw Failure(.writeFailed, "cannot write \(path): \(systemMessage(error))")
    }
    return path
  }

  /// How it ended; `nil` with `errno` set where it cannot be started. Ctrl-C is the editor's meanwhile.
  private func run(on path: FilePath) -> CInt? {
    let all = [program] + words.dropFirst().map { FilePath($0) } + [path]
    var arguments = all.map { $0.withCString { strdup($0) } } + [nil]
    defer { for word in arguments { free(word) } }
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
    // The id of the record may go elsewhere than to the terminal.
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    var ignored = sigset_t()
    sigemptyset(&ignored)
    for number in [SIGINT, SIGQUIT] { sigaddset(&ignored, number) }
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let kept = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in kept { signal(number, handler) } }
    signal(SIGCHLD, SIG_DFL)
    var process = pid_t()
    let error = program.withCString {
      posix_spawn(&process, $0, &actions, &attributes, &arguments, environ)
    }
    errno = error
    guard error == 0 else { return nil }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return nil } }
    return status
  }
}
