/// A way read from a file: the tracks and routes of GPX, or the lines of GeoJSON, recognised by the file's
/// content.
///
///     let pieces = try TrackFile.read(text)
///
/// Each piece is one unbroken line, in the order of the file: a segment of a track, a route, a LineString or
/// a part of a MultiLineString. Pieces are not joined, since the way from the end of one to the start of the
/// next is unknown. No piece is empty, but one may be a single point. A file without any piece is refused,
/// and so is one with an unusable position: a way with a part missing would give wrong answers unnoticed.
/// O(length)
package enum TrackFile {
  package static func read(_ text: PaddedBytes) throws(ParseError) -> [[Coordinate]] {
    let start = text.bytes.lengthOfByteOrderMark
    let first = text.bytes[start...].first { !$0.isBlank && $0 != recordSeparator }
    switch first {
    case UInt8(ascii: "<"): return try GPXReader.read(text)
    case UInt8(ascii: "{"): return try LineReader.read(text)
    default:
      // In UTF-16, there is a zero byte before or after the mark.
      if text.bytes.starts(with: [0xFF, 0xFE]) || text.bytes.starts(with: [0xFE, 0xFF]) {
        throw ParseError(0, "expected UTF-8, not UTF-16")
      }
      let place = text.bytes[start...].firstIndex { !$0.isBlank } ?? text.count
      throw ParseError(
        place, "expected GPX or GeoJSON" + (place < text.count ? "" : ", but there is nothing"))
    }
  }

  /// Whether it can only be GPX.
  package static func isXML(_ text: PaddedBytes) -> Bool {
    text.bytes[text.bytes.lengthOfByteOrderMark...].first { !$0.isBlank } == UInt8(ascii: "<")
  }

  private static let recordSeparator: UInt8 = 0x1E

  /// Whether a file with this beginning may be one; `nil` if more of it is needed to know.
  package static func mayBegin(with beginning: Bytes) -> Bool? {
    let start = beginning.lengthOfByteOrderMark
    let first = beginning[start...].first { !$0.isBlank && $0 != recordSeparator }
    return first.map { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "{") }
  }
}

/// Reads the tracks and routes of GPX 1.0 and 1.1, whatever the prefix of its namespace.
///
///     <gpx><trk><trkseg><trkpt lat="51.5" lon="-0.12"/>…</trkseg>…</trk>
///      <rte><rtept lat="51.5" lon="-0.12"/>…</rte></gpx>
///
/// The contents of points and extensions are skipped, and so is anything that GPX does not define.
struct GPXReader {
  private var reader: XMLReader
  private let end: Int
  private var pieces: [[Coordinate]] = []
  private var waypoints = 0

  static func read(_ text: PaddedBytes) throws(ParseError) -> [[Coordinate]] {
    var reader = GPXReader(reader: try XMLReader(text), end: text.count)
    try reader.read()
    return reader.pieces
  }

  private init(reader: XMLReader, end: Int) { (self.reader, self.end) = (reader, end) }

  private mutating func read() throws(ParseError) {
    guard case .start(let root) = try reader.next() else { return }
    guard reader.name(root, is: "gpx") else {
      throw ParseError(reader.position, "expected GPX or GeoJSON")
    }
    try readElements { (own, name) throws(ParseError) in
      if own.reader.name(name, is: "trk") {
        try own.readElements { (own, name) throws(ParseError) in
          if own.reader.name(name, is: "trkseg") {
            try own.readPiece(of: "trkpt")
          } else {
            try own.reader.skipElement()
          }
        }
      } else if own.reader.name(name, is: "rte") {
        try own.readPiece(of: "rtept")
      } else {
        if own.reader.name(name, is: "wpt") { own.waypoints += 1 }
        try own.reader.skipElement()
      }
    }
    // The end of the document: nothing else follows.
    _ = try reader.next()
    guard pieces.isEmpty else { return }
    throw ParseError(
      end,
      waypoints == 0
        ? "expected a track or a route, but there is none"
        : "expected a track or a route, but there are only waypoints")
  }

  /// The child elements of the one whose start was read last. `read` must read each to its end.
  private mutating func readElements(
    _ read: (inout GPXReader, Range<Int>) throws(ParseError) -> Void
  ) throws(ParseError) {
    while case .start(let name) = try reader.next() { try read(&self, name) }
  }

  private mutating func readPiece(of point: StaticString) throws(ParseError) {
    var piece: [Coordinate] = []
    while case .start(let name) = try reader.next() {
      if reader.name(name, is: point) {
        piece.append(
          Coordinate(
            latitude: try degrees("lat", Coordinate.latitudeRange, "a latitude of -90…90"),
            longitude: try degrees("lon", Coordinate.longitudeRange, "a longitude of -180…180")))
      }
      try reader.skipElement()
    }
    if !piece.isEmpty { pieces.append(piece) }
  }

  private func degrees(
    _ name: StaticString, _ range: ClosedRange<Double>, _ expected: StaticString
  ) throws(ParseError) -> Double {
    guard let value = try reader.attribute(name) else {
      throw ParseError(reader.position, "expected a point with the attribute '\(name)'")
    }
    return try reader.withValue(value) { text throws(ParseError) in
      let number = DecimalNumber.parse(text.trimmed)
      guard let number, range.contains(number) else {
        throw ParseError(value.lowerBound, "expected \(expected)")
      }
      return number
    }
  }
}

/// Reads the lines of GeoJSON: LineStrings and MultiLineStrings, in features, collections or by themselves,
/// or several such texts one after another. Other geometries are skipped.
struct LineReader: GeometryWalk {
  var cursor: JSONCursor
  private var pieces: [[Coordinate]] = []

  static func read(_ text: PaddedBytes) throws(ParseError) -> [[Coordinate]] {
    var reader = LineReader(cursor: JSONCursor(text))
    try reader.readTexts(text)
    guard !reader.pieces.isEmpty else {
      throw ParseError(
        text.count, "expected a line (LineString or MultiLineString), but there is none")
    }
    return reader.pieces
  }

  mutating func readObject(_ type: String, at start: Int) throws(ParseError) {
    switch type {
    case "LineString":
      try readMember("coordinates") { reader throws(ParseError) in try reader.readLine() }
    case "MultiLineString":
      try readMember("coordinates") { reader throws(ParseError) in
        try reader.readElements { reader throws(ParseError) in try reader.readLine() }
      }
    case "FeatureCollection": try readObjects(in: "features")
    case "GeometryCollection": try readObjects(in: "geometries")
    case "Feature":
      try readMember("geometry") { reader throws(ParseError) in
        // A feature's geometry may be null.
        if reader.cursor.byte == UInt8(ascii: "n") { return try reader.cursor.skipValue() }
        try reader.readObject()
      }
    case "Point", "MultiPoint", "Polygon", "MultiPolygon": try cursor.skipValue()
    default:
      throw ParseError(start, "expected lines, but the type is '\(fitForMessage(type))'")
    }
  }

  private mutating func readLine() throws(ParseError) {
    var line: [Coordinate] = []
    try readElements { reader throws(ParseError) in
      line.append(try reader.cursor.readPosition())
    }
    if !line.isEmpty { pieces.append(line) }
  }
}
