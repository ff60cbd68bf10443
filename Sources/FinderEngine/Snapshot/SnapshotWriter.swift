/// Writes a store as a snapshot, with its rows and their texts in the index's order. Rows are taken
/// one by one from where they are, so that only the index needs more memory.
struct SnapshotWriter {
  private let store: VenueStore
  private let arrangement: (index: SpatialIndex, order: [UInt32])
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
    // The payload first, then its checksums, then the header, which has the checksums of those.
    guard lseek(descriptor, off_t(layout.payloadStart), SEEK_SET) >= 0 else { return false }
    var payload = BlockStream(descriptor)
    writePayload(to: &payload)
    guard !payload.hasFailed, lseek(descriptor, off_t(layout.checksumsStart), SEEK_SET) >= 0
    else { return false }
    var checksums = BlockStream(descriptor)
    payload.checksums.withUnsafeBufferPointer { checksums.append($0) }
    checksums.fill(to: layout.checksumBlocks * SnapshotLayout.blockSize)
    checksums.flush()
    guard !checksums.hasFailed, lseek(descriptor, 0, SEEK_SET) >= 0 else { return false }
    let header = SnapshotHeader(
      identity: identity.words, layout: layout, tally: store.tally,
      checksumsOfChecksums: checksums.checksums)
    return header.words.withUnsafeBytes { FileWriting.all($0, to: descriptor) }
  }

  private func writePayload(to blocks: inout BlockStream) {
    let index = arrangement.index
    let columns = store.columns
    blocks.append(index.boxes.values)
    for (section, column) in [(layout.x, index.x), (layout.y, index.y), (layout.z, index.z)] {
      blocks.fill(to: section.offset)
      blocks.append(column.values)
    }
    write(layout.latitude, to: &blocks) { columns.position.latitude[$0] }
    write(layout.longitude, to: &blocks) { columns.position.longitude[$0] }
    write(layout.position, to: &blocks) { store.position(ofRow: $0) }
    var featureStart = 0
    write(layout.featureStart, to: &blocks) { row in
      defer { featureStart += Int(columns.featureLength[row]) }
      return featureStart
    }
    write(layout.featureLength, to: &blocks) { columns.featureLength[$0] }
    write(layout.venueText, to: &blocks) { columns.text[$0] }
    write(layout.idKey, to: &blocks) { columns.idKey[$0] }
    blocks.fill(to: layout.numbers.offset)
    blocks.append(numberedIDs.values)
    blocks.fill(to: layout.text.offset)
    for row in arrangement.order { blocks.append(store.featureBytes(ofRow: Int(row))) }
    blocks.fill(to: layout.payloadBlocks * SnapshotLayout.blockSize)
    blocks.flush()
  }

  @inline(__always)
  private func write<Element: BitwiseCopyable>(
    _ section: SnapshotLayout.Section<Element>, to blocks: inout BlockStream,
    _ value: (Int) -> Element
  ) {
    blocks.fill(to: section.offset)
    for row in arrangement.order { blocks.append(value(Int(row))) }
  }
}
