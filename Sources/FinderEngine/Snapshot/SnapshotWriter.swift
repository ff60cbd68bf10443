/// Writes a store as a snapshot, from front to back, with its rows and their texts in the index's
/// order. Rows are taken one by one from where they are, so that only the index needs more memory.
struct SnapshotWriter {
  private let store: VenueStore
  private let arrangement: Arrangement
  private let layout: SnapshotLayout
  private let identity: DatasetIdentity
  private let numberedIDs: Column<NumberedID>

  init?(_ store: VenueStore, _ identity: DatasetIdentity) {
    self.store = store
    self.identity = identity
    arrangement = store.arranged()
    numberedIDs = UniqueIDs(store).numbered
    guard let layout = Self.layout(store, numberedIDs: numberedIDs.count) else { return nil }
    self.layout = layout
  }

  private static func layout(_ store: VenueStore, numberedIDs: Int) -> SnapshotLayout? {
    SnapshotLayout(
      venues: store.count, numberedIDs: numberedIDs,
      textBytes: store.columns.featureLength.values.reduce(0) { $0 + Int($1) })
  }

  /// The least that its file can take, as far as that is known before the rows are arranged.
  static func leastBytes(for store: VenueStore) -> Int {
    layout(store, numberedIDs: 0)?.fileBytes ?? .max
  }

  var fileBytes: Int { layout.fileBytes }

  /// Returns false with the reason in `errno` where writing failed.
  func write(to descriptor: CInt) -> Bool {
    // The payload goes first, after room for the header and checksums, which are known only at its
    // end.
    var checksums: [UInt64] = []
    guard lseek(descriptor, off_t(layout.payloadStart), SEEK_SET) >= 0,
      writePayload(to: descriptor, &checksums)
    else { return false }
    checksums += [UInt64](
      repeating: 0, count: layout.checksumBlocks * SnapshotLayout.blockSize / 8 - checksums.count)
    let header = SnapshotHeader(
      identity: identity.words, layout: layout, tally: store.tally,
      checksumsOfChecksums: Self.blockChecksums(checksums))
    return lseek(descriptor, 0, SEEK_SET) >= 0
      && writeWords(header.words, to: descriptor) && writeWords(checksums, to: descriptor)
  }

  private func writeWords(_ words: [UInt64], to descriptor: CInt) -> Bool {
    words.withUnsafeBytes { FileWriting.all($0, to: descriptor) }
  }

  private static func blockChecksums(_ words: [UInt64]) -> [UInt64] {
    words.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: SnapshotLayout.blockSize).map {
        Checksum.of(bytes.baseAddress! + $0, SnapshotLayout.blockSize)
      }
    }
  }

  // MARK: The payload

  private func writePayload(to descriptor: CInt, _ checksums: inout [UInt64]) -> Bool {
    var blocks = BlockStream(descriptor)
    let offsets = layout.offsets
    let index = arrangement.index
    let columns = store.columns
    blocks.append(index.boxes.values)
    blocks.fill(to: offsets.x)
    blocks.append(index.x.values)
    blocks.fill(to: offsets.y)
    blocks.append(index.y.values)
    blocks.fill(to: offsets.z)
    blocks.append(index.z.values)
    writeRows(to: &blocks, at: offsets.latitude) { columns.position.latitude[$0] }
    writeRows(to: &blocks, at: offsets.longitude) { columns.position.longitude[$0] }
    writeRows(to: &blocks, at: offsets.position) { store.position(ofRow: $0) }
    var featureStart = 0
    writeRows(to: &blocks, at: offsets.featureStart) { row in
      defer { featureStart += Int(columns.featureLength[row]) }
      return featureStart
    }
    writeRows(to: &blocks, at: offsets.featureLength) { columns.featureLength[$0] }
    writeRows(to: &blocks, at: offsets.venueText) { columns.text[$0] }
    writeRows(to: &blocks, at: offsets.idKey) { columns.idKey[$0] }
    blocks.fill(to: offsets.numberedIDs)
    blocks.append(numberedIDs.values)
    blocks.fill(to: offsets.text)
    for row in arrangement.order { blocks.append(store.featureBytes(ofRow: Int(row))) }
    blocks.fill(to: layout.payloadBlocks * SnapshotLayout.blockSize)
    blocks.flush()
    checksums = blocks.checksums
    return !blocks.hasFailed
  }

  @inline(__always)
  private func writeRows<Element: BitwiseCopyable>(
    to blocks: inout BlockStream, at offset: Int, _ value: (Int) -> Element
  ) {
    blocks.fill(to: offset)
    for row in arrangement.order { blocks.append(value(Int(row))) }
  }
}
