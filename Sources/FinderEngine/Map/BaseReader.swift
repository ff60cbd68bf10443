/// Reads a base map from GeoJSON: lines and polygons, in features, collections or bare geometries, or
/// several such texts one after another. Points are passed over.
///
/// A feature's `kind` says how it is drawn, where it is one that finder knows. Otherwise it is a line, or
/// the edge of a polygon.
struct BaseReader {
  private var cursor: JSONCursor
  private var shapes: [BaseShape] = []

  private init(_ text: PaddedBytes) {
    cursor = JSONCursor(text)
    if text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { cursor.position = 3 }
  }

  static func read(_ text: PaddedBytes) throws(ParseError) -> [BaseShape] {
    var reader = BaseReader(text)
    repeat {
      while reader.cursor.byte == 0x1E || reader.cursor.byte.isBlank { reader.cursor.position += 1 }
      try reader.readObject()
    } while !reader.cursor.isAtEnd()
    return reader.shapes
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
    case "Feature": try readFeature()
    case "FeatureCollection": try readMembers(of: "features")
    case "GeometryCollection": try readMembers(of: "geometries")
    case "LineString": try readCoordinates { reader throws(ParseError) in try reader.readLine() }
    case "MultiLineString":
      try readCoordinates { reader throws(ParseError) in
        try reader.readElements { reader throws(ParseError) in try reader.readLine() }
      }
    case "Polygon": try readCoordinates { reader throws(ParseError) in try reader.readPolygon() }
    case "MultiPolygon":
      try readCoordinates { reader throws(ParseError) in
        try reader.readElements { reader throws(ParseError) in try reader.readPolygon() }
      }
    case "Point", "MultiPoint": try cursor.skipValue()
    default:
      throw ParseError(
        start, "expected lines or polygons, but the type is '\(fitForMessage(name))'")
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

  private mutating func readMembers(of key: StaticString) throws(ParseError) {
    try readMember(key) { reader throws(ParseError) in
      try reader.readElements { reader throws(ParseError) in try reader.readObject() }
    }
  }

  private mutating func readCoordinates(
    _ read: (inout BaseReader) throws(ParseError) -> Void
  ) throws(ParseError) {
    try readMember("coordinates", read)
  }

  private mutating func readMember(
    _ wanted: StaticString, _ read: (inout BaseReader) throws(ParseError) -> Void
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
    _ read: (inout BaseReader) throws(ParseError) -> Void
  ) throws(ParseError) {
    var isFirst = true
    while try cursor.nextElement(&isFirst) { try read(&self) }
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
      return try BaseReader.read(text)
    } catch {
      throw DatasetLoader.malformed(error, in: text, named: source.displayName, mayBeList: false)
    }
  }
}
