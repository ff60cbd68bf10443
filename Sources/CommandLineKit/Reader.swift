/// Checks the tokens of a line against its command, in the order typed, and stops at the first that does not
/// belong. A class: to copy a struct, the runtime needs descriptions of its arrays' types, which take 22,000
/// instructions to make.
final class Reader {
  let table: CommandTable
  let path: [String]
  let command: Command
  private(set) var occurrences: [Occurrence] = []
  private(set) var arguments: [Word] = []
  private var namesLeft: Int

  init(table: CommandTable, path: [String]) {
    self.table = table
    self.path = path
    self.command = (table.command(at: path) ?? table.root).resolved
    namesLeft = path.count
  }

  var invocation: Invocation {
    Invocation(
      program: table.program, path: path, command: command, occurrences: occurrences,
      words: arguments)
  }

  func read(_ tokens: [Token]) throws(UsageError) {
    for (place, token) in tokens.enumerated() {
      switch token.kind {
      case .word(let word): try read(word: word, of: tokens)
      case .option(let option, let given): try read(option, given, at: place, of: tokens)
      case .unknown(let flag, _): throw unknownOption(flag, at: place, of: tokens)
      }
    }
  }

  private func read(word: Word, of tokens: [Token]) throws(UsageError) {
    guard namesLeft == 0 else {
      namesLeft -= 1
      return
    }
    guard !command.isGroup else { throw unknownCommand(word.text) }
    if let flag = flagWithOtherDash(word) {
      throw invocation.error(
        "unexpected argument \(UsageError.quote(word.text))", advice: "; did you mean '\(flag)'?",
        help: command.options.first { $0.flag == flag }?.errorHelp)
    }
    // Only the last argument can take more than one word.
    let place = min(arguments.count, command.arguments.count - 1)
    guard place >= 0, arguments.count - place < command.arguments[place].mostWords else {
      throw unexpected(word, tokens)
    }
    let argument = command.arguments[place]
    guard argument.isPath || word.isText else {
      throw invocation.error(argument, "\(UsageError.show(word.text)) is not UTF-8")
    }
    guard argument.choices.isEmpty || argument.choices.contains(word.text) else {
      throw notAChoice(
        word.text, of: argument.choices, name: argument.name,
        help: "\(argument.synopsis)  \(argument.summary)"
      ).ofWords
    }
    arguments.append(word)
  }

  /// Word processors and web pages turn two hyphens into one long dash.
  private func flagWithOtherDash(_ word: Word) -> String? {
    guard word.bytes.first == 0xE2, let dash = word.text.unicodeScalars.first,
      ["\u{2013}", "\u{2014}", "\u{2212}"].contains(dash)
    else { return nil }
    let name = String(
      String.UnicodeScalarView(word.text.unicodeScalars.dropFirst().prefix { $0 != "=" }))
    if let option = command.option(named: name) { return option.flag }
    let isShort = command.options.contains { option in option.short.map { String($0) } == name }
    return isShort ? "-\(name)" : nil
  }

  /// The word may be extra only because an argument with a space was not quoted.
  private func unexpected(_ word: Word, _ tokens: [Token]) -> UsageError {
    let advice = whole(tokens).adviceToQuote.map { "; \($0)" } ?? ""
    return invocation.error("unexpected argument \(UsageError.quote(word.text))", advice: advice)
      .ofWords
  }

  /// Everything that was typed, right or wrong.
  private func whole(_ tokens: [Token]) -> Invocation {
    var (words, occurrences): ([Word], [Occurrence]) = ([], [])
    var namesLeft = path.count
    for token in tokens {
      switch token.kind {
      case .word where namesLeft > 0: namesLeft -= 1
      case .word(let word): words.append(word)
      case .option(let option, .value(let value)), .option(let option, .standard(let value)),
        .option(let option, .several(let value)):
        occurrences.append(Occurrence(option, value, after: words.count))
      case .option(let option, _):
        occurrences.append(Occurrence(option, nil, after: words.count))
      case .unknown: break
      }
    }
    return Invocation(
      program: table.program, path: path, command: command, occurrences: occurrences, words: words)
  }

  private func read(
    _ known: Option, _ given: Token.Given, at place: Int, of tokens: [Token]
  ) throws(UsageError) {
    // Until the line names a command, an option is not out of place.
    guard let option = command.option(named: known.name) ?? (command.isGroup ? known : nil) else {
      throw misplaced(known, at: place, of: tokens)
    }
    switch given {
    case .nothing: occurrences.append(Occurrence(option, nil, after: arguments.count))
    case .missing: throw invocation.error(option, "needs a value")
    case .standard(let value):
      // The tokenizer may have found another command's option of that name, which needs no value.
      guard option.standard != nil else { throw invocation.error(option, "needs a value") }
      occurrences.append(Occurrence(option, value, after: arguments.count))
    case .several(let value):
      let meant = option.reading?.corrected(value.text)
      let words = whole(tokens).words { other, typed in
        other.name == option.name && typed == value.text ? [option.flag, meant ?? typed] : nil
      }
      let problem = meant == nil ? "needs quotes" : "is not understood"
      throw invocation.error("\(option.flag) \(value.text) \(problem)").correcting(words)
    case .unwanted: throw invocation.error(option, "takes no value")
    case .value(let value):
      guard option.choices.isEmpty || option.choices.contains(value.text) else {
        throw notAChoice(
          value.text, of: option.choices, name: option.flag,
          help: "\(option.synopsis)  \(option.summary)", otherWords: option.otherWords)
      }
      guard option.isPath || value.isText else {
        throw invocation.error(option, "\(UsageError.show(value.text)) is not UTF-8")
      }
      occurrences.append(Occurrence(option, value, after: arguments.count))
    }
  }

  private func notAChoice(
    _ value: String, of choices: [String], name: String, help: String, otherWords: String = ""
  ) -> UsageError {
    let close: String? =
      if case .fixed(let meant) = meaning(of: value.lowercased(), in: otherWords),
        choices.contains(meant)
      { meant } else { nearest(to: value, among: choices) { $0 } }
    let hint = close.map { "; did you mean '\($0)'?" } ?? ""
    return invocation.error(
      "\(name) \(UsageError.show(value)): not one of \(choices.joined(separator: ", "))",
      advice: hint, help: help)
  }

  func checkArguments() throws(UsageError) {
    guard arguments.count < command.arguments.count else { return }
    let missing = command.arguments[arguments.count]
    guard missing.isRequired else { return }
    let advice = adviceToSplit
    // Suggests an example to paste. An example with a file would not work: the user does not have it.
    guard advice.isEmpty, !missing.isPath,
      let example = command.examples.first(where: { BashLine.isOneCommand($0.command) })
    else { throw invocation.error(missing, "is missing", advice: advice) }
    throw invocation.error(missing, "is missing").advising("; for example: \(example.command)")
  }

  /// Users of other programs may have put an `=` between two arguments.
  private var adviceToSplit: String {
    guard let word = arguments.last, word.isText else { return "" }
    let parts = word.text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return "" }
    let words = [table.program] + path + arguments.dropLast().map(\.text) + parts.map { String($0) }
    return "; did you mean \(UsageError.quote(words.joined(separator: " ")))?"
  }

  func missingCommand() -> UsageError {
    let names = command.subcommands.map(\.name).joined(separator: ", ")
    return invocation.error("no command given; expected one of \(names)")
  }

  func unknownCommand(_ word: String) -> UsageError {
    let close = table.suggestedCommands(for: word, under: path, orElsewhere: path.isEmpty)
    let problem = "unknown command \(UsageError.quote(word))"
    // A suggestion such as `--version` is a whole line.
    if close.count == 1, close[0].hasPrefix("-") {
      return invocation.error(problem).correcting(close)
    }
    return invocation.error(problem, advice: didYouMean(close)).ofWords
  }

  /// For `help WORD`.
  func unknownTopic(_ word: String) -> UsageError {
    let topics = path.isEmpty ? [Command.helpName] : path
    let close = table.suggestedCommands(for: word, under: topics, orElsewhere: true)
    let problem = "unknown command or topic \(UsageError.quote(word))"
    guard close.count == 1 else { return invocation.error(problem, advice: didYouMean(close)) }
    let words = close[0].split(separator: " ").map { String($0) }
    let isWhole = words[0].hasPrefix("-") || words[0] == Command.helpName
    return invocation.error(problem).correcting((isWhole ? [] : [Command.helpName]) + words)
  }

  private func didYouMean(_ close: [String]) -> String {
    let names = close.map { "'\($0)'" }.listed(atMost: 3, with: "or")
    return close.isEmpty ? "" : "; did you mean \(names)?"
  }

  private func unknownOption(
    _ flag: String, at place: Int, of tokens: [Token]
  ) -> UsageError {
    let problem = "unknown option \(UsageError.quote(flag))"
    if let error = corrected(problem, flag, isElsewhere: false, at: place, of: tokens) {
      return error
    }
    guard let close = table.suggestedOption(for: flag, under: path) else {
      return invocation.error(problem).ofWords
    }
    let owner = close.isElsewhere ? " of '\(close.path.joined(separator: " "))'" : ""
    return invocation.error(
      problem, advice: "; did you mean '\(close.text)'\(owner)?", help: close.option.errorHelp,
      readMore: close.path)
  }

  private func misplaced(_ option: Option, at place: Int, of tokens: [Token]) -> UsageError {
    let owners = table.commands.filter {
      !$0.command.isGroup && $0.command.options.contains { $0.name == option.name }
    }
    let names = owners.map { "'\($0.path.joined(separator: " "))'" }
    let problem = "\(option.flag) is an option of \(names.listed(atMost: 3))"
    if let error = corrected(problem, option.flag, isElsewhere: true, at: place, of: tokens) {
      return error
    }
    if let own = table.ownOption(meantBy: option.name, under: path) {
      return invocation.error(
        problem, advice: "; did you mean '\(own.text)'?", help: own.option.errorHelp)
    }
    return invocation.error(problem, help: option.errorHelp, readMore: owners.first?.path)
  }

  /// The error for an option that the command lacks, with the line that was probably meant; `nil` if none was
  /// found.
  private func corrected(
    _ problem: String, _ flag: String, isElsewhere: Bool, at place: Int, of tokens: [Token]
  ) -> UsageError? {
    let meant = table.correction(
      of: tokens, at: place, flag, under: path, isElsewhere: isElsewhere)
    if let meant { return invocation.error(problem).correcting(meant) }
    return table.withoutNeedless(tokens, at: place, flag, under: path).map { reason, meant in
      invocation.error("\(problem): \(reason)").correcting(meant)
    }
  }
}

extension [String] {
  /// `a`, `a and b`, `a, b and c`, `a, b, c and others`
  package func listed(atMost limit: Int = .max, with word: String = "and") -> String {
    let parts = count > limit ? prefix(limit) + ["others"] : self[...]
    guard let last = parts.last, parts.count > 1 else { return joined() }
    return parts.dropLast().joined(separator: ", ") + " \(word) " + last
  }
}
