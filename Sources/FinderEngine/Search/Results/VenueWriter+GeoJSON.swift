extension VenueWriter {
  /// The feature as it stood, with the id that finder gives it, and distance and bearing among its
  /// properties (in place of properties of these names, if it had them). With `fields` these are all
  /// its properties.
  package func append(featureOf hit: Hit, to output: inout ByteBuffer) {
    let venue = store.venue(hit)
    guard fields == nil else {
      return append(
        featureOf: venue, to: &output, replaces: { _ in true },
        adding: { append(fieldsOf: hit, asInFile: true, to: &$0) })
    }
    append(
      featureOf: venue, to: &output,
      replaces: { isMeasure($0, in: venue.cursor) },
      adding: { append(measuresOf: hit, to: &$0) })
  }

  /// A property that `append(measuresOf:to:)` writes.
  func isMeasure(_ key: JSONStringSpan, in cursor: JSONCursor) -> Bool {
    cursor.isMeasure(key)
      || additions.contains { addition in
        cursor.withDecoded(key) { $0.elementsEqual(addition.key.utf8) }
      }
  }

  /// The feature as it stood, with the id that finder gives it, and among its properties what
  /// `adding` writes, in place of those that this replaces. `geometry` writes JSON that stands in
  /// place of the feature's own.
  @inline(__always)
  package func append(
    featureOf venue: Venue, to output: inout ByteBuffer,
    geometry: ((inout ByteBuffer) -> Void)? = nil,
    replaces: (JSONStringSpan) -> Bool, adding: (inout ByteBuffer) -> Void
  ) {
    let (feature, cursor) = (venue.readFeature(), venue.cursor)
    // A bare geometry is all that comes into a store without being a feature.
    let isBare = feature.fault == .notAFeature
    output.append("{\"type\":\"Feature\"")
    append(idMemberOf: venue, to: &output)
    output.append(
      key: "properties",
      object: { output in
        cursor.forEachMember(of: isBare ? .none : feature.properties) { key, value in
          if !replaces(key) { output.append(member: key, value, of: cursor) }
        }
        adding(&output)
      })
    cursor.forEachMember(of: isBare ? .none : feature.span) { key, value in
      if cursor.isWrittenAnew(key) || geometry != nil && cursor.isOfGeometry(key) { return }
      output.append(member: key, value, of: cursor)
    }
    if let geometry {
      output.append(key: "geometry")
      geometry(&output)
    } else if isBare {
      output.append(key: "geometry", json: cursor.bytes(of: feature.span))
    }
    output.append("}")
  }
}

extension JSONCursor {
  package func isMeasure(_ key: JSONStringSpan) -> Bool {
    string(key, is: "distance_m") || string(key, is: "bearing_deg")
  }

  fileprivate func isOfGeometry(_ key: JSONStringSpan) -> Bool {
    string(key, is: "geometry") || string(key, is: "bbox")
  }

  package func isWrittenAnew(_ key: JSONStringSpan) -> Bool {
    string(key, is: "type") || string(key, is: "id") || string(key, is: "properties")
  }
}
