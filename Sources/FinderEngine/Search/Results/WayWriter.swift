/// Writes venues along a way: like `VenueWriter`, but with the place along the way instead of a distance and
/// a bearing.
package struct WayWriter {
  /// A figure of the place along the way, by its name in all formats.
  package enum Fact: String, OwnFigure, CaseIterable, Sendable {
    case along = "along_m"
    case offset = "offset_m"
    case side
    case detour = "detour_m"

    var isWord: Bool { self == .side }
  }

  private let venues: VenueWriter

  package init(_ venues: VenueWriter) { self.venues = venues }

  /// The fact that `--fields` calls by this name; `nil` for anything else.
  package static func fact(_ field: VenueFields.Field) -> Fact? { Fact(rawValue: field.name) }

  package var columns: [String] {
    venues.fields?.columns ?? VenueWriter.placeColumns + Fact.allCases.map(\.rawValue)
      + venues.additions.flatMap(\.columns)
  }

  private func append(_ fact: Fact, of hit: WayHit, to output: inout ByteBuffer) {
    switch fact {
    case .along: output.append(tenthsOf: hit.along)
    case .offset: output.append(tenthsOf: hit.offset)
    case .side: output.append(text: hit.side.rawValue)
    case .detour: output.append(tenthsOf: hit.detour)
    }
  }

  package func append(jsonOf hit: WayHit, to output: inout ByteBuffer) {
    venues.append(
      jsonOf: hit.hit, to: &output, Fact.allCases, own: Self.fact,
      write: { append($0, of: hit, to: &$1) })
  }

  package func append(featureOf hit: WayHit, to output: inout ByteBuffer) {
    venues.append(
      featureOf: hit.hit, to: &output, Fact.allCases, own: Self.fact,
      write: { append($0, of: hit, to: &$1) })
  }

  package func append(
    cellsOf hit: WayHit, _ style: DelimitedStyle, to output: inout ByteBuffer
  ) {
    venues.append(
      cellsOf: hit.hit, style, to: &output, Fact.allCases, own: Self.fact,
      write: { append($0, of: hit, to: &$1) })
  }

  /// The fields that `--fields` chooses for a venue, one line each.
  package func lines(ofFieldsOf hit: WayHit) -> [String] {
    venues.lines(
      ofFieldsOf: hit.hit, own: Self.fact, write: { append($0, of: hit, to: &$1) })
  }
}

extension WayHit {
  /// For the parts that `VenueWriter` writes. None of them is a direction, so the bearing does not matter.
  package var hit: Hit { Hit(row: row, distance: offset, bearing: 0) }
}
