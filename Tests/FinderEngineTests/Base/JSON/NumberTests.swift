import TestSupport
import Testing

@testable import FinderEngine

/// Reading a number in a JSON text, compared bit for bit with the C library.
@Suite("Reading numbers") struct NumberReadingTests {
  @Test(arguments: [
    "0", "-0", "0.0", "-0.0", "0e5", "1", "-1", "51.5074", "-0.1278", "1e3", "1E3", "1e+3", "1e-3",
    "180", "-180.0000000", "0.1", "0.10", "0.2", "0.3", "123456789012345", "12345678901234.5",
    // The last number of the fast path, and the first beyond it.
    "999999999999999", "9999999999999999", "0.99999999999999", "0.999999999999999",
    "0.000000000000001", "0.0000000000000001", "1.00000000000000", "1.000000000000000",
    // Where a Double can no longer distinguish whole numbers.
    "9007199254740991", "9007199254740992", "9007199254740993", "9007199254740995",
    "9007199254740992.5", "9007199254740993.0000000000000000000000000000000001",
    // Halfway between two Doubles, and just beside that.
    "1.00000000000000011102230246251565404236316680908203125",
    "1.00000000000000011102230246251565404236316680908203124",
    "1.00000000000000011102230246251565404236316680908203126",
    "8.442911973260991817129021e-309", "1e23", "8.5e22", "9.5e22", "6.02214076e23", "123456e-20",
    "5e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072011e-308",
    "2.2250738585072014e-308", "2.225073858507201136057409796709131975934819546351645648e-308",
    "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1e308", "1e309",
    "1e400", "-1e400", "1e-400", "-1e-400", "1e99999999999999999999", "1e-99999999999999999999",
    "0e99999999999999999999", "0.1e1", "100000000000000000000e-20", "184467440737095516160",
  ])
  func hardCases(text: String) throws { try check(text) }

  @Test func longDigitStrings() throws {
    for length in [16, 17, 18, 19, 20, 21, 100, 1_000, 1_024, 5_000, 100_000] {
      let nines = String(repeating: "9", count: length)
      let zeros = String(repeating: "0", count: length)
      for text in [
        nines, "0.\(nines)", "1\(zeros)", "1\(zeros)e-\(length)", "0.\(zeros)1", "3.\(nines)e-5",
        "0.\(zeros)1e\(length + 1)", "9007199254740993\(zeros)e-\(length)",
        "9007199254740993.\(zeros)1", "1.\(zeros)",
      ] {
        try check(text)
      }
    }
  }

  @Test(.slow, arguments: [1, 2, 3, 4] as [UInt64])
  func randomDecimals(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var text: [UInt8] = []
    for _ in 0..<50_000 {
      RandomDecimal.write(to: &text, &generator)
      try check(text, "seed \(seed)")
    }
  }

  private func check(_ text: String) throws { try check(Array(text.utf8), "") }

  private func check(_ text: [UInt8], _ label: String) throws {
    let expected = strtod(of: text)
    let read = try readDouble(text)
    let value = text.withUnsafeBufferPointer { DecimalNumber.value(of: $0) }
    let parsed = text.withUnsafeBufferPointer { DecimalNumber.parse($0) }
    let agrees =
      read.value.bitPattern == expected.bitPattern && value.bitPattern == expected.bitPattern
      && parsed?.bitPattern == (expected.isFinite ? expected.bitPattern : nil)
      && read.end == text.count && read.span == JSONSpan(start: 0, end: text.count)
    if agrees { return }
    let shown = String(decoding: text.prefix(60), as: UTF8.self)
    Issue.record("\(label) \(shown): \(read), \(value), not \(expected)")
  }

  /// What comes after a number does not matter, unless it could be part of it.
  @Test(arguments: ["", ",", "]", "}", " ", "\n", "x", "\"", ":", "-", "+", "/", "\0"])
  func stopsWhereTheNumberStops(rest: String) throws {
    for number in ["1", "-12.5", "0.1234567890123456", "1e5", "0"] {
      #expect(try readDouble(Array((number + rest).utf8)).end == number.utf8.count)
    }
  }

  @Test(arguments: ["▸", "-▸", "-▸.5", "▸.5", "1.▸", "1.▸e5", "1e▸", "1e+▸", "1.5e▸x", "▸+1", "▸a"])
  func refuses(marked: String) throws {
    let text = MarkedText(marked)
    let error = try #require(throws: ParseError.self) { try readDouble(text.bytes) }
    #expect(error == ParseError(text.mark, error.problem) && error.problem.contains("digit"))
  }

  /// The digit after a leading zero is not read, and nothing accepts it.
  @Test(arguments: ["01", "-01.5", "00", "0123456789012345678"])
  func leadingZeros(text: String) throws {
    #expect(try readDouble(Array(text.utf8)).end == (text.first == "-" ? 2 : 1))
    #expect(jsonError(text) != nil)
  }

  private func readDouble(
    _ bytes: [UInt8]
  ) throws -> (value: Double, end: Int, span: JSONSpan) {
    let text = guarded(bytes)
    defer { withExtendedLifetime(text) {} }
    var cursor = JSONCursor(text)
    let value = try cursor.readDouble()
    var strict = JSONCursor(text)
    return (value, cursor.position, try strict.readNumber())
  }
}

/// Numbers outside JSON.
@Suite("Decimal numbers") struct DecimalNumberTests {
  @Test(arguments: [
    ("0", 0), ("+1", 1), ("-1", -1), (".5", 0.5), ("-.5", -0.5), ("+.5", 0.5), ("5.", 5),
    ("1e3", 1_000), ("1E3", 1_000), ("1e+3", 1_000), ("1e-3", 0.001), ("1.5e2", 150), (".5e1", 5),
    ("5.e1", 50), ("007", 7), ("00.5", 0.5), ("51.5074", 51.5074), ("1e308", 1e308),
    ("1e-400", 0), ("-0.1278", -0.1278), ("180.000", 180),
  ])
  func accepts(text: String, value: Double) { #expect(DecimalNumber.parse(text) == value) }

  @Test(arguments: [
    "", " ", "-", "+", ".", "-.", "+.", "e", "e5", ".e5", "-e5", "1e", "1e+", "1e-", "1e5.",
    "1e5.5",
    "nan", "NaN", "NAN", "nan(1)", "-nan", "inf", "Inf", "-inf", "+inf", "infinity", "INFINITY",
    "0x10", "0x1p3", "-0x1", "0b1", "0o7", "1e400", "-1e400", "1e99999999999", " 1", "1 ", "\t1",
    "1\n", "1_0", "1,0", "1,5", "--1", "++1", "+-1", "1-", "1+", "1.2.3", "1e5e5", "1d", "1f", "½",
    "١", "１", "−1", "1\u{0}", "\u{0}", "\u{0}1", "1°", "51.5N", "#1",
  ])
  func refuses(text: String) { #expect(DecimalNumber.parse(text) == nil) }

  @Test func minusZeroKeepsItsSign() {
    #expect(DecimalNumber.parse("-0")?.sign == .minus)
    #expect(DecimalNumber.parse("-0.0e5")?.sign == .minus)
  }

  /// Each byte after, before and inside a number: only what a number consists of is allowed there.
  @Test func everyByte() {
    for byte in UInt8.min...UInt8.max {
      let isDigit = (0x30...0x39).contains(byte)
      let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      let isPoint = byte == UInt8(ascii: ".")
      #expect(isNumber([byte]) == isDigit, "\(byte)")
      #expect(isNumber([byte, 0x31]) == (isDigit || isSign || isPoint), "\(byte) before")
      #expect(isNumber([0x31, byte]) == (isDigit || isPoint), "\(byte) behind")
      let isExponent = byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
      #expect(isNumber([0x31, byte, 0x31]) == (isDigit || isPoint || isExponent), "\(byte) inside")
    }
  }

  private func isNumber(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { DecimalNumber.parse($0) != nil }
  }
}

/// Numbers as JSON writes them, of all lengths: one in four like a coordinate.
enum RandomDecimal {
  static func write(to text: inout [UInt8], _ generator: inout SeededGenerator) {
    text.removeAll(keepingCapacity: true)
    if Bool.random(using: &generator) { text.append(UInt8(ascii: "-")) }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      appendWhole(digits: .random(in: 1...3, using: &generator), to: &text, &generator)
      appendDecimals(.random(in: 4...7, using: &generator), to: &text, &generator)
    case 1:
      appendWhole(digits: .random(in: 1...25, using: &generator), to: &text, &generator)
    default:
      appendWhole(digits: .random(in: 1...20, using: &generator), to: &text, &generator)
      if Bool.random(using: &generator) {
        appendDecimals(.random(in: 1...25, using: &generator), to: &text, &generator)
      }
      if Bool.random(using: &generator) { appendExponent(to: &text, &generator) }
    }
  }

  private static func appendWhole(
    digits: Int, to text: inout [UInt8], _ generator: inout SeededGenerator
  ) {
    text.append(digits == 1 ? digit(0...9, &generator) : digit(1...9, &generator))
    for _ in 1..<digits { text.append(digit(0...9, &generator)) }
  }

  private static func appendDecimals(
    _ count: Int, to text: inout [UInt8], _ generator: inout SeededGenerator
  ) {
    text.append(UInt8(ascii: "."))
    // Runs of zeros and nines, where rounding may go wrong, as often as any digits.
    let range: ClosedRange<UInt8> =
      [0...9, 0...9, 0...0, 9...9].randomElement(using: &generator)!
    for _ in 1..<count { text.append(digit(range, &generator)) }
    text.append(digit(0...9, &generator))
  }

  private static func appendExponent(to text: inout [UInt8], _ generator: inout SeededGenerator) {
    let range = [-30...30, -350...330].randomElement(using: &generator)!
    text += "e\(Int.random(in: range, using: &generator))".utf8
  }

  private static func digit(
    _ range: ClosedRange<UInt8>, _ generator: inout SeededGenerator
  ) -> UInt8 {
    UInt8(ascii: "0") + UInt8.random(in: range, using: &generator)
  }
}

func strtod(of text: [UInt8]) -> Double {
  (text.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
    FinderEngine.strtod($0.baseAddress!, nil)
  }
}
