import FinderEngine

/// Positions of postcodes, from one table or several.
///
/// The first table that has a postcode gives its position: the middle of all, if the table has it more than
/// once. A sector or an outward code is at the middle of its postcodes, if there are at least ten. With
/// fewer, the table's own position is used, if it has one. This was measured by leaving postcodes out of the
/// real data. The middle of one or two others is 2.3 km from the one left out, on average; the position in a
/// table of outward codes is 2.1 km away. From ten postcodes on, the middle is nearer: 2.20 km against 2.28.
///
/// A table's position that is over 50 km from the middle of three or more postcodes is wrong and is not used:
/// in the widest outward codes, all postcodes are within 44 km.
///
///     var table = PositionTable()
///     table.beginTable()
///     table.add(postcode, at: coordinate)
///     table.addMiddles()
///     table.position(of: reading.postcode)
package struct PositionTable: ~Copyable, PositionSink {
  private var index = PostcodeIndex()
  private var entries: [Entry] = []
  private var texts = ByteBuffer(capacity: 1 << 12)
  private var table: UInt32 = 0

  private static let enoughPostcodes = 10
  /// One or two postcodes may be wrong themselves.
  private static let enoughToRefute = 3
  private static let farthestFromPostcodes = 50_000.0

  /// What is known about a postcode, a sector or an outward code.
  private struct Entry: BitwiseCopyable {
    /// The first position that the table gives; once a different one comes (`varies`), the sum of all.
    var latitude = 0.0
    var longitude = 0.0
    var count: UInt32 = 0
    var table: UInt32 = 0
    var varies = false
    /// Whether it is out of use, and so does not count for its sector and outward code.
    var isTerminated = false
    /// The position and lengths of the two numbers in the text; none if both are 0.
    var text = 0
    var latitudeLength: UInt8 = 0
    var longitudeLength: UInt8 = 0
    /// For a sector or outward code: the number of its postcodes, and the sums of their positions.
    var postcodes: UInt32 = 0
    var sumOfLatitudes = 0.0
    var sumOfLongitudes = 0.0

    var own: Coordinate? {
      guard count > 0 else { return nil }
      guard varies else { return Coordinate(latitude: latitude, longitude: longitude) }
      return Coordinate(latitude: latitude / Double(count), longitude: longitude / Double(count))
    }

    var middle: Coordinate? {
      guard postcodes > 0 else { return nil }
      let count = Double(postcodes)
      return Coordinate(latitude: sumOfLatitudes / count, longitude: sumOfLongitudes / count)
    }

    mutating func add(_ point: Coordinate) {
      if count == 0 {
        (latitude, longitude) = (point.latitude, point.longitude)
      } else if varies {
        latitude += point.latitude
        longitude += point.longitude
      } else if point != Coordinate(latitude: latitude, longitude: longitude) {
        varies = true
        latitude = latitude * Double(count) + point.latitude
        longitude = longitude * Double(count) + point.longitude
      }
      count += 1
    }
  }

  /// Positions of postcodes that no table has.
  private let gazetteer: Gazetteer?

  package init(gazetteer: Gazetteer? = nil) { self.gazetteer = gazetteer }

  /// Positions as their numbers are spelled in JSON.
  struct Spelling {
    let latitude: Bytes
    let longitude: Bytes
  }

  /// What is added from here on comes from another table.
  mutating func beginTable() { table += 1 }

  /// Whether `add` would use the spelling of this position.
  func isNew(_ postcode: Postcode) -> Bool { index[postcode] == nil }

  mutating func add(
    _ postcode: Postcode, at point: Coordinate, spelling: Spelling? = nil,
    isTerminated: Bool = false
  ) {
    let row = row(for: postcode)
    // A postcode that was taken out of use may be used again, for another place.
    if entries[row].table == table, entries[row].isTerminated, !isTerminated {
      entries[row] = Entry()
    }
    guard entries[row].count == 0 || entries[row].table == table,
      entries[row].count == 0 || entries[row].isTerminated == isTerminated
    else { return }
    if entries[row].count == 0 {
      entries[row].table = table
      entries[row].isTerminated = isTerminated
      if let spelling { keep(spelling, row) }
    }
    entries[row].add(point)
  }

  private mutating func row(for postcode: Postcode) -> Int {
    let row = index.row(for: postcode)
    if row == entries.count { entries.append(Entry()) }
    return row
  }

  private mutating func keep(_ spelling: Spelling, _ row: Int) {
    guard spelling.latitude.count < 256, spelling.longitude.count < 256 else { return }
    entries[row].text = texts.count
    entries[row].latitudeLength = UInt8(spelling.latitude.count)
    entries[row].longitudeLength = UInt8(spelling.longitude.count)
    texts.append(spelling.latitude)
    texts.append(spelling.longitude)
  }

  /// Computes the middles of sectors and outward codes. To be called once all tables are read.
  package mutating func addMiddles() {
    for row in 0..<entries.count {
      let postcode = index.postcodes[row]
      guard postcode.level == .postcode, !entries[row].isTerminated, let point = entries[row].own
      else { continue }
      for area in [postcode.sector ?? postcode.outcode, postcode.outcode] {
        let row = self.row(for: area)
        entries[row].postcodes += 1
        entries[row].sumOfLatitudes += point.latitude
        entries[row].sumOfLongitudes += point.longitude
      }
    }
  }

  package struct Position {
    package let coordinate: Coordinate
    /// As the table spelled the numbers; `nil` if the position was computed.
    let spelling: Spelling?
  }

  /// The position of exactly that postcode, sector or outward code.
  package func position(of postcode: Postcode) -> Position? {
    guard let row = index[postcode] else {
      return gazetteer?.position(of: postcode).map { Position(coordinate: $0, spelling: nil) }
    }
    let entry = entries[row]
    guard let own = entry.own else {
      return entry.middle.map { Position(coordinate: $0, spelling: nil) }
    }
    if let middle = entry.middle, Self.overrules(middle, of: Int(entry.postcodes), own) {
      return Position(coordinate: middle, spelling: nil)
    }
    return Position(coordinate: own, spelling: entry.varies ? nil : spelling(of: entry))
  }

  /// Whether the middle of an area's postcodes is used, and not the position that a table gives for the area.
  static func overrules(
    _ middle: Coordinate, of postcodes: Int, _ own: Coordinate
  ) -> Bool {
    postcodes >= enoughPostcodes
      || postcodes >= enoughToRefute
        && Geodesic.distance(from: middle, to: own) > farthestFromPostcodes
  }

  private func spelling(of entry: Entry) -> Spelling? {
    guard entry.latitudeLength > 0, entry.longitudeLength > 0 else { return nil }
    let start = texts.bytes.baseAddress! + entry.text
    let latitudeLength = Int(entry.latitudeLength)
    return Spelling(
      latitude: UnsafeBufferPointer(start: start, count: latitudeLength),
      longitude: UnsafeBufferPointer(
        start: start + latitudeLength, count: Int(entry.longitudeLength)))
  }

  /// The best position for a postcode: its own, else its sector's, else its outward code's.
  package func best(for postcode: Postcode) -> (position: Position, level: Postcode.Level)? {
    func own(_ area: Postcode) -> (Position, Postcode.Level)? {
      position(of: area).map { ($0, area.level) }
    }
    return own(postcode) ?? postcode.sector.flatMap(own) ?? own(postcode.outcode)
  }
}
