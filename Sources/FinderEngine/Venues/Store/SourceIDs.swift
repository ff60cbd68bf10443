/// A merged venue has one id, that of its first source; the others' are in its `sources`. They lead to it
/// too: a favourite `fhrs:10` is still the same house when OpenStreetMap has come to know it as well.
///
/// For ids that no venue has itself. The table takes a walk over the features, which only datasets of several
/// sources are asked for, and those say so by several attributions.
struct SourceIDs: Sendable {
  private var rows: [[UInt8]: Int] = [:]

  init(_ store: VenueStore) {
    guard store.attribution.count > 1 else { return }
    let cursor = JSONCursor(store.text)
    for row in 0..<store.count {
      cursor.forEachSourceID(in: store.readFeature(ofRow: row).properties) { id in
        let id = Array(id)
        if rows[id] == nil { rows[id] = row }
      }
    }
  }

  func row(of id: UnsafeBufferPointer<UInt8>) -> Int? { rows.isEmpty ? nil : rows[Array(id)] }
}

extension JSONCursor {
  fileprivate func forEachSourceID(
    in properties: JSONSpan, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    forEachMember(ofObject: properties) { key, sources in
      guard string(key, is: "sources") else { return }
      forEachMember(ofObject: sources) { _, source in
        forEachMember(ofObject: source) { key, value in
          guard string(key, is: "id"), base[value.start] == UInt8(ascii: "\"") else { return }
          withDecoded(idToken(value), body)
        }
      }
    }
  }

  /// Nothing of what is no object.
  private func forEachMember(
    ofObject span: JSONSpan, _ body: (JSONStringSpan, JSONSpan) -> Void
  ) {
    guard !span.isNone, base[span.start] == UInt8(ascii: "{") else { return }
    forEachMember(of: span, body)
  }
}
