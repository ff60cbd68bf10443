/// A snapshot in use: a store in a file, each block of which is verified when first touched.
final class MappedSnapshot: CheckedFile, @unchecked Sendable {
  let header: SnapshotHeader
  private var layout: SnapshotLayout { header.layout }

  /// `nil` unless the file is a whole snapshot of the dataset.
  init?(descriptor: CInt, size: Int, identity: [UInt64]) {
    guard size >= SnapshotLayout.blockSize, let file = MappedFile(descriptor, size: size),
      let header = SnapshotHeader(file.bytes), header.identity == identity
    else { return nil }
    self.header = header
    super.init(file, header.layout.blocks, checksumsOfChecksums: header.checksumsOfChecksums)
    guard endsInPadding else { return nil }
  }

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

  var attribution: PaddedBytes? {
    layout.attributionBytes == 0
      ? nil
      : PaddedBytes(
        base: column(layout.attribution).base, count: layout.attributionBytes, owner: self)
  }

  var numberedIDs: Column<NumberedID> { column(layout.numbers) }

  /// Every reader of text stops at a zero byte, so these must be there.
  private var endsInPadding: Bool {
    let end = origin + layout.text.offset + layout.textBytes
    verify(end, PaddedBytes.padding)
    return !isDamaged
      && (0..<PaddedBytes.padding).allSatisfy { end.load(fromByteOffset: $0, as: UInt8.self) == 0 }
  }
}

extension VenueStore {
  /// A store as it lies in a snapshot.
  convenience init(_ snapshot: MappedSnapshot) {
    self.init(
      text: snapshot.text, columns: snapshot.columns, tally: snapshot.header.tally,
      positions: snapshot.positions, index: snapshot.index, numberedIDs: snapshot.numberedIDs,
      attributionText: snapshot.attribution, digest: snapshot.header.digest)
  }
}
