import TestSupport
import Testing

@testable import FinderEngine

@Suite("Writing numbers") struct NumberWritingTests {
  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (51.5074, "51.5074"), (-0.1278, "-0.1278"),
    (0.1, "0.1"), (0.3, "0.3"), (0.1 + 0.2, "0.30000000000000004"), (100, "100"), (-180, "-180"),
    (1e-7, "0.0000001"), (-1e-7, "-0.0000001"), (1e-8, "1e-08"), (0.00001, "0.00001"),
    (90.12345678, "90.12345678"), (51.50740000000001, "51.50740000000001"), (1e7, "10000000"),
    (99_999_999, "99999999"), (100_000_000, "100000000"), (123_456_789.5, "123456789.5"),
    (1e15, "1000000000000000"), (1e16, "1e+16"), (9_007_199_254_740_992, "9007199254740992"),
    (1.7976931348623157e308, "1.7976931348623157e+308"), (.leastNonzeroMagnitude, "5e-324"),
    (-2.5e-10, "-2.5e-10"),
  ])
  func table(value: Double, text: String) { #expect(written(value) == text) }

  @Test(.slow, arguments: [1, 2, 3] as [UInt64])
  func everyDoubleComesBack(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40_000 {
      // Arbitrary bits, and degrees with all their bits.
      let value =
        Bool.random(using: &generator)
        ? Double(bitPattern: generator.next()) : Double.random(in: -180...180, using: &generator)
      if value.isFinite { check(value, "seed \(seed)") }
    }
  }

  @Test func edgesComeBack() {
    for power in -30...30 {
      let edge = strtod(of: Array("1e\(power)".utf8))
      for value in [edge, edge.nextUp, edge.nextDown, edge / 2, edge * 3] { check(value, "") }
    }
    for value in [Double.greatestFiniteMagnitude, .leastNormalMagnitude, .leastNonzeroMagnitude] {
      check(value, "")
      check(-value, "")
    }
  }

  /// Where the distance between neighbouring Doubles becomes larger than the last decimal that is tried
  /// first.
  @Test func largeNumbersAreShortest() {
    var generator = SeededGenerator(seed: 8)
    for power in 5...20 {
      let scale = strtod(of: Array("1e\(power)".utf8))
      for _ in 0..<2_000 {
        let value = Double.random(in: 1...10, using: &generator) * scale
        check(value, "seed 8")
        check((value * 1_000).rounded() / 1_000, "seed 8")
      }
    }
  }

  private func check(_ value: Double, _ label: String) {
    let text = written(value)
    let comesBack = strtod(of: Array(text.utf8)).bitPattern == value.bitPattern || value == 0
    // The standard library's description has the fewest possible digits.
    let isShortest = significantDigits(text) == significantDigits(value.description)
    if comesBack, isShortest, jsonError(text) == nil, !text.hasSuffix(".0") { return }
    Issue.record("\(label) \(value.bitPattern): \(text)")
  }

  private func significantDigits(_ text: String) -> [UInt8] {
    let digits = text.utf8.prefix { $0 != UInt8(ascii: "e") }.filter { (0x30...0x39).contains($0) }
    let last = digits.lastIndex { $0 != 0x30 } ?? -1
    return Array(digits[..<(last + 1)].drop { $0 == 0x30 })
  }

  /// A dataset's 4 to 7 decimals are printed as they were, without the zeros at the end.
  @Test(arguments: [4, 5, 6, 7])
  func coordinatesAreShortest(decimals: Int) {
    var generator = SeededGenerator(seed: UInt64(decimals))
    let scale = (0..<decimals).reduce(1) { product, _ in product * 10 }
    for _ in 0..<20_000 {
      let number = Int.random(in: -180 * scale...180 * scale, using: &generator)
      let text = decimal(number, scale: scale, decimals: decimals)
      let found = written(strtod(of: Array(text.utf8)))
      if found != text { Issue.record("\(text) is written \(found)") }
    }
  }

  private func decimal(_ number: Int, scale: Int, decimals: Int) -> String {
    let digits = String(number.magnitude % UInt(scale))
    var fraction = String(repeating: "0", count: decimals - digits.count) + digits
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let sign = number < 0 ? "-" : ""
    return "\(sign)\(number.magnitude / UInt(scale))" + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  /// JSON has no such numbers. None should get here; if one does, the text must still be JSON.
  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func infinityAndNaN(value: Double) { #expect(written(value) == "null") }

  @Test(arguments: [
    (0, "0"), (7, "7"), (-7, "-7"), (1_000, "1000"), (Int.max, "9223372036854775807"),
    (Int.min, "-9223372036854775808"),
  ])
  func integers(value: Int, text: String) {
    #expect(output { $0.append(integer: value) } == text)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (0.04, "0"), (0.05, "0.1"), (-0.04, "0"), (0.25, "0.3"),
    (59.4, "59.4"),
    (59.44, "59.4"), (59.96, "60"), (100, "100"), (20_003_931.45, "20003931.5"),
    (359.949, "359.9"),
  ])
  func tenths(value: Double, text: String) {
    #expect(output { $0.append(tenthsOf: value) } == text)
  }
}

private func written(_ value: Double) -> String { output { $0.append(number: value) } }
