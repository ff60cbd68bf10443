public enum Outcome: Sendable {
  case run(Invocation)
  /// The path of the command or topic to explain; empty for the program.
  case help([String], HelpLength)
  case version
  case manual
}

extension CommandTable {
  /// Reads the arguments, without the program's own name. Asking for help or the version wins over
  /// any error elsewhere in the line.
  public func parse(_ arguments: [Word]) throws(UsageError) -> Outcome {
    let tokens = Tokenizer.tokens(of: arguments, by: self)
    let path = commandPath(words(in: tokens))
    if let help = try helpAsked(tokens, within: path) { return help }
    if tokens.contains(where: { $0.asks(for: .version) }) { return .version }

    // A group's standard command runs if the line names no other word.
    let group = words(in: tokens).count == path.count ? command(at: path) : nil
    let standard = group.map { $0.standard } ?? ""
    let reader = Reader(table: self, path: path + (standard.isEmpty ? [] : [standard]))
    try reader.read(tokens)
    switch reader.command.node {
    case .command:
      try reader.checkArguments()
      return .run(reader.invocation)
    case .group where !reader.occurrences.isEmpty: throw reader.missingCommand()
    case .group: return .help(path, .short)
    case .topic: return .help(path, .whole)
    case .help:
      guard reader.invocation.has(Option.manual) else {
        return .help(try pathToExplain(reader.arguments.map(\.text)), .whole)
      }
      guard reader.arguments.isEmpty else {
        throw reader.invocation.error(
          Option.manual, "takes no name: it shows one page for all commands")
      }
      return .manual
    }
  }

  public func parse(_ arguments: [String]) throws(UsageError) -> Outcome {
    try parse(arguments.map { Word($0) })
  }

  /// `nil` if neither `data help info` nor `--help` asks for help.
  private func helpAsked(_ tokens: [Token], within path: [String]) throws(UsageError) -> Outcome? {
    if let topic = try pathAfterHelp(words(in: tokens), within: path) {
      return .help(topic, .whole)
    }
    guard tokens.contains(where: { $0.asks(for: .help) }) else { return nil }
    guard path.first == Command.helpName else { return .help(path, .short) }
    let isHelp = path == [Command.helpName]
    return .help(isHelp ? commandPath(words(in: tokens).dropFirst()) : path, .whole)
  }

  func words(in tokens: [Token]) -> ArraySlice<String> {
    tokens.compactMap { if case .word(let word) = $0.kind { word.text } else { nil } }[...]
  }

  func commandPath(_ words: ArraySlice<String>) -> [String] {
    var path: [String] = []
    var command = root
    for word in words {
      guard let next = command.subcommand(word) else { break }
      path.append(next.name)
      command = next
    }
    return path
  }

  /// `data help info` is the same as `help data info`. `nil` if no group's name is followed by `help`.
  private func pathAfterHelp(
    _ words: ArraySlice<String>, within group: [String]
  ) throws(UsageError) -> [String]? {
    guard !group.isEmpty, words.count > group.count, words[group.count] == Command.helpName,
      command(at: group)?.isGroup == true
    else { return nil }
    return try pathToExplain(group + words[(group.count + 1)...])
  }

  /// A topic's path is read like a command's, since topics are below `help` in the tree. `help data help` is
  /// the same as `help data`.
  private func pathToExplain(_ words: [String]) throws(UsageError) -> [String] {
    let path = commandPath(words[...])
    guard path.count == words.count || words[path.count...] == [Command.helpName] else {
      throw Reader(table: self, path: path).unknownTopic(words[path.count])
    }
    return path
  }
}
