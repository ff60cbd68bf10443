/// The contents of a snapshot: a `SectionFile` of the store's columns, the index, the ids' numbers, the
/// features' texts and the attribution, for one state of one dataset. Its notes are the dataset's tally.
///
/// Texts are in the order of the rows, so neighbours on the map are neighbours in the file. A view of 377
/// venues then reads 14 blocks of text, not 377.
///
/// Blocks are verified when they are first used, so a query over 5 million venues verifies about 60 of them,
/// not the whole gigabyte.
struct SnapshotLayout {
  /// The version changes with the columns, with `BoxQuad`, and with the way any stored value is computed.
  static let kind = SectionKind("SNAP", version: 8)

  enum Part: Int, CaseIterable {
    case boxes, x, y, z, latitude, longitude, position, featureStart, featureLength, venueText
    case idKey, numbers, crowds, text, attribution
  }

  let venues: Int
  let numberedIDs: Int
  let crowds: Int
  let textBytes: Int
  let attributionBytes: Int

  func column(_ part: Part) -> SectionHeader.Column {
    func column<Element>(_ rows: Int, of: Element.Type) -> SectionHeader.Column {
      SectionHeader.Column(rows: rows, stride: MemoryLayout<Element>.stride)
    }
    return switch part {
    case .boxes: column(SpatialIndex.boxCount(for: venues), of: BoxQuad.self)
    case .x, .y, .z, .latitude, .longitude: column(venues, of: Double.self)
    case .position, .featureLength: column(venues, of: UInt32.self)
    case .featureStart: column(venues, of: Int.self)
    case .venueText: column(venues, of: VenueText.self)
    case .idKey: column(venues, of: VenueIDKey.self)
    case .numbers: column(numberedIDs, of: NumberedID.self)
    case .crowds: column(crowds, of: RowRun.self)
    case .text: column(textBytes + PaddedBytes.padding, of: UInt8.self)
    case .attribution: column(attributionBytes, of: UInt8.self)
    }
  }

  /// Indexed by `Part`.
  var columns: [SectionHeader.Column] { Part.allCases.map(column) }
}

extension SnapshotLayout {
  /// `nil` unless its columns are those of a snapshot.
  init?(_ header: SectionHeader) {
    guard header.columnCount == Part.attribution.rawValue + 1 else { return nil }
    func rows(_ part: Part) -> Int { header.column(part.rawValue).rows }
    self.init(
      venues: rows(.latitude), numberedIDs: rows(.numbers), crowds: rows(.crowds),
      textBytes: rows(.text) - PaddedBytes.padding, attributionBytes: rows(.attribution))
    guard venues < UInt32.max, numberedIDs <= venues, crowds <= venues / SpatialIndex.leastCrowd,
      textBytes >= 0
    else { return nil }
    for number in 0..<header.columnCount {
      guard let part = Part(rawValue: number), header.column(number) == column(part) else {
        return nil
      }
    }
  }
}

extension VenueStore {
  /// A store from a snapshot of a dataset's state. `nil` unless the open file is complete; `errno` is then
  /// not 0 if the system did not allow reading it.
  convenience init?(snapshot descriptor: CInt, size: Int, of identity: [UInt64]) {
    guard
      let file = SectionFile(descriptor, size: size, SnapshotLayout.kind, identity: identity),
      let layout = SnapshotLayout(file.header),
      let tally = DatasetTally(words: file.header.notes)
    else { return nil }
    func column<Element>(_ part: SnapshotLayout.Part) -> Column<Element> {
      file.column(part.rawValue, of: Element.self)
    }
    let text: Column<UInt8> = column(.text)
    // Every reader of text stops at a zero byte, so there must be some.
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
