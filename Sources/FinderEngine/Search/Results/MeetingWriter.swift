/// Writes the venues of a meeting: like `VenueWriter`, but with distances and bearings from all points
/// instead of one.
///
///     {"id":"…","name":"…",…,"worst_m":162013.2,"total_m":428120.1,
///      "legs":[{"distance_m":162013.2,"bearing_deg":309.1},…],"properties":{…}}
package struct MeetingWriter: Sendable {
  /// A figure of the meeting, by its name in all formats.
  package enum Fact: OwnFigure, Equatable, Sendable {
    case worst
    case total
    case spread
    case legs
    /// The distance from a point, by the point's number from 0.
    case leg(Int)
    /// The bearing from a point.
    case bearing(Int)

    package var name: String {
      switch self {
      case .worst: "worst_m"
      case .total: "total_m"
      case .spread: "spread_m"
      case .legs: "legs"
      case .leg(let number): "leg_\(number + 1)_m"
      case .bearing(let number): "leg_\(number + 1)_deg"
      }
    }

    var isWord: Bool { false }
  }

  private let venues: VenueWriter
  /// The facts in CSV.
  private let facts: [Fact]
  /// All names that `--fields` accepts.
  private let known: [(name: String, fact: Fact)]

  /// For a meeting of this many points.
  package init(_ venues: VenueWriter, points: Int) {
    self.venues = venues
    facts = [.worst, .total] + (0..<points).map { .leg($0) }
    known = Self.facts(ofPoints: points).map { ($0.name, $0) }
  }

  private static func facts(ofPoints points: Int) -> [Fact] {
    [.worst, .total, .spread, .legs] + (0..<points).flatMap { [Fact.leg($0), .bearing($0)] }
  }

  /// All names that can be requested.
  package static func names(ofPoints points: Int) -> [String] {
    facts(ofPoints: points).map(\.name)
  }

  package var columns: [String] {
    venues.fields?.columns
      ?? VenueWriter.placeColumns + facts.map(\.name) + venues.additions.flatMap(\.columns)
  }

  /// The fact that `--fields` calls by this name; `nil` for anything else.
  package func fact(_ field: VenueFields.Field) -> Fact? {
    known.first { $0.name == field.name }?.fact
  }

  /// As a number, or as an array of objects.
  package func append(_ fact: Fact, of hit: MeetingHit, to output: inout ByteBuffer) {
    switch fact {
    case .worst: output.append(tenthsOf: hit.figures.worst)
    case .total: output.append(tenthsOf: hit.figures.total)
    case .spread: output.append(tenthsOf: hit.spread)
    case .leg(let number): output.append(tenthsOf: hit.ways[number].distance)
    case .bearing(let number):
      output.append(tenthsOf: Geodesic.shown(bearing: hit.ways[number].bearing))
    case .legs:
      output.append("[")
      for (number, way) in hit.ways.enumerated() {
        if number > 0 { output.append(",") }
        output.appendObject { $0.append(distance: way.distance, bearing: way.bearing) }
      }
      output.append("]")
    }
  }

  /// In JSON and GeoJSON.
  private static let members = [Fact.worst, .total, .legs]

  package func append(jsonOf hit: MeetingHit, to output: inout ByteBuffer) {
    venues.append(
      jsonOf: hit.hit, to: &output, Self.members, own: fact,
      write: { append($0, of: hit, to: &$1) })
  }

  package func append(featureOf hit: MeetingHit, to output: inout ByteBuffer) {
    venues.append(
      featureOf: hit.hit, to: &output, Self.members, own: fact,
      write: { append($0, of: hit, to: &$1) })
  }

  package func append(
    cellsOf hit: MeetingHit, _ style: DelimitedStyle, to output: inout ByteBuffer
  ) {
    venues.append(
      cellsOf: hit.hit, style, to: &output, facts, own: fact,
      write: { append($0, of: hit, to: &$1) })
  }

  /// The fields that `--fields` chooses for a venue, one line each.
  package func lines(ofFieldsOf hit: MeetingHit) -> [String] {
    venues.lines(
      ofFieldsOf: hit.hit, own: fact, write: { append($0, of: hit, to: &$1) })
  }
}
