/// Writes venues along a way: like `VenueWriter`, but with the place along the way instead of a distance and
/// a bearing.
package struct WayWriter {
  /// A figure of the place along the way, by its name in all formats.
  package enum Fact: String, CaseIterable, Sendable {
    case along = "along_m"
    case offset = "offset_m"
    case side
    case detour = "detour_m"
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

  private func append(member fact: Fact, of hit: WayHit, to output: inout ByteBuffer) {
    output.append(figure: fact.rawValue, isWord: fact == .side) {
      append(fact, of: hit, to: &$0)
    }
  }

  private func append(membersOf hit: WayHit, to output: inout ByteBuffer) {
    for fact in Fact.allCases { append(member: fact, of: hit, to: &output) }
    venues.append(additionsTo: hit.hit, to: &output)
  }

  private func append(
    memberFor field: VenueFields.Field, of hit: WayHit, to output: inout ByteBuffer
  ) -> Bool {
    guard let fact = Self.fact(field) else { return false }
    append(member: fact, of: hit, to: &output)
    return true
  }

  private func append(
    textFor field: VenueFields.Field, of hit: WayHit, to output: inout ByteBuffer
  ) -> Bool {
    guard let fact = Self.fact(field) else { return false }
    append(fact, of: hit, to: &output)
    return true
  }

  package func append(jsonOf hit: WayHit, to output: inout ByteBuffer) {
    venues.append(
      jsonOf: hit.hit, to: &output, figures: { append(membersOf: hit, to: &$0) },
      own: { append(memberFor: $0, of: hit, to: &$1) })
  }

  package func append(featureOf hit: WayHit, to output: inout ByteBuffer) {
    venues.append(
      featureOf: hit.hit, to: &output,
      replaces: { text in Fact.allCases.contains { text.elementsEqual($0.rawValue.utf8) } },
      figures: { append(membersOf: hit, to: &$0) },
      own: { append(memberFor: $0, of: hit, to: &$1) })
  }

  package func append(
    cellsOf hit: WayHit, _ style: DelimitedStyle, to output: inout ByteBuffer
  ) {
    venues.append(
      cellsOf: hit.hit, style, to: &output,
      figures: { output in
        for (place, fact) in Fact.allCases.enumerated() {
          if place > 0 { output.append(style.separator) }
          append(fact, of: hit, to: &output)
        }
        venues.append(additionsTo: hit.hit, style, to: &output)
      },
      own: { append(textFor: $0, of: hit, to: &$1) })
  }

  /// The fields that `--fields` chooses for a venue, one line each.
  package func lines(ofFieldsOf hit: WayHit) -> [String] {
    venues.lines(ofFieldsOf: hit.hit) { append(textFor: $0, of: hit, to: &$1) }
  }
}

extension WayHit {
  /// For the parts that `VenueWriter` writes. None of them is a direction, so the bearing does not matter.
  package var hit: Hit { Hit(row: row, distance: offset, bearing: 0) }
}
