import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

/// Valhalla's lines against an encoder and a decoder that work differently: by division, on whole numbers.
@Suite struct PolylineTests {
  private static func encoded(_ points: [(Int, Int)]) -> [UInt8] {
    var bytes: [UInt8] = []
    var last = (0, 0)
    for point in points {
      for step in [point.0 - last.0, point.1 - last.1] {
        var rest = step < 0 ? -2 * step - 1 : 2 * step
        while rest >= 32 {
          bytes.append(UInt8(rest % 32 + 32 + 63))
          rest /= 32
        }
        bytes.append(UInt8(rest + 63))
      }
      last = point
    }
    return bytes
  }

  /// `nil` if it is not a line.
  private static func decoded(_ bytes: [UInt8]) -> [(Int, Int)]? {
    var numbers: [Int] = []
    for number in bytes.pieces(endingWith: { $0 < 95 }) {
      guard let last = number.last, (63..<95).contains(last), number.count <= 6 else { return nil }
      var value = 0
      for byte in number.reversed() {
        guard (63..<127).contains(byte) else { return nil }
        value = value * 32 + (Int(byte) - 63) % 32
      }
      numbers.append(value % 2 == 0 ? value / 2 : -(value + 1) / 2)
    }
    guard numbers.count % 2 == 0 else { return nil }
    var points: [(Int, Int)] = []
    var last = (0, 0)
    for place in stride(from: 0, to: numbers.count, by: 2) {
      last = (last.0 + numbers[place], last.1 + numbers[place + 1])
      guard abs(last.0) <= 90_000_000, abs(last.1) <= 180_000_000 else { return nil }
      points.append(last)
    }
    return points
  }

  private static func read(_ bytes: [UInt8], most: Int = 1000) -> [Coordinate]? {
    var line: [Coordinate] = []
    do { try Polyline.read(bytes, to: &line, most: most, at: 0) } catch { return nil }
    return line
  }

  /// The first is Google's own example, which has five decimals there.
  @Test func examples() {
    #expect(
      Self.read(Array("_p~iF~ps|U_ulLnnqC_mqNvxq`@".utf8)) == [
        Coordinate(latitude: 3.85, longitude: -12.02),
        Coordinate(latitude: 4.07, longitude: -12.095),
        Coordinate(latitude: 4.3252, longitude: -12.6453),
      ])
    #expect(Self.read([]) == [])
  }

  @Test func againstAnother() {
    var random = SeededGenerator(seed: 20_261_124)
    for round in 0..<500 {
      let reach = [1, 50, 40_000, 90_000_000].randomElement(using: &random)!
      let points = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        (
          Int.random(in: -reach...reach, using: &random),
          Int.random(in: -2 * reach...2 * reach, using: &random)
        )
      }
      let bytes = Self.encoded(points)
      let read = Self.read(bytes)
      #expect(
        read
          == points.map { Coordinate(latitude: Double($0.0) / 1e6, longitude: Double($0.1) / 1e6) },
        "round \(round)")
      // Cut anywhere, or with any byte changed.
      let cut = Array(bytes.prefix(.random(in: 0..<bytes.count, using: &random)))
      var changed = bytes
      changed[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      for bytes in [cut, changed] {
        let (found, wanted) = (Self.read(bytes), Self.decoded(bytes))
        #expect((found == nil) == (wanted == nil), "round \(round): \(bytes)")
        #expect(found?.map { Int(($0.latitude * 1e6).rounded()) } == wanted?.map(\.0))
        #expect(found?.map { Int(($0.longitude * 1e6).rounded()) } == wanted?.map(\.1))
      }
    }
  }

  @Test func hostile() {
    for text in ["_", "_p~iF", "~~~~~~~~~~~~~~~~~~~~??", " ?", "\u{7F}?", "?\u{0}", "é?"] {
      #expect(Self.read(Array(text.utf8)) == nil, "\(text)")
    }
    #expect(Self.read(Self.encoded([(90_000_001, 0)])) == nil)
    #expect(Self.read(Self.encoded([(0, -180_000_001)])) == nil)
    #expect(Self.read([UInt8](repeating: 63, count: 2000), most: 1000)?.count == 1000)
    #expect(Self.read([UInt8](repeating: 63, count: 2002), most: 1000) == nil)
  }
}

extension [UInt8] {
  /// Pieces that end with a byte of this kind, and what is left after the last.
  fileprivate func pieces(endingWith isEnd: (UInt8) -> Bool) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var piece: [UInt8] = []
    for byte in self {
      piece.append(byte)
      guard isEnd(byte) else { continue }
      pieces.append(piece)
      piece = []
    }
    return piece.isEmpty ? pieces : pieces + [piece]
  }
}
