import FinderEngine

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
    // 0,0 stands for none in such tables, as in those of rows.
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

  /// A point's numbers as they stand in its feature; `nil` where they are not the position itself.
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
    do throws(ParseError) {
      try cursor.readArray { (cursor) throws(ParseError) in numbers.append(try cursor.readNumber())
      }
    } catch {
      return nil
    }
    guard numbers.count >= 2 else { return nil }
    return PositionTable.Spelling(
      latitude: cursor.bytes(of: numbers[1]), longitude: cursor.bytes(of: numbers[0]))
  }
}
