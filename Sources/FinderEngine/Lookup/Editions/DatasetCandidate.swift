/// A usable dataset in memory. It has been read to its end, so exactly what was checked is installed.
package struct DatasetCandidate: Sendable {
  /// The bytes as received, packed or not.
  package let bytes: PaddedBytes
  package let isPacked: Bool
  let store: VenueStore
  package let sha256: String

  package var tally: DatasetTally { store.tally }
  package var venues: Int { tally.features - tally.leftOut }

  /// Whether most venues are where queries refuse to search without `--outside`.
  package var isMostlyOutsideCamera: Bool {
    var outside = 0
    for row in 0..<store.count where !Camera.bounds.contains(store.coordinate(ofRow: row)) {
      outside += 1
    }
    return 2 * outside > store.count
  }

  /// Throws `InstallError` or `DatasetError`. Messages use `name`.
  package init(
    _ bytes: PaddedBytes, named name: String, unpackedLimit: Int = Gzip.defaultLimit
  ) throws {
    self.bytes = bytes
    isPacked = Gzip.isGzip(bytes.bytes)
    // An archive's beginning is checked first, and then its unpacked length. So an archive that is
    // not a dataset, or that unpacks to more memory than there is, is refused without unpacking all
    // of it.
    let head = isPacked ? try Gzip.head(of: bytes, named: name) : bytes
    try Self.refuseMarkup(head, named: name)
    if isPacked { try Gzip.verify(bytes, named: name, limit: unpackedLimit) }
    let text = isPacked ? try Gzip.unpack(bytes, named: name, limit: unpackedLimit) : bytes
    // Both only read the bytes, so each runs on a processor of its own.
    var (reading, digest): (Result<VenueStore, ParseError>?, String) = (nil, "")
    Parallel.run(2) { part in
      if part == 0 {
        reading = Result { () throws(ParseError) in try VenueStore(reading: text) }
      } else {
        digest = SHA256.hex(of: bytes.bytes)
      }
    }
    do {
      store = try reading!.get()
    } catch {
      throw DatasetLoader.malformed(error, in: text, named: name)
    }
    guard store.count > 0 else {
      throw InstallError.noVenue(name: name, features: store.tally.features)
    }
    sha256 = digest
  }

  /// Servers often send an error page in place of data, so that has its own message. Everything else refused
  /// here would be refused in the whole text too.
  private static func refuseMarkup(_ head: PaddedBytes, named name: String) throws {
    let start = head.bytes.lengthOfByteOrderMark
    let first = head.bytes[start...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let first else { return }
    switch head.bytes[first] {
    case UInt8(ascii: "<"): throw InstallError.webPage(name: name)
    case UInt8(ascii: "{"), 0x1E: return
    default:
      let error = ParseError(first, "expected a GeoJSON object ('{')")
      throw DatasetLoader.malformed(error, in: head, named: name)
    }
  }
}
