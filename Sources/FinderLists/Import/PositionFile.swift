import FinderEngine

/// Reads a table of positions by postcode: CSV or TSV with a header, Code-Point Open's without one, or a
/// dataset of venues as GeoJSON. The first bytes show which it is.
package enum PositionFile {
  /// `-` is standard input.
  package static func read(
    _ path: FilePath, into table: inout PositionTable
  ) throws -> PositionFileTally {
    table.beginTable()
    let stream = try ListStream(path)
    // Only postcodes and numbers are read, so a town's name may be in any encoding.
    stream.checksText = false
    switch try stream.begin() {
    case .rows:
      var rows = PositionRows(try RowReader(stream, isHeader: PositionRows.isHeader))
      return try rows.read(into: &table)
    case .json:
      return try PositionFeatures.read(stream.rest(), into: &table, named: stream.name)
    case .xml:
      throw ListError.malformed(
        path: stream.name, place: "", problem: "expected CSV or GeoJSON, found XML", hint: nil)
    }
  }
}

extension ListStream {
  /// The rest of the text, in memory.
  fileprivate func rest() throws -> PaddedBytes {
    guard var bytes = GrowingList<UInt8>(room: max(4 * (source.size ?? 0), 1 << 20)) else {
      throw FileError.unreadable(path: name, errno: ENOMEM)
    }
    while true {
      var left = UnsafeBufferPointer(window)
      while !left.isEmpty {
        guard let space = bytes.freeSpace() else {
          throw FileError.unreadable(path: name, errno: ENOMEM)
        }
        let count = min(space.count, left.count)
        space.baseAddress!.update(from: left.baseAddress!, count: count)
        bytes.filled(count)
        guard bytes.count <= Gzip.defaultLimit else {
          throw FileError.tooLarge(path: name, limit: Gzip.defaultLimit)
        }
        left = UnsafeBufferPointer(rebasing: left[count...])
      }
      use(window.count)
      if isAtEnd { return bytes.padded() }
      try fill()
    }
  }
}

package struct PositionFileTally: Sendable {
  package var rows = 0
  package var used = 0
  package var withoutPostcode = 0
  package var withoutPosition = 0
  /// Rows whose eastings and northings are over 1 km from their latitude and longitude.
  package var contradictory = 0
  /// Rows whose latitude and longitude would be inside the camera bounds if swapped, and are not as given.
  package var swapped = 0
  /// The first contradictory row.
  package var firstContradictory: Postcode?
  /// How far apart its two positions are, in metres.
  package var firstDistance = 0.0
}

/// The venues of a GeoJSON dataset as positions of their postcodes.
struct PositionFeatures: FeatureSink {
  private let table: UnsafeMutablePointer<PositionTable>
  private let cursor: JSONCursor
  private var tally = PositionFileTally()

  static func read(
    _ text: PaddedBytes, into table: inout PositionTable, named name: String
  ) throws -> PositionFileTally {
    try withUnsafeMutablePointer(to: &table) { table in
      var sink = PositionFeatures(table: table, cursor: JSONCursor(text))
      var reader = GeoJSONReader(text)
      do throws(ParseError) {
        try reader.read(into: &sink)
      } catch {
        throw DatasetLoader.malformed(error, in: text, named: name)
      }
      return sink.tally
    }
  }

  mutating func take(_ feature: borrowing ScannedFeature) {
    tally.rows += 1
    // As in tables of rows, 0,0 means that there is no position.
    let point = feature.coordinate
    guard feature.fault == nil, point.latitude != 0 || point.longitude != 0 else {
      tally.withoutPosition += 1
      return
    }
    let postcode = cursor.withDecoded(feature.postcode.text) { bytes in
      try? PostcodeReading(bytes).certain
    }
    guard let postcode else {
      tally.withoutPostcode += 1
      return
    }
    tally.used += 1
    let isNew = table.pointee.isNew(postcode)
    table.pointee.add(postcode, at: point, spelling: isNew ? spelling(feature.span, point) : nil)
  }

  /// A point's numbers as written in its feature; `nil` if they are not the position itself.
  private func spelling(_ feature: JSONSpan, _ point: Coordinate) -> PositionTable.Spelling? {
    var found: PositionTable.Spelling?
    cursor.forEachMember(of: feature) { key, geometry in
      guard cursor.string(key, is: "geometry") else { return }
      found = nil
      guard cursor.base[geometry.start] == UInt8(ascii: "{") else { return }
      cursor.forEachMember(of: geometry) { key, coordinates in
        guard cursor.string(key, is: "coordinates") else { return }
        found = pair(coordinates)
      }
    }
    guard let found, DecimalNumber.parse(found.latitude) == point.latitude,
      DecimalNumber.parse(found.longitude) == point.longitude
    else { return nil }
    return found
  }

  private func pair(_ coordinates: JSONSpan) -> PositionTable.Spelling? {
    var cursor = cursor.moved(to: coordinates.start)
    var numbers: [JSONSpan] = []
    let isRead: Void? = try? cursor.readArray { (cursor) throws(ParseError) in
      numbers.append(try cursor.readNumber())
    }
    guard isRead != nil, numbers.count >= 2 else { return nil }
    return PositionTable.Spelling(
      latitude: cursor.bytes(of: numbers[1]), longitude: cursor.bytes(of: numbers[0]))
  }
}
