/// A merged venue has one id, that of its first source; the others' are in its `sources`. They lead to it
/// too: a favourite `fhrs:10` is still the same house when OpenStreetMap has come to know it as well.
extension VenueStore {
  /// The first venue that a source knows by this id. O(the features), for ids that no venue has itself; of
  /// those of sources alone, which begin like `fhrs:`.
  func row(ofSourceID id: UnsafeBufferPointer<UInt8>) -> Int? {
    guard id.contains(UInt8(ascii: ":")) else { return nil }
    let cursor = JSONCursor(text)
    return (0..<count).first { row in
      cursor.hasSourceID(id, in: readFeature(ofRow: row).properties)
    }
  }
}

extension JSONCursor {
  fileprivate func hasSourceID(
    _ id: UnsafeBufferPointer<UInt8>, in properties: JSONSpan
  ) -> Bool {
    var isThere = false
    forEachMember(ofObject: properties) { key, sources in
      guard string(key, is: "sources") else { return }
      forEachMember(ofObject: sources) { _, source in
        forEachMember(ofObject: source) { key, value in
          guard string(key, is: "id"), base[value.start] == UInt8(ascii: "\"") else { return }
          if withDecoded(idToken(value), { $0.hasSameBytes(as: id) }) { isThere = true }
        }
      }
    }
    return isThere
  }

  /// Nothing of what is no object.
  private func forEachMember(
    ofObject span: JSONSpan, _ body: (JSONStringSpan, JSONSpan) -> Void
  ) {
    guard !span.isNone, base[span.start] == UInt8(ascii: "{") else { return }
    forEachMember(of: span, body)
  }
}
