// How a condition is written:
//
//     KEY OPERATOR VALUE      one of = != < <= > >= ~
//     KEY
//     !KEY
//
// A key ends at an operator, and a value at the end of the text; spaces around either do not count. A key or
// value in double quotes is a JSON string, which may contain any character. After = and !=, a value without
// quotes is also read as alternatives separated by |. Text that looks like two conditions in one, or like an
// operator of another language or in words, such as `stars is 4`, is refused rather than read as a key. A key
// in quotes may look like that.

extension Condition {
  package convenience init(_ text: String) throws(BadExpression) {
    var reader = ConditionReader(text)
    try reader.read()
    try self.init(
      subject: reader.subject, test: reader.test(), isNegated: reader.isNegated)
  }
}

private struct ConditionReader {
  private let text: [UInt8]
  private var position = 0
  private var key: [UInt8] = []
  private var isKeyQuoted = false
  private var operation = ""
  private var value: [UInt8] = []
  /// The value as written, followed by its parts between `|`.
  private var alternatives: [[UInt8]] = []
  /// Whether it begins with `!`.
  private var isForMissing = false

  init(_ text: String) { self.text = Array(text.utf8) }

  mutating func read() throws(BadExpression) {
    skipSpaces()
    if position < text.count, text[position] == UInt8(ascii: "!") {
      isForMissing = true
      position += 1
      skipSpaces()
    }
    try readKey()
    try readOperator()
    guard !operation.isEmpty else { return try refuseWords() }
    skipSpaces()
    try readValue()
  }

  private mutating func readKey() throws(BadExpression) {
    if let quoted = try readQuoted() {
      (key, isKeyQuoted) = (quoted, true)
      skipSpaces()
    } else {
      let start = position
      while position < text.count, !operatorBegins { position += 1 }
      key = trimmed(text[start..<position])
    }
    guard isKeyQuoted || !key.isEmpty else { throw BadExpression("has no key") }
  }

  /// `name contains pizza`, `stars is 4`, `cuisine: pizza`, `not closed`: nobody means these as keys.
  private func refuseWords() throws(BadExpression) {
    guard !isKeyQuoted, !isForMissing else { return }
    if key.last == UInt8(ascii: ":") {
      throw BadExpression("has no value; expected KEY=VALUE")
    }
    let words = String(decoding: key, as: UTF8.self).split(separator: " ").map { String($0) }
    guard let meant = Self.meant(by: words) else { return }
    throw BadExpression("has no operator that finder knows", meant: meant)
  }

  private static func meant(by words: [String]) -> String? {
    if words.count == 2, words[0].lowercased() == "not" { return "!\(words[1])" }
    func joined(_ words: some Sequence<String>) -> String { words.joined(separator: " ") }
    let signs = [
      "contains": "~", "has": "~", "like": "~", "is": "=", "equals": "=", "equal": "=",
    ]
    for place in words.indices.dropLast() {
      let (before, after) = (words[...place], words[(place + 1)...])
      if words[place].hasSuffix(":") { return joined(before).dropLast() + "=" + joined(after) }
      if place > 0, let sign = signs[words[place].lowercased()] {
        return joined(before.dropLast()) + sign + joined(after)
      }
    }
    return nil
  }

  private var operatorBegins: Bool {
    let byte = text[position]
    guard byte == UInt8(ascii: "!") else { return Self.isOfOperator(byte) }
    return position + 1 < text.count && Self.isOfOperator(text[position + 1])
  }

  private static func isOfOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "~"): true
    default: false
    }
  }

  private mutating func readOperator() throws(BadExpression) {
    let start = position
    while position < text.count,
      Self.isOfOperator(text[position]) || text[position] == UInt8(ascii: "!")
    {
      position += 1
    }
    operation = String(decoding: text[start..<position], as: UTF8.self)
    guard operation.isEmpty else { return }
    guard position == text.count else {
      throw BadExpression("has something other than an operator after the key in quotes")
    }
  }

  private mutating func readValue() throws(BadExpression) {
    if let quoted = try readQuoted() {
      value = quoted
      try readEndOfQuoted()
    } else {
      value = trimmed(text[position...])
      guard !value.isEmpty else {
        throw BadExpression("has no value; an empty text is written as \"\"")
      }
      guard !looksLikeTwo else {
        throw BadExpression(
          "looks like several conditions; give each its own --where, or put the value in double quotes"
        )
      }
    }
    alternatives = [value]
    if takesAlternatives, text[position...].contains(Self.bar) { try readAlternatives() }
  }

  private static let bar = UInt8(ascii: "|")

  private var takesAlternatives: Bool { ["=", "==", "!="].contains(operation) }

  /// Nothing between two bars, as in `a || b`, is not an alternative.
  private mutating func readAlternatives() throws(BadExpression) {
    while position < text.count {
      skipSpaces()
      if let quoted = try readQuoted() {
        alternatives.append(quoted)
        try readEndOfQuoted()
      } else {
        let end = text[position...].firstIndex(of: Self.bar) ?? text.count
        let alternative = trimmed(text[position..<end])
        if !alternative.isEmpty { alternatives.append(alternative) }
        position = end
      }
      position += 1
    }
  }

  private mutating func readEndOfQuoted() throws(BadExpression) {
    skipSpaces()
    guard position == text.count || takesAlternatives && text[position] == Self.bar else {
      throw BadExpression("has something after the value in quotes")
    }
  }

  /// A JSON string, if one begins here.
  private mutating func readQuoted() throws(BadExpression) -> [UInt8]? {
    try text.quotedText(at: &position)
  }

  private mutating func skipSpaces() {
    while position < text.count, text[position].isBlank { position += 1 }
  }

  private func trimmed(_ part: ArraySlice<UInt8>) -> [UInt8] {
    part.withUnsafeBufferPointer { Array($0.trimmed) }
  }

  /// `a=1,b=2`, `a=1 and b=2`, `a>1 and b`
  private var looksLikeTwo: Bool {
    guard !isNumberAndMore else { return true }
    guard let last = value.lastIndex(where: Self.isOfOperator) else { return false }
    let before = value[..<last]
    let words = String(decoding: before, as: UTF8.self).lowercased().split(separator: " ")
    return before.contains { [0x2C, 0x3B, 0x26, 0x7C].contains($0) }
      || words.dropFirst().contains { $0 == "and" || $0 == "or" }
  }

  /// `4 and closed`: names may look like this, but nobody compares names with a number.
  private var isNumberAndMore: Bool {
    guard operation.hasPrefix("<") || operation.hasPrefix(">") else { return false }
    let words = value.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard words.count == 3, DecimalNumber.parse(String(decoding: words[0], as: UTF8.self)) != nil
    else { return false }
    return ["and", "or", "&&", "||"].contains(
      String(decoding: words[1], as: UTF8.self).lowercased())
  }

  var isNegated: Bool { isForMissing || operation == "!=" }

  func test() throws(BadExpression) -> Condition.Test {
    guard !isForMissing || operation.isEmpty else {
      throw BadExpression("has '!' before the key; to leave out a value, write KEY!=VALUE")
    }
    let wanted = ConditionValue(value)
    switch operation {
    case "": return .isThere
    case "=", "==", "!=": return .equals(alternatives.map { ConditionValue($0) })
    case "<": return .compares(wanted, .before)
    case "<=": return .compares(wanted, [.before, .same])
    case ">": return .compares(wanted, .after)
    case ">=": return .compares(wanted, [.same, .after])
    case "~":
      guard let match = NameMatch(String(decoding: value, as: UTF8.self)) else {
        throw BadExpression("has no word to search for")
      }
      return .matches(match)
    default:
      throw BadExpression(
        "has no operator that finder knows: '\(operation)'; there are =, !=, <, <=, >, >= and ~")
    }
  }

  var subject: Condition.Subject {
    let text = String(decoding: key, as: UTF8.self)
    return switch text {
    case "id": .id
    case "name": .name
    case "postcode": .postcode
    default: .property(PropertyKey(text))
    }
  }
}

extension [UInt8] {
  /// The text of a JSON string, if one begins at `position`, which is moved past it.
  func quotedText(at position: inout Int) throws(BadExpression) -> [UInt8]? {
    guard position < count, self[position] == UInt8(ascii: "\"") else { return nil }
    let bytes = PaddedBytes(copying: self)
    var cursor = JSONCursor(bytes, from: position)
    do throws(ParseError) {
      let string = try cursor.readString()
      position = cursor.position
      return cursor.decoded(string)
    } catch {
      throw BadExpression("has a text in quotes that is not a JSON string: \(error.problem)")
    }
  }
}
