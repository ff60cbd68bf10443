/// A snapshot in use: the file in the page cache, each block of which is verified when first
/// touched.
///
/// A block that is not what was written makes the whole snapshot damaged. Readers go on with
/// whatever the block holds: that cannot lead them outside the mapping, and the answer is thrown
/// away at the end. A query checks `isDamaged` before anything is printed.
final class MappedSnapshot: MemoryOwner, @unchecked Sendable {
  let header: SnapshotHeader
  private let mapping: UnsafeRawBufferPointer
  /// `states`: by block of the payload, then by block of checksums.
  private var blockStates: UnsafeMutablePointer<UInt8> { states! }

  /// `nil` unless the file is a whole snapshot of the dataset.
  init?(descriptor: CInt, size: Int, identity: [UInt64]) {
    guard size >= SnapshotLayout.blockSize,
      let base = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
    else { return nil }
    mapping = UnsafeRawBufferPointer(start: base, count: size)
    guard let header = SnapshotHeader(mapping), header.identity == identity,
      let states = calloc(
        header.layout.payloadBlocks + header.layout.checksumBlocks, 1)
    else {
      munmap(base, size)
      return nil
    }
    self.header = header
    super.init(
      isVerified: false, origin: base + header.layout.payloadStart,
      states: states.assumingMemoryBound(to: UInt8.self))
    guard endsInPadding else { return nil }
  }

  deinit {
    free(blockStates)
    munmap(UnsafeMutableRawPointer(mutating: mapping.baseAddress), mapping.count)
  }

  // MARK: What is in it

  var columns: VenueColumns {
    let offsets = header.layout.offsets
    let count = header.layout.venues
    return VenueColumns(
      position: DegreeColumns(
        latitude: column(at: offsets.latitude, count),
        longitude: column(at: offsets.longitude, count)),
      featureStart: column(at: offsets.featureStart, count),
      featureLength: column(at: offsets.featureLength, count),
      text: column(at: offsets.venueText, count), idKey: column(at: offsets.idKey, count))
  }

  var positions: Column<UInt32> {
    column(at: header.layout.offsets.position, header.layout.venues)
  }

  var index: SpatialIndex {
    let offsets = header.layout.offsets
    let count = header.layout.venues
    return SpatialIndex(
      count: count, depth: SpatialIndex.depth(for: count), x: column(at: offsets.x, count),
      y: column(at: offsets.y, count), z: column(at: offsets.z, count),
      boxes: column(at: offsets.boxes, SpatialIndex.boxCount(for: count)))
  }

  private func column<Element>(at offset: Int, _ count: Int) -> Column<Element> {
    let start = origin + offset
    return Column(base: start.assumingMemoryBound(to: Element.self), count: count, owner: self)
  }

  var text: PaddedBytes {
    let start = (origin + header.layout.offsets.text).assumingMemoryBound(to: UInt8.self)
    return PaddedBytes(base: start, count: header.layout.textBytes, owner: self)
  }

  var numberedIDs: Column<NumberedID> {
    column(at: header.layout.offsets.numberedIDs, header.layout.numberedIDs)
  }

  /// Every reader of text stops at a zero byte, so these must be there.
  private var endsInPadding: Bool {
    let end = origin + header.layout.offsets.text + header.layout.textBytes
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
    verifyBlocks(origin, header.layout.offsets.end)
    isVerified = true
  }

  private func verifyBlock(_ block: Int) {
    let perBlock = SnapshotLayout.blockSize / 8
    let checksums = mapping.baseAddress! + header.layout.checksumsStart
    let checksumBlock = block / perBlock
    let checksumState = header.layout.payloadBlocks + checksumBlock
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
