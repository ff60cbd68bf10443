/// A snapshot in use: the file in the page cache, each block of which is verified when first
/// touched.
///
/// A block that is not what was written makes the whole snapshot damaged. Readers go on with
/// whatever the block holds: that cannot lead them outside the mapping, and the answer is thrown
/// away at the end. A query checks `isDamaged` before anything is printed.
final class MappedSnapshot: MemoryOwner, @unchecked Sendable {
  let header: SnapshotHeader
  private let file: MappedFile
  private var mapping: UnsafeRawBufferPointer { file.bytes }
  private var layout: SnapshotLayout { header.layout }
  /// `states`: by block of the payload, then by block of checksums.
  private var blockStates: UnsafeMutablePointer<UInt8> { states! }

  /// `nil` unless the file is a whole snapshot of the dataset.
  init?(descriptor: CInt, size: Int, identity: [UInt64]) {
    guard size >= SnapshotLayout.blockSize, let file = MappedFile(descriptor, size: size),
      let header = SnapshotHeader(file.bytes), header.identity == identity,
      let states = calloc(
        header.layout.payloadBlocks + header.layout.checksumBlocks, 1)
    else { return nil }
    self.file = file
    self.header = header
    super.init(
      isVerified: false, origin: file.bytes.baseAddress! + header.layout.payloadStart,
      states: states.assumingMemoryBound(to: UInt8.self))
    guard endsInPadding else { return nil }
  }

  deinit { free(blockStates) }

  override var isCut: Bool { file.isCut }

  // MARK: What is in it

  var columns: VenueColumns {
    VenueColumns(
      position: DegreeColumns(
        latitude: column(layout.latitude), longitude: column(layout.longitude)),
      featureStart: column(layout.featureStart), featureLength: column(layout.featureLength),
      text: column(layout.venueText), idKey: column(layout.idKey))
  }

  var positions: Column<UInt32> { column(layout.position) }

  var index: SpatialIndex {
    SpatialIndex(
      x: column(layout.x), y: column(layout.y), z: column(layout.z), boxes: column(layout.boxes),
      crowds: column(layout.crowdRuns))
  }

  private func column<Element>(_ section: SnapshotLayout.Section<Element>) -> Column<Element> {
    let start = origin + section.offset
    return Column(
      base: start.assumingMemoryBound(to: Element.self), count: section.count, owner: self)
  }

  var text: PaddedBytes {
    PaddedBytes(base: column(layout.text).base, count: layout.textBytes, owner: self)
  }

  var numberedIDs: Column<NumberedID> { column(layout.numbers) }

  /// Every reader of text stops at a zero byte, so these must be there.
  private var endsInPadding: Bool {
    let end = origin + layout.text.offset + layout.textBytes
    verify(end, PaddedBytes.padding)
    return !isDamaged
      && (0..<PaddedBytes.padding).allSatisfy { end.load(fromByteOffset: $0, as: UInt8.self) == 0 }
  }

  // MARK: Verifying

  override func verifyBlocks(_ start: UnsafeRawPointer, _ length: Int) {
    guard length > 0 else { return }
    let first = (start - origin) / SnapshotLayout.blockSize
    let last = (start - origin + length - 1) / SnapshotLayout.blockSize
    for block in first...last where blockStates[block] == 0 {
      verifyBlock(block)
    }
  }

  /// Verifies all blocks. Threads may then share it, since nothing changes any more.
  override func verifyAll() {
    verifyBlocks(origin, layout.end)
    isVerified = true
  }

  private func verifyBlock(_ block: Int) {
    let perBlock = SnapshotLayout.blockSize / 8
    let checksums = mapping.baseAddress! + layout.checksumsStart
    let checksumBlock = block / perBlock
    let checksumState = layout.payloadBlocks + checksumBlock
    if blockStates[checksumState] == 0 {
      let found = Checksum.of(
        checksums + checksumBlock * SnapshotLayout.blockSize, SnapshotLayout.blockSize)
      if found != header.checksumsOfChecksums[checksumBlock] { noteDamage() }
      blockStates[checksumState] = 1
    }
    let found = Checksum.of(origin + block * SnapshotLayout.blockSize, SnapshotLayout.blockSize)
    if found != checksums.load(fromByteOffset: block * 8, as: UInt64.self) { noteDamage() }
    blockStates[block] = 1
  }
}

extension VenueStore {
  /// A store as it lies in a snapshot.
  convenience init(_ snapshot: MappedSnapshot) {
    self.init(
      text: snapshot.text, columns: snapshot.columns, tally: snapshot.header.tally,
      positions: snapshot.positions, index: snapshot.index, numberedIDs: snapshot.numberedIDs)
  }
}
