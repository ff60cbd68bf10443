import FinderEngine

/// Where the parts of a source's feature stand that a merged feature is written from.
///
/// The store has read and checked it before and knows name and postcode; the rest is found by passing over
/// the members once. To read whole features once more took a twentieth of a merge, to pass over properties
/// for their end and then for their members as much again.
struct SourceFeature {
  /// A property.
  struct Property {
    let key: JSONStringSpan
    let value: JSONSpan
  }

  private(set) var id = JSONSpan.none
  /// Of the list that it was made with; none where they are no object.
  private(set) var properties: Range<Int>
  /// A bare geometry is all that comes into a store without being a feature.
  private(set) var isBare = true
  let member: MergeGroups.Member
  /// Its source's text.
  let cursor: JSONCursor
  let coordinate: Coordinate
  let span: JSONSpan
  /// `none` where it has none that says anything.
  let name: JSONStringSpan
  let postcode: JSONStringSpan
  /// The first member that is written as it stands, most often the geometry.
  private var kept: (key: JSONStringSpan, value: JSONSpan)?
  private var hasMoreToKeep = false

  /// Its properties are added to a list.
  init(
    _ member: MergeGroups.Member, of store: VenueStore, _ cursor: JSONCursor,
    to list: inout [Property]
  ) {
    (self.member, self.cursor) = (member, cursor)
    let tokens = store.tokens(ofRow: member.row)
    name = tokens.name.count > 0 ? tokens.name : .none
    postcode = tokens.postcode.count > 0 ? tokens.postcode : .none
    span = store.featureSpan(ofRow: member.row)
    coordinate = store.coordinate(ofRow: member.row)
    properties = list.count..<list.count
    var reader = cursor.moved(to: span.start)
    // It was read once before, so it cannot fail.
    try? reader.readObject { (key, reader) throws(ParseError) in
      guard cursor.string(key, is: "properties") else {
        return take(key, try reader.spanOfValue())
      }
      // Of equal keys the last holds.
      list.removeSubrange(properties.lowerBound...)
      if reader.byte == UInt8(ascii: "{") {
        try reader.readObject { (key, reader) throws(ParseError) in
          list.append(Property(key: key, value: try reader.spanOfValue()))
        }
      } else {
        try reader.skipValue()
      }
      properties = properties.lowerBound..<list.count
    }
  }

  private mutating func take(_ key: JSONStringSpan, _ value: JSONSpan) {
    if cursor.string(key, is: "type") {
      isBare = !cursor.string(cursor.idToken(value), is: "Feature")
    } else if cursor.string(key, is: "id") {
      id = cursor.id(at: value)
    } else {
      hasMoreToKeep = kept != nil
      kept = kept ?? (key, value)
    }
  }

  /// All members but those that a merged feature has of its own.
  func forEachKeptMember(_ body: (JSONStringSpan, JSONSpan) -> Void) {
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
