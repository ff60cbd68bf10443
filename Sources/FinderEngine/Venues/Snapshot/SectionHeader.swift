/// The first bytes of a `SectionFile`, in words of 64 bits:
///
///     0      "finder" and the version of this header
///     1      the kind of file (4 letters), and the version of that kind
///     2      the numbers of words of notes (16 bits), words of identity (16 bits), and columns (32 bits)
///     3      the header's own checksum, computed with 0 in this place
///     4...   the identity's words, the notes, then for each column its rows and the bytes of a row, then
///            the checksums of the checksums
///
/// A column's position follows from the lengths of those before it, so no offset can be wrong.
///
/// Fields are read directly from the words, without a list of columns: describing another kind of array to
/// the runtime took 13,000 of a query's 430,000 instructions.
struct SectionHeader {
  /// The complete header, padded to whole blocks, once it is finished.
  private(set) var words: [UInt64]
  private let identityCount: Int
  private let noteCount: Int
  let columnCount: Int
  let blocks: BlockLayout

  struct Column: Equatable {
    let rows: Int
    let stride: Int

    /// Includes the rows past the end, which code may read when it takes several at a time, but must ignore.
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

  /// `nil` if the numbers cannot be those of a real file. `words` must have at least everything before the
  /// checksums of the checksums.
  private init?(_ words: [UInt64], identity: Int, notes: Int, columns: Int) {
    guard identity <= Self.mostIdentityWords, notes <= Self.mostNotes, columns <= Self.mostColumns
    else { return nil }
    let first = Self.fixedWords + identity + notes
    var end = 0
    for number in 0..<columns {
      let column = Self.column(words, first + 2 * number)
      guard (1...Self.mostStride).contains(column.stride),
        (0..<Self.mostBytes / column.stride).contains(column.rows)
      else { return nil }
      end += BlockLayout.rounded(column.bytes)
    }
    guard end < Self.mostBytes else { return nil }
    (identityCount, noteCount, columnCount) = (identity, notes, columns)
    blocks = BlockLayout(payloadBytes: end, fixedBytes: (first + 2 * columns) * 8)
    self.words = words
  }

  /// What the file was made from: files of one kind with the same identity have the same contents.
  var identity: ArraySlice<UInt64> { words[Self.fixedWords..<firstNote] }
  /// Other notes by the file's writer.
  var notes: ArraySlice<UInt64> { words[firstNote..<firstColumn] }
  /// Its own checksum, which identifies a file, since it covers all others.
  var digest: UInt64 { words[3] }

  private var firstNote: Int { Self.fixedWords + identityCount }
  private var firstColumn: Int { firstNote + noteCount }

  func column(_ number: Int) -> Column { Self.column(words, firstColumn + 2 * number) }

  private static func column(_ words: [UInt64], _ place: Int) -> Column {
    Column(
      rows: Int(truncatingIfNeeded: words[place]),
      stride: Int(truncatingIfNeeded: words[place + 1]))
  }

  /// From the start of the payload.
  func offset(ofColumn number: Int) -> Int {
    var offset = 0
    for earlier in 0..<number { offset += BlockLayout.rounded(column(earlier).bytes) }
    return offset
  }

  /// For a block of checksums.
  func checksum(ofChecksums block: Int) -> UInt64 { words[blocks.fixedBytes / 8 + block] }

  /// `nil` if the numbers cannot be those of a real file.
  init?(kind: SectionKind, identity: [UInt64], notes: [UInt64] = [], columns: [Column]) {
    var words = [
      Self.magic, kind.word,
      UInt64(notes.count) << 48 | UInt64(identity.count) << 32 | UInt64(columns.count), 0,
    ]
    words += identity + notes
    for column in columns { words += [UInt64(column.rows), UInt64(column.stride)] }
    self.init(
      words, identity: identity.count, notes: notes.count, columns: columns.count)
  }

  /// After this, the header is complete and can be written.
  mutating func finish(checksumsOfChecksums: [UInt64]) {
    words += checksumsOfChecksums
    words += [UInt64](repeating: 0, count: blocks.headerBytes / 8 - words.count)
    words[3] = Self.checksum(of: words)
  }

  private static func checksum(of words: [UInt64]) -> UInt64 {
    words.withUnsafeBytes { Checksum.of($0.baseAddress!, $0.count) }
  }

  /// `nil` unless `file` begins with a complete header of that kind, and has the length stated in it. Its
  /// first byte must be aligned like a word.
  init?(_ file: UnsafeRawBufferPointer, _ kind: SectionKind) {
    guard file.count >= BlockLayout.blockSize else { return nil }
    // Everything except the checksums of the checksums fits in the first block.
    let start = UnsafeRawBufferPointer(rebasing: file[..<BlockLayout.blockSize])
    let words = Array(start.assumingMemoryBound(to: UInt64.self))
    guard words[0] == Self.magic, words[1] == kind.word else { return nil }
    self.init(
      words, identity: Int(words[2] >> 32 & 0xFFFF), notes: Int(words[2] >> 48),
      columns: Int(words[2] & 0xFFFF_FFFF))
    guard file.count == blocks.fileBytes else { return nil }
    let rest = UnsafeRawBufferPointer(rebasing: file[BlockLayout.blockSize..<blocks.headerBytes])
    self.words += rest.assumingMemoryBound(to: UInt64.self)
    let claimed = digest
    self.words[3] = 0
    guard Self.checksum(of: self.words) == claimed else { return nil }
    self.words[3] = claimed
  }
}

/// The kind of a `SectionFile`: four letters, and a version that changes with its columns and with the way
/// any stored value is computed.
package struct SectionKind: Equatable {
  let letters: StaticString
  let version: UInt32

  /// `letters` must be four ASCII letters.
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

/// The layout of a file of checked blocks:
///
///     header       what the file is, checksums of the checksums
///     checksums    8 bytes for each block of 4096 bytes of the payload
///     payload      columns, one after another
///
/// The header is verified when the file is opened. A block of the payload is verified when it is first used,
/// after the block that has its checksum.
struct BlockLayout {
  /// A whole number of blocks.
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

  /// The number of bytes, rounded up to whole blocks. No block is part of two columns, so several threads can
  /// write a file.
  static func rounded(_ bytes: Int) -> Int { blocks(bytes) * blockSize }
}
