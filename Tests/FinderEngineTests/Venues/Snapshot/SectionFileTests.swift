import TestSupport
import Testing

@testable import FinderEngine

/// Columns in a mapped file are read as they were written, or not at all.
@Suite struct SectionFileTests {
  private static let kind = SectionKind("TEST", version: 3)
  private static let identity: [UInt64] = [1, .max, 42]

  private struct Contents: Equatable {
    var bytes: [UInt8] = []
    var words: [UInt64] = []
    var pairs: [(Int32, Int32)] = []

    static func == (a: Contents, b: Contents) -> Bool {
      a.bytes == b.bytes && a.words == b.words && a.pairs.elementsEqual(b.pairs, by: ==)
    }

    /// 900 rows: the columns take three blocks and parts of others.
    static func random(rows: Int, seed: UInt64) -> Contents {
      var generator = SeededGenerator(seed: seed)
      return Contents(
        bytes: (0..<rows * 7).map { _ in .random(in: 0...255, using: &generator) },
        words: (0..<rows).map { _ in .random(in: 0 ... .max, using: &generator) },
        pairs: (0..<rows).map { _ in (.random(in: -9...9, using: &generator), 7) })
    }

    func write(to path: String) {
      var writer = SectionWriter(SectionFileTests.kind, identity: SectionFileTests.identity)
      writer.add(Column(count: bytes.count) { bytes[$0] })
      writer.add(Column(count: words.count) { words[$0] })
      writer.add(Column(count: pairs.count) { pairs[$0] })
      let descriptor = FilePath(path).open(O_RDWR | O_CREAT | O_TRUNC, mode: 0o600)
      #expect(writer.write(to: descriptor))
      #expect(stat(of: descriptor).map { Int($0.st_size) } == writer.fileBytes)
      close(descriptor)
    }

    init(_ file: SectionFile) {
      bytes = Array(file.column(0, of: UInt8.self).values)
      words = Array(file.column(1, of: UInt64.self).values)
      pairs = Array(file.column(2, of: (Int32, Int32).self).values)
    }

    init(bytes: [UInt8] = [], words: [UInt64] = [], pairs: [(Int32, Int32)] = []) {
      (self.bytes, self.words, self.pairs) = (bytes, words, pairs)
    }
  }

  private static func open(
    _ path: String, _ kind: SectionKind = kind, identity: [UInt64] = identity
  ) -> SectionFile? {
    SectionFile.openIfUsable(FilePath(path), kind, identity: identity)
  }

  /// Only what was examined can be wrong.
  @Test func refused() throws {
    try Self.with { path, _, _ in
      func open(_ path: String) throws -> SectionFile? {
        try SectionFile.open(FilePath(path), Self.kind, identity: Self.identity)
      }
      #expect(try open(path) != nil)
      #expect(try open(path + "x") == nil && open(path + "/x") == nil)
      let isLink = FilePath(path).withCString { symlink($0, path + ".link") } == 0
      #expect(try isLink && open(path + ".link") == nil)
      try Files.write([1, 2, 3], to: path + ".other")
      #expect(try open(path + ".other") == nil)
      // A name that the system never accepts, for everything that it refuses.
      #expect(throws: FileError.self) { try open(path + String(repeating: "x", count: 300)) }
      // Root may read any file.
      guard geteuid() != 0 else { return }
      _ = FilePath(path).withCString { chmod($0, 0) }
      #expect(throws: FileError.self) { try open(path) }
    }
  }

  private static func with(
    rows: Int = 900,
    _ body: (_ path: String, _ contents: Contents, _ original: [UInt8]) throws -> Void
  ) throws {
    try TemporaryDirectory.with { folder in
      let contents = Contents.random(rows: rows, seed: 17)
      contents.write(to: folder.file("sections"))
      try body(folder.file("sections"), contents, try Files.bytes(folder.file("sections")))
    }
  }

  @Test(arguments: [0, 1, 7, 64, 900, 20_000]) func readAsWritten(rows: Int) throws {
    try Self.with(rows: rows) { path, contents, _ in
      let file = try #require(Self.open(path))
      #expect(Contents(file) == contents && file.columnCount == 3 && !file.isDamaged)
      file.verifyAll()
      #expect(!file.isDamaged && file.isVerified && !file.isCut)
      let words = file.column(1, of: UInt64.self)
      #expect(words.value(at: -1) == nil && words.value(at: rows) == nil)
      #expect(rows == 0 || words.value(at: rows - 1) == contents.words.last)
      #expect(words.values(in: 0..<rows + 1) == nil && words.values(in: 0..<rows)?.count == rows)
    }
  }

  @Test func noColumnsAtAll() throws {
    try TemporaryDirectory.with { folder in
      let descriptor = FilePath(folder.file("a")).open(O_RDWR | O_CREAT, mode: 0o600)
      #expect(SectionWriter(Self.kind, identity: []).write(to: descriptor))
      close(descriptor)
      #expect(Self.open(folder.file("a"), identity: [])?.columnCount == 0)
    }
  }

  @Test func anotherKindVersionOrIdentity() throws {
    try Self.with { path, _, _ in
      #expect(Self.open(path, SectionKind("TESS", version: 3)) == nil)
      #expect(Self.open(path, SectionKind("TEST", version: 2)) == nil)
      for other in [[], [1, .max], [1, .max, 43], [1, .max, 42, 0]] as [[UInt64]] {
        #expect(Self.open(path, identity: other) == nil)
      }
    }
  }

  /// A column that is missing or has other contents is empty, and nothing found may be shown.
  @Test func wrongColumns() throws {
    try Self.with { path, _, _ in
      for (number, isThere) in [(0, true), (1, false), (3, false), (-1, false), (.max, false)] {
        let file = try #require(Self.open(path))
        #expect((file.column(number, of: UInt8.self).count > 0) == isThere)
        #expect(file.isDamaged == !isThere)
      }
    }
  }

  /// No flip is missed: the file is refused, or is known to be damaged once all of it was read.
  @Test(.slow) func everyByteFlipped() throws {
    try Self.with { path, _, original in
      let descriptor = FilePath(path).open(O_RDWR)
      defer { close(descriptor) }
      for (offset, byte) in original.enumerated() {
        for mask in [0xFF, 1 << UInt8(offset % 8)] as [UInt8] {
          pwrite(descriptor, [byte ^ mask], 1, off_t(offset))
          let file = Self.open(path)
          file?.verifyAll()
          #expect(file == nil || file!.isDamaged, "byte \(offset) ^ \(mask) is not noticed")
        }
        pwrite(descriptor, [byte], 1, off_t(offset))
      }
      #expect(Self.open(path) != nil)
    }
  }

  @Test func cutOrLonger() throws {
    try Self.with { path, _, original in
      for size in stride(from: 0, to: original.count, by: 509) {
        try Files.write(Array(original[..<size]), to: path)
        #expect(Self.open(path) == nil, "cut to \(size) bytes")
      }
      for more in [1, 8, 4096] {
        try Files.write(original + [UInt8](repeating: 0, count: more), to: path)
        #expect(Self.open(path) == nil, "\(more) bytes more")
      }
      try Files.write(original, to: path)
      let file = try #require(Self.open(path))
      truncate(path, off_t(original.count - 1))
      #expect(file.isCut)
    }
  }

  /// Wrong numbers in the header, with a valid checksum: nothing is read outside the file, and no sum
  /// overflows.
  @Test func forgedCounts() throws {
    try Self.with { path, _, original in
      let values: [UInt64] = [
        0, 1, 2, 4095, 4096, 4097, 1 << 31, 1 << 32, 1 << 32 | 3, 1 << 40, 1 << 46, 1 << 61,
        1 << 63,
        .max,
      ]
      // Equal values are not a forgery.
      for word in 0..<16 where word != 3 {
        for value in values + [original.word(word) &+ 1, original.word(word) &- 1]
        where value != original.word(word) {
          var forged = original
          forged.set(word, value)
          forged.signHeader()
          try Files.write(forged, to: path)
          chmod(path, 0o600)
          guard let file = Self.open(path) else { continue }
          // A stride and its rows may be exchanged: the blocks are then the same.
          _ = Contents(file)
          #expect(file.isDamaged || word >= 7, "word \(word): \(value)")
        }
      }
    }
  }

  /// A file of holes whose header states its real length.
  @Test func hugeAndSparse() throws {
    try TemporaryDirectory.with { folder in
      var header = try #require(
        SectionHeader(
          kind: Self.kind, identity: Self.identity, columns: [.init(rows: 1 << 36, stride: 1)]))
      header.finish(
        checksumsOfChecksums: [UInt64](repeating: 0, count: header.blocks.checksumBlocks))
      let path = folder.file("huge")
      try Files.write(header.words.withUnsafeBytes { Array($0) }, to: path)
      chmod(path, 0o600)
      guard truncate(path, off_t(header.blocks.fileBytes)) == 0 else { return }
      let file = try #require(Self.open(path))
      #expect(file.column(0, of: UInt8.self)[1 << 35] == 0 && file.isDamaged)
    }
  }

  @Test func whatOthersMayHaveWritten() throws {
    try Self.with { path, _, _ in
      for mode in [0o620, 0o602, 0o666] as [mode_t] {
        chmod(path, mode)
        #expect(Self.open(path) == nil)
      }
      chmod(path, 0o644)
      #expect(Self.open(path) != nil)
      symlink(path, path + ".link")
      #expect(Self.open(path + ".link") == nil)
      mkfifo(path + ".pipe", 0o600)
      #expect(Self.open(path + ".pipe") == nil)
    }
  }

  @Test func tooManyColumns() throws {
    var writer = SectionWriter(Self.kind, identity: [])
    for _ in 0...SectionHeader.mostColumns { writer.add(Column(count: 1) { _ in UInt8(1) }) }
    #expect(writer.fileBytes == nil && !writer.write(to: -1) && errno == EFBIG)
  }
}

extension [UInt8] {
  fileprivate func word(_ i: Int) -> UInt64 {
    withUnsafeBytes { $0.load(fromByteOffset: i * 8, as: UInt64.self) }
  }

  fileprivate mutating func set(_ i: Int, _ value: UInt64) {
    withUnsafeMutableBytes { $0.storeBytes(of: value, toByteOffset: i * 8, as: UInt64.self) }
  }

  /// Gives a header of one block a valid checksum.
  fileprivate mutating func signHeader() {
    set(3, 0)
    set(3, withUnsafeBytes { Checksum.of($0.baseAddress!, 4096) })
  }
}
