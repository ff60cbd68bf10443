/// Where everything lies in a snapshot. Worked out from three numbers, so that a header has no
/// offsets in it that could be wrong.
///
///     header       magic, version, identity of the dataset, counts, checksums of the checksums
///     checksums    one of 8 bytes for each block of 4096 bytes of what follows
///     payload      the store's columns one after another, the ids' numbers, the features' texts
///
/// Texts stand in the order of the rows, so that venues that are neighbours on the map are neighbours
/// in the file: a view of 377 venues then reads 14 blocks of text, and not 377.
///
/// The header is verified when the file is opened. A block of the payload is verified when it is first
/// touched, after the block of checksums that its own stands in. So a query at 5 million venues
/// verifies some 60 blocks and not the whole gigabyte.
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

  /// `nil` where the numbers cannot be those of a real file.
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

/// The first bytes of a snapshot, in words of 64 bits.
struct SnapshotHeader {
  /// "finder" and the format's version. A change of the layout, of `BoxQuad`, or of how anything is
  /// worked out that is kept, is a new version.
  private static let magic: UInt64 = 0x0005_7265_646E_6966

  static let tallyWords = 3 + FeatureFault.allCases.count
  static let fixedWords = 1 + 6 + 3 + tallyWords + 1
  static var fixedBytes: Int { fixedWords * 8 }

  let identity: [UInt64]
  let layout: SnapshotLayout
  let tally: DatasetTally
  let checksumsOfChecksums: [UInt64]

  /// The whole header, padded to its blocks, its own checksum in the last of the fixed words.
  var words: [UInt64] {
    var words = [Self.magic] + identity
    words += [layout.venues, layout.numberedIDs, layout.textBytes].map { UInt64($0) }
    words += tally.words
    words.append(0)
    words += checksumsOfChecksums
    words += [UInt64](repeating: 0, count: layout.headerBytes / 8 - words.count)
    words[Self.fixedWords - 1] = Self.checksum(of: words)
    return words
  }

  /// `nil` unless `file` begins with a whole header, and is as long as that says.
  init?(_ file: UnsafeRawBufferPointer) {
    func word(_ i: Int) -> UInt64 { file.loadUnaligned(fromByteOffset: i * 8, as: UInt64.self) }
    guard file.count >= SnapshotLayout.blockSize, word(0) == Self.magic else { return nil }
    identity = (1...6).map(word)
    guard
      let layout = SnapshotLayout(
        venues: Int(truncatingIfNeeded: word(7)), numberedIDs: Int(truncatingIfNeeded: word(8)),
        textBytes: Int(truncatingIfNeeded: word(9))),
      file.count == layout.fileBytes,
      let tally = DatasetTally(words: (10..<10 + Self.tallyWords).map(word))
    else { return nil }
    self.layout = layout
    self.tally = tally
    var words = (0..<layout.headerBytes / 8).map(word)
    let claimed = words[Self.fixedWords - 1]
    words[Self.fixedWords - 1] = 0
    guard Self.checksum(of: words) == claimed else { return nil }
    checksumsOfChecksums = Array(
      words[Self.fixedWords..<Self.fixedWords + layout.checksumBlocks])
  }

  init(
    identity: [UInt64], layout: SnapshotLayout, tally: DatasetTally,
    checksumsOfChecksums: [UInt64]
  ) {
    self.identity = identity
    self.layout = layout
    self.tally = tally
    self.checksumsOfChecksums = checksumsOfChecksums
  }

  private static func checksum(of words: [UInt64]) -> UInt64 {
    words.withUnsafeBytes { Checksum.of($0.baseAddress!, $0.count) }
  }
}
