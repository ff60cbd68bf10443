/// Where the parts of a source's feature stand that a merged feature is written from.
///
/// The store has read and checked it before and knows name and postcode; the rest is found by passing over
/// the members. To read whole features once more took a twentieth of a merge.
struct SourceFeature {
  private(set) var id = JSONSpan.none
  /// `none` where there are none or they are null.
  private(set) var properties = JSONSpan.none
  /// A bare geometry is all that comes into a store without being a feature.
  private(set) var isBare = true
  let member: MergeGroups.Member
  let coordinate: Coordinate
  let span: JSONSpan
  /// `none` where it has none that says anything.
  let name: JSONStringSpan
  let postcode: JSONStringSpan
  /// The first member that is written as it stands, most often the geometry.
  private var kept: (key: JSONStringSpan, value: JSONSpan)?
  private var hasMoreToKeep = false

  init(_ member: MergeGroups.Member, of store: VenueStore, _ cursor: JSONCursor) {
    self.member = member
    let tokens = store.tokens(ofRow: member.row)
    name = tokens.name.count > 0 ? tokens.name : .none
    postcode = tokens.postcode.count > 0 ? tokens.postcode : .none
    span = store.featureSpan(ofRow: member.row)
    coordinate = store.coordinate(ofRow: member.row)
    // Of equal keys the last holds.
    cursor.forEachMember(of: span) { key, value in
      if cursor.string(key, is: "type") {
        isBare = !cursor.string(cursor.idToken(value), is: "Feature")
      } else if cursor.string(key, is: "id") {
        id = cursor.id(at: value)
      } else if cursor.string(key, is: "properties") {
        properties = cursor.base[value.start] == UInt8(ascii: "{") ? value : .none
      } else {
        hasMoreToKeep = kept != nil
        kept = kept ?? (key, value)
      }
    }
  }

  /// All members but those that a merged feature has of its own.
  func forEachKeptMember(_ cursor: JSONCursor, _ body: (JSONStringSpan, JSONSpan) -> Void) {
    guard hasMoreToKeep else {
      if let kept { body(kept.key, kept.value) }
      return
    }
    cursor.forEachMember(of: span) { key, value in
      if !cursor.isOfMergedFeature(key) { body(key, value) }
    }
  }
}

extension JSONCursor {
  fileprivate func isOfMergedFeature(_ key: JSONStringSpan) -> Bool {
    string(key, is: "type") || string(key, is: "id") || string(key, is: "properties")
  }
}
