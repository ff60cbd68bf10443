/// An answer that is about to be printed, kept so that it can be verified without its store: for example, if
/// its snapshot turns out to be damaged.
package struct GivenAnswer: Sendable {
  /// A figure of a venue other than its distance and bearing, by its name in machine-readable answers.
  package struct Figure: Equatable, Sendable {
    package enum Value: Equatable, Sendable {
      case distance(Double)
      case bearing(Double)
      case word(String)
    }

    package let name: String
    package let value: Value

    package init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }

    fileprivate func printsLike(_ other: Figure, _ rounding: some FigureRounding) -> Bool {
      guard name == other.name else { return false }
      return switch (value, other.value) {
      case (.distance(let one), .distance(let two)): rounding.printsAlike(distances: one, two)
      case (.bearing(let one), .bearing(let two)):
        // Almost 360 degrees prints as 0.
        rounding.printsAlike(
          bearings: Geodesic.shown(bearing: one), Geodesic.shown(bearing: two))
      default: value == other.value
      }
    }
  }

  /// The facts of a venue in an answer.
  package struct Line: Equatable, Sendable {
    package let id: String
    /// Tidied; empty if there is none.
    package let name: String
    package let distance: Double
    package let bearing: Double
    package let figures: [Figure]
    /// Its name, postcode, position and properties, as JSON.
    fileprivate let members: [UInt8]

    fileprivate init(_ hit: Hit, _ figures: [Figure], by writer: VenueWriter) {
      let venue = writer.store.venue(hit)
      self.figures = figures
      (name, distance, bearing) = (venue.name, hit.distance, hit.bearing)
      var bytes = ByteBuffer(capacity: 256)
      writer.ids.append(idOf: venue, to: &bytes)
      id = String(decoding: bytes.bytes, as: UTF8.self)
      bytes.truncate()
      writer.append(jsonStartOf: venue, to: &bytes)
      writer.append(otherPropertiesOf: venue, to: &bytes)
      members = Array(bytes.bytes)
    }
  }

  let lines: [Line]
  /// For answers that are only a number.
  let count: Int

  /// `figures` are those of each venue, if an answer has others than distance and bearing: the length of each
  /// leg, for example.
  package init(_ hits: [Hit], figures: [[Figure]] = [], in store: VenueStore) {
    let writer = VenueWriter(store)
    lines = hits.indices.map { place in
      Line(hits[place], place < figures.count ? figures[place] : [], by: writer)
    }
    count = hits.count
  }

  package init(count: Int) { (lines, self.count) = ([], count) }
}

/// Whether an answer is right, by a `PlainSearch` of all venues.
///
///     let verification = Verification(query, GivenAnswer(hits, in: store), in: plain, for: rounding)
///     verification.difference      // nil
///
/// `plain` is the dataset, read again from its file, and the query must be made for it: rows, marks and
/// chains are those of `plain`.
package struct Verification: Sendable {
  /// The first difference found.
  package enum Difference: Equatable, Sendable {
    /// The number of venues differs.
    case count(given: Int, found: Int)
    /// Another venue is at a place, counted from 0; `nil` if that answer ends before it.
    case venue(place: Int, given: GivenAnswer.Line?, found: GivenAnswer.Line?)
    /// Its distance or its direction would print differently.
    case figures(place: Int, given: GivenAnswer.Line, found: GivenAnswer.Line)
    /// Its name, postcode, position or properties differ from the dataset's.
    case members(place: Int, given: GivenAnswer.Line, found: GivenAnswer.Line)
  }

  /// How many venues were checked.
  package let venues: Int
  package let difference: Difference?

  /// For an answer whose figures are printed by `rounding`. O(n log n), and a geodesic a venue.
  package init(
    _ query: Query, _ answer: GivenAnswer, in plain: VenueStore, for rounding: some FigureRounding
  ) {
    let found = GivenAnswer(PlainSearch(query, in: plain).hits, in: plain)
    self.init(answer, found, in: plain, for: rounding)
  }

  /// For an answer with an order of its own. `found` is the answer found in `plain` in the simplest way, for
  /// example by a `PlainMeetingSearch`.
  package init(
    _ answer: GivenAnswer, _ found: GivenAnswer, in plain: VenueStore,
    for rounding: some FigureRounding
  ) {
    venues = plain.count
    for place in 0..<max(found.lines.count, answer.lines.count) {
      let given = place < answer.lines.count ? answer.lines[place] : nil
      let right = place < found.lines.count ? found.lines[place] : nil
      if let difference = Self.difference(at: place, given, right, rounding) {
        self.difference = difference
        return
      }
    }
    difference = nil
  }

  /// For an answer that is only a number.
  package init(countOf query: Query, _ answer: GivenAnswer, in plain: VenueStore) {
    venues = plain.count
    let found = PlainSearch(query, in: plain).count
    difference = found == answer.count ? nil : .count(given: answer.count, found: found)
  }

  private static func usualFigures(_ line: GivenAnswer.Line) -> [GivenAnswer.Figure] {
    [
      GivenAnswer.Figure("distance_m", .distance(line.distance)),
      GivenAnswer.Figure("bearing_deg", .bearing(line.bearing)),
    ]
  }

  private static func difference(
    at place: Int, _ given: GivenAnswer.Line?, _ found: GivenAnswer.Line?,
    _ rounding: some FigureRounding
  ) -> Difference? {
    guard let given, let found, given.id == found.id else {
      return .venue(place: place, given: given, found: found)
    }
    let (usual, plain) = (usualFigures(given), usualFigures(found))
    guard given.figures.count == found.figures.count,
      zip(usual + given.figures, plain + found.figures)
        .allSatisfy({ $0.printsLike($1, rounding) })
    else { return .figures(place: place, given: given, found: found) }
    return given.members == found.members ? nil : .members(place: place, given: given, found: found)
  }
}
