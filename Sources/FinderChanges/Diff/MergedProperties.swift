import FinderEngine

/// The properties of one venue from several sources. For each key, the first source's value is shown; later
/// values that differ are kept by source.
struct MergedProperties {
  private struct Property {
    var source: Int
    let hash: UInt64
    var key: JSONStringSpan
    var value: JSONSpan
  }

  private let cursors: [JSONCursor]
  private var shown: [Property] = []
  /// Hashes of the keys of `shown`.
  private var hashes: [UInt64] = []
  private var differing: [Property] = []
  /// Where each key's property is, once there are many. If another key has the same hash, the next free
  /// number is used.
  private var places: [UInt64: Int] = [:]
  private var name = Part()
  private var postcode = Part()

  private static let few = 48

  /// The source and text of a venue's name or postcode.
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

  /// To be called for the sources in their order.
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

  /// A later source's name or postcode. Under a key that ranks higher, it would replace the first source's.
  private mutating func addOther(_ property: Property, _ part: Part) {
    let cursor = cursors[property.source]
    if cursor.isEmptyValue(property.value) { return }
    let isSame = cursors[part.source].withDecoded(part.text) { one in
      cursor.withDecoded(cursor.idToken(property.value)) { one.hasSameBytes(as: $0) }
    }
    if !isSame { differing.append(property) }
  }

  private mutating func add(_ property: Property) {
    guard let place = place(of: property) else { return }
    let (other, cursor) = (shown[place], cursors[property.source])
    if other.source == property.source || cursors[other.source].isEmptyValue(other.value) {
      // The last of several equal keys counts.
      (shown[place].source, shown[place].key) = (property.source, property.key)
      shown[place].value = property.value
    } else if !cursor.isEmptyValue(property.value),
      !JSONComparison.areEqual(other.value, in: cursors[other.source], property.value, in: cursor)
    {
      differing.append(property)
    }
  }

  /// The place of the property with this key. If there is none, adds this one and returns `nil`.
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

  /// Writes the source's values that are not shown, as a member `properties`.
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

/// The positions of the parts of a source's feature that go into a merged feature.
///
/// The store has already read and checked it, and knows name and postcode; the rest is found in one pass over
/// the members. Reading whole features again took a twentieth of a merge; finding the end of the properties
/// first, and their members in a second pass, took as much again.
struct SourceFeature {
  private(set) var id = JSONSpan.none
  /// A range of the list passed to `init`; empty if `properties` is not an object.
  private(set) var properties: Range<Int>
  /// Whether it is a bare geometry, the only thing a store reads that is not a feature.
  private(set) var isBare = true
  let member: MergeGroups.Member
  /// On the source's text.
  let cursor: JSONCursor
  let coordinate: Coordinate
  let span: JSONSpan
  /// `none` if it has no name, or an empty one.
  let name: JSONStringSpan
  let postcode: JSONStringSpan
  /// The first member that is copied unchanged, most often the geometry.
  private var kept: (key: JSONStringSpan, value: JSONSpan)?
  private var hasMoreToKeep = false

  /// Appends its properties to `list`.
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
    // It was read before, so it cannot fail.
    try? reader.readObject { (key, reader) throws(ParseError) in
      guard cursor.string(key, is: "properties") else { return take(key, try reader.spanOfValue()) }
      // The last of several equal keys counts.
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

  /// All members that are copied: those that the merge does not write itself.
  func forEachKeptMember(_ body: (JSONStringSpan, JSONSpan) -> Void) {
    guard hasMoreToKeep else {
      if let kept { body(kept.key, kept.value) }
      return
    }
    cursor.forEachMember(of: span) { key, value in
      if !cursor.isRewritten(key) { body(key, value) }
    }
  }
}
