import FinderEngine

/// Writes merged venues as features.
///
/// The properties are those of the first source that has the venue, unchanged; then those of the others whose
/// keys are not there yet. `sources` has a member for each source that has the venue. It holds the source's
/// `id`, if there is one, and what the merged venue does not show: how far away a later source places it, and
/// those of its `properties` that differ:
///
///     {"name": "The Crown", "cuisine": "pizza", "RatingValue": "5",
///      "sources": {"osm": {"id": "node/1"},
///                  "hygiene": {"id": "20", "distance_m": 12.3, "properties": {"name": "CROWN LTD"}}}}
///
/// So the filter `sources.hygiene` finds the venues that the ratings have. If a source has a property called
/// `sources`, that is kept among its `properties` there too. A value that is null or an empty string gives
/// way to any other.
struct MergedFeature {
  /// Unmanaged, since threads that count references wait for one another. `collection` keeps the stores
  /// alive.
  private let stores: [Unmanaged<VenueStore>]
  private let cursors: [JSONCursor]
  private let names: [String]
  /// The features of the group being written, the first source's first.
  private var features: [SourceFeature] = []
  /// The properties of all of them, one feature's after another's.
  private var list: [ObjectMember] = []
  private var properties: MergedProperties

  private init(_ stores: [VenueStore], _ names: [String]) {
    self.stores = stores.map(Unmanaged.passUnretained)
    self.names = names
    cursors = stores.map { JSONCursor($0.text) }
    properties = MergedProperties(cursors)
  }

  /// A single source's venues are written unchanged.
  static func collection(
    _ groups: MergeGroups, of stores: [VenueStore], names: [String],
    _ attribution: [Attribution]
  ) -> PaddedBytes {
    defer { withExtendedLifetime(stores) {} }
    var start = ByteBuffer()
    start.beginCollection { $0.append(attribution: attribution) }
    let end: StaticString = groups.count == 0 ? "]}\n" : "\n]}\n"
    let parts = parts(groups, of: stores, names)
    let bytes = parts.reduce(start.count + end.utf8CodeUnitCount) { $0 + $1.bytes.count }
    var output = GrowingList<UInt8>(capacity: bytes)
    let base = output.extend(by: bytes)
    var places = [start.count]
    for part in parts { places.append(places[places.count - 1] + part.bytes.count) }
    copy(start.bytes, to: base)
    Parallel.run(parts.count) { copy(parts[$0].bytes.bytes, to: base + places[$0]) }
    copy(end.bytes, to: base + places[parts.count])
    return output.padded()
  }

  private static func copy(_ bytes: Bytes, to place: UnsafeMutablePointer<UInt8>) {
    if let base = bytes.baseAddress { place.update(from: base, count: bytes.count) }
  }

  private static func parts(
    _ groups: MergeGroups, of stores: [VenueStore], _ names: [String]
  ) -> [Part] {
    let ranges = Parallel.ranges(of: groups.count, atLeast: 1 << 12)
    // As much as the sources have, and room for `sources` in each venue. Unused capacity takes no memory.
    let room = stores.reduce(groups.count << 6) { $0 + $1.text.count } / ranges.count
    let parts = ranges.map { _ in Part() }
    Parallel.run(ranges.count) { part in
      var writer = MergedFeature(stores, names)
      // A local buffer: counters of neighbouring parts would share a cache line, and the threads would wait
      // for it.
      var bytes = ByteBuffer(capacity: room * 5 / 4)
      for group in ranges[part] {
        bytes.append(group == 0 ? "\n" : ",\n")
        writer.append(groups, group, to: &bytes)
      }
      parts[part].bytes = bytes
    }
    return parts
  }

  /// What one thread writes.
  private final class Part {
    var bytes = ByteBuffer(capacity: 0)
  }

  private mutating func append(_ groups: MergeGroups, _ group: Int, to output: inout ByteBuffer) {
    features.removeAll(keepingCapacity: true)
    list.removeAll(keepingCapacity: true)
    groups.forEachMember(ofGroup: group) { member in
      let cursor = cursors[member.source]
      features.append(
        stores[member.source]._withUnsafeGuaranteedRef {
          SourceFeature(member, of: $0, cursor, to: &list)
        })
    }
    let first = features[0]
    output.append("{\"type\":\"Feature\"")
    if let named = features.first(where: { !$0.id.isNone }) { append(idOf: named, to: &output) }
    output.append(key: "properties")
    output.append("{")
    appendProperties(to: &output)
    output.append("}")
    if first.isBare {
      output.append(key: "geometry", json: first.cursor.bytes(of: first.span))
    } else {
      first.forEachKeptMember { output.append(member: $0, $1, of: first.cursor) }
    }
    output.append("}")
  }

  private func append(idOf feature: SourceFeature, to output: inout ByteBuffer) {
    guard !feature.id.isNone else { return }
    output.append(key: "id", json: feature.cursor.bytes(of: feature.id))
  }

  private mutating func appendProperties(to output: inout ByteBuffer) {
    if features.count == 1, append(lone: features[0], to: &output) { return }
    properties.begin()
    for feature in features { properties.add(list[feature.properties], of: feature) }
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

  /// Writes the properties of a venue that only one source has, unchanged. Returns false if one of them is
  /// called `sources`.
  private func append(lone feature: SourceFeature, to output: inout ByteBuffer) -> Bool {
    let (properties, isAlone) = (list[feature.properties], stores.count == 1)
    guard isAlone || !properties.contains(where: { feature.cursor.string($0.key, is: "sources") })
    else { return false }
    for property in properties {
      output.append(member: property.key, property.value, of: feature.cursor)
    }
    if isAlone { return true }
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
