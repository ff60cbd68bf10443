extension VenueWriter {
  /// The original feature, with finder's id for it, and with distance and bearing in place of properties with
  /// these names. With `fields`, it has no other properties than those.
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

  /// Whether `append(measuresOf:to:)` writes a property with this key.
  private func isMeasure(_ key: JSONStringSpan, in cursor: JSONCursor) -> Bool {
    cursor.isMeasure(key)
      || additions.contains { addition in
        cursor.withDecoded(key) { $0.elementsEqual(addition.key.utf8) }
      }
  }

  /// The original feature, with finder's id for it. Properties for which `replaces` is true are left out;
  /// `adding` writes further ones. `geometry` writes JSON that replaces the feature's own geometry.
  @inline(__always)
  package func append(
    featureOf venue: Venue, to output: inout ByteBuffer,
    geometry: ((inout ByteBuffer) -> Void)? = nil,
    replaces: (JSONStringSpan) -> Bool, adding: (inout ByteBuffer) -> Void
  ) {
    let (feature, cursor) = (venue.readFeature(), venue.cursor)
    // All that a store may have apart from features are bare geometries.
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
      if cursor.isRewritten(key) || geometry != nil && cursor.isOfGeometry(key) { return }
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

  package func isRewritten(_ key: JSONStringSpan) -> Bool {
    string(key, is: "type") || string(key, is: "id") || string(key, is: "properties")
  }
}
