import FinderEngine

/// Reads a base map from GeoJSON: lines and polygons, in features, collections or bare geometries, or
/// several such texts one after another. Points are passed over.
///
/// A feature's `kind` says how it is drawn, where it is one that finder knows. Otherwise it is a line, or
/// the edge of a polygon.
struct BaseReader: GeometryWalk {
  var cursor: JSONCursor
  private var shapes: [BaseShape] = []

  static func read(_ text: PaddedBytes) throws(ParseError) -> [BaseShape] {
    var reader = BaseReader(cursor: JSONCursor(text))
    try reader.readTexts(text)
    return reader.shapes
  }

  mutating func readObject(_ type: String, at start: Int) throws(ParseError) {
    switch type {
    case "Feature": try readFeature()
    case "FeatureCollection": try readObjects(in: "features")
    case "GeometryCollection": try readObjects(in: "geometries")
    case "LineString":
      try readMember("coordinates") { reader throws(ParseError) in try reader.readLine() }
    case "MultiLineString":
      try readMember("coordinates") { reader throws(ParseError) in
        try reader.readElements { reader throws(ParseError) in try reader.readLine() }
      }
    case "Polygon":
      try readMember("coordinates") { reader throws(ParseError) in try reader.readPolygon() }
    case "MultiPolygon":
      try readMember("coordinates") { reader throws(ParseError) in
        try reader.readElements { reader throws(ParseError) in try reader.readPolygon() }
      }
    case "Point", "MultiPoint": try cursor.skipValue()
    default:
      throw ParseError(
        start, "expected lines or polygons, but the type is '\(fitForMessage(type))'")
    }
  }

  // MARK: Members

  /// What its kind is may stand before or after its geometry.
  private mutating func readFeature() throws(ParseError) {
    let first = shapes.count
    var kind: MapShape.Kind?
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      if cursor.string(key, is: "geometry"), cursor.byte == UInt8(ascii: "{") {
        try readObject()
      } else if cursor.string(key, is: "properties"), cursor.byte == UInt8(ascii: "{") {
        kind = try readKind()
      } else {
        try cursor.passForeignMember(key)
      }
    }
    guard let kind else { return }
    for place in first..<shapes.count { shapes[place] = shapes[place].with(kind) }
  }

  /// `nil` where finder knows none of that name.
  private mutating func readKind() throws(ParseError) -> MapShape.Kind? {
    var kind: MapShape.Kind?
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      if cursor.string(key, is: "kind"), cursor.byte == UInt8(ascii: "\"") {
        kind = MapShape.Kind(
          rawValue: String(decoding: cursor.decoded(try cursor.readString()), as: UTF8.self))
      } else {
        try cursor.passForeignMember(key)
      }
    }
    return kind
  }

  // MARK: Coordinates

  private mutating func readPolygon() throws(ParseError) {
    var rings: [[Coordinate]] = []
    try readElements { reader throws(ParseError) in
      var ring = try reader.readPositions()
      if ring.count > 1, ring.first == ring.last { ring.removeLast() }
      if ring.count > 2 { rings.append(ring) }
    }
    if !rings.isEmpty {
      shapes.append(BaseShape(kind: .other, lines: rings, isClosed: true))
    }
  }

  private mutating func readLine() throws(ParseError) {
    let line = try readPositions()
    if line.count > 1 {
      shapes.append(BaseShape(kind: .other, lines: [line], isClosed: false))
    }
  }

  private mutating func readPositions() throws(ParseError) -> [Coordinate] {
    var positions: [Coordinate] = []
    try readElements { reader throws(ParseError) in
      positions.append(try reader.cursor.readPosition())
    }
    return positions
  }
}

extension BaseShape {
  fileprivate func with(_ kind: MapShape.Kind) -> BaseShape {
    BaseShape(kind: kind, name: name, lines: lines, isClosed: isClosed)
  }

  /// From a file of GeoJSON, plain or gzip.
  package static func read(file path: FilePath) throws(DatasetError) -> [BaseShape] {
    let source = DatasetSource(named: path)
    let text = try DatasetLoader.text(of: source)
    do {
      return CutEdges.removed(from: try BaseReader.read(text))
    } catch {
      throw DatasetLoader.malformed(error, in: text, named: source.displayName, mayBeList: false)
    }
  }
}
