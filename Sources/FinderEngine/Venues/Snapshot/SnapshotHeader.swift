/// The first bytes of a snapshot, in words of 64 bits.
///
/// A class: the runtime needs 37,000 instructions to describe a struct with all these sections that may
/// be missing.
final class SnapshotHeader {
  /// "finder" and the format's version. The version changes with the layout, with `BoxQuad`, and
  /// with the way in which any stored value is computed.
  private static let magic: UInt64 = 0x0007_7265_646E_6966

  static let tallyWords = 3 + FeatureFault.allCases.count
  static let fixedWords = 1 + 6 + 5 + tallyWords + 1
  static var fixedBytes: Int { fixedWords * 8 }

  let identity: [UInt64]
  let layout: SnapshotLayout
  let tally: DatasetTally
  let checksumsOfChecksums: [UInt64]
  /// The header's own checksum, by which a snapshot is known: it covers all others.
  let digest: UInt64

  init(
    identity: [UInt64], layout: SnapshotLayout, tally: DatasetTally, checksumsOfChecksums: [UInt64],
    digest: UInt64 = 0
  ) {
    self.identity = identity
    self.layout = layout
    self.tally = tally
    self.checksumsOfChecksums = checksumsOfChecksums
    self.digest = digest
  }

  /// The whole header, padded to its blocks. The last of the fixed words is its own checksum.
  var words: [UInt64] {
    var words = [Self.magic] + identity
    words += [
      layout.venues, layout.numberedIDs, layout.crowds, layout.textBytes, layout.attributionBytes,
    ].map { UInt64($0) }
    words += tally.words
    words.append(0)
    words += checksumsOfChecksums
    words += [UInt64](repeating: 0, count: layout.blocks.headerBytes / 8 - words.count)
    words[Self.fixedWords - 1] = Self.checksum(of: words)
    return words
  }
}

extension SnapshotHeader {
  /// `nil` unless `file` begins with a whole header, and is as long as that says.
  convenience init?(_ file: UnsafeRawBufferPointer) {
    func word(_ i: Int) -> UInt64 { file.loadUnaligned(fromByteOffset: i * 8, as: UInt64.self) }
    guard file.count >= SnapshotLayout.blockSize, word(0) == Self.magic else { return nil }
    guard
      let layout = SnapshotLayout(
        venues: Int(truncatingIfNeeded: word(7)), numberedIDs: Int(truncatingIfNeeded: word(8)),
        crowds: Int(truncatingIfNeeded: word(9)), textBytes: Int(truncatingIfNeeded: word(10)),
        attributionBytes: Int(truncatingIfNeeded: word(11))),
      file.count == layout.blocks.fileBytes,
      let tally = DatasetTally(words: (12..<12 + Self.tallyWords).map(word))
    else { return nil }
    var words = (0..<layout.blocks.headerBytes / 8).map(word)
    let claimed = words[Self.fixedWords - 1]
    words[Self.fixedWords - 1] = 0
    guard Self.checksum(of: words) == claimed else { return nil }
    self.init(
      identity: (1...6).map(word), layout: layout, tally: tally,
      checksumsOfChecksums: Array(words[Self.fixedWords...].prefix(layout.blocks.checksumBlocks)),
      digest: claimed)
  }

  private static func checksum(of words: [UInt64]) -> UInt64 {
    words.withUnsafeBytes { Checksum.of($0.baseAddress!, $0.count) }
  }
}
