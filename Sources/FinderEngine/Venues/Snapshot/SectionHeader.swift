/// The first bytes of a `SectionFile`, in words of 64 bits:
///
///     0      "finder" and the version of this header
///     1      which kind of file it is (4 letters), and the version of that kind
///     2      how many words of notes (16 bits), words of identity (16 bits), and columns (32 bits)
///     3      the header's own checksum, counted with 0 in this place
///     4...   the identity's words, the notes, then for each column its rows and the bytes of a row, then
///            the checksums of the checksums
///
/// Where a column lies follows from the lengths of those before it, so that no offset can be wrong.
///
/// A class: an optional structure of this size is copied and destroyed by its parts, 37,000 instructions.
final class SectionHeader {
  let kind: SectionKind
  /// What it was made of: another file of the same kind with the same identity has the same contents.
  let identity: [UInt64]
  /// What else its maker says of it.
  let notes: [UInt64]
  let columns: [Column]
  var checksumsOfChecksums: [UInt64] = []
  /// The header's own checksum, by which a file is known: it covers all others. 0 before it is written.
  private(set) var digest: UInt64 = 0

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
  static let mostNotes = 64
  private static let mostStride = 4096
  private static let mostBytes = 1 << 46

  let blocks: BlockLayout

  /// `nil` where the numbers cannot be those of a real file.
  init?(kind: SectionKind, identity: [UInt64], notes: [UInt64] = [], columns: [Column]) {
    guard identity.count <= Self.mostIdentityWords, notes.count <= Self.mostNotes,
      columns.count <= Self.mostColumns
    else { return nil }
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
    self.notes = notes
    self.columns = placed
    let words = Self.fixedWords + identity.count + notes.count + 2 * columns.count
    blocks = BlockLayout(payloadBytes: end, fixedBytes: words * 8)
  }

  /// The whole header, padded to its blocks.
  var words: [UInt64] {
    var words = [
      Self.magic, kind.word,
      UInt64(notes.count) << 48 | UInt64(identity.count) << 32 | UInt64(columns.count), 0,
    ]
    words += identity + notes
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
    let (notes, identity) = (Int(word(2) >> 48), Int(word(2) >> 32 & 0xFFFF))
    let columns = Int(word(2) & 0xFFFF_FFFF)
    // These fit into the first block, which is there.
    guard notes <= Self.mostNotes, identity <= Self.mostIdentityWords, columns <= Self.mostColumns
    else { return nil }
    let firstNote = Self.fixedWords + identity
    let first = firstNote + notes
    self.init(
      kind: kind, identity: (Self.fixedWords..<firstNote).map(word),
      notes: (firstNote..<first).map(word),
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
    digest = claimed
    checksumsOfChecksums = Array(words[(blocks.fixedBytes / 8)...].prefix(blocks.checksumBlocks))
  }
}

/// What a `SectionFile` is: four letters, and a version that changes with its columns and with the way
/// in which any stored value is computed.
package struct SectionKind: Equatable {
  let letters: StaticString
  let version: UInt32

  /// `letters` is four ASCII letters.
  package init(_ letters: StaticString, version: UInt32) {
    precondition(letters.utf8CodeUnitCount == 4)
    self.letters = letters
    self.version = version
  }

  var word: UInt64 {
    let bytes = UnsafeRawPointer(letters.utf8Start)
    return UInt64(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
      | UInt64(version) << 32
  }

  package static func == (a: SectionKind, b: SectionKind) -> Bool { a.word == b.word }
}

/// Where the parts of a file of checked blocks lie:
///
///     header       what the file is, checksums of the checksums
///     checksums    one of 8 bytes for each block of 4096 bytes of what follows
///     payload      columns, one after another
///
/// The header is verified when the file is opened. A block of the payload is verified when it is
/// first touched, after the block of checksums that holds its own.
struct BlockLayout {
  /// Whole blocks.
  let payloadBytes: Int
  /// The header without the checksums of the checksums.
  let fixedBytes: Int

  static let blockSize = MemoryOwner.blockSize

  var payloadBlocks: Int { Self.blocks(payloadBytes) }
  var checksumBlocks: Int { Self.blocks(payloadBlocks * 8) }
  var headerBytes: Int { Self.blocks(fixedBytes + checksumBlocks * 8) * Self.blockSize }
  var checksumsStart: Int { headerBytes }
  var payloadStart: Int { headerBytes + checksumBlocks * Self.blockSize }
  var fileBytes: Int { payloadStart + payloadBytes }

  static func blocks(_ bytes: Int) -> Int { (bytes + blockSize - 1) / blockSize }

  /// So many bytes and the rest of their last block. So that several threads can write a file, no
  /// block is part of two columns.
  static func rounded(_ bytes: Int) -> Int { blocks(bytes) * blockSize }
}
