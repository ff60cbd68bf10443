/// Reads the polygons of a GeoJSON text: a Polygon, a MultiPolygon, a GeometryCollection, a Feature or
/// a FeatureCollection of these, or several such texts one after another.
///
/// Whatever is not as RFC 7946 has it is refused with its place: an area that lacks a part would answer
/// wrongly, and nobody would notice.
struct PolygonReader {
  private var cursor: JSONCursor
  private var parts: [Polygon.Part] = []

  private init(_ text: PaddedBytes) {
    cursor = JSONCursor(text)
    if text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { cursor.position = 3 }
  }

  static func read(_ text: PaddedBytes) throws(ParseError) -> Polygon {
    var reader = PolygonReader(text)
    repeat {
      while reader.cursor.byte == 0x1E || reader.cursor.byte.isBlank { reader.cursor.position += 1 }
      try reader.readObject()
    } while !reader.cursor.isAtEnd()
    guard !reader.parts.isEmpty else {
      throw ParseError(0, "expected a polygon, but there is none")
    }
    return Polygon(reader.parts)
  }

  private mutating func readObject() throws(ParseError) {
    let start = cursor.position
    guard cursor.byte == UInt8(ascii: "{") else {
      throw cursor.failure("expected a GeoJSON object ('{')")
    }
    guard let type = try cursor.typeAhead() else {
      throw ParseError(start, "expected GeoJSON, but this object has no 'type'")
    }
    let name = String(decoding: cursor.decoded(type), as: UTF8.self)
    switch name {
    case "Polygon":
      try readMember("coordinates") { reader throws(ParseError) in try reader.readPolygon() }
    case "MultiPolygon":
      try readMember("coordinates") { reader throws(ParseError) in
        try reader.readElements { reader throws(ParseError) in try reader.readPolygon() }
      }
    case "GeometryCollection": try readMembers(of: "geometries")
    case "FeatureCollection": try readMembers(of: "features")
    case "Feature":
      try readMember("geometry") { reader throws(ParseError) in try reader.readObject() }
    default:
      throw ParseError(
        start, "expected a Polygon or a MultiPolygon, but the type is '\(fitForMessage(name))'")
    }
  }

  private mutating func readMembers(of key: StaticString) throws(ParseError) {
    try readMember(key) { reader throws(ParseError) in
      try reader.readElements { reader throws(ParseError) in try reader.readObject() }
    }
  }

  /// Reads the one member of the object that begins here, and passes over all others.
  private mutating func readMember(
    _ wanted: StaticString, _ read: (inout PolygonReader) throws(ParseError) -> Void
  ) throws(ParseError) {
    let start = cursor.position
    var (isFirst, isRead) = (true, false)
    while let key = try cursor.nextMember(&isFirst) {
      guard cursor.string(key, is: wanted) else {
        try cursor.passForeignMember(key)
        continue
      }
      guard !isRead else { throw cursor.failure("expected '\(wanted)' only once") }
      isRead = true
      try read(&self)
    }
    guard isRead else { throw ParseError(start, "expected '\(wanted)' in this object") }
  }

  private mutating func readElements(
    _ read: (inout PolygonReader) throws(ParseError) -> Void
  ) throws(ParseError) {
    var isFirst = true
    while try cursor.nextElement(&isFirst) { try read(&self) }
  }

  // MARK: Positions

  private mutating func readPolygon() throws(ParseError) {
    let start = cursor.position
    var rings: [Ring] = []
    try readElements { reader throws(ParseError) in rings.append(try reader.readRing()) }
    guard !rings.isEmpty else { throw ParseError(start, "expected a ring in the polygon") }
    parts.append(Polygon.Part(rings: rings))
  }

  private mutating func readRing() throws(ParseError) -> Ring {
    let start = cursor.position
    var vertices: [Coordinate] = []
    try readElements { reader throws(ParseError) in
      vertices.append(try reader.cursor.readPosition())
    }
    guard vertices.count >= 4 else {
      throw ParseError(
        start, "expected at least 4 positions in a ring, but there are \(vertices.count)")
    }
    guard vertices[0] == vertices[vertices.count - 1] else {
      throw ParseError(start, "expected a closed ring, but its last position is not its first")
    }
    return Ring(vertices)
  }
}

extension Polygon {
  /// Reads polygons from GeoJSON: a Polygon, a MultiPolygon, or features and collections of these.
  package static func read(_ text: PaddedBytes) throws(ParseError) -> Polygon {
    try PolygonReader.read(text)
  }
}
