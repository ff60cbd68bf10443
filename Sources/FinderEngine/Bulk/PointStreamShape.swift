/// How a stream of points is written; its first line shows which.
enum PointStreamShape: Sendable {
  /// A point in a row of cells.
  case cells(CellLayout)
  /// A point in a JSON object: with keys for latitude and longitude, or a GeoJSON Point feature.
  case objects

  /// Works out the shape from the first line that is not blank. Throws a clause for people where no
  /// later line could be understood either.
  init(firstLine: UnsafeBufferPointer<UInt8>) throws(BadRecord) {
    let first = firstLine.first { !$0.isBlank } ?? 0
    if Gzip.isGzip(firstLine) { throw BadRecord("expected text, found gzip; unpack it first") }
    if first == UInt8(ascii: "[") || Self.isCollection(firstLine) {
      throw BadRecord(
        "expected one object a line, found "
          + (first == UInt8(ascii: "[") ? "an array" : "a FeatureCollection"))
    }
    self = Self.isOfObjects(first) ? .objects : .cells(try CellLayout(firstRow: firstLine))
  }

  static func isOfObjects(_ first: UInt8) -> Bool { first == UInt8(ascii: "{") || first == 0x1E }

  var layout: CellLayout? {
    if case .cells(let layout) = self { return layout }
    return nil
  }

  /// Whether all points stand in one text, of which this is the first line: no line of it is a point.
  private static func isCollection(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = line.baseAddress, line.first == UInt8(ascii: "{") else { return false }
    var cursor = JSONCursor(base: base, end: line.count, position: 1)
    guard let key = try? cursor.readString(), cursor.string(key, is: "type"), cursor.skip(":"),
      let type = try? cursor.readString()
    else { return false }
    return cursor.string(type, is: "FeatureCollection")
  }
}
