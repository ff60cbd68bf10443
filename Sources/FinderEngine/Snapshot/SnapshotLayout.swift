/// Where everything lies in a snapshot. It follows from four numbers, so that a header has no
/// offsets that could be wrong.
///
///     header       magic, version, identity of the dataset, counts, checksums of the checksums
///     checksums    one of 8 bytes for each block of 4096 bytes of what follows
///     payload      the store's columns one after another, the ids' numbers, the features' texts
///
/// Texts stand in the order of the rows, so that neighbours on the map are neighbours in the file.
/// A view of 377 venues then reads 14 blocks of text rather than 377.
///
/// The header is verified when the file is opened. A block of the payload is verified when it is
/// first touched, after the block of checksums that holds its own. So a query over 5 million venues
/// verifies about 60 blocks rather than the whole gigabyte.
struct SnapshotLayout {
  let venues: Int
  let numberedIDs: Int
  let crowds: Int
  let textBytes: Int

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
  let end: Int

  static let blockSize = MemoryOwner.blockSize
  /// So that several threads can write it, no block is part of two sections.
  private static let alignment = blockSize

  /// `nil` if the numbers cannot be those of a real file.
  init?(venues: Int, numberedIDs: Int, crowds: Int, textBytes: Int) {
    let most = 1 << 46
    guard (0..<Int(UInt32.max)).contains(venues), (0...venues).contains(numberedIDs),
      (0...venues / SpatialIndex.leastCrowd).contains(crowds),
      (0..<most).contains(textBytes)
    else { return nil }
    self.venues = venues
    self.numberedIDs = numberedIDs
    self.crowds = crowds
    self.textBytes = textBytes
    var place = 0
    func section<Element>(_ count: Int, padding: Int = 8) -> Section<Element> {
      defer {
        let bytes = (count + padding) * MemoryLayout<Element>.stride
        place += (bytes + Self.alignment - 1) / Self.alignment * Self.alignment
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
    end = place
  }

  var payloadBlocks: Int { Self.blocks(end) }
  var checksumBlocks: Int { Self.blocks(payloadBlocks * 8) }
  var headerBytes: Int {
    Self.blocks(SnapshotHeader.fixedBytes + checksumBlocks * 8) * Self.blockSize
  }
  var checksumsStart: Int { headerBytes }
  var payloadStart: Int { headerBytes + checksumBlocks * Self.blockSize }
  var fileBytes: Int { payloadStart + payloadBlocks * Self.blockSize }

  private static func blocks(_ bytes: Int) -> Int { (bytes + blockSize - 1) / blockSize }
}
