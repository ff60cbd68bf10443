/// Writes the venues of an answer in machine-readable formats.
///
/// A class, since destroying a struct with `VenueFields?` in another module takes that type's description,
/// which the runtime makes in 37,000 instructions.
package final class VenueWriter: Sendable {
  let store: VenueStore
  let ids: UniqueIDs
  /// The facts to write for each venue; `nil` for all, in the usual order.
  let fields: VenueFields?
  /// Written after the distance and bearing, in this order.
  let additions: [any VenueAddition]

  /// Pass `ids` if `store` is a part of a dataset, so that its venues keep their ids in the whole.
  package init(
    _ store: VenueStore, ids: UniqueIDs? = nil, fields: VenueFields? = nil,
    additions: [any VenueAddition] = []
  ) {
    self.store = store
    self.ids = ids ?? UniqueIDs(store)
    self.fields = fields
    self.additions = additions
  }

  /// One object, with no line break in it.
  package func append(jsonOf hit: Hit, to output: inout ByteBuffer) {
    guard fields == nil else { return output.appendObject { append(fieldsOf: hit, to: &$0) } }
    append(jsonOf: store.venue(hit), hit, to: &output)
  }

  /// The same for a venue, which has no hit if there was no point to search from.
  package func append(jsonOf venue: Venue, _ hit: Hit? = nil, to output: inout ByteBuffer) {
    append(jsonStartOf: venue, to: &output)
    if let hit { append(measuresOf: hit, to: &output) }
    append(otherPropertiesOf: venue, to: &output)
    output.append("}")
  }

  /// The same for a hit. Parts that do not depend on the point are taken from `rendered`, or stored there.
  @inline(__always)
  func append(jsonOf hit: Hit, to output: inout ByteBuffer, _ rendered: borrowing RenderedVenues) {
    guard fields == nil else { return output.appendObject { append(fieldsOf: hit, to: &$0) } }
    var others: Venue?
    rendered.append(row: hit.row, to: &output) { output in
      let venue = store.venue(hit)
      append(jsonStartOf: venue, to: &output)
      guard venue.tokens.hasOtherProperties else { return true }
      others = venue
      return false
    }
    append(measuresOf: hit, to: &output)
    if let others { append(otherPropertiesOf: others, to: &output) }
    output.append("}")
  }

  /// Distance, bearing and the additions.
  @inline(__always) func append(measuresOf hit: Hit, to output: inout ByteBuffer) {
    output.append(measuresOf: hit)
    if !additions.isEmpty { append(additionsTo: hit, to: &output) }
  }

  @inline(never) func append(additionsTo hit: Hit, to output: inout ByteBuffer) {
    let reader = FieldReader(store.venue(hit))
    for addition in additions {
      output.append(keyText: addition.key)
      addition.append(json: addition.key, of: reader, to: &output)
    }
  }

  /// The addition with the name of a field.
  func addition(for fact: VenueFields.Fact) -> (any VenueAddition)? {
    guard !additions.isEmpty, let key = fact.key else { return nil }
    return additions.first { $0.has(key.text) }
  }

  /// The beginning of the object, up to the longitude.
  @inline(never) func append(jsonStartOf venue: Venue, to output: inout ByteBuffer) {
    output.append("{")
    append(idMemberOf: venue, to: &output)
    output.append(key: "name")
    venue.withName { output.append(jsonText: $0) }
    output.append(key: "postcode")
    venue.withPostcode { output.append(jsonText: $0) }
    output.append(placeOf: venue.coordinate)
  }

  func append(idMemberOf venue: Venue, to output: inout ByteBuffer) {
    output.append(key: "id")
    append(quotedIDOf: venue, to: &output)
  }

  package func append(quotedIDOf venue: Venue, to output: inout ByteBuffer) {
    if venue.idKey.isDerived {
      // Letters, digits and perhaps `~2`: nothing to escape.
      output.append("\"")
      ids.append(idOf: venue, to: &output)
      output.append("\"")
      return
    }
    // Other ids may need escapes.
    var id = ByteBuffer(capacity: 64)
    ids.append(idOf: venue, to: &id)
    output.append(jsonString: id.bytes)
  }

  /// The members of `properties` other than name and postcode, unchanged; nothing if there are none.
  func append(otherPropertiesOf venue: Venue, to output: inout ByteBuffer) {
    guard venue.tokens.hasOtherProperties else { return }
    let start = output.count
    output.append(key: "properties")
    if !append(otherMembersOf: venue, to: &output) { output.truncate(to: start) }
  }

  /// Calls `body` with each member of `properties` other than name and postcode, as shown in a cell.
  package func forEachProperty(of venue: Venue, _ body: (_ key: String, _ value: String) -> Void) {
    guard venue.tokens.hasOtherProperties else { return }
    let (feature, cursor) = (venue.readFeature(), venue.cursor)
    cursor.forEachMember(of: feature.properties) { key, value in
      if cursor.isNameOrPostcode(key, value, of: feature) { return }
      var text = ByteBuffer(capacity: 64)
      text.append(cellOf: value, in: cursor)
      body(cursor.withDecoded(key) { TidyText.string($0) }, TidyText.string(text.bytes))
    }
  }

  /// As an object; appends nothing and returns false if there are none.
  func append(otherMembersOf venue: Venue, to output: inout ByteBuffer) -> Bool {
    guard venue.tokens.hasOtherProperties else { return false }
    let (feature, cursor) = (venue.readFeature(), venue.cursor)
    output.append("{")
    let empty = output.count
    cursor.forEachMember(of: feature.properties) { key, value in
      if cursor.isNameOrPostcode(key, value, of: feature) { return }
      output.append(member: key, value, of: cursor)
    }
    let hasSome = output.count > empty
    if hasSome { output.append("}") } else { output.truncate(to: empty - 1) }
    return hasSome
  }
}

extension ByteBuffer {
  @inline(__always) package mutating func append(placeOf point: Coordinate) {
    append(key: "lat", number: point.latitude)
    append(key: "lon", number: point.longitude)
  }

  package mutating func append(edgesOf box: BoundingBox) {
    append(key: "south", number: box.south)
    append(key: "west", number: box.west)
    append(key: "north", number: box.north)
    append(key: "east", number: box.east)
  }

  @inline(__always) mutating func append(measuresOf hit: Hit) {
    append(distance: hit.distance, bearing: hit.bearing)
  }

  @inline(__always) package mutating func append(distance: Double, bearing: Double) {
    append(key: "distance_m", tenths: distance)
    append(key: "bearing_deg", tenths: Geodesic.shown(bearing: bearing))
  }

  /// A name or a postcode: `null` if there is none.
  package mutating func append(jsonText text: Bytes) {
    if text.isEmpty { append("null") } else { append(jsonString: text) }
  }

  /// A member as in the dataset, but on one line.
  package mutating func append(member key: JSONStringSpan, _ value: JSONSpan, of cursor: JSONCursor)
  {
    append(rawKey: cursor.rawBytes(key))
    append(json: cursor.bytes(of: value))
  }
}

extension Geodesic {
  /// 359.97 rounds to 360, which is 0.
  @inline(__always)
  package static func shown(bearing: Double) -> Double { bearing >= 359.95 ? 0 : bearing }
}
