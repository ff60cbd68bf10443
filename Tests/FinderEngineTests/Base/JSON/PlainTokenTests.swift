import TestSupport
import Testing

@testable import FinderEngine

/// The reader's fast checks of strings and numbers, against slow ones.
@Suite("Plain tokens") struct PlainTokenTests {
  /// Every byte at each of the first 70 places, with letters before it and noise after it.
  @Test func endsOfStrings() {
    var generator = SeededGenerator(seed: 1)
    var wrong: [String] = []
    for byte in UInt8.min...UInt8.max {
      for place in 0..<70 {
        var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: place)
        bytes.append(byte)
        for _ in 0..<Int.random(in: 0..<40, using: &generator) {
          bytes.append(UInt8.random(in: 0...255, using: &generator))
        }
        let text = guarded(bytes)
        let end = JSONCursor(text).endOfPlainCharacters(from: 0)
        let endOfFew = JSONCursor(text).endOfFewPlainCharacters(from: 0)
        withExtendedLifetime(text) {}
        let expected = bytes.firstIndex { $0 < 0x20 || $0 > 0x7F || $0 == 0x22 || $0 == 0x5C }
        if end != expected ?? bytes.count || endOfFew != end {
          wrong.append("\(byte) at \(place): \(end)")
        }
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test(.slow, arguments: [1, 2, 3, 4] as [UInt64])
  func randomDecimals(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var text: [UInt8] = []
    var taken = 0
    for _ in 0..<50_000 {
      RandomDecimal.write(to: &text, &generator)
      if check(text, &generator) { taken += 1 }
    }
    #expect(taken > 10_000, "most of a quarter are like coordinates")
  }

  /// The characters of numbers, in any order.
  @Test(arguments: [5, 6] as [UInt64])
  func nearlyNumbers(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = Array("00123456789999....-+eE \u{80}ÿ".utf8)
    for _ in 0..<50_000 {
      let text = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
        bytes.randomElement(using: &generator)!
      }
      _ = check(text, &generator)
    }
  }

  @Test(arguments: [
    "0.5", "-0.5", "1.0", "0.0", "-0.0", "51.5074", "-2.0964", "12.12345", "1.123456", "1.1234567",
    "-0.127812", "51.50740000", "179.9999999999", "1234567.1234567", "-180.000000", "0.00000000001",
  ])
  func takes(text: String) {
    var generator = SeededGenerator(seed: 7)
    #expect(check(Array(text.utf8), &generator))
  }

  /// If the fast path accepts the number, and what follows may come after a number in an array, then the
  /// general way accepts it, ends at the same place and gives the same Double, and so does the C library.
  private func check(_ number: [UInt8], _ generator: inout SeededGenerator) -> Bool {
    let separator = [UInt8(ascii: ","), UInt8(ascii: "]")].randomElement(using: &generator)!
    let noise = (0..<Int.random(in: 0..<9, using: &generator)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    let text = guarded(number + [separator] + noise)
    defer { withExtendedLifetime(text) {} }
    var cursor = JSONCursor(text)
    let (value, place) = cursor.plainDouble(from: 0)
    guard place > 0,
      text.base[place] == UInt8(ascii: ",") || text.base[place] == UInt8(ascii: "]")
    else { return false }
    let expected = try? cursor.readDouble()
    let agrees =
      expected?.bitPattern == value.bitPattern && cursor.position == place
      && strtod(of: Array(number[..<min(place, number.count)])).bitPattern == value.bitPattern
    if !agrees {
      Issue.record("\(String(decoding: number, as: UTF8.self)): \(value) up to \(place)")
    }
    return true
  }
}
