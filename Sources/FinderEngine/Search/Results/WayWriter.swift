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

  package static let columns = VenueWriter.placeColumns + Fact.allCases.map(\.rawValue)

  package var columns: [String] {
    venues.fields?.columns ?? Self.columns + venues.additions.flatMap(\.columns)
  }

  package func append(jsonOf hit: WayHit, to output: inout ByteBuffer) {
    guard venues.fields == nil else {
      return output.appendObject { append(fieldsOf: hit, to: &$0) }
    }
    let venue = venues.store.venue(hit.hit)
    venues.append(jsonStartOf: venue, to: &output)
    append(factsOf: hit, to: &output)
    venues.append(otherPropertiesOf: venue, to: &output)
    output.append("}")
  }

  package func append(featureOf hit: WayHit, to output: inout ByteBuffer) {
    let venue = venues.store.venue(hit.hit)
    guard venues.fields == nil else {
      return venues.append(
        featureOf: venue, to: &output, replaces: { _ in true },
        adding: { append(fieldsOf: hit, asInFile: true, to: &$0) })
    }
    venues.append(
      featureOf: venue, to: &output, replaces: { isWritten($0, in: venue.cursor) },
      adding: { append(factsOf: hit, to: &$0) })
  }

  package func append(
    cellsOf hit: WayHit, _ style: DelimitedStyle, to output: inout ByteBuffer
  ) {
    guard let fields = venues.fields else {
      venues.append(firstCellsOf: venues.store.venue(hit.hit), style, to: &output)
      for (place, fact) in Fact.allCases.enumerated() {
        if place > 0 { output.append(style.separator) }
        append(fact, of: hit, to: &output)
      }
      return venues.append(additionsTo: hit.hit, style, to: &output)
    }
    let reader = FieldReader(venues.store.venue(hit.hit))
    venues.append(cells: fields.all, style, to: &output) { field, output in
      if let fact = Self.fact(field) {
        append(fact, of: hit, to: &output)
      } else {
        venues.append(cell: field, of: hit.hit, style, reader, to: &output)
      }
    }
  }

  private func append(factsOf hit: WayHit, to output: inout ByteBuffer) {
    for fact in Fact.allCases { append(member: fact, of: hit, to: &output) }
    venues.append(additionsTo: hit.hit, to: &output)
  }

  private func append(
    fieldsOf hit: WayHit, asInFile: Bool = false, to output: inout ByteBuffer
  ) {
    let reader = FieldReader(venues.store.venue(hit.hit))
    for field in venues.fields?.all ?? [] {
      if let fact = Self.fact(field) {
        append(member: fact, of: hit, to: &output)
      } else {
        venues.append(field, of: hit.hit, asInFile: asInFile, reader, to: &output)
      }
    }
  }

  private func append(member fact: Fact, of hit: WayHit, to output: inout ByteBuffer) {
    output.append(keyText: fact.rawValue)
    if fact == .side { output.append("\"") }
    append(fact, of: hit, to: &output)
    if fact == .side { output.append("\"") }
  }

  private func append(_ fact: Fact, of hit: WayHit, to output: inout ByteBuffer) {
    switch fact {
    case .along: output.append(tenthsOf: hit.along)
    case .offset: output.append(tenthsOf: hit.offset)
    case .side: output.append(text: hit.side.rawValue)
    case .detour: output.append(tenthsOf: hit.detour)
    }
  }

  private func isWritten(_ key: JSONStringSpan, in cursor: JSONCursor) -> Bool {
    cursor.withDecoded(key) { text in
      Fact.allCases.contains { text.elementsEqual($0.rawValue.utf8) }
        || venues.additions.contains { text.elementsEqual($0.key.utf8) }
    }
  }
}

extension WayWriter {
  /// The fields that `--fields` chooses for a venue, one line each.
  package func lines(ofFieldsOf hit: WayHit) -> [String] {
    venues.lines(of: hit.hit) { field in
      Self.fact(field).map { fact in { append(fact, of: hit, to: &$0) } }
    }
  }
}

extension WayHit {
  /// For the parts that `VenueWriter` writes. None of them is a direction, so the bearing does not matter.
  package var hit: Hit { Hit(row: row, distance: offset, bearing: 0) }
}
