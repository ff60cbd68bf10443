/// What is collected while a geometry is read: its bounding box, and whether positions are nested as its type
/// requires. The type may come after the coordinates, so the two are compared last.
struct GeometryScan {
  private var box = BoundingBox.empty
  private(set) var fault: FeatureFault?
  /// Whether the type is Point. A line or an area is not a point, even if all of it is at one place.
  fileprivate(set) var isPoint = false

  init() {}

  /// The result of reading a point.
  @inline(__always) init(at point: Coordinate) {
    let (latitude, longitude) = (point.latitude, point.longitude)
    box = BoundingBox(south: latitude, west: longitude, north: latitude, east: longitude)
  }

  /// The centre of the bounding box; a point's own position.
  var center: Coordinate {
    Coordinate(
      latitude: box.south == box.north ? box.south : box.south / 2 + box.north / 2,
      longitude: box.west == box.east ? box.west : box.west / 2 + box.east / 2)
  }

  private var isInRange: Bool {
    box.south >= -90 && box.north <= 90 && box.west >= -180 && box.east <= 180
  }

  /// The fault of the whole, once everything has been read.
  var verdict: FeatureFault? {
    fault ?? (!hasPosition ? .emptyGeometry : isInRange ? nil : .outOfRange)
  }

  /// Whether numbers were read, even if they are out of range: enough to notice swapped axes.
  var hasPosition: Bool { box.south <= box.north }

  @inline(__always) mutating func add(_ point: Coordinate) { box.extend(over: point) }

  /// Only the first fault is kept.
  @inline(never) mutating func note(_ fault: FeatureFault) { self.fault = self.fault ?? fault }
}

/// How deep a geometry's type nests its positions.
private enum GeometryKind: Equatable {
  case positions(level: Int)
  case collection

  @inline(__always)
  init?(_ name: JSONStringSpan, in cursor: JSONCursor) {
    if cursor.string(name, is: "Point") {
      self = .positions(level: 0)
    } else {
      self.init(rare: name, in: cursor)
    }
  }

  private init?(rare name: JSONStringSpan, in cursor: JSONCursor) {
    if cursor.string(name, is: "MultiPoint") || cursor.string(name, is: "LineString") {
      self = .positions(level: 1)
    } else if cursor.string(name, is: "Polygon") || cursor.string(name, is: "MultiLineString") {
      self = .positions(level: 2)
    } else if cursor.string(name, is: "MultiPolygon") {
      self = .positions(level: 3)
    } else if cursor.string(name, is: "GeometryCollection") {
      self = .collection
    } else {
      return nil
    }
  }
}

extension JSONCursor {
  func isGeometryType(_ name: JSONStringSpan) -> Bool { GeometryKind(name, in: self) != nil }

  /// Reads a geometry that counts as a feature without properties.
  mutating func readBareGeometry(into feature: inout ScannedFeature) throws(ParseError) {
    let start = position
    try readGeometry(into: &feature.geometry)
    feature.span = JSONSpan(start: start, end: position)
    feature.fault = feature.geometry.verdict
  }

  /// Reads a geometry (of any JSON type) and adds its contents to `scan`. The last of several equal keys
  /// counts: results from earlier ones are dropped.
  mutating func readGeometry(into scan: inout GeometryScan) throws(ParseError) {
    guard byte == UInt8(ascii: "{") else {
      scan.note(byte == UInt8(ascii: "n") ? .noGeometry : .malformedCoordinates)
      return try skipValue()
    }
    let before = scan
    var kind: GeometryKind?
    var positionLevel: Int?
    var hasCoordinates = false
    var hasGeometries = false
    try readObject { (key, cursor) throws(ParseError) in
      if cursor.string(key, is: "type") {
        kind = nil
        guard cursor.byte == UInt8(ascii: "\"") else { return try cursor.skipValue() }
        kind = GeometryKind(try cursor.readString(), in: cursor)
      } else if cursor.string(key, is: "coordinates") {
        if hasCoordinates { (scan, positionLevel) = (before, nil) }
        hasCoordinates = true
        try cursor.readCoordinates(level: 0, positionLevel: &positionLevel, into: &scan)
      } else if cursor.string(key, is: "geometries") {
        if hasGeometries { scan = before }
        hasGeometries = true
        try cursor.readGeometries(into: &scan)
      } else {
        try cursor.passForeignMember(key)
      }
    }
    scan.isPoint = kind == .positions(level: 0)
    switch kind {
    case nil: scan.note(.unknownGeometry)
    case .collection:
      if !hasGeometries || hasCoordinates { scan.note(.malformedCoordinates) }
    case .positions(let level):
      let isNestedRight = positionLevel == nil || positionLevel == level
      if !hasCoordinates || hasGeometries || !isNestedRight { scan.note(.malformedCoordinates) }
    }
  }

  private mutating func readGeometries(into scan: inout GeometryScan) throws(ParseError) {
    guard byte == UInt8(ascii: "[") else {
      scan.note(.malformedCoordinates)
      return try skipValue()
    }
    try readArray { (cursor) throws(ParseError) in try cursor.readGeometry(into: &scan) }
  }

  /// Reads a position or an array of them, `level` arrays down from the outermost.
  private mutating func readCoordinates(
    level: Int, positionLevel: inout Int?, into scan: inout GeometryScan
  ) throws(ParseError) {
    guard byte == UInt8(ascii: "[") else {
      scan.note(.malformedCoordinates)
      return try skipValue()
    }
    let start = position
    position += 1
    skipWhitespace()
    let first = byte
    position = start
    if first == UInt8(ascii: "-") || first &- 0x30 < 10 {
      if positionLevel != nil && positionLevel != level { scan.note(.malformedCoordinates) }
      positionLevel = level
      return try readPosition(into: &scan)
    }
    try readArray { (cursor) throws(ParseError) in
      try cursor.readCoordinates(level: level + 1, positionLevel: &positionLevel, into: &scan)
    }
  }

  /// Longitude, latitude, and perhaps more numbers (a height), which are ignored.
  @inline(__always)
  private mutating func readPosition(into scan: inout GeometryScan) throws(ParseError) {
    var longitude = 0.0
    var latitude = 0.0
    var count = 0
    try readArray { (cursor) throws(ParseError) in
      guard cursor.byte == UInt8(ascii: "-") || cursor.byte &- 0x30 < 10 else {
        scan.note(.malformedCoordinates)
        return try cursor.skipValue()
      }
      switch count {
      case 0: longitude = try cursor.readDouble()
      case 1: latitude = try cursor.readDouble()
      default: _ = try cursor.readNumber()
      }
      count += 1
    }
    guard count >= 2 else { return scan.note(.malformedCoordinates) }
    scan.add(Coordinate(latitude: latitude, longitude: longitude))
  }

  /// A geometry's position: longitude, latitude, and perhaps more numbers (a height), which are ignored.
  package mutating func readPosition() throws(ParseError) -> Coordinate {
    let start = position
    var (longitude, latitude) = (nil as Double?, nil as Double?)
    var isFirst = true
    while try nextElement(&isFirst) {
      guard byte == UInt8(ascii: "-") || byte.isDigit else { throw failure("expected a number") }
      let number = try readDouble()
      if longitude == nil { longitude = number } else { latitude = latitude ?? number }
    }
    guard let longitude, let latitude else {
      throw ParseError(start, "expected a longitude and a latitude")
    }
    let position = Coordinate(latitude: latitude, longitude: longitude)
    guard Coordinate.latitudeRange.contains(position.latitude) else {
      throw ParseError(start, "expected a latitude of -90…90 as the second number")
    }
    guard Coordinate.longitudeRange.contains(position.longitude) else {
      throw ParseError(
        start,
        "expected a longitude of -180…180; a shape across the antimeridian is cut there")
    }
    return position
  }
}
