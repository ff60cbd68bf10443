import FinderEngine

/// Writes the changes that a comparison found, in the forms that other programs read.
package struct ChangeWriter: Sendable {
  private let comparison: DatasetComparison
  private let old: VenueWriter
  private let new: VenueWriter

  package init(_ comparison: DatasetComparison) {
    self.comparison = comparison
    old = VenueWriter(comparison.old)
    new = VenueWriter(comparison.new)
  }

  /// One object on one line. `old` and `new` are the venue before and after; `null` if there is none.
  package func append(jsonOf change: DatasetComparison.Change, to output: inout ByteBuffer) {
    output.appendObject { output in
      append(detailsOf: change, to: &output)
      output.append(key: "old")
      append(jsonOf: comparison.oldVenue(change), old, to: &output)
      output.append(key: "new")
      append(jsonOf: comparison.newVenue(change), new, to: &output)
    }
  }

  private func append(jsonOf venue: Venue?, _ writer: VenueWriter, to output: inout ByteBuffer) {
    guard let venue else { return output.append("null") }
    writer.append(jsonOf: venue, to: &output)
  }

  /// The kind of change, how far the venue moved, and what else differs.
  private func append(detailsOf change: DatasetComparison.Change, to output: inout ByteBuffer) {
    output.append(key: "change", string: change.kind.rawValue)
    if let path = change.path { output.append(distance: path.distance, bearing: path.bearing) }
    guard !change.fields.isEmpty else { return }
    output.append(key: "fields", elements: change.fields.count) {
      $0.append(jsonString: change.fields[$1])
    }
  }

  /// The feature as it is in the new edition; for a venue that closed, as it was in the old one. If it moved,
  /// the geometry is the line from the old place to the new. The change is described in the properties,
  /// replacing any with the same names.
  package func append(featureOf change: DatasetComparison.Change, to output: inout ByteBuffer) {
    guard let venue = comparison.newVenue(change) ?? comparison.oldVenue(change) else { return }
    let earlier = change.isRenamed ? comparison.oldVenue(change) : nil
    (change.new == nil ? old : new).append(
      featureOf: venue, to: &output, geometry: line(change),
      replaces: { key in
        venue.cursor.string(key, is: "change")
          || change.path != nil && venue.cursor.isMeasure(key)
          || !change.fields.isEmpty && venue.cursor.string(key, is: "fields")
          || earlier != nil && venue.cursor.string(key, is: "old_name")
      },
      adding: { output in
        append(detailsOf: change, to: &output)
        if let earlier {
          output.append(key: "old_name")
          earlier.withName { output.append(jsonText: $0) }
        }
      })
  }

  /// RFC 7946, 3.1.9: a line across the antimeridian is cut there.
  private func line(_ change: DatasetComparison.Change) -> ((inout ByteBuffer) -> Void)? {
    guard change.kind == .moved, let from = comparison.oldVenue(change)?.coordinate,
      let to = comparison.newVenue(change)?.coordinate
    else { return nil }
    guard abs(to.longitude - from.longitude) > 180 else {
      return { output in
        output.append("{\"type\":\"LineString\"")
        output.append(key: "coordinates")
        output.append(positions: [from, to])
        output.append("}")
      }
    }
    let edge = from.longitude > 0 ? 180.0 : -180
    let first = abs(edge - from.longitude)
    let whole = first + abs(-edge - to.longitude)
    let share = whole == 0 ? 0 : first / whole
    let latitude = from.latitude + (to.latitude - from.latitude) * share
    let parts = [
      [from, Coordinate(latitude: latitude, longitude: edge)],
      [Coordinate(latitude: latitude, longitude: -edge), to],
    ]
    return { output in
      output.append("{\"type\":\"MultiLineString\"")
      output.append(key: "coordinates", elements: parts.count) { $0.append(positions: parts[$1]) }
      output.append("}")
    }
  }

  package var columns: [String] {
    [
      "change", "old_id", "old_name", "old_postcode", "old_lat", "old_lon", "new_id", "new_name",
      "new_postcode", "new_lat", "new_lon", "distance_m", "bearing_deg", "fields",
    ]
  }

  /// The change's cells, without a final line break.
  package func append(
    cellsOf change: DatasetComparison.Change, _ style: DelimitedStyle,
    to output: inout ByteBuffer
  ) {
    output.append(text: change.kind.rawValue)
    output.append(style.separator)
    append(cellsOf: comparison.oldVenue(change), old, style, to: &output)
    append(cellsOf: comparison.newVenue(change), new, style, to: &output)
    if let path = change.path { output.append(tenthsOf: path.distance) }
    output.append(style.separator)
    if let path = change.path { output.append(tenthsOf: Geodesic.shown(bearing: path.bearing)) }
    output.append(style.separator)
    // The keys of properties come from the files, so they are tidied.
    change.fields.joined(separator: ";").withBytes { fields in
      TidyText.with(fields) { output.append(cell: $0, style) }
    }
  }

  private func append(
    cellsOf venue: Venue?, _ writer: VenueWriter, _ style: DelimitedStyle,
    to output: inout ByteBuffer
  ) {
    guard let venue else {
      for _ in 0..<5 { output.append(style.separator) }
      return
    }
    writer.append(firstCellsOf: venue, style, to: &output)
  }
}

extension ByteBuffer {
  fileprivate mutating func append(positions: [Coordinate]) {
    appendArray(positions.count) { output, place in
      let position = positions[place]
      output.appendArray(2) {
        $0.append(number: $1 == 0 ? position.longitude : position.latitude)
      }
    }
  }
}
