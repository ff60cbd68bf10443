/// What a word being typed may become. Lists of values that only the program knows are looked up later.
struct Completion {
  /// The part of the word that stays as it is, such as `--format=`.
  var kept = ""
  var candidates: [Candidate] = []
  /// The list of file endings that fit, `.none` for any; `nil` if files do not fit.
  var files: ValueList?
  var lists: [ValueList] = []
  /// If it is an argument, the arguments before it.
  var arguments: ArraySlice<String> = []
  /// Offered if nothing was typed and nothing else can be offered.
  var otherwise: [Candidate] = []

  init(_ candidates: [Candidate] = []) { self.candidates = candidates }

  init(valueOf option: Option) {
    self.init(choices: option.choices, isPath: option.isPath, completes: option.completes)
  }

  init(choices: [String], isPath: Bool, completes: ValueList) {
    candidates = choices.map { Candidate($0) }
    if isPath { files = completes } else if completes != .none { lists = [completes] }
  }

  /// Adds the other's candidates: a word after an option that needs no value may be its value or an argument.
  fileprivate func or(_ other: Completion) -> Completion {
    var both = self
    both.candidates += other.candidates
    both.lists += other.lists
    both.files = both.files ?? other.files
    both.otherwise = other.otherwise
    both.arguments = other.arguments
    return both
  }
}

extension CommandTable {
  /// Completes the last of the words. The program's own name is not among them.
  func completion(of words: [String]) -> Completion {
    let typed = words.last ?? ""
    let before = words.dropLast().map { Word($0) }
    let line = TypedLine(Tokenizer.tokens(of: before, by: self), self)
    guard !before.contains(Word("--")) else {
      var completion = line.argument()
      completion.otherwise = []
      return completion
    }
    if let option = line.optionWithoutValue {
      let values = Completion(valueOf: option)
      // If the option can do without a value, a dash begins the next option.
      guard option.standard != nil else { return values }
      if typed.utf8.first != UInt8(ascii: "-") { return values.or(line.argument()) }
    }
    guard typed.utf8.first == UInt8(ascii: "-"), typed != "-" else {
      return typed == "-" ? Completion(line.options) : line.argument()
    }
    // To look up a partly typed name, the tokenizer would visit all commands, which is most of the work.
    guard !typed.utf8.starts(with: "--".utf8) || typed.utf8.contains(UInt8(ascii: "=")) else {
      return Completion(line.options)
    }
    // The words before it are included, so that the line's own command is searched first.
    let tokens = Tokenizer.tokens(of: before + [Word(typed)], by: self)
    if case .option(let option, .value(let value)) = tokens.last?.kind {
      var completion = Completion(valueOf: line.own(option))
      completion.kept = String(typed.unicodeScalars.dropLast(value.text.unicodeScalars.count))
      return completion
    }
    return Completion(line.options)
  }
}

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

  /// The option that is the last word, if it still needs its value.
  var optionWithoutValue: Option? {
    switch tokens.last?.kind {
    case .option(let option, .missing), .option(let option, .standard): return own(option)
    default: return nil
    }
  }

  func own(_ option: Option) -> Option { command.option(named: option.name) ?? option }

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

  func argument() -> Completion {
    let given = words.dropFirst(path.count)
    if command.name == Command.helpName { return Completion(pages(after: given)) }
    if command.isGroup { return Completion(given.isEmpty ? command.named : []) }
    var completion = Completion()
    let place = min(given.count, command.arguments.count - 1)
    if place >= 0, given.count - place < command.arguments[place].mostWords {
      let argument = command.arguments[place]
      completion = Completion(
        choices: argument.choices, isPath: argument.isPath, completes: argument.completes)
      completion.arguments = given
    }
    completion.otherwise = options
    return completion
  }

  /// The pages of help under the names given after `help`.
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

/// A word that may replace the one being typed.
public struct Candidate: Sendable, Equatable {
  public let text: String
  /// What it means; empty if the text says it.
  public let summary: String

  public init(_ text: String, _ summary: String = "") {
    self.text = text
    self.summary = summary
  }

  /// Whether the word goes on after it, as with a folder, a prefix or a list.
  var isBeginning: Bool {
    text.unicodeScalars.last.map { ",:/=".unicodeScalars.contains($0) } ?? false
  }

  func begins(with typed: String) -> Bool { text.utf8.starts(with: typed.utf8) }

  /// Whether it is one line of text that is safe to show: candidates may come from other people's files.
  var isShowable: Bool {
    let shown = text.unicodeScalars.filter { $0 != "\u{200C}" && $0 != "\u{200D}" }
    let text = String(String.UnicodeScalarView(shown))
    return !text.isEmpty && UsageError.escape(text) == text
  }
}

extension [Candidate] {
  /// Those that begin as typed; if there are none, those that begin like the first. A shell replaces the
  /// typed text with the beginning that all candidates share, which must not be shorter than the text.
  func alike(typed: String) -> [Candidate] {
    let exact = filter { $0.begins(with: typed) }
    guard exact.isEmpty, let first else { return exact }
    let head = first.text.unicodeScalars.prefix(typed.unicodeScalars.count)
    return filter { $0.text.unicodeScalars.starts(with: head) }
  }
}

// Shells complete by asking the program: each shell's script passes on what has been typed and gets lines
// back. So the tree is the only source, and one process answers, in about 1 ms. The scripts are in
// Shell.swift.
//
// Each line is a candidate. For zsh and fish it is the whole word, a tab and its meaning. For bash it is the
// quoted replacement for the end of the word, with a space if the word is complete. A line that begins with a
// tab means that files fit. After the tab it has four fields, separated by tabs: the beginning to leave out
// of each name, the text to put before the rest, the value typed so far, and the file endings, separated by
// spaces.

extension CommandTable {
  /// Returns the values of a list that fit what was typed. `after` holds the arguments before the value.
  public typealias ValueLookup = (_ list: ValueList, _ typed: String, _ after: ArraySlice<String>)
    ->
    [Candidate]

  /// `words` are the remaining arguments of the script's call. `lookup` is called with an option's `completes`.
  public func answer(_ shell: Shell, _ words: [String], lookup: ValueLookup) -> String {
    switch shell {
    case .bash: answerToBash(words, lookup)
    case .zsh: answer(words, lookup) { $0.alike(typed: $1) }
    // fish picks those that fit by itself.
    case .fish: answer(words, lookup) { all, _ in all }
    }
  }

  private func answer(
    _ words: [String], _ lookup: ValueLookup,
    choosing: ([Candidate], String) -> [Candidate]
  ) -> String {
    let completion = completion(of: words)
    let typed = words.last ?? ""
    let lines = choosing(completion.all(typed, lookup), typed).map { candidate in
      "\(candidate.text)\t\(UsageError.escape(candidate.summary))\n"
    }
    return lines.joined() + completion.fileLine(typed, keeping: "", lookup)
  }

  private func answerToBash(_ words: [String], _ lookup: ValueLookup) -> String {
    guard words.count == 2 else { return "" }
    let line = BashLine(words[0], breaks: words[1])
    guard line.isReplaceable, line.words.count > 1 || line.isRedirection else { return "" }
    let typed = line.words.last ?? ""
    var completion = Completion()
    if line.isRedirection {
      completion.files = ValueList.none
    } else {
      completion = self.completion(of: Array(line.words.dropFirst()))
    }
    let fitting = completion.all(typed, lookup).filter { $0.begins(with: line.kept) }
    let replies = fitting.alike(typed: typed).map { candidate in
      let rest = candidate.text.unicodeScalars.dropFirst(line.kept.unicodeScalars.count)
      return BashLine.quoted(rest, in: line.quote)
        + (candidate.isBeginning || line.quote != nil ? "\n" : " \n")
    }
    return replies.joined() + completion.fileLine(typed, keeping: line.kept, lookup)
  }
}

extension Completion {
  /// The whole words that fit what was typed.
  fileprivate func all(_ typed: String, _ lookup: CommandTable.ValueLookup) -> [Candidate] {
    let value = String(typed.unicodeScalars.dropFirst(kept.unicodeScalars.count))
    let known = lists.flatMap { lookup($0, value, arguments) }
    let all = candidates.filter { $0.begins(with: value) } + known.filter(\.isShowable)
    if all.isEmpty, typed.isEmpty, files == nil { return otherwise }
    return kept.isEmpty ? all : all.map { Candidate(kept + $0.text, $0.summary) }
  }

  /// `keeping` is the part of the word that the shell does not replace.
  fileprivate func fileLine(
    _ typed: String, keeping: String, _ lookup: CommandTable.ValueLookup
  ) -> String {
    guard let files else { return "" }
    let value = String(typed.unicodeScalars.dropFirst(kept.unicodeScalars.count))
    let left = String(keeping.unicodeScalars.dropFirst(kept.unicodeScalars.count))
    let before = String(kept.unicodeScalars.dropFirst(keeping.unicodeScalars.count))
    // A name with several lines cannot be completed.
    guard UsageError.escape(value) == value else { return "" }
    let endings = files == .none ? "" : lookup(files, "", []).map(\.text).joined(separator: " ")
    return "\t\(left)\t\(before)\t\(value)\t\(endings)\n"
  }
}

/// A list of values that the program knows, identified by a number of one byte. Every option has one, and a
/// text instead made every start 2 % slower.
public struct ValueList: RawRepresentable, Sendable, Equatable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let none = ValueList(rawValue: 0)
}
