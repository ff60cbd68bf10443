/// Writes columns as a `SectionFile`. They must not move until they are written.
package struct SectionWriter {
  private let kind: SectionKind
  private let identity: [UInt64]
  private let notes: [UInt64]
  private var columns: [SectionHeader.Column] = []
  private var contents: [BlockWriter.Contents] = []

  package init(_ kind: SectionKind, identity: [UInt64], notes: [UInt64] = []) {
    (self.kind, self.identity, self.notes) = (kind, identity, notes)
  }

  package mutating func add<each Element: BitwiseCopyable>(_ columns: repeat Column<each Element>) {
    func add<One>(_ column: Column<One>) {
      self.add(SectionHeader.Column(rows: column.count, stride: MemoryLayout<One>.stride)) {
        range, _ in
        withExtendedLifetime(column) { UnsafeRawPointer(column.base) + range.lowerBound }
      }
    }
    repeat add(each columns)
  }

  /// A column whose bytes are produced while it is written, on several threads.
  mutating func add(_ column: SectionHeader.Column, _ contents: @escaping BlockWriter.Contents) {
    columns.append(column)
    self.contents.append(contents)
  }

  private var header: SectionHeader? {
    SectionHeader(kind: kind, identity: identity, notes: notes, columns: columns)
  }

  /// `nil` if there is too much for a file.
  var fileBytes: Int? { header?.blocks.fileBytes }

  /// Returns false, with the reason in `errno`, if writing failed.
  package func write(to descriptor: CInt) -> Bool {
    guard var header else {
      errno = EFBIG
      return false
    }
    let sections = columns.indices.map {
      BlockWriter.Section(
        offset: header.offset(ofColumn: $0), bytes: columns[$0].rows * columns[$0].stride,
        contents: contents[$0])
    }
    guard let sums = BlockWriter(blocks: header.blocks).write(sections, to: descriptor) else {
      return false
    }
    header.finish(checksumsOfChecksums: sums)
    return header.words.withUnsafeBytes { FileWriting.all($0, to: descriptor, at: 0) }
  }

  /// Writes a file readable only by its owner, completely or not at all; it and its folder's entry are on the
  /// disk when this returns.
  package func write(durablyTo path: FilePath) throws(FileError) {
    guard let file = ReplacementFile(for: path, mode: 0o600) else {
      throw .cannotCreate(path: "\(path)", errno: errno)
    }
    let error = write(to: file.descriptor) ? file.commit(isSynced: true) : errno
    guard error == 0 else { throw .cannotWrite(path: "\(path)", errno: error) }
    try Folder.sync("\(path.folderPrefix).")
  }
}

/// Writes the payload of a file of checked blocks, then its checksums.
struct BlockWriter {
  let blocks: BlockLayout

  /// A part of the payload, which begins at a block.
  struct Section {
    let offset: Int
    let bytes: Int
    let contents: Contents
  }

  /// Puts the bytes of a range into `room`, or returns them from elsewhere.
  typealias Contents = (_ range: Range<Int>, _ room: UnsafeMutableRawPointer) -> UnsafeRawPointer

  /// Returns the checksums of the checksums, which end the header; `nil`, with the reason in `errno`, if
  /// writing failed.
  func write(_ sections: [Section], to descriptor: CInt) -> [UInt64]? {
    let size = BlockLayout.blockSize
    var checksums = [UInt64](repeating: 0, count: blocks.checksumBlocks * size / 8)
    // A block that is only a column's padding is not written: it is a hole in the file.
    let hole = [UInt8](repeating: 0, count: size).withUnsafeBytes {
      Checksum.of($0.baseAddress!, size)
    }
    for block in 0..<blocks.payloadBlocks { checksums[block] = hole }
    let isWritten = checksums.withUnsafeMutableBufferPointer { checksums in
      // The header comes last, since without it the file is not valid.
      let bytes = UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(checksums))
      guard let first = checksums.baseAddress else { return true }
      return PieceWriter(descriptor, start: blocks.payloadStart, checksums: first).write(sections)
        && FileWriting.all(bytes, to: descriptor, at: blocks.checksumsStart)
        && ftruncate(descriptor, off_t(blocks.fileBytes)) == 0
    }
    guard isWritten else { return nil }
    return checksums.withUnsafeBytes { bytes in
      (0..<blocks.checksumBlocks).map { Checksum.of(bytes.baseAddress! + $0 * size, size) }
    }
  }
}

/// Writes the payload on several threads, with a checksum for each of its blocks.
///
/// It is cut into pieces of whole blocks. Each is put together in memory, or taken directly from a column,
/// and written to its own place in the file.
private struct PieceWriter {
  private struct Piece {
    let section: BlockWriter.Section
    let range: Range<Int>
  }

  private static let pieceSize = 256 * BlockLayout.blockSize

  private let descriptor: CInt
  private let start: Int
  private let checksums: UnsafeMutablePointer<UInt64>

  /// `start` is the payload's place in the file; `checksums` has room for one per block.
  init(_ descriptor: CInt, start: Int, checksums: UnsafeMutablePointer<UInt64>) {
    self.descriptor = descriptor
    self.start = start
    self.checksums = checksums
  }

  /// Returns false, with the reason in `errno`, if a write failed; the rest is then not written.
  func write(_ sections: [BlockWriter.Section]) -> Bool {
    let pieces = sections.flatMap { section in
      stride(from: 0, to: section.bytes, by: Self.pieceSize).map {
        Piece(section: section, range: $0..<min($0 + Self.pieceSize, section.bytes))
      }
    }
    // Each lane has room for one piece, and takes every n-th piece.
    let lanes = max(1, min(pieces.count, Parallel.processors * 2))
    var errors = [CInt](repeating: 0, count: lanes)
    errors.withUnsafeMutableBufferPointer { errors in
      let errors = errors.baseAddress!
      Parallel.run(lanes) { lane in
        let room = UnsafeMutableRawPointer.allocate(byteCount: Self.pieceSize, alignment: 64)
        defer { room.deallocate() }
        for piece in stride(from: lane, to: pieces.count, by: lanes) where errors[lane] == 0 {
          if !write(pieces[piece], room) { errors[lane] = errno }
        }
      }
    }
    errno = errors.first { $0 != 0 } ?? 0
    return errno == 0
  }

  private func write(_ piece: Piece, _ room: UnsafeMutableRawPointer) -> Bool {
    let size = BlockLayout.blockSize
    let blocks = (piece.range.count + size - 1) / size
    var bytes = piece.section.contents(piece.range, room)
    if blocks * size > piece.range.count {
      if bytes != UnsafeRawPointer(room) {
        room.copyMemory(from: bytes, byteCount: piece.range.count)
        bytes = UnsafeRawPointer(room)
      }
      memset(room + piece.range.count, 0, blocks * size - piece.range.count)
    }
    let place = piece.section.offset + piece.range.lowerBound
    for block in 0..<blocks {
      checksums[place / size + block] = Checksum.of(bytes + block * size, size)
    }
    return FileWriting.all(
      UnsafeRawBufferPointer(start: bytes, count: blocks * size), to: descriptor, at: start + place)
  }
}
