// Venues with the fields that `--fields` chooses, in its order.

extension VenueWriter {
  /// Members of an object, each under the field's name; `null` if a venue has no such fact. With `asInFile`,
  /// names and postcodes are not tidied.
  @inline(never)
  func append(fieldsOf hit: Hit, asInFile: Bool = false, to output: inout ByteBuffer) {
    let reader = FieldReader(store.venue(hit))
    for field in fields?.all ?? [] {
      append(field, of: hit, asInFile: asInFile, reader, to: &output)
    }
  }

  func append(
    _ field: VenueFields.Field, of hit: Hit, asInFile: Bool, _ reader: FieldReader,
    to output: inout ByteBuffer
  ) {
    output.append(keyText: field.name)
    append(valueOf: field, of: hit, asInFile: asInFile, reader, to: &output)
  }

  func append(
    valueOf field: VenueFields.Field, of hit: Hit, asInFile: Bool, _ reader: FieldReader,
    to output: inout ByteBuffer
  ) {
    let venue = reader.venue
    switch field.fact {
    case .id: append(quotedIDOf: venue, to: &output)
    case .name, .postcode:
      if asInFile {
        append(original: field.fact, of: venue, to: &output)
      } else {
        withText(field.fact, of: reader) { output.append(jsonText: $0) }
      }
    case .properties:
      if !append(otherMembersOf: venue, to: &output) { output.append("null") }
    case let fact where addition(for: fact) != nil:
      addition(for: fact)?.append(json: field.name, of: reader, to: &output)
    case .food(let key):
      if let value = reader.property(named: key.text) {
        output.append(json: reader.cursor.bytes(of: value))
      } else {
        output.append(jsonOf: reader.food())
      }
    case .spelled(let fact, _):
      switch reader.value(of: fact) {
      case .property(let value): output.append(json: reader.cursor.bytes(of: value))
      case .text(let text): text.withUnsafeBufferPointer { output.append(jsonString: $0) }
      case nil: output.append("null")
      }
    case .direction:
      guard let direction = hit.direction else { return output.append("null") }
      output.append("\"")
      output.append(direction)
      output.append("\"")
    case .property(let key):
      guard let value = store.property(key, ofRow: venue.row) else { return output.append("null") }
      output.append(json: venue.cursor.bytes(of: value))
    default: append(figure: field.fact, of: hit, to: &output)
    }
  }

  /// The cells of a row, without a line break at the end. In CSV, a single empty cell gets quotes: readers
  /// skip an empty line.
  @inline(never)
  func append(fieldCellsOf hit: Hit, _ style: DelimitedStyle, to output: inout ByteBuffer) {
    let reader = FieldReader(store.venue(hit))
    append(cells: fields?.all ?? [], style, to: &output) { field, output in
      append(cell: field, of: hit, style, reader, to: &output)
    }
  }

  @inline(__always)
  func append(
    cells fields: [VenueFields.Field], _ style: DelimitedStyle, to output: inout ByteBuffer,
    _ cell: (VenueFields.Field, inout ByteBuffer) -> Void
  ) {
    let start = output.count
    for (column, field) in fields.enumerated() {
      if column > 0 { output.append(style.separator) }
      cell(field, &output)
    }
    if output.count == start, style == .csv { output.append("\"\"") }
  }

  func append(
    cell field: VenueFields.Field, of hit: Hit, _ style: DelimitedStyle, _ reader: FieldReader,
    to output: inout ByteBuffer
  ) {
    if field.fact.isFigure {
      append(figure: field.fact, of: hit, to: &output)
    } else {
      withText(field.fact, of: reader) { output.append(cell: $0, style) }
    }
  }

  package func append(figure fact: VenueFields.Fact, of hit: Hit, to output: inout ByteBuffer) {
    switch fact {
    case .latitude: output.append(number: store.coordinate(ofRow: hit.row).latitude)
    case .longitude: output.append(number: store.coordinate(ofRow: hit.row).longitude)
    case .distance: output.append(tenthsOf: hit.distance)
    case .direction: if let direction = hit.direction { output.append(direction) }
    case .walkMetres: output.append(tenthsOf: walk(to: hit).metres)
    case .walkMinutes: output.append(tenthsOf: walk(to: hit).minutes)
    default: output.append(tenthsOf: Geodesic.shown(bearing: hit.bearing))
    }
  }

  private func walk(to hit: Hit) -> (metres: Double, minutes: Double) {
    (fields?.figures ?? ReadableFigures(units: .metric)).walk(hit.distance)
  }

  /// Calls `body` once with the text of a cell, safe for a terminal: empty if there is no such fact.
  package func withText(_ fact: VenueFields.Fact, of venue: Venue, _ body: (Bytes) -> Void) {
    withText(fact, of: FieldReader(venue), body)
  }

  /// The same, for one of several fields.
  package func withText(
    _ fact: VenueFields.Fact, of reader: FieldReader, _ body: (Bytes) -> Void
  ) {
    let venue = reader.venue
    switch fact {
    case .name: return venue.withName(body)
    case .postcode: return venue.withPostcode(body)
    default: break
    }
    var text = ByteBuffer(capacity: 64)
    switch fact {
    case .id: ids.append(idOf: venue, to: &text)
    case .properties: _ = append(otherMembersOf: venue, to: &text)
    case let fact where addition(for: fact) != nil:
      if let key = fact.key { addition(for: fact)?.append(cell: key.text, of: reader, to: &text) }
    case .food(let key):
      if let value = reader.property(named: key.text) {
        text.append(cellOf: value, in: reader.cursor)
      } else {
        text.append(jsonOf: reader.food())
      }
    case .spelled(let fact, _):
      switch reader.value(of: fact) {
      case .property(let value): text.append(cellOf: value, in: reader.cursor)
      case .text(let found): found.withUnsafeBufferPointer { text.append($0) }
      case nil: break
      }
    case .property(let key):
      if let value = store.property(key, ofRow: venue.row) {
        text.append(cellOf: value, in: venue.cursor)
      }
    default: break
    }
    TidyText.with(text.bytes, body)
  }

  /// The fields, one line each, without those that the venue does not have.
  package func lines(ofFieldsOf hit: Hit) -> [String] {
    lines(ofFieldsOf: hit, own: { _ in nil as WalkWriter.Fact? }, write: { _, _ in })
  }

  /// A fact that sources spell in several ways, as in a cell: empty if the venue does not have it.
  package func text(_ fact: SpelledFact, of reader: FieldReader) -> String {
    var text = ""
    withText(.spelled(fact, PropertyKey(fact.rawValue)), of: reader) {
      text = String(decoding: $0, as: UTF8.self)
    }
    return text
  }

  private func append(
    original fact: VenueFields.Fact, of venue: Venue, to output: inout ByteBuffer
  ) {
    let feature = venue.readFeature()
    var token = feature.postcode.text
    if case .name = fact { token = feature.name.text }
    venue.cursor.withDecoded(token) { output.append(jsonText: $0) }
  }
}

extension Hit {
  /// `nil` if the distance is zero.
  package var direction: StaticString? {
    distance > 0 ? ReadableFigures.direction(bearing) : nil
  }
}
