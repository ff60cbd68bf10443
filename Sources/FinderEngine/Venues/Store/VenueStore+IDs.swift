extension VenueStore {
  /// The venue with that id, as answers print it. O(n) over one column of eight bytes a venue: a single
  /// look-up, such as that of `favourites add`, needs neither the names beside a snapshot nor the sort of all
  /// ids that replaces them. If no venue has the id, those in `sources` are searched. With the names at hand,
  /// `NameDirectory.row(ofID:)` is O(log n).
  package func row(ofID id: String) -> Int? {
    let ids = UniqueIDs(self)
    return id.withBytes { id in
      row(ofID: id, withKeyOf: id, ids)
        // `x~2` is a second `x`, unless a feature has exactly that id.
        ?? Self.base(of: id).flatMap { row(ofID: id, withKeyOf: $0, ids) }
        ?? SourceIDs(self).row(of: id)
    }
  }

  private func row(ofID id: Bytes, withKeyOf base: Bytes, _ ids: UniqueIDs) -> Int? {
    let key = VenueIDKey(ownID: base)
    let keys = columns.idKey
    return withExtendedLifetime(keys) {
      let values = keys.values
      return (0..<count).first { row in
        guard values[row] == key else { return false }
        var found = ByteBuffer(capacity: 64)
        ids.append(idOf: Venue(row: row, of: self), to: &found)
        return found.bytes.hasSameBytes(as: id)
      }
    }
  }

  /// The part before `~2`.
  private static func base(of id: Bytes) -> Bytes? {
    guard let tilde = id.lastIndex(of: UInt8(ascii: "~")), tilde < id.count - 1,
      id[(tilde + 1)...].allSatisfy(\.isDigit)
    else { return nil }
    return UnsafeBufferPointer(rebasing: id[..<tilde])
  }

  package func venue(ofRow row: Int) -> Venue { Venue(row: row, of: self) }
}

/// A merged venue has one id, that of its first source; the others' ids are in its `sources`. They lead to it
/// too: a favourite `fhrs:10` is still the same house once OpenStreetMap lists it as well.
///
/// For ids that no venue has itself. The table takes a pass over the features. It is made only for datasets
/// of several sources, recognised by their several attributions.
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

  func row(of id: Bytes) -> Int? { rows.isEmpty ? nil : rows[Array(id)] }
}

extension JSONCursor {
  fileprivate func forEachSourceID(in properties: JSONSpan, _ body: (Bytes) -> Void) {
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

  /// Does nothing if the value is not an object.
  private func forEachMember(ofObject span: JSONSpan, _ body: (JSONStringSpan, JSONSpan) -> Void) {
    guard !span.isNone, base[span.start] == UInt8(ascii: "{") else { return }
    forEachMember(of: span, body)
  }
}
