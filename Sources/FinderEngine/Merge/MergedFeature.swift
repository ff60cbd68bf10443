/// Writes venues that were merged, as features.
///
/// The properties are those of the first source that has the venue, as they stood; then those of the
/// others under keys that are not there yet. `sources` has a member for each source that knows the venue,
/// with its `id`, if it has one there, and with what the merged venue does not show: how far away a later
/// source has it, and those of its `properties` that say something else:
///
///     {"name": "The Crown", "cuisine": "pizza", "RatingValue": "5",
///      "sources": {"osm": {"id": "node/1"},
///                  "hygiene": {"id": "20", "distance_m": 12.3, "properties": {"name": "CROWN LTD"}}}}
///
/// So `sources.hygiene` asks in a filter whether the ratings have a venue. A property `sources` that a
/// source had is among its properties there too. A value that is null or an empty string gives way to
/// any other.
struct MergedFeature {
  /// `collection` keeps them. Their owners are not counted here, since threads that count wait for one another.
  private let stores: [Unmanaged<VenueStore>]
  private let cursors: [JSONCursor]
  private let names: [String]
  /// Those of the group that is written, the first source's first.
  private var features: [SourceFeature] = []
  private var properties: MergedProperties

  private init(_ stores: [VenueStore], _ names: [String]) {
    self.stores = stores.map(Unmanaged.passUnretained)
    self.names = names
    cursors = stores.map { JSONCursor($0.text) }
    properties = MergedProperties(cursors)
  }

  /// Venues of a single source stay as they are.
  static func collection(
    _ groups: MergeGroups, of stores: [VenueStore], names: [String],
    _ attribution: [Attribution]
  ) -> ByteBuffer {
    defer { withExtendedLifetime(stores) {} }
    let ranges = Parallel.ranges(of: groups.count, atLeast: 1 << 12)
    let parts = ranges.map { _ in Part() }
    Parallel.run(ranges.count) { part in
      var writer = MergedFeature(stores, names)
      // Counted here: a count beside that of another thread's part is a line of memory that both wait for.
      var bytes = ByteBuffer(capacity: 1 << 20)
      for group in ranges[part] {
        bytes.append(group == 0 ? "\n" : ",\n")
        writer.append(groups, group, to: &bytes)
      }
      parts[part].bytes = bytes
    }
    let bytes = parts.reduce(0) { $0 + $1.bytes.count }
    var output = ByteBuffer(capacity: bytes + 16_384)
    output.append("{\"type\":\"FeatureCollection\"")
    output.append(attribution: attribution)
    output.append(",\"features\":[")
    for part in parts { output.append(part.bytes.bytes) }
    output.append(groups.count == 0 ? "]}\n" : "\n]}\n")
    return output
  }

  /// What one thread writes.
  private final class Part {
    var bytes = ByteBuffer(capacity: 0)
  }

  private mutating func append(
    _ groups: MergeGroups, _ group: Int, to output: inout ByteBuffer
  ) {
    features.removeAll(keepingCapacity: true)
    groups.forEachMember(ofGroup: group) { member in
      let cursor = cursors[member.source]
      features.append(
        stores[member.source]._withUnsafeGuaranteedRef { SourceFeature(member, of: $0, cursor) })
    }
    let first = features[0]
    output.append("{\"type\":\"Feature\"")
    if let named = features.first(where: { !$0.id.isNone }) { append(idOf: named, to: &output) }
    output.append(key: "properties")
    output.append("{")
    appendProperties(to: &output)
    output.append("}")
    let cursor = cursors[first.member.source]
    if first.isBare {
      output.append(key: "geometry", json: cursor.bytes(of: first.span))
    } else {
      first.forEachKeptMember(cursor) { output.append(member: $0, $1, of: cursor) }
    }
    output.append("}")
  }

  private func append(idOf feature: SourceFeature, to output: inout ByteBuffer) {
    guard !feature.id.isNone else { return }
    output.append(key: "id", json: cursors[feature.member.source].bytes(of: feature.id))
  }

  private mutating func appendProperties(to output: inout ByteBuffer) {
    guard stores.count > 1 else {
      let cursor = cursors[0]
      return cursor.forEachMember(of: features[0].properties) { key, value in
        output.append(member: key, value, of: cursor)
      }
    }
    if features.count == 1, append(lone: features[0], to: &output) { return }
    properties.begin()
    for feature in features { properties.add(feature) }
    properties.append(to: &output)
    output.append(key: "sources")
    output.append("{")
    for feature in features {
      output.append(keyText: names[feature.member.source])
      output.append("{")
      append(entryOf: feature, to: &output)
      output.append("}")
    }
    output.append("}")
  }

  /// Of a venue that one source knows its properties as they stood; false where one of them would come
  /// into the way of `sources`.
  private func append(lone feature: SourceFeature, to output: inout ByteBuffer) -> Bool {
    let (start, cursor) = (output.count, cursors[feature.member.source])
    var isFree = true
    cursor.forEachMember(of: feature.properties) { key, value in
      if cursor.string(key, is: "sources") { isFree = false }
      output.append(member: key, value, of: cursor)
    }
    guard isFree else {
      output.truncate(to: start)
      return false
    }
    output.append(key: "sources")
    output.append("{")
    output.append(keyText: names[feature.member.source])
    output.append("{")
    append(idOf: feature, to: &output)
    output.append("}}")
    return true
  }

  private func append(entryOf feature: SourceFeature, to output: inout ByteBuffer) {
    append(idOf: feature, to: &output)
    if feature.member != features[0].member {
      let metres = Geodesic.distance(from: features[0].coordinate, to: feature.coordinate)
      if metres >= 0.05 { output.append(key: "distance_m", tenths: metres) }
    }
    properties.append(differencesOf: feature.member.source, to: &output)
  }
}
