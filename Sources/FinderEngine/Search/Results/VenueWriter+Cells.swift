extension VenueWriter {
  /// The venue's own columns.
  static let placeColumns = ["id", "name", "postcode", "lat", "lon"]
  package static let columns = placeColumns + ["distance_m", "bearing_deg"]

  package var columns: [String] {
    fields?.columns ?? Self.columns + additions.flatMap(\.columns)
  }

  /// Does not read the columns' names if it can avoid it, since that would retain their owner.
  var columnCount: Int { fields == nil && additions.isEmpty ? 7 : columns.count }

  /// The venue's cells, seven unless `fields` says otherwise, without a line break at the end.
  package func append(cellsOf hit: Hit, _ style: DelimitedStyle, to output: inout ByteBuffer) {
    guard fields == nil else { return append(fieldCellsOf: hit, style, to: &output) }
    append(firstCellsOf: store.venue(hit), style, to: &output)
    append(measuresOf: hit, style, to: &output)
  }

  /// The same. Cells that do not depend on the point are taken from `rendered`, or stored there.
  @inline(__always)
  func append(
    cellsOf hit: Hit, _ style: DelimitedStyle, to output: inout ByteBuffer,
    _ rendered: borrowing RenderedVenues
  ) {
    guard fields == nil else { return append(fieldCellsOf: hit, style, to: &output) }
    rendered.append(row: hit.row, to: &output) { output in
      append(firstCellsOf: store.venue(hit), style, to: &output)
      return true
    }
    append(measuresOf: hit, style, to: &output)
  }

  /// Its id, name, postcode, latitude and longitude, with a separator after each.
  @inline(never) package func append(
    firstCellsOf venue: Venue, _ style: DelimitedStyle, to output: inout ByteBuffer
  ) {
    append(idOf: venue, style, to: &output)
    output.append(style.separator)
    venue.withName { output.append(cell: $0, style) }
    output.append(style.separator)
    venue.withPostcode { output.append(cell: $0, style) }
    output.append(style.separator)
    output.append(number: venue.coordinate.latitude)
    output.append(style.separator)
    output.append(number: venue.coordinate.longitude)
    output.append(style.separator)
  }

  func append(measuresOf hit: Hit, _ style: DelimitedStyle, to output: inout ByteBuffer) {
    output.append(tenthsOf: hit.distance)
    output.append(style.separator)
    output.append(tenthsOf: Geodesic.shown(bearing: hit.bearing))
    if !additions.isEmpty { append(additionsTo: hit, style, to: &output) }
  }

  @inline(never)
  func append(
    additionsTo hit: Hit, _ style: DelimitedStyle, to output: inout ByteBuffer
  ) {
    let reader = FieldReader(store.venue(hit))
    for addition in additions {
      for column in addition.columns {
        output.append(style.separator)
        var text = ByteBuffer(capacity: 64)
        addition.append(cell: column, of: reader, to: &text)
        output.append(cell: text.bytes, style)
      }
    }
  }

  private func append(idOf venue: Venue, _ style: DelimitedStyle, to output: inout ByteBuffer) {
    // A derived id needs no quotes or escapes in a cell.
    if venue.idKey.isDerived { return ids.append(idOf: venue, to: &output) }
    var id = ByteBuffer(capacity: 64)
    ids.append(idOf: venue, to: &id)
    TidyText.with(id.bytes) { output.append(cell: $0, style) }
  }
}
