/// Counts of a dataset's contents, and facts about its file.
package struct DatasetSummary: Sendable {
  /// The position with the most venues; if there are several, the southernmost, then the westernmost.
  package struct Spot: Sendable {
    package let position: Coordinate
    package let venues: Int
    /// Some of their names, sorted by bytes.
    package let names: [String]
  }

  /// The letters at the beginning of UK postcodes, and how many venues have them.
  package struct Area: Equatable, Sendable {
    package let name: String
    package let venues: Int
  }

  package let fileBytes: Int
  package let textBytes: Int
  package let isPacked: Bool
  /// The SHA-256 of the file as it is, packed or not.
  package let sha256: String
  /// When the file was last written, in seconds since 1970; `nil` if it is not a file.
  package let modified: Int?
  package let tally: DatasetTally
  package let attribution: [Attribution]
  /// The dataset itself, for callers that count more.
  package let store: VenueStore
  package var venues: Int { store.count }
  package let positions: Int
  package let mostCrowded: Spot?
  package let named: Int
  package let withPostcode: Int
  /// The most frequent first.
  package let areas: [Area]
  package let insideCamera: Int
  package let extent: BoundingBox?

  private static let namesShown = 5

  package init(_ source: DatasetSource) throws(DatasetError) {
    modified = source.modified
    let raw = try DatasetLoader.bytes(of: source)
    let text = try DatasetLoader.unpacked(raw, source)
    let store = try DatasetLoader.store(reading: text, source)
    fileBytes = raw.count
    textBytes = text.count
    isPacked = Gzip.isGzip(raw.bytes)
    sha256 = SHA256.hex(of: raw.bytes)
    tally = store.tally
    attribution = store.attribution
    self.store = store
    extent = store.extent
    let crowds = store.venuesByPosition
    positions = crowds.count
    let crowd = crowds.min { a, b in
      a.value == b.value ? a.key.order(b.key) < 0 : a.value > b.value
    }
    mostCrowded = crowd.map { position, venues in
      Spot(
        position: position, venues: venues,
        names: store.firstNames(Self.namesShown, at: position))
    }
    var texts = TextTally()
    for row in 0..<store.count { texts.add(Venue(row: row, of: store)) }
    (named, withPostcode, areas) = (texts.named, texts.withPostcode, texts.areas)
    insideCamera = (0..<store.count).reduce(into: 0) { count, row in
      if Camera.bounds.contains(store.coordinate(ofRow: row)) { count += 1 }
    }
  }
}

private struct TextTally {
  private(set) var named = 0
  private(set) var withPostcode = 0
  /// Indexed by the area's letters as one number.
  private var counts = [Int](repeating: 0, count: 27 * 27)

  mutating func add(_ venue: Venue) {
    venue.withName { if !$0.isEmpty { named += 1 } }
    venue.withPostcode { bytes in
      guard !bytes.isEmpty else { return }
      withPostcode += 1
      if let area = Self.area(of: bytes) { counts[area] += 1 }
    }
  }

  /// One or two letters before a digit; `nil` if it begins differently.
  private static func area(of postcode: Bytes) -> Int? {
    var area = 0
    var letters = 0
    for byte in PlainPostcode(postcode) {
      if byte &- 0x30 < 10 { return letters > 0 ? area : nil }
      guard letters < 2, byte &- 0x41 < 26 else { return nil }
      area = area * 27 + Int(byte - 0x40)
      letters += 1
    }
    return nil
  }

  var areas: [DatasetSummary.Area] {
    counts.indices.filter { counts[$0] > 0 }
      .map { DatasetSummary.Area(name: Self.name($0), venues: counts[$0]) }
      .sorted { $0.venues == $1.venues ? $0.name < $1.name : $0.venues > $1.venues }
  }

  private static func name(_ area: Int) -> String {
    let letters = area < 27 ? [area] : [area / 27, area % 27]
    return String(decoding: letters.map { UInt8($0 + 0x40) }, as: UTF8.self)
  }
}

extension VenueStore {
  fileprivate var venuesByPosition: [Coordinate: Int] {
    (0..<count).reduce(into: [:]) { crowds, row in
      crowds[coordinate(ofRow: row), default: 0] += 1
    }
  }

  /// The first names at a position, sorted by bytes, each once.
  fileprivate func firstNames(_ limit: Int, at position: Coordinate) -> [String] {
    let rows = (0..<count).filter { coordinate(ofRow: $0) == position }
    let names = Set(rows.map { Venue(row: $0, of: self).name }).subtracting([""])
    let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return Array(sorted.prefix(limit))
  }
}
