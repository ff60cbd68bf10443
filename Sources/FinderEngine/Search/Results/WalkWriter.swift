/// Writes venues with the walks to them: like `VenueWriter`, with some extra figures.
package struct WalkWriter {
  /// A figure of the walk, by its name in all formats.
  package enum Fact: String, OwnFigure, CaseIterable, Sendable {
    case metres = "walk_m"
    case minutes = "walk_min"
    case kilocalories = "burns_kcal"
    case source = "walk_from"

    var isWord: Bool { self == .source }
  }

  private let venues: VenueWriter
  /// The time and energy of walks; `nil` if the energy is not wanted.
  private let figures: WalkFigures?
  /// The facts that are written.
  private let facts: [Fact]

  /// Without a router, all walks are estimates, so no walk says what it is from.
  package init(_ venues: VenueWriter, _ figures: WalkFigures? = nil, isRouted: Bool) {
    (self.venues, self.figures) = (venues, figures)
    facts = Self.facts(burns: figures != nil, isRouted: isRouted)
  }

  package static func facts(burns: Bool, isRouted: Bool) -> [Fact] {
    guard burns || isRouted else { return [] }
    return Fact.allCases.filter {
      switch $0 {
      case .metres, .minutes: true
      case .kilocalories: burns
      case .source: isRouted
      }
    }
  }

  package var columns: [String] {
    venues.fields == nil ? venues.columns + facts.map(\.rawValue) : venues.columns
  }

  /// The fact that `--fields` calls by this name; `nil` for anything else.
  package func fact(_ field: VenueFields.Field) -> Fact? {
    Fact(rawValue: field.name).flatMap { facts.contains($0) ? $0 : nil }
  }

  package func append(_ fact: Fact, of walk: Walk, to output: inout ByteBuffer) {
    switch fact {
    case .metres: output.append(tenthsOf: walk.metres)
    case .minutes:
      output.append(tenthsOf: figures?.minutes(walking: walk.metres) ?? walk.minutes)
    case .kilocalories:
      output.append(tenthsOf: figures?.energy.kilocalories(over: walk.metres) ?? 0)
    case .source: output.append(text: walk.source.rawValue)
    }
  }

  package func append(jsonOf walked: WalkedHit, to output: inout ByteBuffer) {
    venues.append(
      jsonOf: walked.hit, to: &output, facts, measured: true, own: fact,
      write: { append($0, of: walked.walk, to: &$1) })
  }

  package func append(featureOf walked: WalkedHit, to output: inout ByteBuffer) {
    venues.append(
      featureOf: walked.hit, to: &output, facts, measured: true, own: fact,
      write: { append($0, of: walked.walk, to: &$1) })
  }

  package func append(
    cellsOf walked: WalkedHit, _ style: DelimitedStyle, to output: inout ByteBuffer
  ) {
    venues.append(
      cellsOf: walked.hit, style, to: &output, facts, measured: true, own: fact,
      write: { append($0, of: walked.walk, to: &$1) })
  }

  /// The fields that `--fields` chooses for a venue, one line each.
  package func lines(ofFieldsOf walked: WalkedHit) -> [String] {
    venues.lines(
      ofFieldsOf: walked.hit, own: fact, write: { append($0, of: walked.walk, to: &$1) })
  }
}
