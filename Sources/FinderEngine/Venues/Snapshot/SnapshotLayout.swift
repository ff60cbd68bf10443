/// Where everything lies in a snapshot. It follows from four numbers, so that a header has no
/// offsets that could be wrong.
///
///     header       magic, version, identity of the dataset, counts, checksums of the checksums
///     checksums    see `BlockLayout`
///     payload      the store's columns one after another, the ids' numbers, the features' texts,
///                  the attribution
///
/// Texts stand in the order of the rows, so that neighbours on the map are neighbours in the file.
/// A view of 377 venues then reads 14 blocks of text rather than 377.
///
/// Blocks are verified when they are first touched, so that a query over 5 million venues verifies about
/// 60 of them rather than the whole gigabyte.
struct SnapshotLayout {
  let venues: Int
  let numberedIDs: Int
  let crowds: Int
  let textBytes: Int
  let attributionBytes: Int

  /// A column's first byte, from the start of the payload, and its rows.
  struct Section<Element: BitwiseCopyable> {
    let offset: Int
    let count: Int
  }

  let boxes: Section<BoxQuad>
  let crowdRuns: Section<RowRun>
  let x, y, z: Section<Double>
  let latitude, longitude: Section<Double>
  let position: Section<UInt32>
  let featureStart: Section<Int>
  let featureLength: Section<UInt32>
  let venueText: Section<VenueText>
  let idKey: Section<VenueIDKey>
  let numbers: Section<NumberedID>
  let text: Section<UInt8>
  let attribution: Section<UInt8>
  let end: Int

  static let blockSize = BlockLayout.blockSize
  /// `nil` if the numbers cannot be those of a real file.
  init?(venues: Int, numberedIDs: Int, crowds: Int, textBytes: Int, attributionBytes: Int) {
    let most = 1 << 46
    guard (0..<Int(UInt32.max)).contains(venues), (0...venues).contains(numberedIDs),
      (0...venues / SpatialIndex.leastCrowd).contains(crowds),
      (0..<most).contains(textBytes), (0..<most).contains(attributionBytes)
    else { return nil }
    self.venues = venues
    self.numberedIDs = numberedIDs
    self.crowds = crowds
    self.textBytes = textBytes
    self.attributionBytes = attributionBytes
    var place = 0
    func section<Element>(_ count: Int, padding: Int = 8) -> Section<Element> {
      defer {
        place += BlockLayout.rounded((count + padding) * MemoryLayout<Element>.stride)
      }
      return Section(offset: place, count: count)
    }
    boxes = section(SpatialIndex.boxCount(for: venues))
    (x, y, z) = (section(venues), section(venues), section(venues))
    (latitude, longitude) = (section(venues), section(venues))
    position = section(venues)
    featureStart = section(venues)
    featureLength = section(venues)
    venueText = section(venues)
    idKey = section(venues)
    // Nothing is read past their ends; where there are none, they take no block.
    numbers = section(numberedIDs, padding: 0)
    crowdRuns = section(crowds, padding: 0)
    text = section(textBytes, padding: PaddedBytes.padding)
    attribution = section(attributionBytes, padding: 0)
    end = place
  }

  var blocks: BlockLayout {
    BlockLayout(payloadBytes: end, fixedBytes: SnapshotHeader.fixedBytes)
  }
}
