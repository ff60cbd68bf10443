/// A file in the page cache, each block of which is verified when first touched.
///
/// A block that is not what was written makes the whole file damaged. Readers go on with whatever the
/// block holds: they check every number from it before they use it as a place, and the answer is
/// thrown away at the end. A query checks `isDamaged` before anything is printed.
package class CheckedFile: MemoryOwner, @unchecked Sendable {
  private let file: MappedFile
  private let blocks: BlockLayout
  private let checksumsOfChecksums: [UInt64]
  /// `states`: by block of the payload, then by block of checksums.
  private final var blockStates: UnsafeMutablePointer<UInt8> { states! }

  /// `nil` where there is no memory for the states of the blocks. The file is as long as `blocks` says.
  init?(_ file: MappedFile, _ blocks: BlockLayout, checksumsOfChecksums: [UInt64]) {
    guard let states = calloc(blocks.payloadBlocks + blocks.checksumBlocks, 1) else { return nil }
    self.file = file
    self.blocks = blocks
    self.checksumsOfChecksums = checksumsOfChecksums
    super.init(
      isVerified: false, origin: file.bytes.baseAddress! + blocks.payloadStart,
      states: states.assumingMemoryBound(to: UInt8.self))
  }

  deinit { free(blockStates) }

  package override final var isCut: Bool { file.isCut }

  override final func verifyBlocks(_ start: UnsafeRawPointer, _ length: Int) {
    guard length > 0 else { return }
    let first = (start - origin) / BlockLayout.blockSize
    let last = (start - origin + length - 1) / BlockLayout.blockSize
    for block in first...last where blockStates[block] == 0 {
      verifyBlock(block)
    }
  }

  /// Verifies all blocks. Threads may then share it, since nothing changes any more.
  package override final func verifyAll(releasingPages: Bool = false) {
    for start in stride(from: 0, to: blocks.payloadBytes, by: Self.pieceSize) {
      verifyBlocks(origin + start, min(Self.pieceSize, blocks.payloadBytes - start))
      if releasingPages { releasePages() }
    }
    isVerified = true
  }

  private static let pieceSize = 64 << 20

  /// Whoever works on all of a large file for seconds calls this now and then: of a gigabyte that is read
  /// once, no more is then held than what is in use. The pages stay in the system's cache.
  override final func releasePages() {
    madvise(
      UnsafeMutableRawPointer(mutating: file.bytes.baseAddress!), file.bytes.count, MADV_DONTNEED)
  }

  private func verifyBlock(_ block: Int) {
    let size = BlockLayout.blockSize
    let checksums = file.bytes.baseAddress! + blocks.checksumsStart
    let checksumBlock = block / (size / 8)
    let checksumState = blocks.payloadBlocks + checksumBlock
    if blockStates[checksumState] == 0 {
      let found = Checksum.of(checksums + checksumBlock * size, size)
      if found != checksumsOfChecksums[checksumBlock] { noteDamage() }
      blockStates[checksumState] = 1
    }
    let found = Checksum.of(origin + block * size, size)
    if found != checksums.load(fromByteOffset: block * 8, as: UInt64.self) { noteDamage() }
    blockStates[block] = 1
  }
}
