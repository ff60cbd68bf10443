/// Where everything lies in a snapshot. It follows from three numbers, so that a header has no
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
  var venues: Int
  var numberedIDs: Int
  var textBytes: Int

  static let blockSize = MemoryOwner.blockSize
  private static let alignment = 64

  /// A column's first byte, from the start of the payload.
  struct Offsets {
    var boxes = 0
    var x = 0
    var y = 0
    var z = 0
    var latitude = 0
    var longitude = 0
    var position = 0
    var featureStart = 0
    var featureLength = 0
    var venueText = 0
    var idKey = 0
    var numberedIDs = 0
    var text = 0
    var end = 0
  }

  let offsets: Offsets

  /// `nil` if the numbers cannot be those of a real file.
  init?(venues: Int, numberedIDs: Int, textBytes: Int) {
    let most = 1 << 46
    guard (0..<Int(UInt32.max)).contains(venues), (0...venues).contains(numberedIDs),
      (0..<most).contains(textBytes)
    else { return nil }
    self.venues = venues
    self.numberedIDs = numberedIDs
    self.textBytes = textBytes
    var place = 0
    func take<Element>(_ type: Element.Type, _ count: Int, padding: Int = 8) -> Int {
      defer {
        let bytes = (count + padding) * MemoryLayout<Element>.stride
        place += (bytes + Self.alignment - 1) / Self.alignment * Self.alignment
      }
      return place
    }
    var offsets = Offsets()
    offsets.boxes = take(BoxQuad.self, SpatialIndex.boxCount(for: venues))
    offsets.x = take(Double.self, venues)
    offsets.y = take(Double.self, venues)
    offsets.z = take(Double.self, venues)
    offsets.latitude = take(Double.self, venues)
    offsets.longitude = take(Double.self, venues)
    offsets.position = take(UInt32.self, venues)
    offsets.featureStart = take(Int.self, venues)
    offsets.featureLength = take(UInt32.self, venues)
    offsets.venueText = take(VenueText.self, venues)
    offsets.idKey = take(VenueIDKey.self, venues)
    offsets.numberedIDs = take(NumberedID.self, numberedIDs)
    offsets.text = take(UInt8.self, textBytes, padding: PaddedBytes.padding)
    offsets.end = place
    self.offsets = offsets
  }

  var payloadBlocks: Int { Self.blocks(offsets.end) }
  var checksumBlocks: Int { Self.blocks(payloadBlocks * 8) }
  var headerBytes: Int {
    Self.blocks(SnapshotHeader.fixedBytes + checksumBlocks * 8) * Self.blockSize
  }
  var checksumsStart: Int { headerBytes }
  var payloadStart: Int { headerBytes + checksumBlocks * Self.blockSize }
  var fileBytes: Int { payloadStart + payloadBlocks * Self.blockSize }

  private static func blocks(_ bytes: Int) -> Int { (bytes + blockSize - 1) / blockSize }
}
