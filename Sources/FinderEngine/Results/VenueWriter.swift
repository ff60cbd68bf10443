/// Writes venues that were found in the forms that other programs read.
package struct VenueWriter: Sendable {
  private let store: VenueStore
  private let ids: UniqueIDs

  package init(_ store: VenueStore) { self.init(store, ids: UniqueIDs(store)) }

  /// For a part of a dataset, whose venues keep the ids that they have in the whole.
  init(_ store: VenueStore, ids: UniqueIDs) {
    self.store = store
    self.ids = ids
  }
}

// MARK: - JSON

extension VenueWriter {
  /// One object, without a line break anywhere in it.
  package func append(jsonOf hit: Hit, to output: inout ByteBuffer) {
    let venue = store.venue(hit)
    append(jsonStartOf: venue, to: &output)
    append(measuresOf: hit, to: &output)
    if venue.tokens.hasOtherProperties { append(otherPropertiesOf: venue, to: &output) }
    output.append("}")
  }

  /// The same of a venue that was not looked for from anywhere.
  func append(jsonOf venue: Venue, to output: inout ByteBuffer) {
    append(jsonStartOf: venue, to: &output)
    if venue.tokens.hasOtherProperties { append(otherPropertiesOf: venue, to: &output) }
    output.append("}")
  }

  /// Of a hit, with what does not depend on the point out of `rendered` or put there.
  @inline(__always)
  func append(jsonOf hit: Hit, to output: inout ByteBuffer, _ rendered: borrowing RenderedVenues) {
    var others: Venue?
    rendered.append(row: hit.row, to: &output) { output in
      let venue = store.venue(hit)
      append(jsonStartOf: venue, to: &output)
      guard venue.tokens.hasOtherProperties else { return true }
      others = venue
      return false
    }
    append(measuresOf: hit, to: &output)
    if let others { append(otherPropertiesOf: others, to: &output) }
    output.append("}")
  }

  /// Up to the place, without the object's end.
  @inline(never) private func append(jsonStartOf venue: Venue, to output: inout ByteBuffer) {
    output.append("{\"id\":")
    append(jsonIDOf: venue, to: &output)
    output.append(",\"name\":")
    venue.withName { output.append(jsonString: $0) }
    output.append(",\"postcode\":")
    venue.withPostcode { bytes in
      if bytes.isEmpty { output.append("null") } else { output.append(jsonString: bytes) }
    }
    output.append(",\"lat\":")
    output.append(number: venue.coordinate.latitude)
    output.append(",\"lon\":")
    output.append(number: venue.coordinate.longitude)
  }

  private func append(jsonIDOf venue: Venue, to output: inout ByteBuffer) {
    if venue.idKey.isDerived {
      // Letters, digits and perhaps `~2`: nothing to escape.
      output.append("\"")
      ids.append(idOf: venue, to: &output)
      output.append("\"")
      return
    }
    // Ids are short: gathered once, then quoted.
    var id = ByteBuffer(capacity: 64)
    ids.append(idOf: venue, to: &id)
    output.append(jsonString: id.bytes)
  }

  @inline(__always) private func append(measuresOf hit: Hit, to output: inout ByteBuffer) {
    output.append(",\"distance_m\":")
    output.append(tenthsOf: hit.distance)
    output.append(",\"bearing_deg\":")
    output.append(tenthsOf: hit.shownBearing)
  }

  /// The members of `properties` beside name and postcode, as they stood; nothing where none are.
  private func append(otherPropertiesOf venue: Venue, to output: inout ByteBuffer) {
    let feature = venue.readFeature()
    guard !feature.properties.isNone else { return }
    var isFirst = true
    venue.cursor.forEachMember(of: feature.properties) { key, value in
      guard !venue.cursor.isNameOrPostcode(key, value, of: feature) else { return }
      output.append(isFirst ? ",\"properties\":{" : ",")
      isFirst = false
      append(member: key, value, of: venue, to: &output)
    }
    if !isFirst { output.append("}") }
  }

  private func append(
    member key: JSONStringSpan, _ value: JSONSpan, of venue: Venue, to output: inout ByteBuffer
  ) {
    output.append("\"")
    output.append(venue.cursor.rawBytes(key))
    output.append("\":")
    output.append(jsonValue: venue.cursor.bytes(of: value))
  }
}

// MARK: - GeoJSON

extension VenueWriter {
  /// The feature as it stood, with the id that finder gives it, and distance and bearing among its
  /// properties (in place of properties of these names, if it had them).
  package func append(featureOf hit: Hit, to output: inout ByteBuffer) {
    let venue = store.venue(hit)
    append(
      featureOf: venue, to: &output, replaces: { venue.cursor.isMeasure($0) },
      adding: { output in
        output.append("\"distance_m\":")
        output.append(tenthsOf: hit.distance)
        output.append(",\"bearing_deg\":")
        output.append(tenthsOf: hit.shownBearing)
      })
  }

  /// The feature as it stood, with the id that finder gives it, and among its properties what
  /// `adding` writes, in place of those that this replaces. `geometry` is JSON text that stands in
  /// place of the feature's own.
  @inline(__always)
  func append(
    featureOf venue: Venue, to output: inout ByteBuffer, geometry: String? = nil,
    replaces: (JSONStringSpan) -> Bool, adding: (inout ByteBuffer) -> Void
  ) {
    let feature = venue.readFeature()
    output.append("{\"type\":\"Feature\",\"id\":")
    append(jsonIDOf: venue, to: &output)
    output.append(",\"properties\":{")
    if !feature.properties.isNone {
      venue.cursor.forEachMember(of: feature.properties) { key, value in
        guard !replaces(key) else { return }
        append(member: key, value, of: venue, to: &output)
        output.append(",")
      }
    }
    adding(&output)
    output.append("}")
    venue.cursor.forEachMember(of: feature.span) { key, value in
      guard !venue.cursor.isWrittenAnew(key) else { return }
      if geometry != nil, venue.cursor.isOfGeometry(key) { return }
      output.append(",")
      append(member: key, value, of: venue, to: &output)
    }
    if let geometry {
      output.append(",\"geometry\":")
      output.append(text: geometry)
    }
    output.append("}")
  }
}

extension JSONCursor {
  func isMeasure(_ key: JSONStringSpan) -> Bool {
    string(key, is: "distance_m") || string(key, is: "bearing_deg")
  }

  fileprivate func isOfGeometry(_ key: JSONStringSpan) -> Bool {
    string(key, is: "geometry") || string(key, is: "bbox")
  }

  fileprivate func isWrittenAnew(_ key: JSONStringSpan) -> Bool {
    string(key, is: "type") || string(key, is: "id") || string(key, is: "properties")
  }
}

// MARK: - CSV and TSV

extension VenueWriter {
  package static let columns = [
    "id", "name", "postcode", "lat", "lon", "distance_m", "bearing_deg",
  ]

  /// The venue's seven cells, without a line break behind them.
  package func append(cellsOf hit: Hit, _ style: DelimitedStyle, to output: inout ByteBuffer) {
    append(firstCellsOf: store.venue(hit), style, to: &output)
    append(measuresOf: hit, style, to: &output)
  }

  /// The same, with what does not depend on the point out of `rendered` or put there.
  @inline(__always)
  func append(
    cellsOf hit: Hit, _ style: DelimitedStyle, to output: inout ByteBuffer,
    _ rendered: borrowing RenderedVenues
  ) {
    rendered.append(row: hit.row, to: &output) { output in
      append(firstCellsOf: store.venue(hit), style, to: &output)
      return true
    }
    append(measuresOf: hit, style, to: &output)
  }

  /// Its id, name, postcode, latitude and longitude, with a separator behind each.
  @inline(never) func append(
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

  private func append(measuresOf hit: Hit, _ style: DelimitedStyle, to output: inout ByteBuffer) {
    output.append(tenthsOf: hit.distance)
    output.append(style.separator)
    output.append(tenthsOf: hit.shownBearing)
  }
}

extension VenueWriter {
  private func append(idOf venue: Venue, _ style: DelimitedStyle, to output: inout ByteBuffer) {
    // Nothing that a cell would have in quotes or escapes.
    if venue.idKey.isDerived { return ids.append(idOf: venue, to: &output) }
    var id = ByteBuffer(capacity: 64)
    ids.append(idOf: venue, to: &id)
    output.append(cell: id.bytes, style)
  }
}

extension Hit {
  fileprivate var shownBearing: Double { Geodesic.shown(bearing: bearing) }
}

extension Geodesic {
  /// 359.97 rounds to 360, which is 0.
  @inline(__always)
  static func shown(bearing: Double) -> Double { bearing >= 359.95 ? 0 : bearing }
}
