// A line with an option that there is not, put right: `near London --max 5` was meant for
// `near London --limit 5`. What is suggested is a whole line that the parser takes, so that it can be pasted.

/// An option that other programs have and no command here: what its line does without it.
public final class NeedlessOption: Sendable {
  /// With spaces between.
  let names: String
  let takesValue: Bool
  /// Why, as a clause: `venues come nearest first`.
  let reason: String

  public init(_ names: String, takesValue: Bool = false, reason: String) {
    (self.names, self.takesValue, self.reason) = (names, takesValue, reason)
  }
}

extension CommandTable {
  /// The words of the line with another option in the place of the token there, and all others that are not
  /// known put right too; `nil` where no such line can be read. The name of an option that another command
  /// has is no misspelling.
  func correction(
    of tokens: [Token], at place: Int, _ flag: String, under path: [String], isElsewhere: Bool
  ) -> [String]? {
    guard let line = TypedWords(tokens, at: place) else { return nil }
    let name = String(flag.unicodeScalars.drop { $0 == "-" }).lowercased()
    let meant = ownOptions(meantBy: name, under: path, orSpeltAlike: !isElsewhere)
    // `--type json` is a format before it is a tag's value, which may be anything.
    let withChoice = meant.filter { $0.value == nil && line.isValue($0.option.choices) }
    for meant in withChoice + meant {
      if let words = line.replacing(with: meant).flatMap(read) { return words }
    }
    return nil
  }

  /// The line without an option that no command needs, and why it is not needed.
  func withoutNeedless(
    _ tokens: [Token], at place: Int, _ flag: String
  ) -> (reason: String, words: [String])? {
    let name = String(flag.unicodeScalars.drop { $0 == "-" }).lowercased()
    guard let option = needless().first(where: { meaning(of: name, in: $0.names).isThere }),
      let line = TypedWords(tokens, at: place)
    else { return nil }
    return read(line.without(option)).map { (option.reason, $0) }
  }

  /// The words if a command can be run by them, or those of the line that they were probably meant for.
  private func read(_ words: [String]) -> [String]? {
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
  /// What follows the option's `=`, or was taken for its value.
  let value: String?
  let isValueNext: Bool
  let hasAttached: Bool

  /// `nil` where a word would not be read as one again.
  init?(_ tokens: [Token], at place: Int) {
    let words = tokens.map(\.typed)
    let isPlain = tokens.allSatisfy { token in
      if case .word(let word) = token.kind { word.isText && !word.beginsLikeOption } else { true }
    }
    guard isPlain else { return nil }
    before = words[..<place].flatMap { $0 }
    after = words[(place + 1)...].flatMap { $0 }
    switch tokens[place].kind {
    case .unknown(_, let attached?): value = attached.text
    case .option(_, .value(let given)): value = given.text
    default: value = nil
    }
    hasAttached =
      switch tokens[place].kind {
      case .unknown(_, _?), .option(_, .unwanted): true
      default: false
      }
    isValueNext = place + 1 < tokens.count && tokens[place + 1].isWord
  }

  /// Whether the option's value, or the word where that would be, is one of the choices.
  func isValue(_ choices: [String]) -> Bool {
    (value ?? (isValueNext ? after.first : nil)).map(choices.contains) ?? false
  }

  func without(_ option: NeedlessOption) -> [String] {
    before + after.dropFirst(option.takesValue && !hasAttached && isValueNext ? 1 : 0)
  }

  func replacing(with meant: SuggestedOption) -> [String]? {
    guard let fixed = meant.value.map({ String($0) }) else {
      guard meant.option.value != nil else {
        return value == nil ? before + [meant.option.flag] + after : nil
      }
      if let value { return before + [meant.option.flag, value] + after }
      return isValueNext || meant.option.standard != nil
        ? before + [meant.option.flag] + after : nil
    }
    // `cuisine=` goes on with what was typed.
    guard fixed.hasSuffix("=") else {
      return value == nil ? before + [meant.option.flag, fixed] + after : nil
    }
    if let value { return before + [meant.option.flag, fixed + value] + after }
    guard isValueNext, let next = after.first else { return nil }
    return before + [meant.option.flag, fixed + next] + after.dropFirst()
  }
}

extension Token {
  fileprivate var isWord: Bool { if case .word = kind { true } else { false } }

  /// The words that it was typed as, as far as they are known.
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

/// A line as it was typed, whatever is wrong with it: for a program that reads plain words.
public struct PlainLine: Sendable {
  /// The command that it names, as far as it names one.
  public private(set) var path: [String]
  /// All other words.
  public private(set) var words: [String]
  /// Options with their values.
  public private(set) var options: [String]
  /// The same without those that count, where a number stands behind one, and that number.
  public private(set) var optionsWithoutCount: [String]
  public let countWord: String?

  /// The same line under another command.
  public func under(_ command: String, dropping count: Int = 0) -> PlainLine {
    var line = self
    line.path = [command]
    line.words = Array(words.dropFirst(count))
    return line
  }

  /// With an option's value as one of the words.
  public func moving(_ option: Option) -> PlainLine {
    var line = self
    while let place = line.options.firstIndex(of: option.flag), place + 1 < line.options.count {
      line.words.append(line.options[place + 1])
      line.options.removeSubrange(place...place + 1)
    }
    while let place = line.optionsWithoutCount.firstIndex(of: option.flag),
      place + 1 < line.optionsWithoutCount.count
    {
      line.optionsWithoutCount.removeSubrange(place...place + 1)
    }
    return line
  }
}

extension CommandTable {
  /// `nil` where it has an option that is not known, or a word that is no text.
  public func plainLine(_ arguments: [Word]) -> PlainLine? {
    let tokens = Tokenizer.tokens(of: arguments, by: self)
    let path = commandPath(words(in: tokens))
    var (words, options, others): ([String], [String], [String]) = ([], [], [])
    var (left, countWord) = (path.count, String?.none)
    for (place, token) in tokens.enumerated() {
      switch token.kind {
      case .word(let word) where word.isText && !word.beginsLikeOption:
        if left > 0 { left -= 1 } else { words.append(word.text) }
      case .word, .unknown: return nil
      case .option(let option, let given):
        guard let typed = option.typed(given) else { return nil }
        options += typed
        let next = place + 1 < tokens.count ? tokens[place + 1].kind : nil
        if option.name == "count", case .word(let word)? = next, Int(word.text) != nil {
          countWord = word.text
        } else {
          others += typed
        }
      }
    }
    return PlainLine(
      path: path, words: words, options: options, optionsWithoutCount: others, countWord: countWord)
  }

  /// The commands that a word stands for or is nearly, as `unknown command` names them.
  public func commandsMeant(by word: String) -> [String] {
    suggestedCommands(for: word, under: [])
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
