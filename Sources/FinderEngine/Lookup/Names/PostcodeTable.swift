/// The postcodes of a dataset's venues in order, with running sums of their positions, so the mean of a unit,
/// a sector or an outward code comes from the difference of two rows.
///
/// A key is a postcode's text, its first byte highest, so keys sort like texts: `SW1A`, `SW1A 1`, `SW1A 1AA`,
/// `SW1A 2AA`. All that begin with the same text are next to each other.
package struct PostcodeTable: Sendable {
  let keys: Column<UInt64>
  /// How many venues come before each key, and at the end all of them.
  let venues: Column<UInt32>
  /// The same for the sums of their positions, in whole 1e-7 degrees.
  let latitudes: Column<Int64>
  let longitudes: Column<Int64>

  package typealias Mean = (coordinate: Coordinate, venues: Int, level: Postcode.Level)

  /// The mean position of the venues with a postcode, else of its sector, else of its outward code. Sums are
  /// integers, so the order of the file does not matter.
  package func mean(of postcode: Postcode) -> Mean? {
    mean(exactlyOf: postcode) ?? postcode.sector.flatMap(mean(exactlyOf:))
      ?? mean(exactlyOf: postcode.outcode)
  }

  private func mean(exactlyOf part: Postcode) -> Mean? {
    meanOfAll(in: range(of: part)).map { ($0.coordinate, $0.venues, part.level) }
  }

  /// Visits every postcode that a venue has, in order, and each sector and outward code after the postcodes
  /// in it, with the rows that `mean(of:)` combines.
  func visitParts(_ body: (Postcode, Range<Int>) -> Void) {
    var sector: (part: Postcode, start: Int)?
    var outcode: (part: Postcode, start: Int)?
    for row in 0...keys.count {
      let postcode = row < keys.count ? Self.postcode(keys[row]) : Postcode(key: 0)
      let isKnown = postcode.key != 0
      let (sectorHere, outcodeHere) = (postcode.sector, postcode.outcode)
      if let open = sector, open.part != sectorHere {
        body(open.part, open.start..<row)
        sector = nil
      }
      if let open = outcode, open.part != outcodeHere || !isKnown {
        body(open.part, open.start..<row)
        outcode = nil
      }
      guard isKnown else { continue }
      if sector == nil, let sectorHere { sector = (sectorHere, row) }
      if outcode == nil { outcode = (outcodeHere, row) }
      if postcode.level == .postcode { body(postcode, row..<row + 1) }
    }
  }

  /// The keys of a postcode and of all within it.
  func range(of postcode: Postcode) -> Range<Int> {
    let key = Self.key(postcode)
    switch postcode.level {
    case .postcode: return range(from: key, upTo: key + 1)
    case .sector: return range(from: key, upTo: key + Self.step(after: postcode.count))
    case .outcode:
      // In all of those, a space follows.
      let space = UInt64(UInt8(ascii: " ")) << UInt64(56 - 8 * postcode.count)
      return range(from: key, upTo: (key | space) + Self.step(after: postcode.count + 1))
    }
  }

  /// The keys in that range of values.
  func range(from key: UInt64, upTo end: UInt64) -> Range<Int> {
    let first = firstPlace(in: 0..<keys.count) { keys[$0] >= key }
    return first..<firstPlace(in: first..<keys.count) { keys[$0] >= end }
  }

  static func key(_ postcode: Postcode) -> UInt64 { postcode.key.byteSwapped }

  /// Empty for a key that only a forged file can have.
  static func postcode(_ key: UInt64) -> Postcode {
    let postcode = Postcode(key: key.byteSwapped)
    return postcode.isWellFormed ? postcode : Postcode(key: 0)
  }

  /// The difference between a key and the first after it that does not begin with its `count` bytes.
  static func step(after count: Int) -> UInt64 { 1 << UInt64(64 - 8 * count) }

  func meanOfAll(in range: Range<Int>) -> (coordinate: Coordinate, venues: Int)? {
    guard !range.isEmpty else { return nil }
    let count = Int(venues[range.upperBound]) - Int(venues[range.lowerBound])
    guard count > 0,
      let coordinate = Coordinate(
        validLatitude: Self.mean(latitudes, range, count),
        longitude: Self.mean(longitudes, range, count))
    else {
      keys.owner.noteDamage()
      return nil
    }
    return (coordinate, count)
  }

  /// Rounded to 6 decimals.
  private static func mean(_ sums: Column<Int64>, _ range: Range<Int>, _ count: Int) -> Double {
    let sum = sums[range.upperBound] &- sums[range.lowerBound]
    return (Double(sum) / Double(count) / 10).rounded() / 1e6
  }
}

extension PostcodeTable {
  init(_ store: VenueStore) {
    let sorted = Self.sortedRows(of: store)
    var keys = GrowingList<UInt64>()
    var venues = GrowingList<UInt32>()
    var latitudes = GrowingList<Int64>()
    var longitudes = GrowingList<Int64>()
    var (latitude, longitude): (Int64, Int64) = (0, 0)
    for place in 0..<sorted.count {
      let (key, row) = (sorted[place].key, Int(sorted[place].row))
      if place == 0 || key != sorted[place - 1].key {
        keys.append(key)
        venues.append(UInt32(place))
        latitudes.append(latitude)
        longitudes.append(longitude)
      }
      let coordinate = store.coordinate(ofRow: row)
      latitude &+= Self.whole(coordinate.latitude)
      longitude &+= Self.whole(coordinate.longitude)
    }
    venues.append(UInt32(sorted.count))
    latitudes.append(latitude)
    longitudes.append(longitude)
    self.init(
      keys: keys.column(), venues: venues.column(), latitudes: latitudes.column(),
      longitudes: longitudes.column())
  }

  /// A damaged snapshot may hold any number; results from it are not shown.
  private static func whole(_ degrees: Double) -> Int64 {
    abs(degrees) <= 180 ? Int64((degrees * 1e7).rounded()) : 0
  }

  /// The rows with a readable postcode, after the repairs of `PostcodeReading`.
  private static func sortedRows(of store: VenueStore) -> GrowingList<KeyedRow> {
    var rows = GrowingList<KeyedRow>(filled: store.count)
    let base = rows.base
    let parts = Parallel.ranges(of: store.count)
    Parallel.run(parts.count) { part in
      let cursor = JSONCursor(store.text)
      for row in parts[part] {
        let postcode = cursor.withDecoded(store.tokens(ofRow: row).postcode) { text in
          try? PostcodeReading(text).certain
        }
        base[row] = KeyedRow(key: postcode.map(key) ?? 0, row: UInt32(row))
      }
      store.releasePages()
    }
    rows.removeAll { $0.key == 0 }
    KeyedRows.sort(UnsafeMutableBufferPointer(start: rows.base, count: rows.count))
    return rows
  }
}

extension PostcodeTable {
  /// Outward codes that begin with the typed text, then whole postcodes, ignoring case and spaces. They are
  /// in order, or, with a point, nearest first.
  package func suggest(_ text: String, from point: Coordinate? = nil, limit: Int?) -> [Suggestion] {
    let limit = limit ?? .max
    let prefixes = Self.prefixes(of: text)
    let ranges = prefixes.map(range(beginningWith:))
    var found: [Suggestion] = []
    if let first = prefixes.first, !first.contains(0x20) {
      found = suggestions(outwardCodes(in: ranges[0]), isOutward: true, from: point, limit: limit)
    }
    guard found.count < limit else { return found }
    let units = ranges.lazy.flatMap { $0 }
      .filter { Self.postcode(keys[$0]).level == .postcode }.map { $0..<$0 + 1 }
    let most = point == nil ? limit - found.count : .max
    return found
      + suggestions(
        Array(units.prefix(most)), isOutward: false, from: point, limit: limit - found.count)
  }

  private func range(beginningWith prefix: [UInt8]) -> Range<Int> {
    let key = Self.key(prefix)
    return range(from: key, upTo: prefix.isEmpty ? .max : key &+ Self.step(after: prefix.count))
  }

  private static func key(_ prefix: [UInt8]) -> UInt64 {
    prefix.enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64(56 - 8 * $1.offset) }
  }

  /// The beginnings that a postcode may have. Without a space, `sw11` is `SW11` or `SW1 1`.
  private static func prefixes(of text: String) -> [[UInt8]] {
    var words = text.split(whereSeparator: \.isWhitespace).map { word in
      String(word).withBytes { Array(PlainPostcode($0)) }
    }
    words.removeAll(where: \.isEmpty)
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || $0.isWhitespace }
    guard isPlain, words.count <= 2, words.reduce(1, { $0 + $1.count }) <= 8 else { return [] }
    if words.count == 2 { return [words[0] + [0x20] + words[1]] }
    let typed = words.first ?? []
    let divided = (2...4).filter { $0 < typed.count && typed.count - $0 <= 3 && typed[$0].isDigit }
    return [typed] + divided.map { Array(typed[..<$0]) + [0x20] + Array(typed[$0...]) }
  }

  private func outwardCodes(in range: Range<Int>) -> [Range<Int>] {
    var codes: [Range<Int>] = []
    var place = range.lowerBound
    while place < range.upperBound {
      let code = self.range(of: Self.postcode(keys[place]).outcode)
      // Happens only with a forged file.
      guard code.upperBound > place else { break }
      codes.append(code)
      place = code.upperBound
    }
    return codes
  }

  private func suggestions(
    _ ranges: [Range<Int>], isOutward: Bool, from point: Coordinate?, limit: Int
  ) -> [Suggestion] {
    let origin = point.map { GeodesicOrigin($0) }
    func suggestion(_ range: Range<Int>) -> Suggestion? {
      guard let mean = meanOfAll(in: range) else { return nil }
      let postcode = Self.postcode(keys[range.lowerBound])
      return Suggestion(
        text: (isOutward ? postcode.outcode : postcode).text, kind: .postcode,
        venues: mean.venues, distance: origin.map { $0.distance(to: mean.coordinate) })
    }
    guard origin != nil else { return ranges.prefix(limit).compactMap(suggestion) }
    let nearest = ranges.compactMap(suggestion)
      .sorted { ($0.distance ?? 0, $0.text) < ($1.distance ?? 0, $1.text) }
    return Array(nearest.prefix(limit))
  }
}
