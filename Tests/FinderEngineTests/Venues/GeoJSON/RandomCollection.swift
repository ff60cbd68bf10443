import TestSupport

@testable import FinderEngine

/// Collections as many programs might write them, and as none would: each text consists of runs of features
/// with the same shape, so that the reader adapts to one and then meets another.
struct RandomCollection {
  private var generator: SeededGenerator
  private var text: [UInt8] = []
  private var spacing = Spacing.none

  private enum Spacing: CaseIterable {
    case none
    /// After commas and colons.
    case spaced
    /// Also inside brackets.
    case wide
    case random
  }

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> [UInt8] {
    text.removeAll(keepingCapacity: true)
    text += "{\"type\":\"FeatureCollection\",\"features\":[".utf8
    var isFirst = true
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      spacing = Spacing.allCases.randomElement(using: &generator)!
      let isMixed = oneIn(2)
      let oddity = [0, 0, 4, 40].randomElement(using: &generator)!
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        if !isFirst { put(",") }
        isFirst = false
        appendFeature(isMixed: isMixed, oddity: oddity)
      }
    }
    text += "]}".utf8
    return text
  }

  private mutating func oneIn(_ n: Int) -> Bool {
    n > 0 && Int.random(in: 0..<n, using: &generator) == 0
  }

  private mutating func pick(_ texts: [String]) -> String {
    texts.randomElement(using: &generator)!
  }

  /// A token, with the white space that some writers add around it.
  private mutating func put(_ token: String) {
    let isClosing = token == "}" || token == "]"
    if spacing == .wide, isClosing { text.append(0x20) }
    text += token.utf8
    switch spacing {
    case .none: break
    case .spaced: if token == "," || token == ":" { text.append(0x20) }
    case .wide: if [",", ":", "{", "["].contains(token) { text.append(0x20) }
    case .random: if oneIn(2) { text += pick([" ", "\n", "\t", "\r\n  ", "  "]).utf8 }
    }
    if spacing != .random, oneIn(200) { text.append(0x20) }
  }

  private mutating func object(_ members: [(String, (inout Self) -> Void)]) {
    put("{")
    for (number, (key, value)) in members.enumerated() {
      if number > 0 { put(",") }
      put("\"\(key)\"")
      put(":")
      value(&self)
    }
    put("}")
  }

  private mutating func appendFeature(isMixed: Bool, oddity: Int) {
    if oneIn(oddity * 8) { return put(pick(["null", "7", "\"x\"", "[]", "{}", "true"])) }
    var members: [(String, (inout Self) -> Void)] = [
      (
        "type",
        { $0.put($0.oneIn(oddity * 4) ? $0.pick(["null", "\"feature\"", "1"]) : "\"Feature\"") }
      ),
      ("properties", { $0.appendProperties(isMixed: isMixed, oddity: oddity) }),
      ("geometry", { $0.appendGeometry(isMixed: isMixed, oddity: oddity) }),
    ]
    if oneIn(oddity) {
      members.append(
        ("id", { $0.put($0.pick(["7", "\"a b\"", "\"\"", "null", "-1.5e3", "[1]", "\"\\n\""])) }))
    }
    if oneIn(oddity) {
      members.append((pick(["bbox", "crs", "x\\n", ""]), { $0.appendAnything() }))
    }
    if oneIn(oddity * 2) { members.append(members.randomElement(using: &generator)!) }
    if oneIn(oddity * 4) {
      members.remove(at: Int.random(in: 0..<members.count, using: &generator))
    }
    if isMixed { members.shuffle(using: &generator) }
    object(members)
  }

  private mutating func appendProperties(isMixed: Bool, oddity: Int) {
    if oneIn(oddity * 2) { return put(pick(["null", "{}", "[]", "3", "\"\""])) }
    var members: [(String, (inout Self) -> Void)] = [
      ("name", { $0.appendText(oddity: oddity) }), ("postcode", { $0.appendText(oddity: oddity) }),
    ]
    for key in [
      "Name", "title", "Postcode", "seats", "addr:postcode", "n\\u0061me", "nam", "names",
    ]
    where oneIn(oddity) {
      members.append((key, { $0.appendText(oddity: oddity) }))
    }
    if oneIn(oddity) { members.append(("x", { $0.appendAnything() })) }
    if oneIn(oddity) { members.append(members.randomElement(using: &generator)!) }
    if oneIn(oddity) { members.remove(at: Int.random(in: 0..<members.count, using: &generator)) }
    if isMixed { members.shuffle(using: &generator) }
    object(members)
  }

  private mutating func appendText(oddity: Int) {
    if oneIn(oddity) { return appendAnything() }
    var string = "\""
    for _ in 0..<Int.random(in: 0...(oneIn(20) ? 12 : 4), using: &generator) {
      string += pick([
        "The ", "Inn", "Café", "SW1A 2AA", "x", " ", "and a rather long name of one ",
      ])
      if oneIn(oddity) {
        string += pick(["\\\"", "\\u00e9", "😀", "\\\\", "\u{7F}", "\\ud83d", "/"])
      }
    }
    put(string + "\"")
  }

  private mutating func appendAnything() {
    put(
      pick([
        "null", "true", "12", "-0.5e-3", "\"\"", "\"a\"", "[1,[2,{}]]", "{\"name\":\"inner\"}",
        "{\"type\":\"Feature\",\"properties\":{\"name\":\"x\"}}", "[]", "\" \"", "\"\\u0020\"",
      ]))
  }

  private mutating func appendGeometry(isMixed: Bool, oddity: Int) {
    if oneIn(oddity * 2) { return put(pick(["null", "{}", "[]", "\"Point\"", "0"])) }
    let isPoint = !oneIn(oddity)
    var members: [(String, (inout Self) -> Void)] = [
      (
        "type", { $0.put(isPoint ? "\"Point\"" : $0.pick(["\"MultiPoint\"", "\"Polygon\"", "1"])) }
      ),
      ("coordinates", { $0.appendCoordinates(isPoint: isPoint, oddity: oddity) }),
    ]
    if oneIn(oddity) {
      members.append(
        (pick(["bbox", "type", "coordinates", "geometries"]), { $0.appendAnything() }))
    }
    if oneIn(oddity * 4) { members.removeLast() }
    if isMixed { members.shuffle(using: &generator) }
    object(members)
  }

  private mutating func appendCoordinates(isPoint: Bool, oddity: Int) {
    if !isPoint { return put(pick(["[[0,1],[2,3]]", "[[[0,0],[1,0],[1,1],[0,0]]]", "[]", "[1]"])) }
    put("[")
    for number in 0..<(oneIn(oddity) ? Int.random(in: 0...3, using: &generator) : 2) {
      if number > 0 { put(",") }
      appendNumber(oddity: oddity)
    }
    put("]")
  }

  private mutating func appendNumber(oddity: Int) {
    var number: [UInt8] = []
    if oneIn(oddity) {
      RandomDecimal.write(to: &number, &generator)
    } else {
      let decimals = Int.random(in: 0...9, using: &generator)
      let digits = String(Int.random(in: 1_000_000_000...99_000_000_000, using: &generator))
      if Bool.random(using: &generator) { number += "-".utf8 }
      number += digits.dropLast(9).utf8
      if decimals > 0 { number += ".\(digits.suffix(9).prefix(decimals))".utf8 }
    }
    put(String(decoding: number, as: UTF8.self))
  }
}
