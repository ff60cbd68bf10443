import CZlib
import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

/// What is packed is read back by zlib, and the codes are checked against their rules.
@Suite struct DeflateBlocksTests {
  private static func packed(_ bytes: [UInt8]) -> [UInt8] {
    var buffer = ByteBuffer()
    bytes.withUnsafeBufferPointer { DeflateBlocks.append($0, to: &buffer) }
    return Array(buffer.bytes)
  }

  private static func unpacked(_ packed: [UInt8], count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count + 1)
    var length = uLongf(bytes.count)
    guard uncompress(&bytes, &length, packed, uLong(packed.count)) == Z_OK else { return nil }
    return Array(bytes[..<Int(length)])
  }

  private static func expectRoundTrip(_ bytes: [UInt8], _ what: String) {
    let packed = packed(bytes)
    #expect(unpacked(packed, count: bytes.count) == bytes, "\(what)")
    #expect(packed == Self.packed(bytes), "\(what)")
  }

  @Test func smallest() {
    for count in 0..<40 {
      Self.expectRoundTrip([UInt8](repeating: 7, count: count), "\(count) alike")
      Self.expectRoundTrip((0..<count).map { UInt8($0) }, "\(count) that differ")
      Self.expectRoundTrip((0..<count).map { UInt8($0 % 2) }, "\(count) in turns")
      Self.expectRoundTrip((0..<count).map { UInt8($0 % 3) }, "\(count) in threes")
    }
  }

  /// Runs and repetitions around the longest match, and around the greatest distance.
  @Test func lengthsAndDistances() {
    for count in [256, 257, 258, 259, 260, 261, 515, 516, 517, 1032, 70_000] {
      Self.expectRoundTrip([1] + [UInt8](repeating: 0, count: count) + [1], "a run of \(count)")
    }
    var generator = SeededGenerator(seed: 3)
    let piece = (0..<300).map { _ in UInt8.random(in: 0...255, using: &generator) }
    for gap in [0, 1, 700, 32_467, 32_468, 32_469, 40_000] {
      let between = (0..<gap).map { UInt8(truncatingIfNeeded: $0 / 50) }
      Self.expectRoundTrip(piece + between + piece, "a gap of \(gap)")
    }
  }

  /// Noise, and rows of shapes as in maps, with few colours and with many.
  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64]) func randomRowsComeBack(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<40 {
      let colours = [1, 2, 3, 17, 255][round % 5]
      let (width, height) = (
        Int.random(in: 1...400, using: &generator), Int.random(in: 1...100, using: &generator)
      )
      var bytes = [UInt8](repeating: 0, count: width * height)
      for _ in 0..<Int.random(in: 0...60, using: &generator) {
        let colour = UInt8.random(in: 0...UInt8(colours), using: &generator)
        let (x, y) = (
          Int.random(in: 0..<width, using: &generator),
          Int.random(in: 0..<height, using: &generator)
        )
        for row in y..<min(y + 20, height) {
          for column in x..<min(x + 1 + row % 9, width) { bytes[row * width + column] = colour }
        }
      }
      if round % 4 == 0 {
        for i in bytes.indices where Int.random(in: 0..<3, using: &generator) == 0 {
          bytes[i] = .random(in: 0...UInt8(colours), using: &generator)
        }
      }
      Self.expectRoundTrip(bytes, "seed \(seed), round \(round)")
    }
  }

  /// Many blocks, and repetitions farther back than a match can reach.
  @Test func largePictures() {
    var generator = SeededGenerator(seed: 7)
    for count in [131_071, 262_145, 400_003] {
      Self.expectRoundTrip([UInt8](repeating: 0, count: count), "\(count) alike")
      Self.expectRoundTrip((0..<count).map { UInt8($0 / 3 % 251) }, "\(count) in turns")
      let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      Self.expectRoundTrip(noise, "\(count) of noise")
      Self.expectRoundTrip(noise.map { $0 < 250 ? 1 : $0 }, "\(count) with dots")
    }
  }

  /// No code is too long, and together they leave no gap: readers refuse others.
  @Test(arguments: [7, 9, 15]) func codesAreWhole(limit: Int) {
    var generator = SeededGenerator(seed: UInt64(limit))
    for round in 0..<300 {
      var frequencies = (0..<Int.random(in: 2...100, using: &generator)).map { _ in
        UInt32.random(in: 0...9, using: &generator)
      }
      if round % 3 == 0 {
        // Frequencies that are each the sum of the two before give the longest possible codes.
        frequencies = (0..<30).reduce(into: [1, 1]) { $0.append($0[$1] + $0[$1 + 1]) }
      }
      let code = HuffmanCode(frequencies, limit: limit)
      let lengths = code.lengths.filter { $0 > 0 }.map(Int.init)
      #expect(lengths.allSatisfy { $0 <= limit })
      #expect(lengths.reduce(0) { $0 + 1 << (limit - $1) } == 1 << limit)
      for (i, frequency) in frequencies.enumerated() where frequency > 0 {
        #expect(code.lengths[i] > 0)
        for (j, other) in frequencies.enumerated() where other > frequency {
          #expect(code.lengths[j] <= code.lengths[i], "the more frequent is not the longer")
        }
      }
    }
    let single = HuffmanCode([0, 0, 5], limit: limit)
    #expect(single.lengths == [1, 0, 1])
    #expect(HuffmanCode([0, 0, 0], limit: limit).lengths == [1, 1, 0])
  }
}
