import FinderEngine

/// Reads a base map from GeoJSON: lines and polygons, in features, collections or bare geometries, or several
/// such texts in sequence. Points are skipped.
///
/// A feature's `kind` says how it is drawn, if finder knows that kind. Otherwise it is a line, or the edge of
/// a polygon.
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

  /// The kind may come before or after the geometry.
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
    for place in first..<shapes.count { shapes[place].kind = kind }
  }

  /// `nil` if finder does not know the kind.
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

  private mutating func readPolygon() throws(ParseError) {
    var rings: [[Coordinate]] = []
    try readElements { reader throws(ParseError) in
      var ring = try reader.readPositions()
      if ring.count > 1, ring.first == ring.last { ring.removeLast() }
      if ring.count > 2 { rings.append(ring) }
    }
    if !rings.isEmpty { shapes.append(BaseShape(kind: .other, lines: rings, isClosed: true)) }
  }

  private mutating func readLine() throws(ParseError) {
    let line = try readPositions()
    if line.count > 1 { shapes.append(BaseShape(kind: .other, lines: [line], isClosed: false)) }
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
  /// From a file of GeoJSON, or the tracks and routes of a GPX file, plain or gzip.
  package static func read(
    file path: FilePath, namedBy kind: DatasetSource.Kind = .option
  ) throws(DatasetError) -> [BaseShape] {
    let source = DatasetSource(kind: kind, path: path)
    let text = try DatasetLoader.text(of: source)
    do {
      guard TrackFile.isXML(text) else {
        return CutEdges.removed(from: try BaseReader.read(text))
      }
      return try TrackFile.read(text).filter { $0.count > 1 }.map {
        BaseShape(kind: .other, lines: [$0], isClosed: false)
      }
    } catch {
      throw DatasetLoader.malformed(
        error, in: text, named: source.displayName, expected: "GeoJSON or GPX", mayBeList: false)
    }
  }
}

/// The frame that a base map was cut along. Land continues beyond it, so the cut is not a coast.
///
/// Edges of land and lakes that lie exactly on the western, eastern, southern or northern limit of the
/// whole map are not drawn. The area is still filled, up to the limit.
struct CutEdges {
  private let (south, west): (Double, Double)
  private let (north, east): (Double, Double)

  private init(_ shapes: [BaseShape]) {
    var (south, west) = (Double.infinity, Double.infinity)
    var (north, east) = (-Double.infinity, -Double.infinity)
    for point in shapes.lazy.flatMap(\.lines).joined() {
      (south, west) = (min(south, point.latitude), min(west, point.longitude))
      (north, east) = (max(north, point.latitude), max(east, point.longitude))
    }
    (self.south, self.west, self.north, self.east) = (south, west, north, east)
  }

  /// Replaces an area that has such edges: the area loses all edges, and its other edges become lines. O(n)
  /// for n points.
  static func removed(from shapes: [BaseShape]) -> [BaseShape] {
    let frame = CutEdges(shapes)
    return shapes.flatMap { shape in
      guard shape.isClosed, shape.kind == .land || shape.kind == .lake,
        shape.lines.contains(where: frame.cuts)
      else { return [shape] }
      var area = shape
      area.hasEdge = false
      let lines = shape.lines.flatMap(frame.coasts)
      return lines.isEmpty
        ? [area] : [area, BaseShape(kind: shape.kind, lines: lines, isClosed: false)]
    }
  }

  private func isOnFrame(_ a: Coordinate, _ b: Coordinate) -> Bool {
    a.longitude == b.longitude && (a.longitude == west || a.longitude == east)
      || a.latitude == b.latitude && (a.latitude == south || a.latitude == north)
  }

  /// Whether the frame cuts the ring. A ring with all its edges on the frame is not cut, and is drawn whole.
  private func cuts(_ ring: [Coordinate]) -> Bool {
    let edges = ring.indices.map { isOnFrame(ring[$0], ring[($0 + 1) % ring.count]) }
    return edges.contains(true) && edges.contains(false)
  }

  /// The pieces of a ring between its edges on the frame; the whole ring if it has none.
  private func coasts(_ ring: [Coordinate]) -> [[Coordinate]] {
    guard cuts(ring) else { return ring.isEmpty ? [] : [ring + [ring[0]]] }
    let count = ring.count
    let start = ring.indices.first { isOnFrame(ring[$0], ring[($0 + 1) % count]) }!
    var pieces: [[Coordinate]] = []
    var piece: [Coordinate] = []
    for step in 1...count {
      let place = (start + step) % count
      piece.append(ring[place])
      guard isOnFrame(ring[place], ring[(place + 1) % count]) else { continue }
      if piece.count > 1 { pieces.append(piece) }
      piece = []
    }
    return pieces
  }
}
