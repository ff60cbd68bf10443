/// What a snapshot holds: a `SectionFile` of the store's columns, the index, the ids' numbers, the
/// features' texts and the attribution, made for one state of one dataset. Its notes are the dataset's
/// tally.
///
/// Texts stand in the order of the rows, so that neighbours on the map are neighbours in the file.
/// A view of 377 venues then reads 14 blocks of text rather than 377.
///
/// Blocks are verified when they are first touched, so that a query over 5 million venues verifies about
/// 60 of them rather than the whole gigabyte.
struct SnapshotLayout {
  /// The version changes with the columns, with `BoxQuad`, and with the way in which any stored value is
  /// computed.
  static let kind = SectionKind("SNAP", version: 8)

  /// The numbers of the columns.
  enum Part: Int {
    case boxes, x, y, z, latitude, longitude, position, featureStart, featureLength, venueText
    case idKey, numbers, crowds, text, attribution
  }

  let venues: Int
  let numberedIDs: Int
  let crowds: Int
  let textBytes: Int
  let attributionBytes: Int

  /// By `Part`.
  var columns: [SectionHeader.Column] {
    func column<Element>(_ rows: Int, of: Element.Type) -> SectionHeader.Column {
      SectionHeader.Column(rows: rows, stride: MemoryLayout<Element>.stride)
    }
    let degrees = column(venues, of: Double.self)
    return [
      column(SpatialIndex.boxCount(for: venues), of: BoxQuad.self), degrees, degrees, degrees,
      degrees, degrees, column(venues, of: UInt32.self), column(venues, of: Int.self),
      column(venues, of: UInt32.self), column(venues, of: VenueText.self),
      column(venues, of: VenueIDKey.self), column(numberedIDs, of: NumberedID.self),
      column(crowds, of: RowRun.self), column(textBytes + PaddedBytes.padding, of: UInt8.self),
      column(attributionBytes, of: UInt8.self),
    ]
  }
}

extension SnapshotLayout {
  /// `nil` unless these are the columns of a snapshot.
  init?(_ columns: [SectionHeader.Column]) {
    guard columns.count == Part.attribution.rawValue + 1 else { return nil }
    func rows(_ part: Part) -> Int { columns[part.rawValue].rows }
    self.init(
      venues: rows(.latitude), numberedIDs: rows(.numbers), crowds: rows(.crowds),
      textBytes: rows(.text) - PaddedBytes.padding, attributionBytes: rows(.attribution))
    guard venues < UInt32.max, numberedIDs <= venues, crowds <= venues / SpatialIndex.leastCrowd,
      textBytes >= 0
    else { return nil }
    for (own, other) in zip(self.columns, columns)
    where own.rows != other.rows || own.stride != other.stride {
      return nil
    }
  }
}

extension VenueStore {
  /// A store as it lies in a snapshot of a dataset's state. `nil` unless the open file is a whole one;
  /// `errno` is then not 0 where the system did not let it be looked at.
  convenience init?(snapshot descriptor: CInt, size: Int, of identity: [UInt64]) {
    guard
      let file = SectionFile(descriptor, size: size, SnapshotLayout.kind, identity: identity),
      let layout = SnapshotLayout(file.header.columns),
      let tally = DatasetTally(words: file.header.notes)
    else { return nil }
    func column<Element>(_ part: SnapshotLayout.Part) -> Column<Element> {
      file.column(part.rawValue, of: Element.self)
    }
    let text: Column<UInt8> = column(.text)
    // Every reader of text stops at a zero byte, so these must be there.
    guard let padding = text.values(in: layout.textBytes..<text.count), !file.isDamaged,
      padding.allSatisfy({ $0 == 0 })
    else { return nil }
    let attribution: Column<UInt8> = column(.attribution)
    self.init(
      text: PaddedBytes(base: text.base, count: layout.textBytes, owner: file),
      columns: VenueColumns(
        position: DegreeColumns(latitude: column(.latitude), longitude: column(.longitude)),
        featureStart: column(.featureStart), featureLength: column(.featureLength),
        text: column(.venueText), idKey: column(.idKey)),
      tally: tally, positions: column(.position),
      index: SpatialIndex(
        x: column(.x), y: column(.y), z: column(.z), boxes: column(.boxes),
        crowds: column(.crowds)),
      numberedIDs: column(.numbers),
      attributionText: attribution.count == 0
        ? nil : PaddedBytes(base: attribution.base, count: attribution.count, owner: file),
      digest: file.header.digest)
  }
}
