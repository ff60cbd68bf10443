extension VenueStore {
  /// The venue of that id, as answers have it. O(n) over one column of eight bytes a venue, and nothing
  /// besides: what asks once, such as `favourites add`, needs no names beside a snapshot for it, nor the
  /// sort of all ids that takes their place; where no venue has it, the ids in `sources` are looked at.
  /// With those at hand, `NameDirectory.row(ofID:)` is O(log n).
  package func row(ofID id: String) -> Int? {
    let ids = UniqueIDs(self)
    return id.withBytes { id in
      row(ofID: id, withKeyOf: id, ids)
        // `x~2` is a second `x`, unless a feature has just that id.
        ?? Self.base(of: id).flatMap { row(ofID: id, withKeyOf: $0, ids) }
        ?? SourceIDs(self).row(of: id)
    }
  }

  private func row(
    ofID id: UnsafeBufferPointer<UInt8>, withKeyOf base: UnsafeBufferPointer<UInt8>,
    _ ids: UniqueIDs
  ) -> Int? {
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

  /// What stands before `~2`.
  private static func base(of id: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
    guard let tilde = id.lastIndex(of: UInt8(ascii: "~")), tilde < id.count - 1,
      id[(tilde + 1)...].allSatisfy(\.isDigit)
    else { return nil }
    return UnsafeBufferPointer(rebasing: id[..<tilde])
  }

  package func venue(ofRow row: Int) -> Venue { Venue(row: row, of: self) }
}
