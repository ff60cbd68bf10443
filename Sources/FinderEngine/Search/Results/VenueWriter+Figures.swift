/// A figure that is not the venue's own: of a meeting, of the place along a way, or of a walk.
protocol OwnFigure {
  /// In all formats.
  var name: String { get }
  /// Whether it is a word, which gets quotes in JSON. All others are numbers or arrays.
  var isWord: Bool { get }
}

extension OwnFigure where Self: RawRepresentable<String> {
  var name: String { rawValue }
}

/// Venues with such figures. `figures` are written without `--fields`: instead of the distance and bearing, or
/// after them if it is `measured`. `own` finds the figure that a field names, and `write` writes it as in a
/// cell.
extension VenueWriter {
  /// The figures stand after the longitude.
  func append<Figure: OwnFigure>(
    jsonOf hit: Hit, to output: inout ByteBuffer, _ figures: [Figure], measured: Bool = false,
    own: (VenueFields.Field) -> Figure?, write: (Figure, inout ByteBuffer) -> Void
  ) {
    guard fields == nil else {
      return output.appendObject { append(fieldsOf: hit, to: &$0, own: own, write: write) }
    }
    let venue = store.venue(hit)
    append(jsonStartOf: venue, to: &output)
    append(figures, of: hit, measured, to: &output, write: write)
    append(otherPropertiesOf: venue, to: &output)
    output.append("}")
  }

  /// The original feature. The figures replace properties with their names, and stand after the others.
  func append<Figure: OwnFigure>(
    featureOf hit: Hit, to output: inout ByteBuffer, _ figures: [Figure], measured: Bool = false,
    own: (VenueFields.Field) -> Figure?, write: (Figure, inout ByteBuffer) -> Void
  ) {
    let venue = store.venue(hit)
    guard fields == nil else {
      return append(
        featureOf: venue, to: &output, replaces: { _ in true },
        adding: { append(fieldsOf: hit, asInFile: true, to: &$0, own: own, write: write) })
    }
    append(
      featureOf: venue, to: &output,
      replaces: { key in
        venue.cursor.withDecoded(key) { text in
          figures.contains { text.elementsEqual($0.name.utf8) }
            || additions.contains { text.elementsEqual($0.key.utf8) }
        } || measured && venue.cursor.isMeasure(key)
      },
      adding: { append(figures, of: hit, measured, to: &$0, write: write) })
  }

  private func append<Figure: OwnFigure>(
    _ figures: [Figure], of hit: Hit, _ measured: Bool, to output: inout ByteBuffer,
    write: (Figure, inout ByteBuffer) -> Void
  ) {
    if measured { append(measuresOf: hit, to: &output) }
    for figure in figures { append(member: figure, to: &output, write: write) }
    if !measured { append(additionsTo: hit, to: &output) }
  }

  private func append<Figure: OwnFigure>(
    member figure: Figure, to output: inout ByteBuffer,
    write: (Figure, inout ByteBuffer) -> Void
  ) {
    output.append(keyText: figure.name)
    if figure.isWord { output.append("\"") }
    write(figure, &output)
    if figure.isWord { output.append("\"") }
  }

  private func append<Figure: OwnFigure>(
    fieldsOf hit: Hit, asInFile: Bool = false, to output: inout ByteBuffer,
    own: (VenueFields.Field) -> Figure?, write: (Figure, inout ByteBuffer) -> Void
  ) {
    let reader = FieldReader(store.venue(hit))
    for field in fields?.all ?? [] {
      if let figure = own(field) {
        append(member: figure, to: &output, write: write)
      } else {
        append(field, of: hit, asInFile: asInFile, reader, to: &output)
      }
    }
  }

  /// The figures stand after the venue's place.
  func append<Figure: OwnFigure>(
    cellsOf hit: Hit, _ style: DelimitedStyle, to output: inout ByteBuffer, _ figures: [Figure],
    measured: Bool = false, own: (VenueFields.Field) -> Figure?,
    write: (Figure, inout ByteBuffer) -> Void
  ) {
    let venue = store.venue(hit)
    guard let fields else {
      append(firstCellsOf: venue, style, to: &output)
      if measured { append(measuresOf: hit, style, to: &output) }
      for (column, figure) in figures.enumerated() {
        if measured || column > 0 { output.append(style.separator) }
        write(figure, &output)
      }
      if !measured { append(additionsTo: hit, style, to: &output) }
      return
    }
    let reader = FieldReader(venue)
    append(cells: fields.all, style, to: &output) { field, output in
      if let figure = own(field) {
        // An array has commas.
        var text = ByteBuffer(capacity: 64)
        write(figure, &text)
        output.append(cell: text.bytes, style)
      } else {
        append(cell: field, of: hit, style, reader, to: &output)
      }
    }
  }

  /// The fields that `--fields` chooses for a venue, one line each, without those that it does not have:
  /// `cuisine: thai`.
  func lines<Figure: OwnFigure>(
    ofFieldsOf hit: Hit, own: (VenueFields.Field) -> Figure?,
    write: (Figure, inout ByteBuffer) -> Void
  ) -> [String] {
    let reader = FieldReader(store.venue(hit))
    return (fields?.all ?? []).compactMap { field in
      var text = ByteBuffer(capacity: 64)
      if let figure = own(field) {
        write(figure, &text)
      } else if field.fact.isFigure {
        append(figure: field.fact, of: hit, to: &text)
      } else {
        withText(field.fact, of: reader) { text.append($0) }
      }
      guard text.count > 0 else { return nil }
      return "\(TidyText.string(field.name)): \(String(decoding: text.bytes, as: UTF8.self))"
    }
  }
}
