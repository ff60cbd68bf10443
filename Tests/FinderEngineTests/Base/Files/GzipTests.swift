import CZlib
import TestSupport
import Testing

@testable import FinderEngine

@Suite("Gzip") struct GzipTests {
  static let text = Array(feature(name: "Café", id: "7").utf8)

  @Test(arguments: [
    GzipArchive(), GzipArchive(level: Z_NO_COMPRESSION), GzipArchive(name: "venues.geojson"),
    GzipArchive(
      name: "", comment: "made for a test", extra: [1, 2, 3, 4], hasHeaderChecksum: true),
  ])
  func oneMember(archive: GzipArchive) throws {
    for count in [0, 1, 100, 65_535, 65_536, 1_000_000] {
      let content = mixed(count: count)
      let packed = archive.pack(content)
      #expect(isGzip(packed))
      #expect(try unpacked(packed) == content)
    }
  }

  /// `cat a.gz b.gz` is an archive too, and members may be empty.
  @Test func severalMembers() throws {
    let contents = [[], mixed(count: 70_000), [], Array("{}".utf8), mixed(count: 3), []]
    let packed = contents.map { GzipArchive(name: "x").pack($0) }
    #expect(try unpacked(packed.flatMap(\.self)) == contents.flatMap(\.self))
    let many = (0..<5_000).flatMap { GzipArchive().pack([UInt8(truncatingIfNeeded: $0)]) }
    #expect(try unpacked(many) == (0..<5_000).map { UInt8(truncatingIfNeeded: $0) })
  }

  @Test func zerosAfterTheLastMember() throws {
    let packed = GzipArchive().pack(Self.text)
    for count in [1, 2, 7, 512, 10_240] {
      let padding = [UInt8](repeating: 0, count: count)
      #expect(try unpacked(packed + padding) == Self.text)
      #expect(try unpacked(packed + packed + padding) == Self.text + Self.text)
      expectDamage(packed + padding + [1], at: packed.count)
      expectDamage(packed + padding + packed, at: packed.count)
    }
  }

  @Test(arguments: ["x", "\n", "{}", "garbage behind the archive", "\u{1F}", "\u{1F}\u{7F}"])
  func garbageAfterTheLastMember(garbage: String) throws {
    let packed = GzipArchive().pack(Self.text)
    #expect(throws: FileError.self) { try unpacked(packed + Array(garbage.utf8)) }
    #expect(throws: FileError.self) { try unpacked(packed + packed + Array(garbage.utf8)) }
  }

  /// What came complete before a fault is not lost.
  @Test func membersBeforeAFaultAreKept() throws {
    let packed = GzipArchive().pack(Self.text)
    for rest in [Array("junk".utf8), Array(packed.dropLast(9))] {
      let bytes = PaddedBytes(copying: packed + rest)
      let space = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4 * Self.text.count)
      defer { space.deallocate() }
      try withExtendedLifetime(bytes) {
        let inflater = try Inflater(bytes, named: "test.gz")
        let count = try inflater.unpack(into: space)
        #expect(count >= Self.text.count && space[..<count].starts(with: Self.text))
        #expect(throws: FileError.self) { try inflater.unpack(into: space) }
      }
    }
  }

  @Test(
    arguments: [
      [], [0], [0x1F], [0x8B, 0x1F], Array("{}".utf8), Array("PK\u{3}\u{4}".utf8),
      [0x78, 0x9C, 1, 2],
      [0x1F, 0x9D], [0x28, 0xB5, 0x2F, 0xFD], [0x1E, 0x8B],
    ] as [[UInt8]])
  func otherThanGzip(bytes: [UInt8]) { #expect(!isGzip(bytes)) }

  private func isGzip(_ bytes: [UInt8]) -> Bool {
    let bytes = guarded(bytes)
    return withExtendedLifetime(bytes) { Gzip.isGzip(bytes.bytes) }
  }

  // MARK: Damage

  /// No part of an archive that was not fully downloaded is ever passed off as the whole.
  @Test func cutAtEveryByte() {
    let members = [
      GzipArchive(name: "venues", comment: "c", extra: [1], hasHeaderChecksum: true).pack(
        Self.text),
      GzipArchive(level: Z_NO_COMPRESSION).pack(Self.text), GzipArchive().pack([]),
    ]
    for packed in members {
      for end in 2..<packed.count {
        expectDamage(Array(packed[..<end]), "it ends too early", at: end)
      }
      // The same after a complete member.
      for end in 1..<packed.count {
        expectDamage(packed + packed[..<end], "it ends too early", at: packed.count + end)
      }
    }
  }

  /// In the header, the text flag, the time, the system, the compressor's flags and a name have no effect,
  /// nor do the bits that pad the last byte of packed data. Every other bit is checked.
  @Test func everyBitFlipped() throws {
    for (archive, nameLength) in [(GzipArchive(), 0), (GzipArchive(name: "abc"), 4)] {
      let packed = archive.pack(Self.text)
      var harmless = 0
      for place in 2..<packed.count {
        for bit in 0..<8 {
          var flipped = packed
          flipped[place] ^= 1 << UInt8(bit)
          guard let content = try? unpacked(flipped) else { continue }
          #expect(content == Self.text, "bit \(bit) of byte \(place)")
          let isFilling = place == packed.count - 9
          #expect(place < 10 + nameLength || isFilling, "bit \(bit) of byte \(place)")
          harmless += isFilling ? 0 : 1
        }
      }
      // 1 flag, 4 bytes of time, 2 of compressor and system; the name's letters, but not its end.
      #expect(harmless >= 1 + 6 * 8 && harmless <= 1 + 6 * 8 + nameLength * 8, "\(harmless)")
    }
  }

  @Test func wrongChecksumAndLength() {
    let packed = GzipArchive().pack(Self.text)
    for (place, problem) in [
      (packed.count - 8, "incorrect data check"), (packed.count - 5, "incorrect data check"),
      (packed.count - 4, "incorrect length check"), (packed.count - 1, "incorrect length check"),
    ] {
      var wrong = packed
      wrong[place] &+= 1
      expectDamage(wrong, problem)
      // Also in a member that is not the last.
      expectDamage(wrong + packed, problem)
    }
  }

  /// The length at the end only determines how much memory to start with.
  @Test func wrongLengths() throws {
    let first = GzipArchive().pack(Array(repeating: 0x20, count: 1_000_000))
    #expect(
      try unpacked(first + GzipArchive().pack(Self.text)).count == 1_000_000 + Self.text.count)
    for claimed in [0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32] {
      var lying = GzipArchive().pack(Self.text)
      lying.replaceSubrange(
        (lying.count - 4)..., with: withUnsafeBytes(of: claimed.littleEndian, Array.init))
      expectDamage(lying, "incorrect length check")
    }
  }

  @Test func randomDamage() {
    var generator = SeededGenerator(seed: 7)
    let content = mixed(count: 5_000)
    let packed = GzipArchive().pack(content)
    for _ in 0..<2_000 {
      var damaged = packed
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let place = Int.random(in: 10..<damaged.count, using: &generator)
        damaged[place] = UInt8.random(in: .min ... .max, using: &generator)
      }
      guard let read = try? unpacked(damaged) else { continue }
      #expect(read == content, "what passes the checks is the same content")
    }
  }

  // MARK: Bombs

  @Test func moreThanTheLimit() throws {
    let content = [UInt8](repeating: 0x20, count: 1_000_000)
    let packed = GzipArchive().pack(content)
    #expect(packed.count < 2_000)
    for limit in [1_000_000, 1_000_001, 5_000_000] {
      #expect(try unpacked(packed, limit: limit) == content)
    }
    for limit in [0, 1, 4_096, 999_999] { expectTooLarge(packed, limit) }
    // The limit applies to the whole, however many members it has.
    #expect(try unpacked(packed + packed, limit: 2_000_000).count == 2_000_000)
    expectTooLarge(packed + packed, 1_999_999)
    // And it stops before looking at the rest.
    expectTooLarge(packed + Array("garbage".utf8), 4_096)
  }

  private func expectTooLarge(_ packed: [UInt8], _ limit: Int) {
    do {
      _ = try unpacked(packed, limit: limit)
      Issue.record("unpacked in spite of the limit \(limit)")
    } catch {
      guard case .tooLarge("test.gz", limit) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func theLimitIsInTheMessage() {
    #expect(Gzip.defaultLimit == 2 << 30)
    let message = FileError.tooLarge(path: "a.gz", limit: Gzip.defaultLimit).message
    #expect(message.contains("a.gz") && message.contains("2 GiB"))
  }

  // MARK: Helpers

  private func expectDamage(_ packed: [UInt8], _ problem: String? = nil, at place: Int? = nil) {
    do {
      let content = try unpacked(packed)
      Issue.record("\(packed.count) bytes unpacked to \(content.count)")
    } catch {
      guard case .damagedArchive("test.gz", let byte, let found) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(problem == nil || found == problem)
      // zlib may have read the header's bytes before it can report.
      #expect(place.map { byte >= $0 && byte <= $0 + 2 } ?? (byte <= packed.count), "byte \(byte)")
    }
  }

  /// Runs and noise, so that both kinds of block occur.
  private func mixed(count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(count))
    return (0..<count).map {
      $0 / 500 % 2 == 0 ? 0x20 : UInt8(truncatingIfNeeded: generator.next())
    }
  }
}
