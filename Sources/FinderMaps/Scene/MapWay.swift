import FinderEngine

/// A way on a map, in one or several unconnected pieces: a walk along streets, a track, or straight lines,
/// which are dashed and named as such.
///
///     MapWay(straightFrom: here, to: venue, named: "Nelson", .metric)
///     MapWay(legsFrom: people, to: venue, named: "Nelson", .metric)
///     MapWay(track: pieces, metres: way.length, .metric)
///
/// A straight line is the shortest way over the earth, which is curved on a map (`MapLine`).
package struct MapWay: Sendable {
  package enum Kind: Sendable {
    /// A walk along streets, from a router.
    case routed
    /// A straight line to a venue.
    case straight
    /// Straight lines to a venue from each of several people.
    case legs
    /// A track that was drawn or recorded.
    case track

    var isDashed: Bool { self == .straight || self == .legs }
    /// A walk is the main thing on its map; other ways only lead to or past venues.
    var isBelowVenues: Bool { self == .legs || self == .track }
  }

  package let kind: Kind
  package let pieces: [[Coordinate]]
  /// Such as '640 m, about 8 min, by the router' or '410 m in a straight line'.
  let caption: String
  /// The same as a sentence with the venue's name.
  package let sentence: String
  /// The walking time that the router reports.
  package let minutes: Int?

  private init(
    _ kind: Kind, _ pieces: [[Coordinate]], caption: String, sentence: String, minutes: Int? = nil
  ) {
    (self.kind, self.pieces, self.minutes) = (kind, pieces.map { MapLine.bent($0) }, minutes)
    (self.caption, self.sentence) = (caption, sentence)
  }

  package init(
    straightFrom point: Coordinate, to target: Coordinate, named name: String,
    _ units: ReadableFigures.Units
  ) {
    let metres = Geodesic.distance(from: point, to: target)
    self.init(
      .straight, [[point, target]],
      caption: "\(Self.text(metres, units)) in a straight line",
      sentence: "\(name) is \(Self.text(metres, units)) away in a straight line.")
  }

  package init(
    line: [Coordinate], metres: Double, minutes: Double, to name: String,
    _ units: ReadableFigures.Units
  ) {
    let whole = Int(minutes.rounded(.up))
    var time = ByteBuffer(capacity: 16)
    time.append(minutes: whole)
    let figures =
      "\(Self.text(metres, units)), about \(String(decoding: time.bytes, as: UTF8.self)), by the router"
    self.init(
      .routed, [line], caption: figures, sentence: "The walk to \(name) is \(figures).",
      minutes: whole)
  }

  /// Each leg is separate: the first of two people at one spot is as far away as the second.
  package init(
    legsFrom points: [Coordinate], to target: Coordinate, named name: String,
    _ units: ReadableFigures.Units
  ) {
    let metres = points.map { Geodesic.distance(from: $0, to: target) }
    let most = Self.text(metres.max() ?? 0, units)
    self.init(
      .legs, points.map { [$0, target] }, caption: "straight lines, of at most \(most)",
      sentence: "\(name) is at most \(most) away in a straight line, and "
        + "\(Self.text(metres.reduce(0, +), units)) in all.")
  }

  /// `metres` is the length of all pieces together.
  package init(track pieces: [[Coordinate]], metres: Double, _ units: ReadableFigures.Units) {
    let pieces = pieces.filter { $0.count > 1 }
    let length =
      Self.text(metres, units) + (pieces.count > 1 ? " in \(pieces.count) pieces" : "")
    self.init(.track, pieces, caption: length, sentence: "The way is \(length).")
  }

  private static func text(_ metres: Double, _ units: ReadableFigures.Units) -> String {
    var text = ByteBuffer(capacity: 16)
    text.append(distance: metres, in: units)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// The way as a shape, for a map that draws it like its other lines.
  package var shape: BaseShape { BaseShape(kind: .path, lines: pieces, isClosed: false) }
}

/// The shortest way between points, as drawn on a map. Web Mercator bends it: at London's latitude it differs
/// from a straight line on the map by up to 10 m over 20 km, and by 25 km over 1,000 km.
enum MapLine {
  /// A geodesic up to this long is drawn as a straight line, which is off by at most 0.6 m where people live.
  private static let longest = 5_000.0
  /// For one geodesic. A line halfway round the world has a point every 40 km, and is off by 40 m.
  private static let mostPieces = 512
  /// For one line, roughly.
  private static let mostPoints = 1 << 20

  /// The same points, with more between those that are far apart.
  static func bent(_ line: [Coordinate]) -> [Coordinate] {
    guard zip(line, line.dropFirst()).contains(where: isLong) else { return line }
    var bent = Array(line.prefix(1))
    // Otherwise a track of hundreds of thousands of long steps would have 100 million points.
    let most = max(2, min(mostPieces, mostPoints / line.count))
    for (from, to) in zip(line, line.dropFirst()) {
      if isLong(from, to) { addBetween(from, to, most: most, to: &bent) }
      bent.append(to)
    }
    return bent
  }

  /// An estimate, so that not every step of a track needs a geodesic: a degree of latitude has 110.6 to 111.7
  /// km, and one of longitude at most 111.3 km.
  private static func isLong(_ from: Coordinate, _ to: Coordinate) -> Bool {
    let north = abs(from.latitude - to.latitude)
    let east = abs((from.longitude - to.longitude).remainder(dividingBy: 360))
    return (north + east) * 111_400 > longest
  }

  private static func addBetween(
    _ from: Coordinate, _ to: Coordinate, most: Int, to line: inout [Coordinate]
  ) {
    let path = Geodesic.inverse(from: from, to: to)
    let pieces = min(Int((path.distance / longest).rounded(.up)), most)
    guard pieces > 1 else { return }
    let course = GeodesicCourse(from: from, bearing: path.bearing)
    for piece in 1..<pieces {
      line.append(course.stop(after: path.distance * Double(piece) / Double(pieces)).point)
    }
  }
}
