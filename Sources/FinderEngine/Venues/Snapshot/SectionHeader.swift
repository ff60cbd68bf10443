/// The first bytes of a `SectionFile`, in words of 64 bits:
///
///     0      "finder" and the version of this header
///     1      which kind of file it is (4 letters), and the version of that kind
///     2      how many words of identity, how many columns
///     3      the header's own checksum, counted with 0 in this place
///     4...   the identity's words, then for each column its rows and the bytes of a row, then the
///            checksums of the checksums
///
/// Where a column lies follows from the lengths of those before it, so that no offset can be wrong.
///
/// A class: an optional structure of this size is copied and destroyed by its parts, 37,000 instructions.
final class SectionHeader {
  let kind: SectionKind
  let identity: [UInt64]
  let columns: [Column]
  var checksumsOfChecksums: [UInt64] = []

  struct Column {
    let rows: Int
    let stride: Int
    /// From the start of the payload.
    fileprivate(set) var offset = 0

    init(rows: Int, stride: Int) {
      self.rows = rows
      self.stride = stride
    }

    /// With the rows past the end that code may read, and must ignore, when it takes several at a time.
    fileprivate var bytes: Int {
      rows == 0 ? 0 : rows * stride + max(8 * stride, PaddedBytes.padding)
    }
  }

  private static let magic: UInt64 = 0x0153_7265_646E_6966
  private static let fixedWords = 4
  static let mostColumns = 64
  static let mostIdentityWords = 64
  private static let mostStride = 4096
  private static let mostBytes = 1 << 46

  let blocks: BlockLayout

  /// `nil` where the numbers cannot be those of a real file.
  init?(kind: SectionKind, identity: [UInt64], columns: [Column]) {
    guard identity.count <= Self.mostIdentityWords, columns.count <= Self.mostColumns else {
      return nil
    }
    var end = 0
    var placed = columns
    for i in placed.indices {
      guard (1...Self.mostStride).contains(placed[i].stride),
        (0..<Self.mostBytes / placed[i].stride).contains(placed[i].rows)
      else { return nil }
      placed[i].offset = end
      end += BlockLayout.rounded(placed[i].bytes)
    }
    guard end < Self.mostBytes else { return nil }
    self.kind = kind
    self.identity = identity
    self.columns = placed
    blocks = BlockLayout(
      payloadBytes: end, fixedBytes: Self.words(identity.count, columns.count) * 8)
  }

  private static func words(_ identity: Int, _ columns: Int) -> Int {
    fixedWords + identity + 2 * columns
  }

  /// The whole header, padded to its blocks.
  var words: [UInt64] {
    var words = [
      Self.magic, kind.word, UInt64(identity.count) << 32 | UInt64(columns.count), 0,
    ]
    words += identity
    for column in columns { words += [UInt64(column.rows), UInt64(column.stride)] }
    words += checksumsOfChecksums
    words += [UInt64](repeating: 0, count: blocks.headerBytes / 8 - words.count)
    words[3] = Self.checksum(of: words)
    return words
  }

  private static func checksum(of words: [UInt64]) -> UInt64 {
    words.withUnsafeBytes { Checksum.of($0.baseAddress!, $0.count) }
  }
}

extension SectionHeader {
  /// `nil` unless `file` begins with a whole header of that kind, and is as long as that says.
  convenience init?(_ file: UnsafeRawBufferPointer, _ kind: SectionKind) {
    func word(_ i: Int) -> UInt64 { file.loadUnaligned(fromByteOffset: i * 8, as: UInt64.self) }
    guard file.count >= BlockLayout.blockSize, word(0) == Self.magic, word(1) == kind.word else {
      return nil
    }
    let (identity, columns) = (Int(word(2) >> 32), Int(word(2) & 0xFFFF_FFFF))
    // These fit into the first block, which is there.
    guard identity <= Self.mostIdentityWords, columns <= Self.mostColumns else { return nil }
    let first = Self.fixedWords + identity
    self.init(
      kind: kind, identity: (Self.fixedWords..<first).map(word),
      columns: (0..<columns).map {
        Column(
          rows: Int(truncatingIfNeeded: word(first + 2 * $0)),
          stride: Int(truncatingIfNeeded: word(first + 2 * $0 + 1)))
      })
    guard file.count == blocks.fileBytes else { return nil }
    var words = (0..<blocks.headerBytes / 8).map(word)
    let claimed = words[3]
    words[3] = 0
    guard Self.checksum(of: words) == claimed else { return nil }
    checksumsOfChecksums = (0..<blocks.checksumBlocks).map {
      words[Self.words(identity, columns) + $0]
    }
  }
}
