import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// The fast paths of bulk, for input and output, against the general ones.
@Suite struct BulkNumberTests {
  @Test(arguments: [1, 2] as [UInt64]) func decimalsAreTheNearest(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var read = 0
    for _ in 0..<50_000 {
      let text = Self.number(&generator)
      guard let value = DecimalNumber.parse(text) else { continue }
      read += 1
      if value.bitPattern != strtod(text, nil).bitPattern { Issue.record("'\(text)'") }
    }
    #expect(read > 25_000)
  }

  /// Anything that is not a number, or not in the form that is asked for.
  @Test(arguments: [
    "", "-", ".", "-.", "0x10", "nan", "inf", "1.2.3", "1-2", "--1", "-+1", " 1", "1 ", "1,5",
    "1_000", "\u{0}", "1\u{0}", "٣", "1e", "1e+", "1.e-", "5.15e1e",
  ]) func everythingElseIsRefused(text: String) {
    #expect(DecimalNumber.parse(text) == nil)
    #expect(Self.json(text) == nil)
  }

  @Test(arguments: [
    ("5.", 5.0), (".5", 0.5), ("007", 7), ("-.25", -0.25), ("+1", 1), ("5.e1", 50),
    ("-007.5", -7.5),
  ])
  func oddFormsOfNumbers(text: String, value: Double) {
    #expect(DecimalNumber.parse(text)?.bitPattern == value.bitPattern)
    #expect(Self.json(text) == nil)
  }

  @Test(arguments: [
    "-0", "1e5", "5.15e1", "5.15E-1", "0e0", "1234567890123456", "0.1234567890123456",
    "12345678901234567890", "123456789012345", "-0.00000000000001",
  ]) func numbersOfBothForms(text: String) {
    #expect(DecimalNumber.parse(text)?.bitPattern == strtod(text, nil).bitPattern)
    #expect(Self.json(text)?.bitPattern == strtod(text, nil).bitPattern)
  }

  /// Every byte at every place of a string, with lengths around those at which eight are read at a time.
  @Test func everyByteIsEscapedWhereItMust() {
    for length in 1...26 {
      for place in 0..<length {
        for byte in 0...UInt8.max {
          var text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
          text[place] = byte
          var output = ByteBuffer()
          text.withUnsafeBufferPointer { output.append(jsonString: $0) }
          if Array(output.bytes) != Self.quoted(text) {
            Issue.record("byte \(byte) at \(place) of \(length)")
            return
          }
        }
      }
    }
  }

  @Test func integersOfEveryLength() {
    var values = [0, Int.max, Int.min, Int.max - 1, Int.min + 1]
    var power = 1
    for _ in 0..<18 {
      power *= 10
      values += [power - 1, power, power + 1, -power, 1 - power]
    }
    for value in values {
      var output = ByteBuffer()
      output.append(integer: value)
      #expect(String(decoding: output.bytes, as: UTF8.self) == "\(value)")
    }
  }

  @Test(arguments: [3, 4] as [UInt64]) func numbersReadBackAsTheyWere(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<100_000 {
      let decimals = pow(10, Double(round % 8))
      let value =
        (Double.random(in: -200...200, using: &generator) * decimals).rounded() / decimals
      let text = shown(value)
      if Double(text) != value || text.utf8.count > "\(value)".utf8.count {
        Issue.record("\(value) is written '\(text)'")
        return
      }
    }
  }

  private static func json(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { DecimalNumber.parse($0, .json) }
  }

  private static func number(_ generator: inout SeededGenerator) -> String {
    var digits = (0..<Int.random(in: 1...17, using: &generator)).map { _ in
      "\(Int.random(in: 0...9, using: &generator))"
    }
    if Int.random(in: 0..<5, using: &generator) > 0 {
      digits.insert(".", at: Int.random(in: 0...digits.count, using: &generator))
    }
    return (Bool.random(using: &generator) ? "-" : "") + digits.joined()
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    let escapes: [UInt8: String] = [
      0x22: "\\\"", 0x5C: "\\\\", 0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t",
    ]
    return [0x22]
      + text.flatMap { byte -> [UInt8] in
        if let escape = escapes[byte] { return Array(escape.utf8) }
        guard byte < 0x20 || byte == 0x7F else { return [byte] }
        return Array("\\u00\(String(byte >> 4, radix: 16))\(String(byte & 15, radix: 16))".utf8)
      } + [0x22]
  }
}
