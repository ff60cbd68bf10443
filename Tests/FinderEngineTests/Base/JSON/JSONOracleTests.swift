import TestSupport
import Testing

@testable import FinderEngine

/// The reader against a second one that is as plain as possible, on texts that are nearly JSON.
@Suite("JSON against a plain checker") struct JSONOracleTests {
  static let texts: [[UInt8]] = [
    #"{"type":"FeatureCollection","features":[{"type":"Feature","id":12}]}"#,
    #"[0,-1,2.5,1e3,-0.25E-7,1234567890123456789,true,false,null]"#,
    #"{"a":"\"\\\/\b\f\n\r\t","b":"\u00e9\ud83d\ude00","c":{"d":[]},"é":"北😀"}"#,
    "\t{ \"x\" : [ 1 , [ ] , { } , \"\" ] ,\r\n \"x\" : null }\n",
    #""0123456\n8901234\u0041bcdefgh""#, "-12.75e+10", "[[[[[[[[1]]]]]]]]", #"{"":{"":{"":""}}}"#,
  ].map { Array($0.utf8) }

  /// Small changes that turn JSON into something else.
  static let pieces: [[UInt8]] =
    [
      "", ",", ":", "\"", "\\", "[", "]", "{", "}", "-", "+", ".", "0", "01", "e", "E5", "\\u",
      "\\n",
      "true", "nul", "NaN", " ", "\t", "\u{1F}", "\u{0}", "\u{7F}", "é", "😀", "\u{FEFF}", "/",
    ].map { Array($0.utf8) }
    + [
      [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80], [0xFF],
    ]

  @Test func theOracleKnowsItsTexts() {
    for text in Self.texts { #expect(PlainJSON.accepts(text)) }
    for text in ["", "[1,]", "01", "[", "\"\t\"", "{1:2}", "1 1", "\"\\x\"", "-", "1.", "1e"] {
      #expect(!PlainJSON.accepts(Array(text.utf8)), "\(text)")
    }
  }

  @Test(.slow, arguments: [1, 2, 3, 4] as [UInt64])
  func mutatedTexts(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (accepted, refused) = (0, 0)
    for number in 0..<20_000 {
      var text = Self.texts.randomElement(using: &generator)!
      for _ in 0..<Int.random(in: 1...3, using: &generator) { mutate(&text, &generator) }
      let error = jsonError(text)
      let isJSON = PlainJSON.accepts(text)
      if isJSON { accepted += 1 } else { refused += 1 }
      if (error == nil) != isJSON || error.map({ $0.offset > text.count }) ?? false {
        let shown = String(decoding: text, as: UTF8.self).debugDescription
        Issue.record("seed \(seed), text \(number), \(shown): \(error?.problem ?? "accepted")")
      }
    }
    #expect(accepted > 1_600 && refused > 8_000, "the mutations must hit both ways")
  }

  private func mutate(_ text: inout [UInt8], _ generator: inout SeededGenerator) {
    guard !text.isEmpty else { return }
    let place = Int.random(in: 0..<text.count, using: &generator)
    let other = Int.random(in: place...text.count, using: &generator)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 1: text.remove(at: place)
    case 2: text.insert(contentsOf: Self.pieces.randomElement(using: &generator)!, at: place)
    case 3:
      text.replaceSubrange(place...place, with: Self.pieces.randomElement(using: &generator)!)
    case 4: text.insert(contentsOf: text[place..<min(other, place + 12)], at: place)
    default: text.removeSubrange(place..<min(other, place + 4))
    }
  }
}

/// Decides whether bytes are a JSON text by RFC 8259, by recursion over scalars decoded by the standard
/// library. Slow and short.
struct PlainJSON {
  private var rest: Substring.UnicodeScalarView

  static func accepts(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    var checker = PlainJSON(rest: text[...].unicodeScalars)
    return checker.value(depth: 0) && checker.space() && checker.rest.isEmpty
  }

  private mutating func space() -> Bool {
    while let first = rest.first, " \t\r\n".unicodeScalars.contains(first) { rest.removeFirst() }
    return true
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest.removeFirst(text.unicodeScalars.count)
    return true
  }

  private mutating func value(depth: Int) -> Bool {
    _ = space()
    if take("true") || take("false") || take("null") { return true }
    switch rest.first {
    case "{": return depth < 512 && members(depth: depth + 1)
    case "[": return depth < 512 && elements(depth: depth + 1)
    case "\"": return string()
    default: return number()
    }
  }

  private mutating func members(depth: Int) -> Bool {
    _ = take("{") && space()
    if take("}") { return true }
    repeat {
      guard space(), string(), space(), take(":"), value(depth: depth), space() else {
        return false
      }
    } while take(",")
    return take("}")
  }

  private mutating func elements(depth: Int) -> Bool {
    _ = take("[") && space()
    if take("]") { return true }
    repeat {
      guard value(depth: depth), space() else { return false }
    } while take(",")
    return take("]")
  }

  private mutating func string() -> Bool {
    guard take("\"") else { return false }
    while let scalar = rest.popFirst() {
      if scalar == "\"" { return true }
      if scalar.value < 0x20 { return false }
      if scalar == "\\", !escape() { return false }
    }
    return false
  }

  private mutating func escape() -> Bool {
    guard let letter = rest.popFirst() else { return false }
    guard letter == "u" else { return "\"\\/bfnrt".unicodeScalars.contains(letter) }
    return (0..<4).allSatisfy { _ in
      rest.popFirst().map { $0.isASCII && $0.properties.isASCIIHexDigit } ?? false
    }
  }

  private mutating func number() -> Bool {
    _ = take("-")
    guard take("0") || digits() else { return false }
    if take("."), !digits() { return false }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      return digits()
    }
    return true
  }

  private mutating func digits() -> Bool {
    let before = rest.count
    while let first = rest.first, ("0"..."9").contains(first) { rest.removeFirst() }
    return rest.count < before
  }
}
