// Venues with figures that are not the venue's own: those of a meeting, of the place along a way, or of a
// walk. `figures` writes what is there without `--fields`. `own` writes one of the figures if a field names
// it, and returns whether it does.

extension VenueWriter {
  /// The figures stand after the longitude; `own` writes whole members.
  func append(
    jsonOf hit: Hit, to output: inout ByteBuffer, figures: (inout ByteBuffer) -> Void,
    own: (VenueFields.Field, inout ByteBuffer) -> Bool
  ) {
    guard fields == nil else {
      return output.appendObject { append(fieldsOf: hit, to: &$0, own: own) }
    }
    let venue = store.venue(hit)
    append(jsonStartOf: venue, to: &output)
    figures(&output)
    append(otherPropertiesOf: venue, to: &output)
    output.append("}")
  }

  /// The original feature. The figures stand after its properties, without those that `replaces` or an
  /// addition names.
  func append(
    featureOf hit: Hit, to output: inout ByteBuffer, replaces: (Bytes) -> Bool,
    figures: (inout ByteBuffer) -> Void, own: (VenueFields.Field, inout ByteBuffer) -> Bool
  ) {
    let venue = store.venue(hit)
    guard fields == nil else {
      return append(
        featureOf: venue, to: &output, replaces: { _ in true },
        adding: { append(fieldsOf: hit, asInFile: true, to: &$0, own: own) })
    }
    append(
      featureOf: venue, to: &output,
      replaces: { key in
        venue.cursor.withDecoded(key) { text in
          replaces(text) || additions.contains { text.elementsEqual($0.key.utf8) }
        }
      },
      adding: figures)
  }

  private func append(
    fieldsOf hit: Hit, asInFile: Bool = false, to output: inout ByteBuffer,
    own: (VenueFields.Field, inout ByteBuffer) -> Bool
  ) {
    let reader = FieldReader(store.venue(hit))
    for field in fields?.all ?? [] where !own(field, &output) {
      append(field, of: hit, asInFile: asInFile, reader, to: &output)
    }
  }

  /// The figures stand after the venue's place; `own` writes the text of a cell.
  func append(
    cellsOf hit: Hit, _ style: DelimitedStyle, to output: inout ByteBuffer,
    figures: (inout ByteBuffer) -> Void, own: (VenueFields.Field, inout ByteBuffer) -> Bool
  ) {
    let venue = store.venue(hit)
    guard let fields else {
      append(firstCellsOf: venue, style, to: &output)
      return figures(&output)
    }
    let reader = FieldReader(venue)
    var text = ByteBuffer(capacity: 64)
    append(cells: fields.all, style, to: &output) { field, output in
      text.truncate(to: 0)
      if own(field, &text) {
        output.append(cell: text.bytes, style)
      } else {
        append(cell: field, of: hit, style, reader, to: &output)
      }
    }
  }

  /// The fields that `--fields` chooses for a venue, one line each, without those that it does not have:
  /// `cuisine: thai`. `own` writes the text after the colon.
  func lines(
    ofFieldsOf hit: Hit, own: (VenueFields.Field, inout ByteBuffer) -> Bool
  ) -> [String] {
    let reader = FieldReader(store.venue(hit))
    return (fields?.all ?? []).compactMap { field in
      var text = ByteBuffer(capacity: 64)
      if own(field, &text) {
      } else if field.fact.isFigure {
        append(figure: field.fact, of: hit, to: &text)
      } else {
        withText(field.fact, of: reader) { text.append($0) }
      }
      guard text.count > 0 else { return nil }
      return "\(TidyName.string(field.name)): \(String(decoding: text.bytes, as: UTF8.self))"
    }
  }
}

extension ByteBuffer {
  /// A member with what `write` appends: a number or an array, or a word, which gets quotes.
  mutating func append(
    figure name: String, isWord: Bool = false, _ write: (inout ByteBuffer) -> Void
  ) {
    append(keyText: name)
    if isWord { append("\"") }
    write(&self)
    if isWord { append("\"") }
  }
}
