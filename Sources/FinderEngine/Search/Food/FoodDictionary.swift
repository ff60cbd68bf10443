/// Every word and phrase of one table, with the lines that have it: for looking up more than a few.
///
/// `FoodLine.called` searches the text of a table, which takes 5 µs a word. A dictionary is made in 0.2 ms,
/// and then takes 0.1 µs a word. Both give the same answer.
final class FoodDictionary: Sendable {
  private let phrases: TextNumbers
  private let lines: [[FoodLine]]
  /// Each single word of those phrases.
  private let words: TextNumbers
  /// The values that are not among the words of any other line: each can only mean itself.
  private let values = TextNumbers()

  static let kinds = FoodDictionary(.kind)
  static let cuisines = FoodDictionary(.cuisine)
  static let diets = FoodDictionary(.diet)
  static let features = FoodDictionary(.feature)

  static func of(_ aspect: FoodAspect) -> FoodDictionary {
    switch aspect {
    case .kind: kinds
    case .cuisine: cuisines
    case .diet: diets
    case .feature: features
    }
  }

  private init(_ aspect: FoodAspect) {
    let (phrases, words) = (TextNumbers(), TextNumbers())
    var lines: [[FoodLine]] = []
    for line in FoodLine.all(aspect) {
      for phrase in [FoodText.shown(line.value)] + line.words {
        let number = phrase.withBytes { phrases.add($0) }
        if number == lines.count { lines.append([]) }
        if lines[number].last?.number != line.number { lines[number].append(line) }
        for word in phrase.split(separator: " ") { _ = String(word).withBytes { words.add($0) } }
      }
    }
    (self.phrases, self.words, self.lines) = (phrases, words, lines)
    for line in FoodLine.all(aspect) {
      let phrase = FoodText.shown(line.value)
      if phrase.withBytes({ called($0) }).count == 1 { _ = line.value.withBytes { values.add($0) } }
    }
  }

  /// Like `FoodLine.called`.
  func called(_ phrase: Bytes) -> [FoodLine] {
    Self.spelling(of: phrase, in: phrases).map { lines[$0] } ?? []
  }

  /// The same, in exactly this spelling.
  fileprivate func spelled(_ phrase: Bytes) -> [FoodLine] {
    phrases.number(of: phrase).map { lines[$0] } ?? []
  }

  /// Whether it is a value with only one possible meaning, as most of OpenStreetMap's are.
  func isValue(_ value: Bytes) -> Bool { values.number(of: value) != nil }

  /// Whether any word of a value (`beef_noodles`) is one of the tables' words, or a part of one of their
  /// phrases. If not, the value contains none of their phrases.
  func hasWord(of value: Bytes) -> Bool {
    var start = 0
    while start < value.count {
      let end = value.place(of: UInt8(ascii: "_"), from: start)
      if Self.spelling(of: Bytes(rebasing: value[start..<end]), in: words) != nil { return true }
      start = end + 1
    }
    return false
  }

  /// As given, or in the singular; the rules are those of `FoodText.singulars`.
  private static func spelling(of phrase: Bytes, in numbers: TextNumbers) -> Int? {
    if let number = numbers.number(of: phrase) { return number }
    guard phrase.last == UInt8(ascii: "s") else { return nil }
    for spelling in FoodText.singulars(of: Array(phrase)).dropFirst() {
      if let number = spelling.withUnsafeBufferPointer({ numbers.number(of: $0) }) { return number }
    }
    return nil
  }
}

extension FoodLine {
  /// Like `of`, but with a dictionary: for many values.
  package static func inDictionary(_ value: String, _ aspect: FoodAspect) -> FoodLine? {
    let phrase = FoodText.shown(value)
    let lines = phrase.withBytes { FoodDictionary.of(aspect).spelled($0) }
    return lines.first { $0.value == value }
  }
}
