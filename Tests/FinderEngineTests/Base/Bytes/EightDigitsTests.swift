import TestSupport
import Testing

@testable import FinderEngine

/// Numbers and strings that are written eight bytes at a time.
@Suite("Writing eight bytes at once") struct EightDigitsTests {
  /// Each half takes every possible value.
  @Test func everyFour() {
    for four in UInt32(0)..<10_000 {
      let value = four * 10_000 + (9_999 - four)
      let digits = EightDigits.of(value)
      var rest = value
      for place in (0..<8).reversed() {
        if UInt32(digits >> UInt64(8 * place) & 0xFF) != rest % 10 {
          Issue.record("\(value) is written \(String(digits, radix: 16))")
          return
        }
        rest /= 10
      }
    }
  }

  @Test func integersOfAllLengths() {
    var power = 1
    for _ in 0..<18 {
      power *= 10
      for value in [power - 1, power, power + 1, power * 9 + 1, -power, 1 - power] {
        #expect(output { $0.append(integer: value) } == "\(value)")
      }
    }
  }

  /// Halves are rounded away from zero, on both sides of it.
  @Test func tenthsAreRounded() {
    var generator = SeededGenerator(seed: 31)
    for round in 0..<200_000 {
      let whole = Double(Int.random(in: -4_000_000...4_000_000, using: &generator))
      let value =
        switch round % 4 {
        case 0: whole / 20
        case 1: (whole / 20).nextUp
        case 2: (whole / 20).nextDown
        default: Double.random(in: -400...400, using: &generator)
        }
      let tenths = (value * 10).rounded()
      if Double(value.tenths) != tenths {
        Issue.record("\(value) in tenths is \(value.tenths)")
        return
      }
    }
  }

  @Test(arguments: [
    (Double.nan, "0"), (.infinity, "0"), (-1e300, "0"), (9e17, "0"), (1e14, "100000000000000"),
    (1_234_567_890_123_456, "1234567890123456"), (-0.05, "-0.1"),
    (99_999_999_999_999, "99999999999999"), (-12_345_678.96, "-12345679"),
  ])
  func tenthsOfAnything(value: Double, text: String) {
    #expect(output { $0.append(tenthsOf: value) } == text)
  }

  /// Every byte at every place of strings of all lengths up to three steps.
  @Test func everyByteOfAString() {
    for length in 0...25 {
      for place in 0..<max(length, 1) {
        for byte in UInt8.min...UInt8.max {
          var text = Array("abcdefghijklmnopqrstuvwxyz".utf8.prefix(length))
          if place < length { text[place] = byte }
          var buffer = ByteBuffer(capacity: 64)
          buffer.append("[")
          text.withUnsafeBufferPointer { buffer.append(jsonString: $0) }
          buffer.append("]")
          if Array(buffer.bytes) != [0x5B] + quoted(text) + [0x5D] {
            Issue.record("\(text) is written \(Array(buffer.bytes))")
            return
          }
        }
      }
    }
  }

  private func quoted(_ text: [UInt8]) -> [UInt8] {
    [0x22]
      + text.flatMap { byte -> [UInt8] in
        switch byte {
        case 0x22: [0x5C, 0x22]
        case 0x5C: [0x5C, 0x5C]
        case 0x0A: [0x5C, 0x6E]
        case 0x0D: [0x5C, 0x72]
        case 0x09: [0x5C, 0x74]
        case 0..<0x20, 0x7F:
          Array("\\u00".utf8) + Array((byte < 16 ? "0" : "").utf8)
            + Array(String(byte, radix: 16).utf8)
        default: [byte]
        }
      } + [0x22]
  }

  @Test func loadsWhatThereIs() {
    let all = Array(1...40 as ClosedRange<UInt8>)
    for count in 0...20 {
      let bytes = Array(all.prefix(count))
      for index in 0...count {
        let expected = bytes[index...].prefix(8).reversed().reduce(UInt64(0)) {
          $0 << 8 | UInt64($1)
        }
        let found = bytes.withUnsafeBufferPointer { EightBytes.load($0, at: index) }
        #expect(found == expected, "\(count) bytes, from \(index)")
      }
    }
  }
}
