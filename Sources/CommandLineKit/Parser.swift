/// What a command line asks for.
public enum Outcome: Sendable {
  case run(Invocation)
  /// The path of the command to explain; empty for the program.
  case help([String])
  case version
}

extension CommandTable {
  /// Reads the arguments, the program's own name not among them. Asking for help or the version
  /// wins over any error elsewhere in the line.
  public func parse(_ arguments: [String]) throws(UsageError) -> Outcome {
    let tokens = Tokenizer.tokens(of: arguments, by: self)
    let path = commandPath(words(in: tokens))
    if tokens.contains(where: { $0.asks(for: .help) }) {
      let isTopic = path == [Command.help.name]
      return .help(isTopic ? commandPath(words(in: tokens).dropFirst()) : path)
    }
    if tokens.contains(where: { $0.asks(for: .version) }) { return .version }

    var reader = Reader(table: self, path: path)
    try reader.read(tokens)
    if reader.command.isGroup {
      guard reader.occurrences.isEmpty else { throw reader.noCommand() }
      return .help(path)
    }
    try reader.checkArguments()
    return path == [Command.help.name]
      ? .help(try helpTopic(reader.arguments)) : .run(reader.invocation)
  }

  private func words(in tokens: [Token]) -> ArraySlice<String> {
    tokens.compactMap { if case .word(let word) = $0 { word } else { nil } }[...]
  }

  /// As many of the words as name commands.
  private func commandPath(_ words: ArraySlice<String>) -> [String] {
    var path: [String] = []
    var command = root
    for word in words {
      guard let next = command.subcommand(word) else { break }
      path.append(word)
      command = next
    }
    return path
  }

  private func helpTopic(_ words: [String]) throws(UsageError) -> [String] {
    let path = commandPath(words[...])
    guard path.count == words.count else {
      throw Reader(table: self, path: path).unknownCommand(words[path.count])
    }
    return path
  }
}
