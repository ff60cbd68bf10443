/// Whether several words are one argument that should have been in quotes.
public enum JoinedWords: Sendable {
  /// The argument cannot be that.
  case no
  /// They may be: any words may be a name.
  case perhaps
  /// They must be: `TQ 30 80` is a grid reference.
  case surely
}

extension Invocation {
  /// Advice such as `quote the words that belong together: finder near 'TQ 30 80'`, with the line that was
  /// probably meant; `nil` unless some words make better sense as one.
  public var adviceToQuote: String? {
    guard words.count > 1, words.count <= Self.mostWords else { return nil }
    if let value = splitValue { return advice(words.indices.map { $0..<$0 + 1 }, value) }
    return bestParts.map { advice($0, nil) }
  }

  /// The same, with `count` words as the first argument and all others as the second.
  public func adviceToQuote(asFirst count: Int) -> String {
    advice([0..<count, count..<words.count].filter { !$0.isEmpty }, nil)
  }

  /// The words of the line, with some options and their values replaced: `--diet pizza` by `--cuisine pizza`.
  public func words(replacing replaced: (Option, String) -> [String]?) -> [String] {
    let parts = self.words.count > command.arguments.count ? bestParts : nil
    let arguments = parts.map { parts in parts.map { self.text(of: $0) } } ?? self.arguments
    let options = occurrences.flatMap { given in
      guard let value = given.value?.text else { return [given.option.flag] }
      return replaced(given.option, value) ?? [given.option.flag, value]
    }
    return path + arguments + options
  }

  /// The same, with another value for an option that takes only one.
  public func words(setting option: Option, to text: String) -> [String] {
    words { other, _ in other.name == option.name ? [option.flag, text] : nil }
  }

  /// The line for another command, with the options that both have.
  public func line(for other: Command, _ arguments: [String]) -> String {
    let shared = occurrences.filter { other.option(named: $0.option.name) != nil }
    return Invocation(
      program: program, path: [other.name], command: other, occurrences: shared, words: []
    ).line(arguments)
  }

  public static let quotingAdvice = "quote the words that belong together"
  private static let mostWords = 12
  private static let longestLine = 200

  /// Suggests a line with these parts as its arguments. The words of `split` go to their option's value.
  private func advice(_ parts: [Range<Int>], _ split: SplitValue?) -> String {
    let texts = parts.filter { split?.words.contains($0.lowerBound) != true }.map { text(of: $0) }
    let advice = Self.quotingAdvice
    let line = line(texts) { number, value in
      let more = split.flatMap { $0.option == number ? " " + text(of: $0.words) : nil }
      return value + (more ?? "")
    }
    return line.utf8.count <= Self.longestLine ? "\(advice): \(line)" : advice
  }

  /// The line with these arguments, quoted for a shell.
  public func line(_ arguments: [String]) -> String { line(arguments) { $1 } }

  private func line(_ arguments: [String], _ value: (Int, String) -> String) -> String {
    var line = [program] + path + arguments.map(Self.quoted)
    for (number, given) in occurrences.enumerated() {
      line.append(given.option.flag)
      if let text = given.value?.text { line.append(Self.quoted(value(number, text))) }
    }
    return line.joined(separator: " ")
  }

  /// Words that belong to the value of the option before them.
  private struct SplitValue {
    /// The index of the option among those given.
    let option: Int
    let words: Range<Int>
  }

  /// In `near Bath --radius 5 km`, the word `km`. The option's value may have spaces, the command has all the
  /// arguments that it needs before it, and the words reach to the next option. Takes the last such option.
  private var splitValue: SplitValue? {
    let needed = max(1, command.arguments.filter(\.isRequired).count)
    for (number, given) in occurrences.enumerated().reversed() {
      guard given.value != nil, given.option.mayHaveSpaces, given.place >= needed else { continue }
      let end = occurrences[(number + 1)...].first { $0.place > given.place }?.place ?? words.count
      let isNext = occurrences[(number + 1)...].first.map { $0.place > given.place } ?? true
      if isNext, given.place < end { return SplitValue(option: number, words: given.place..<end) }
    }
    return nil
  }

  /// The best way to split the words into arguments: the one with the most words that surely belong together,
  /// then the one with the most words in the first argument.
  private var bestParts: [Range<Int>]? {
    let arePlain = words.allSatisfy { $0.isText && !$0.text.isEmpty && !$0.beginsLikeOption }
    let fewest = command.arguments.filter(\.isRequired).count
    guard arePlain, !command.arguments.isEmpty else { return nil }
    var best: (parts: [Range<Int>], score: Int)?
    for count in max(1, fewest)...max(1, fewest, command.arguments.count) {
      visitParts(count, from: 0, []) { parts in
        guard let score = score(of: parts), score > best?.score ?? -1 else { return }
        best = (parts, score)
      }
    }
    return best?.parts
  }

  /// Every way to split the words from `start` on into `count` arguments, longer ones first.
  private func visitParts(
    _ count: Int, from start: Int, _ parts: [Range<Int>], _ visit: ([Range<Int>]) -> Void
  ) {
    let left = words.count - start
    guard count > 1 else {
      if left > 0 { visit(parts + [start..<words.count]) }
      return
    }
    for length in stride(from: left - count + 1, to: 0, by: -1) {
      visitParts(count - 1, from: start + length, parts + [start..<start + length], visit)
    }
  }

  /// How many words surely belong together; `nil` if the words of some part do not, or if no part has more
  /// than one word: that is the line as it was typed.
  private func score(of parts: [Range<Int>]) -> Int? {
    var score = 0
    for (argument, part) in zip(command.arguments, parts) {
      switch argument.joins?(text(of: part)) {
      case .surely?: score += part.count
      case .perhaps?: break
      case .no?, nil: guard part.count == 1 else { return nil }
      }
    }
    return parts.contains { $0.count > 1 } ? score : nil
  }

  private func text(of part: Range<Int>) -> String {
    words[part].map(\.text).joined(separator: " ")
  }

  /// Quoted for a shell if needed.
  public static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { BashLine.isPlain($0) || $0 == ":" || $0 == "@" }
    if isPlain, !word.isEmpty { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}

extension Option {
  /// Numbers and choices have no spaces.
  fileprivate var mayHaveSpaces: Bool { choices.isEmpty && !isNumber }
}
