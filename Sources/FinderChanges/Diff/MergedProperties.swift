import FinderEngine

/// The properties of one venue from several sources: those of the first that has a key are shown, and
/// others that differ are kept by their source.
struct MergedProperties {
  private struct Property {
    var source: Int
    let hash: UInt64
    var key: JSONStringSpan
    var value: JSONSpan
  }

  private let cursors: [JSONCursor]
  private var shown: [Property] = []
  /// Of the keys of those.
  private var hashes: [UInt64] = []
  private var differing: [Property] = []
  /// Where a key's property is, once there are many. A key whose hash is another's has the next number.
  private var places: [UInt64: Int] = [:]
  private var name = Part()
  private var postcode = Part()

  private static let few = 48

  /// What gives a venue its name or its postcode.
  private struct Part {
    var source = 0
    var text = JSONStringSpan.none
  }

  init(_ cursors: [JSONCursor]) { self.cursors = cursors }

  mutating func begin() {
    shown.removeAll(keepingCapacity: true)
    hashes.removeAll(keepingCapacity: true)
    differing.removeAll(keepingCapacity: true)
    if !places.isEmpty { places.removeAll() }
    (name, postcode) = (Part(), Part())
  }

  /// Sources come in their order.
  mutating func add(_ list: ArraySlice<ObjectMember>, of feature: SourceFeature) {
    let (source, cursor) = (feature.member.source, feature.cursor)
    for one in list {
      let (key, value) = (one.key, one.value)
      let hash = cursor.withDecoded(key) { StableHash.of($0) }
      let property = Property(source: source, hash: hash, key: key, value: value)
      if cursor.string(key, is: "sources") {
        differing.append(property)
      } else if !name.text.isNone, cursor.rankAsName(key) != nil {
        addOther(property, name)
      } else if !postcode.text.isNone, cursor.rankAsPostcode(key) != nil {
        addOther(property, postcode)
      } else {
        add(property)
      }
    }
    if name.text.isNone { name = Part(source: source, text: feature.name) }
    if postcode.text.isNone { postcode = Part(source: source, text: feature.postcode) }
  }

  /// A name of a later source, which under a better key would take the first one's place.
  private mutating func addOther(_ property: Property, _ part: Part) {
    let cursor = cursors[property.source]
    if cursor.saysNothing(property.value) { return }
    let isSame = cursors[part.source].withDecoded(part.text) { one in
      cursor.withDecoded(cursor.idToken(property.value)) { one.hasSameBytes(as: $0) }
    }
    if !isSame { differing.append(property) }
  }

  private mutating func add(_ property: Property) {
    guard let place = place(of: property) else { return }
    let (other, cursor) = (shown[place], cursors[property.source])
    if other.source == property.source || cursors[other.source].saysNothing(other.value) {
      // Of equal keys the last holds.
      (shown[place].source, shown[place].key) = (property.source, property.key)
      shown[place].value = property.value
    } else if !cursor.saysNothing(property.value),
      !JSONComparison.areEqual(other.value, in: cursors[other.source], property.value, in: cursor)
    {
      differing.append(property)
    }
  }

  /// Of the one that is there with this key; else `nil`, and it is there now.
  private mutating func place(of property: Property) -> Int? {
    guard shown.count >= Self.few else {
      for place in hashes.indices
      where hashes[place] == property.hash && isSameKey(shown[place], property) {
        return place
      }
      append(property)
      return nil
    }
    if places.isEmpty {
      for place in shown.indices { places[freePlace(shown[place]).slot] = place }
    }
    let (place, slot) = freePlace(property)
    if let place { return place }
    places[slot] = shown.count
    append(property)
    return nil
  }

  private mutating func append(_ property: Property) {
    shown.append(property)
    hashes.append(property.hash)
  }

  private func freePlace(_ property: Property) -> (place: Int?, slot: UInt64) {
    var slot = property.hash
    while let place = places[slot] {
      if isSameKey(shown[place], property) { return (place, slot) }
      slot &+= 1
    }
    return (nil, slot)
  }

  private func isSameKey(_ a: Property, _ b: Property) -> Bool {
    a.hash == b.hash
      && cursors[a.source].withDecoded(a.key) { one in
        cursors[b.source].withDecoded(b.key) { one.hasSameBytes(as: $0) }
      }
  }

  func append(to output: inout ByteBuffer) {
    for property in shown {
      output.append(member: property.key, property.value, of: cursors[property.source])
    }
  }

  /// What a source says that is not shown, as a member `properties`.
  func append(differencesOf source: Int, to output: inout ByteBuffer) {
    guard differing.contains(where: { $0.source == source }) else { return }
    output.append(key: "properties")
    output.append("{")
    for property in differing where property.source == source {
      output.append(member: property.key, property.value, of: cursors[source])
    }
    output.append("}")
  }
}

/// Where the parts of a source's feature stand that a merged feature is written from.
///
/// The store has read and checked it before and knows name and postcode; the rest is found by passing over
/// the members once. To read whole features once more took a twentieth of a merge, to pass over properties
/// for their end and then for their members as much again.
struct SourceFeature {
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
    to list: inout [ObjectMember]
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
      guard cursor.string(key, is: "properties") else { return take(key, try reader.spanOfValue()) }
      // Of equal keys the last holds.
      list.removeSubrange(properties.lowerBound...)
      if reader.byte == UInt8(ascii: "{") {
        try reader.readObject { (key, reader) throws(ParseError) in
          list.append(ObjectMember(key: key, value: try reader.spanOfValue()))
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
      if !cursor.isWrittenAnew(key) { body(key, value) }
    }
  }
}
