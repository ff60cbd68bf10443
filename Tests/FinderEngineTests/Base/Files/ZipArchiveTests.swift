import TestSupport
import Testing

@testable import FinderEngine

/// Zip archives: valid ones in all forms, and ones that must be refused.
@Suite struct ZipArchiveTests {
  /// The names and contents of the members.
  private func read(_ bytes: [UInt8]) throws -> [(name: String, content: [UInt8])] {
    try TemporaryDirectory.with { folder in
      let archive = try ZipArchive(FilePath(try folder.write(bytes, to: "test.zip")))
      return try archive.members.map { ($0.name, try content(of: archive.stream(of: $0))) }
    }
  }

  private func content(of stream: ZipMemberStream) throws -> [UInt8] {
    var content: [UInt8] = []
    let space = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 997)
    defer { space.deallocate() }
    while let got = try stream.read(into: space, waits: true), got > 0 { content += space[..<got] }
    return content
  }

  private func problem(_ bytes: [UInt8]) -> String? {
    do {
      _ = try read(bytes)
      return nil
    } catch {
      guard case FileError.damagedZip(_, let problem)? = error as? FileError else {
        return "another error: \(error)"
      }
      return problem
    }
  }

  private static let text = Array(
    String(repeating: "name,lat,lon\nAshford,51.1,0.9\n", count: 99).utf8)

  /// Packed by zlib, without gzip's header and trailer.
  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    Array(GzipArchive().pack(bytes).dropFirst(10).dropLast(8))
  }

  private static let plain = ZipMaker.Member("a.csv", text)
  private static let packed = ZipMaker.Member("b.csv", text, packed: deflated(text))

  @Test(arguments: [false, true], [false, true])
  func goodOnes(isZip64: Bool, isCommented: Bool) throws {
    var maker = ZipMaker([Self.plain, Self.packed, ZipMaker.Member("empty", [])])
    maker.isZip64 = isZip64
    for index in maker.members.indices { maker.members[index].isZip64 = isZip64 }
    if isCommented { maker.comment = Array("a comment PK\u{5}\u{6} with the end's mark".utf8) }
    let found = try read(maker.bytes)
    #expect(found.map(\.name) == ["a.csv", "b.csv", "empty"])
    #expect(found.map(\.content) == [Self.text, Self.text, []])
  }

  @Test func anEmptyArchive() throws { #expect(try read(ZipMaker([]).bytes).isEmpty) }

  private static func changed(
    _ member: ZipMaker.Member, _ change: (inout ZipMaker.Member) -> Void
  ) -> [UInt8] {
    var member = member
    change(&member)
    return ZipMaker([plain, member]).bytes
  }

  @Test(arguments: [
    ("is not what was packed", changed(packed) { $0.checksum = 7 }),
    (
      "is not what was packed",
      changed(plain) {
        $0.name = "c"
        $0.checksum = 7
      }
    ),
    ("is not what was packed", changed(packed) { $0.size = text.count + 1 }),
    ("is longer than it says", changed(packed) { $0.size = text.count - 1 }),
    ("is longer than it says", changed(packed) { $0.size = 0 }),
    ("is encrypted", changed(packed) { $0.flags = 1 }),
    ("is packed in a way", changed(packed) { $0.method = 12 }),
    ("overlap", changed(packed) { $0.start = 0 }),
    ("a member lies outside it", changed(packed) { $0.start = 1 }),
    ("a member lies outside it", changed(packed) { $0.start = 1 << 31 }),
    (
      "a member lies outside it",
      changed(packed) {
        $0.start = 1 << 50
        $0.isZip64 = true
      }
    ),
    (
      "its directory is wrong",
      changed(packed) {
        $0.start = -1
        $0.isZip64 = true
      }
    ),
    ("its data is damaged", changed(packed) { $0.bytes[0] = 0x07 }),
    ("its data is damaged", changed(packed) { $0.bytes = Array($0.bytes.dropLast(9)) }),
    ("its directory is missing", Array("PK\u{3}\u{4}".utf8)), ("its directory is missing", []),
  ])
  func refusedArchives(expected: String, archive: [UInt8]) {
    #expect(problem(archive)?.contains(expected) == true, "\(problem(archive) ?? "read")")
  }

  @Test(arguments: [1, 3, 1000, 65_535])
  func aWrongCount(count: Int) {
    var maker = ZipMaker([Self.plain, Self.packed])
    maker.count = count
    // A directory may claim to be longer than its members; only those that exist are read.
    #expect((problem(maker.bytes) == nil) == (count == 1))
  }

  /// An archive is refused wherever it was cut.
  @Test func cutShort() throws {
    let whole = ZipMaker([Self.plain, Self.packed]).bytes
    for end in stride(from: 0, to: whole.count, by: 41) + [whole.count - 1] {
      #expect(problem(Array(whole[..<end])) != nil, "cut at \(end)")
    }
  }

  /// If any byte is changed, the archive is refused, or what is read is what was packed.
  @Test func changedBytes() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var chance = SeededGenerator(seed: seed)
    var maker = ZipMaker([Self.plain, Self.packed])
    for index in maker.members.indices { maker.members[index].isZip64 = true }
    maker.isZip64 = true
    let whole = maker.bytes
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &chance) {
        // The numbers are near the end.
        let place = Int.random(in: 0..<400, using: &chance)
        bytes[bytes.count - 1 - place] = UInt8.random(in: 0...255, using: &chance)
      }
      guard let found = try? read(bytes) else { continue }
      #expect(found.allSatisfy { $0.content == Self.text }, "seed \(seed)")
    }
  }
}
