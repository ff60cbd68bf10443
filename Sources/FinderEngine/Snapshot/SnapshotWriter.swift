/// Writes a store as a snapshot, front to back, in memory that does not grow with the store.
struct SnapshotWriter {
  private let store: VenueStore
  private let layout: SnapshotLayout
  private let identity: DatasetIdentity
  private let numberedIDs: [NumberedID]

  init?(_ store: VenueStore, _ identity: DatasetIdentity) {
    self.store = store
    self.identity = identity
    numberedIDs = UniqueIDs(store).ordinals
      .map { NumberedID(position: $0.key, number: UInt32(clamping: $0.value)) }
      .sorted { $0.position < $1.position }
    guard
      let layout = SnapshotLayout(
        venues: store.count, numberedIDs: numberedIDs.count, textBytes: store.text.count)
    else { return nil }
    self.layout = layout
  }

  var fileBytes: Int { layout.fileBytes }

  /// False where writing failed; `errno` says why.
  func write(to descriptor: CInt) -> Bool {
    // The payload first, behind the place for what is known only at its end.
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
    words.withUnsafeBytes { writeAll($0, to: descriptor) }
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
    let index = store.index
    blocks.write(index.boxes.values, at: offsets.boxes)
    blocks.write(index.x.values, at: offsets.x)
    blocks.write(index.y.values, at: offsets.y)
    blocks.write(index.z.values, at: offsets.z)
    blocks.write(store.latitude.values, at: offsets.latitude)
    blocks.write(store.longitude.values, at: offsets.longitude)
    blocks.write(store.position.values, at: offsets.position)
    blocks.write(store.featureStart.values, at: offsets.featureStart)
    blocks.write(store.featureLength.values, at: offsets.featureLength)
    blocks.write(store.name.values, at: offsets.name)
    blocks.write(store.idKey.values, at: offsets.idKey)
    numberedIDs.withUnsafeBufferPointer { blocks.write($0, at: offsets.numberedIDs) }
    blocks.write(store.text.bytes, at: offsets.text)
    blocks.fill(to: layout.payloadBlocks * SnapshotLayout.blockSize)
    blocks.flush()
    checksums = blocks.checksums
    return !blocks.hasFailed
  }
}

/// Bytes on their way to a file, with a checksum for each block.
private struct BlockStream {
  private let descriptor: CInt
  private var pending: [UInt8] = []
  private var written = 0
  private(set) var checksums: [UInt64] = []
  private(set) var hasFailed = false

  private static let enough = 256 * SnapshotLayout.blockSize

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// What lies between the last write and `offset` is zero.
  mutating func write<Element>(_ elements: UnsafeBufferPointer<Element>, at offset: Int) {
    fill(to: offset)
    let bytes = UnsafeRawBufferPointer(elements)
    for start in stride(from: 0, to: bytes.count, by: Self.enough) {
      pending.append(contentsOf: bytes[start..<min(start + Self.enough, bytes.count)])
      if pending.count >= Self.enough { flush() }
    }
  }

  mutating func fill(to offset: Int) {
    let gap = offset - written - pending.count
    if gap > 0 { pending.append(contentsOf: repeatElement(0, count: gap)) }
  }

  /// Writes what there is of whole blocks.
  mutating func flush() {
    let whole = pending.count / SnapshotLayout.blockSize * SnapshotLayout.blockSize
    pending.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: whole, by: SnapshotLayout.blockSize) {
        checksums.append(Checksum.of(bytes.baseAddress! + start, SnapshotLayout.blockSize))
      }
      if !writeAll(UnsafeRawBufferPointer(rebasing: bytes[..<whole]), to: descriptor) {
        hasFailed = true
      }
    }
    pending.removeFirst(whole)
    written += whole
  }
}

/// All of it, or false.
private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = write(descriptor, rest.baseAddress, min(rest.count, 1 << 30))
    if count < 0 && errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
  return true
}
