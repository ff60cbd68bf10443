/// A mapped file of typed columns, for data that is looked up without reading the whole file.
///
///     var writer = SectionWriter(SectionKind("TOWN", version: 1), identity: [])
///     writer.add(latitudes, longitudes)
///     guard let file = ReplacementFile(for: path, mode: 0o600), writer.write(to: file.descriptor), …
///
///     let file = try SectionFile.open(path, SectionKind("TOWN", version: 1), identity: [])
///     let latitudes = file?.column(0, of: Int32.self)
///
/// Each block is verified when it is first used. If one fails, the whole file counts as damaged. Readers go
/// on with the block's contents: they check every number before they use it as an index, and the answer is
/// discarded at the end. A query checks `isDamaged` before anything is printed. A forged file may have
/// correct checksums: `Column.value(at:)` checks indices.
package final class SectionFile: MemoryOwner, @unchecked Sendable {
  let header: SectionHeader
  private let file: MappedFile
  private var blocks: BlockLayout { header.blocks }
  /// `states` has the blocks of the payload, followed by the blocks of checksums.
  private var blockStates: UnsafeMutablePointer<UInt8> { states! }

  /// `nil` unless the open file is complete, has that kind and version, and was made for that identity.
  /// `errno` is then 0, or the reason why it could not be read.
  init?(_ descriptor: CInt, size: Int, _ kind: SectionKind, identity: [UInt64]) {
    errno = 0
    guard size >= BlockLayout.blockSize, let file = MappedFile(descriptor, size: size),
      let header = SectionHeader(file.bytes, kind), header.identity.elementsEqual(identity),
      let states = calloc(header.blocks.payloadBlocks + header.blocks.checksumBlocks, 1)
    else { return nil }
    self.file = file
    self.header = header
    super.init(
      isVerified: false, origin: file.bytes.baseAddress! + header.blocks.payloadStart,
      states: states.assumingMemoryBound(to: UInt8.self))
  }

  deinit { free(blockStates) }

  /// The file at a path. `nil` if there is none, if another user may have written it, or if it is not
  /// complete, of that kind and version, and made for that identity. Throws if the system does not allow
  /// reading it, since that says nothing about its contents.
  package static func open(
    _ path: FilePath, _ kind: SectionKind, identity: [UInt64]
  ) throws(FileError) -> SectionFile? {
    var refusal: CInt = 0
    let file = PrivateFile.with(path) { descriptor, size -> SectionFile? in
      let file = SectionFile(descriptor, size: size, kind, identity: identity)
      if file == nil { refusal = errno }
      return file
    } refused: {
      refusal = $0
    }
    if let file = file ?? nil { return file }
    if refusal != 0 { throw .unreadable(path: "\(path)", errno: refusal) }
    return nil
  }

  /// For files that can be made again.
  package static func openIfUsable(
    _ path: FilePath, _ kind: SectionKind, identity: [UInt64]
  ) -> SectionFile? {
    (try? open(path, kind, identity: identity)) ?? nil
  }

  package var columnCount: Int { header.columnCount }
  package var fileBytes: Int { blocks.fileBytes }

  /// Columns are numbered in the order in which they were added. If one does not exist, or has rows of
  /// another size, the result is empty, and the file counts as damaged.
  package func column<Element: BitwiseCopyable>(
    _ number: Int, of: Element.Type = Element.self
  ) -> Column<Element> {
    guard number < columnCount, header.column(number).stride == MemoryLayout<Element>.stride
    else {
      noteDamage()
      return Column(count: 0) { _ in fatalError("no rows") }
    }
    let start = origin + header.offset(ofColumn: number)
    return Column(
      base: start.assumingMemoryBound(to: Element.self), count: header.column(number).rows,
      owner: self)
  }

  /// If so, the rest of the last page is zero, and reading it raises no signal.
  override var isCut: Bool {
    stat(of: file.descriptor).map { Int($0.st_size) < file.bytes.count } ?? false
  }

  override func verifyBlocks(_ start: UnsafeRawPointer, _ length: Int) {
    guard length > 0 else { return }
    let first = (start - origin) / BlockLayout.blockSize
    let last = (start - origin + length - 1) / BlockLayout.blockSize
    for block in first...last where blockStates[block] == 0 {
      verifyBlock(block)
    }
  }

  /// Verifies all blocks, on several threads: 12 MB take 3 ms on one, a third of what a short stream of
  /// points takes. Threads may share the file afterwards, since its state no longer changes.
  package override func verifyAll(releasingPages: Bool = false) {
    for start in stride(from: 0, to: blocks.payloadBlocks, by: Self.blocksOfPiece) {
      let piece = start..<min(start + Self.blocksOfPiece, blocks.payloadBlocks)
      for block in piece { verifyChecksum(ofBlock: block) }
      let parts = Parallel.ranges(of: piece.count, atLeast: Self.blocksOfThread)
      let areRight = UnsafeMutableBufferPointer<Bool>.allocate(capacity: parts.count)
      defer { areRight.deallocate() }
      Parallel.run(parts.count) { part in
        areRight[part] = true
        for block in parts[part] where blockStates[start + block] == 0 {
          if !isRight(start + block) { areRight[part] = false }
          blockStates[start + block] = 1
        }
      }
      if !areRight.allSatisfy({ $0 }) { noteDamage() }
      if releasingPages { releasePages() }
    }
    isVerified = true
  }

  /// 64 MB.
  private static let blocksOfPiece = 1 << 14
  /// 1 MB, which takes several times as long as starting a thread.
  private static let blocksOfThread = 1 << 8

  /// To be called regularly by work that reads all of a large file for seconds: then only the part of a
  /// gigabyte that is in use stays mapped. The pages remain in the system's cache.
  override func releasePages() {
    madvise(
      UnsafeMutableRawPointer(mutating: file.bytes.baseAddress!), file.bytes.count, MADV_DONTNEED)
  }

  private func verifyBlock(_ block: Int) {
    verifyChecksum(ofBlock: block)
    if !isRight(block) { noteDamage() }
    blockStates[block] = 1
  }

  private var checksums: UnsafeRawPointer { file.bytes.baseAddress! + blocks.checksumsStart }

  /// Checksums are in blocks of their own.
  private func verifyChecksum(ofBlock block: Int) {
    let size = BlockLayout.blockSize
    let number = block / (size / 8)
    let state = blocks.payloadBlocks + number
    guard blockStates[state] == 0 else { return }
    let found = Checksum.of(checksums + number * size, size)
    if found != header.checksum(ofChecksums: number) { noteDamage() }
    blockStates[state] = 1
  }

  /// By its checksum, which has been verified.
  private func isRight(_ block: Int) -> Bool {
    let size = BlockLayout.blockSize
    let found = Checksum.of(origin + block * size, size)
    return found
      == checksums.load(fromByteOffset: block * 8, as: UInt64.self)
  }
}
