/// Writes venues with the walks to them: like `VenueWriter`, with some extra figures.
package struct WalkWriter {
  /// A figure of the walk, by its name in all formats.
  package enum Fact: String, CaseIterable, Sendable {
    case metres = "walk_m"
    case minutes = "walk_min"
    case kilocalories = "burns_kcal"
    case source = "walk_from"
  }

  let venues: VenueWriter
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
    guard venues.fields == nil else {
      return output.appendObject { append(fieldsOf: walked, to: &$0) }
    }
    let venue = venues.store.venue(walked.hit)
    venues.append(jsonStartOf: venue, to: &output)
    venues.append(measuresOf: walked.hit, to: &output)
    for fact in facts { append(member: fact, of: walked.walk, to: &output) }
    venues.append(otherPropertiesOf: venue, to: &output)
    output.append("}")
  }

  package func append(featureOf walked: WalkedHit, to output: inout ByteBuffer) {
    let venue = venues.store.venue(walked.hit)
    guard venues.fields == nil else {
      return venues.append(
        featureOf: venue, to: &output, replaces: { _ in true },
        adding: { append(fieldsOf: walked, asInFile: true, to: &$0) })
    }
    venues.append(
      featureOf: venue, to: &output,
      replaces: { venues.isMeasure($0, in: venue.cursor) || isWritten($0, in: venue.cursor) },
      adding: { output in
        venues.append(measuresOf: walked.hit, to: &output)
        for fact in facts { append(member: fact, of: walked.walk, to: &output) }
      })
  }

  private func append(
    fieldsOf walked: WalkedHit, asInFile: Bool = false, to output: inout ByteBuffer
  ) {
    let reader = FieldReader(venues.store.venue(walked.hit))
    for field in venues.fields?.all ?? [] {
      if let fact = fact(field) {
        append(member: fact, of: walked.walk, to: &output)
      } else {
        venues.append(field, of: walked.hit, asInFile: asInFile, reader, to: &output)
      }
    }
  }

  private func append(member fact: Fact, of walk: Walk, to output: inout ByteBuffer) {
    output.append(keyText: fact.rawValue)
    if fact == .source { output.append("\"") }
    append(fact, of: walk, to: &output)
    if fact == .source { output.append("\"") }
  }

  private func isWritten(_ key: JSONStringSpan, in cursor: JSONCursor) -> Bool {
    cursor.withDecoded(key) { text in
      facts.contains { text.elementsEqual($0.rawValue.utf8) }
    }
  }

  package func append(
    cellsOf walked: WalkedHit, _ style: DelimitedStyle, to output: inout ByteBuffer
  ) {
    guard let fields = venues.fields else {
      venues.append(cellsOf: walked.hit, style, to: &output)
      for fact in facts {
        output.append(style.separator)
        append(fact, of: walked.walk, to: &output)
      }
      return
    }
    let reader = FieldReader(venues.store.venue(walked.hit))
    venues.append(cells: fields.all, style, to: &output) { field, output in
      if let fact = fact(field) {
        append(fact, of: walked.walk, to: &output)
      } else {
        venues.append(cell: field, of: walked.hit, style, reader, to: &output)
      }
    }
  }
}
