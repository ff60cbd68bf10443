/// Reads the polygons of a GeoJSON text: a Polygon, a MultiPolygon, a GeometryCollection, a Feature or
/// a FeatureCollection of these, or several such texts one after another.
///
/// Anything that breaks RFC 7946 is refused, and the error says where. If a part of an area were skipped,
/// answers would be wrong and nothing would show it.
struct PolygonReader: GeometryWalk {
  var cursor: JSONCursor
  private var parts: [Polygon.Part] = []

  static func read(_ text: PaddedBytes) throws(ParseError) -> Polygon {
    var reader = PolygonReader(cursor: JSONCursor(text))
    try reader.readTexts(text)
    guard !reader.parts.isEmpty else {
      throw ParseError(0, "expected a polygon, but there is none")
    }
    return Polygon(reader.parts)
  }

  mutating func readObject(_ type: String, at start: Int) throws(ParseError) {
    switch type {
    case "Polygon":
      try readMember("coordinates") { reader throws(ParseError) in try reader.readPolygon() }
    case "MultiPolygon":
      try readMember("coordinates") { reader throws(ParseError) in
        try reader.readElements { reader throws(ParseError) in try reader.readPolygon() }
      }
    case "GeometryCollection": try readObjects(in: "geometries")
    case "FeatureCollection": try readObjects(in: "features")
    case "Feature":
      try readMember("geometry") { reader throws(ParseError) in try reader.readObject() }
    default:
      throw ParseError(
        start, "expected a Polygon or a MultiPolygon, but the type is '\(fitForMessage(type))'")
    }
  }

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
      throw ParseError(
        start, "expected a closed ring, but its last position differs from its first")
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
