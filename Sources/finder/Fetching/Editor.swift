import FinderEngine

/// The user's editor. It is run without a shell, and has the terminal.
struct Editor {
  /// As it was named.
  let name: String
  private let path: FilePath
  private let arguments: [String]

  /// The one of VISUAL, else of EDITOR, else vi. Whether there is one is known before anything is made for
  /// it.
  init() throws {
    let (variable, text) = Self.named ?? ("EDITOR", "vi")
    guard let words = CommandWords.words(of: text), let program = words.first else {
      throw Failure(
        .unavailable, "\(variable) is no program and its arguments: a quote is not closed")
    }
    guard let path = LocatingProgram.path(of: program) else {
      throw Failure(
        .unavailable, "no editor: \(LocatingProgram.problem(with: program))",
        hint: "  set EDITOR to the one that you use")
    }
    name = program
    self.path = path
    arguments = Array(words.dropFirst())
  }

  /// `nil` where neither VISUAL nor EDITOR names one.
  static func chosen() throws -> Editor? { named == nil ? nil : try Editor() }

  private static var named: (name: String, text: String)? {
    for name in ["VISUAL", "EDITOR"] {
      if let text = environment(name), !text.isEmpty { return (name, "\(text)") }
    }
    return nil
  }

  /// Returns when the editor has ended. `otherwise` says what becomes of it all where it failed.
  func edit(_ file: FilePath, otherwise: String) throws {
    // Ctrl-C is meant for the editor, which gets it as ever: a handler of finder's is not handed on.
    let kept = [SIGINT, SIGQUIT].map { ($0, signal($0) { _ in }) }
    defer { for (number, handler) in kept { signal(number, handler) } }
    // What finder prints may go elsewhere than to the terminal.
    let process = start(
      path, arguments.map { FilePath($0) } + [file], streams: [(STDOUT_FILENO, STDERR_FILENO)],
      .withTerminal)
    guard let process else {
      throw Failure(.unavailable, "cannot start \(path): \(systemMessage(errno))")
    }
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw Failure(.unavailable, "the editor \(path) failed: \(otherwise)")
    }
  }
}
