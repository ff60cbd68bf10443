/// How a stream of points is written; its first line shows which.
enum PointStreamShape: Sendable {
  /// A point in a row of cells.
  case cells(CellLayout)
  /// A point in a JSON object: with keys for latitude and longitude, or a GeoJSON Point feature.
  case objects

  /// Works out the shape from the first line that is not blank. Throws a clause for people where no
  /// line after this one could be understood either.
  init(firstLine line: PaddedText) throws(BadRecord) {
    let firstLine = line.bytes
    let first = firstLine.first { !$0.isBlank } ?? 0
    if Gzip.isGzip(firstLine) { throw BadRecord("expected text, found gzip; unpack it first") }
    if first == UInt8(ascii: "[")
      || (try? JSONCursor(line).begins(asType: "FeatureCollection")) == true
    {
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
}

extension JSONCursor {
  /// Whether an object begins here, and its first member is this `type`.
  func begins(asType type: StaticString) throws(ParseError) -> Bool {
    var ahead = self
    var isFirst = true
    guard let key = try ahead.nextMember(&isFirst), ahead.string(key, is: "type") else {
      return false
    }
    return try ahead.readWhetherString(is: type)
  }
}
