/// What a word that is being typed may become, as far as the tree knows.
struct Completion {
  /// What of the word stays as it is, such as `--format=`.
  var kept = ""
  var candidates: [Candidate] = []
  /// The list of the endings of the files that fit; `nil` where no file does.
  var files: ValueList?
  var list = ValueList.none
  /// What is offered where nothing else is and nothing was typed.
  var otherwise: [Candidate] = []

  init(_ candidates: [Candidate] = []) { self.candidates = candidates }

  /// The values of an option or an argument.
  init(choices: [String], isPath: Bool, completes: ValueList) {
    candidates = choices.map { Candidate($0) }
    if isPath { files = completes } else { list = completes }
  }
}

extension CommandTable {
  /// The last of the words is being typed; the program's own name is not among them.
  func completion(of words: [String]) -> Completion {
    let typed = words.last ?? ""
    let before = words.dropLast().map { Word($0) }
    let line = TypedLine(Tokenizer.tokens(of: before, by: self), self)
    guard !before.contains(Word("--")) else {
      var completion = line.argument()
      completion.otherwise = []
      return completion
    }
    if let option = line.optionWithoutValue { return Completion(valueOf: option) }
    guard typed.utf8.first == UInt8(ascii: "-"), typed != "-" else {
      return typed == "-" ? Completion(line.options) : line.argument()
    }
    // A name that is only begun would be looked for in all commands, which is most of the work.
    guard !typed.utf8.starts(with: "--".utf8) || typed.utf8.contains(UInt8(ascii: "=")) else {
      return Completion(line.options)
    }
    // With the words before it, whose command is the first to be asked for its options.
    let tokens = Tokenizer.tokens(of: before + [Word(typed)], by: self)
    if case .option(let option, .value(let value)) = tokens.last?.kind {
      var completion = Completion(valueOf: line.own(option))
      completion.kept = String(typed.unicodeScalars.dropLast(value.text.unicodeScalars.count))
      return completion
    }
    return Completion(line.options)
  }
}

extension Completion {
  fileprivate init(valueOf option: Option) {
    self.init(choices: option.choices, isPath: option.isPath, completes: option.completes)
  }
}

/// What stands before the word that is being typed.
private struct TypedLine {
  private let table: CommandTable
  private let tokens: [Token]
  private let words: ArraySlice<String>
  private let path: [String]
  private let command: Command

  init(_ tokens: [Token], _ table: CommandTable) {
    self.tokens = tokens
    self.table = table
    words = table.words(in: tokens)
    path = table.commandPath(words)
    command = table.command(at: path) ?? table.root
  }

  /// The option that the last word was, if it still needs its value.
  var optionWithoutValue: Option? {
    guard case .option(let option, .missing) = tokens.last?.kind else { return nil }
    return own(option)
  }

  /// This command's own account of it.
  func own(_ option: Option) -> Option { command.option(named: option.name) ?? option }

  /// Those that may still be given.
  var options: [Candidate] {
    guard !command.isTopic else { return [] }
    let given = tokens.compactMap {
      if case .option(let option, _) = $0.kind { option.name } else { nil }
    }
    let all = command.options + (path.isEmpty ? Option.builtIn : [.help])
    return all.filter { $0.isRepeatable || !given.contains($0.name) }.map {
      Candidate($0.flag, $0.summary)
    }
  }

  /// What may stand here that is no option.
  func argument() -> Completion {
    let given = words.dropFirst(path.count)
    if command.name == Command.helpName { return Completion(pages(after: given)) }
    if command.isGroup { return Completion(given.isEmpty ? command.named : []) }
    let place = min(given.count, command.arguments.count - 1)
    guard place >= 0, given.count - place < command.arguments[place].mostWords else {
      return offeringOptions(Completion())
    }
    let argument = command.arguments[place]
    return offeringOptions(
      Completion(
        choices: argument.choices, isPath: argument.isPath, completes: argument.completes))
  }

  private func offeringOptions(_ completion: Completion) -> Completion {
    var completion = completion
    completion.otherwise = options
    return completion
  }

  /// What help has a page of, under the names given after `help`.
  private func pages(after names: ArraySlice<String>) -> [Candidate] {
    let path = table.commandPath(names)
    guard path.count == names.count, let command = table.command(at: path) else { return [] }
    let commands = command.named.filter { $0.text != Command.helpName }
    return commands + (names.isEmpty ? table.topics.map { Candidate($0.name, $0.summary) } : [])
  }
}

extension Command {
  fileprivate var named: [Candidate] { subcommands.map { Candidate($0.name, $0.summary) } }
}
