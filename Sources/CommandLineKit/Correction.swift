// Corrects a line with an unknown option: `near London --max 5` was meant for `near London --limit 5`. The
// suggestion is a whole line that the parser accepts, so it can be pasted.

/// An option of other programs that no command here has or needs.
public final class NeedlessOption: Sendable {
  /// Separated by spaces.
  let names: String
  let takesValue: Bool
  /// The commands that already do what it asks for.
  let commands: [String]
  /// The reason, as a clause: `venues come nearest first`.
  let reason: String

  public init(
    _ names: String, takesValue: Bool = false, of commands: [String], reason: String
  ) {
    (self.names, self.takesValue) = (names, takesValue)
    (self.commands, self.reason) = (commands, reason)
  }
}

extension CommandTable {
  /// The words of the line, with the option at `place` replaced by the one that was meant and all other
  /// unknown options corrected too; `nil` if no such line can be parsed. `isElsewhere` says that another
  /// command has an option with that name, so that it is not a misspelling.
  func correction(
    of tokens: [Token], at place: Int, _ flag: String, under path: [String], isElsewhere: Bool
  ) -> [String]? {
    guard let line = TypedWords(tokens, at: place) else { return nil }
    let name = typedName(flag)
    let meant = ownOptions(meantBy: name, under: path, isElsewhere: isElsewhere)
    // In `--type json`, an option with the choice `json` is likelier than one that takes any value.
    let withChoice = meant.filter { meant in
      if case .typed = meant.value { line.hasValue(in: meant.option.choices) } else { false }
    }
    for meant in withChoice + meant {
      if let words = line.replacing(with: meant).flatMap(corrected) { return words }
    }
    return nil
  }

  /// The line without an option that no command needs, and why it is not needed.
  func withoutNeedless(
    _ tokens: [Token], at place: Int, _ flag: String, under path: [String]
  ) -> (reason: String, words: [String])? {
    let name = typedName(flag)
    let option = needless().first { option in
      meaning(of: name, in: option.names) != nil && path.count == 1
        && option.commands.contains(path[0])
    }
    guard let option,
      let line = TypedWords(tokens, at: place)
    else { return nil }
    return corrected(line.without(option)).map { (option.reason, $0) }
  }

  /// The words themselves if they run a command, else the correction that their error has.
  private func corrected(_ words: [String]) -> [String]? {
    do {
      guard case .run = try parse(words) else { return nil }
      return words
    } catch {
      return error.correction
    }
  }
}

/// The words of a line around one of its tokens.
private struct TypedWords {
  let before: [String]
  let after: [String]
  let value: Value

  enum Value {
    /// The text after the option's `=`.
    case attached(String)
    /// The word that was taken as the option's value.
    case taken(String)
    /// The word after the option, which may have been meant as its value.
    case next(String)
    /// No word follows, or the option is a switch with an `=`.
    case none
  }

  /// `nil` if a word would not be parsed as a word again.
  init?(_ tokens: [Token], at place: Int) {
    let words = tokens.map(\.typed)
    let isPlain = tokens.allSatisfy { token in
      if case .word(let word) = token.kind { word.isText && !word.beginsLikeOption } else { true }
    }
    guard isPlain else { return nil }
    before = words[..<place].flatMap { $0 }
    after = words[(place + 1)...].flatMap { $0 }
    value =
      switch tokens[place].kind {
      case .unknown(_, let attached?): .attached(attached.text)
      case .option(_, .value(let given)): .taken(given.text)
      case .option(_, .unwanted): .none
      default:
        if place + 1 < tokens.count, case .word(let word) = tokens[place + 1].kind {
          .next(word.text)
        } else {
          .none
        }
      }
  }

  /// The value that the option surely has.
  private var own: String? {
    switch value {
    case .attached(let text), .taken(let text): text
    case .next, .none: nil
    }
  }

  /// The value that the option has or may have, and the words after it.
  private var given: (value: String, rest: ArraySlice<String>)? {
    switch value {
    case .attached(let text), .taken(let text): (text, after[...])
    case .next(let text): (text, after.dropFirst())
    case .none: nil
    }
  }

  /// Whether the option's value, or the word that follows it, is one of the choices.
  func hasValue(in choices: [String]) -> Bool {
    given.map { choices.contains($0.value) } ?? false
  }

  func without(_ option: NeedlessOption) -> [String] {
    before + (option.takesValue ? given?.rest ?? after[...] : after[...])
  }

  func replacing(with meant: SuggestedOption) -> [String]? {
    let (option, start) = (meant.option, before + [meant.option.flag])
    switch meant.value {
    case .typed where option.value == nil: return own == nil ? start + after : nil
    case .typed:
      guard let given else { return option.standard == nil ? nil : start + after }
      return start + [given.value] + given.rest
    case .fixed(let text): return own == nil ? start + [text] + after : nil
    case .prefix(let text): return given.map { start + [text + $0.value] + $0.rest }
    case .unit(let text):
      guard let given, given.value.utf8.last.map({ (0x30...0x39).contains($0) }) == true else {
        return nil
      }
      return start + [given.value + text] + given.rest
    }
  }
}

extension Token {
  fileprivate var isWord: Bool { if case .word = kind { true } else { false } }

  /// The words as typed, as far as they are known.
  fileprivate var typed: [String] {
    switch kind {
    case .word(let word): [word.text]
    case .unknown(let flag, let attached): attached.map { ["\(flag)=\($0.text)"] } ?? [flag]
    case .option(let option, .value(let value)), .option(let option, .several(let value)):
      [option.flag, value.text]
    case .option(let option, .unwanted), .option(let option, .missing),
      .option(let option, .nothing), .option(let option, .standard):
      [option.flag]
    }
  }
}

/// A line as it was typed, errors included, for a program that understands plain words.
public struct PlainLine: Sendable {
  /// The path of the command that it names; empty if it names none.
  public private(set) var path: [String]
  /// All other words.
  public private(set) var words: [String]
  /// Each option, with its value if it was given one.
  public private(set) var options: [[String]]
  /// Whether one of the words was typed as an option: `near Leeds --pizza`.
  public private(set) var hasWordWithDashes: Bool

  /// The same options for another command, with other words.
  public func under(_ path: [String], _ words: [String]) -> PlainLine {
    PlainLine(path: path, words: words, options: options, hasWordWithDashes: hasWordWithDashes)
  }

  /// The same line with the values of an option as plain words.
  public func moving(_ option: Option) -> PlainLine {
    let values = options.filter { $0[0] == option.flag }.flatMap { $0.dropFirst() }
    return PlainLine(
      path: path, words: words + values, options: options.filter { $0[0] != option.flag },
      hasWordWithDashes: hasWordWithDashes)
  }

  public func has(_ option: Option) -> Bool { options.contains { $0[0] == option.flag } }
}

extension CommandTable {
  /// `nil` if an unknown option is not a plain word with dashes, or a word is not valid UTF-8.
  public func plainLine(_ arguments: [Word]) -> PlainLine? {
    let tokens = Tokenizer.tokens(of: arguments, by: self)
    let path = commandPath(words(in: tokens))
    var (words, options): ([String], [[String]]) = ([], [])
    var (left, hasWordWithDashes) = (path.count, false)
    for (place, token) in tokens.enumerated() {
      switch token.kind {
      case .word(let word) where word.isText && !word.beginsLikeOption:
        if left > 0 { left -= 1 } else { words.append(word.text) }
      case .unknown(let flag, nil):
        let mayHaveValue = place + 1 < tokens.count && tokens[place + 1].isWord
        guard !path.isEmpty, !mayHaveValue, let word = wordWithDashes(flag, under: path) else {
          return nil
        }
        words.append(word)
        hasWordWithDashes = true
      case .word, .unknown: return nil
      case .option(let option, let given):
        guard let typed = option.typed(given) else { return nil }
        options.append(typed)
      }
    }
    return PlainLine(
      path: path, words: words, options: options, hasWordWithDashes: hasWordWithDashes)
  }

  /// `pizza` for `--pizza`; `nil` if it resembles an option of this program or of another.
  private func wordWithDashes(_ flag: String, under path: [String]) -> String? {
    let word = String(flag.dropFirst(2))
    guard flag.hasPrefix("--"), word.count > 2, word.allSatisfy(\.isLetter),
      suggestedOption(for: flag, under: path) == nil,
      !needless().contains(where: { meaning(of: word.lowercased(), in: $0.names) != nil })
    else { return nil }
    return word
  }

  /// The commands that a word names or nearly names, as in the suggestions of `unknown command`.
  public func commandsMeant(by word: String, under path: [String] = []) -> [String] {
    suggestedCommands(for: word, under: path, orElsewhere: path.isEmpty)
  }
}

extension Option {
  fileprivate func typed(_ given: Token.Given) -> [String]? {
    switch given {
    case .nothing, .standard: [flag]
    case .value(let value), .several(let value): value.isText ? [flag, value.text] : nil
    case .missing, .unwanted: nil
    }
  }
}
