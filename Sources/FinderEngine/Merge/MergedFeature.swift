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
  private let stores: [VenueStore]
  private let cursors: [JSONCursor]
  private let names: [String]
  private var properties: MergedProperties

  private init(_ stores: [VenueStore], _ names: [String]) {
    (self.stores, self.names) = (stores, names)
    cursors = stores.map { JSONCursor($0.text) }
    properties = MergedProperties(cursors)
  }

  /// Venues of a single source stay as they are.
  static func collection(
    _ groups: [[MergeGroups.Member]], of stores: [VenueStore], names: [String],
    _ attribution: [Attribution]
  ) -> ByteBuffer {
    let bytes = stores.reduce(0) { $0 + $1.text.count }
    var output = ByteBuffer(capacity: bytes + groups.count * 64 + 1024)
    output.append("{\"type\":\"FeatureCollection\"")
    output.append(attribution: attribution)
    output.append(",\"features\":[")
    var writer = MergedFeature(stores, names)
    for (place, group) in groups.enumerated() {
      output.append(place == 0 ? "\n" : ",\n")
      writer.append(group, to: &output)
    }
    output.append(groups.isEmpty ? "]}\n" : "\n]}\n")
    return output
  }

  private mutating func append(_ group: [MergeGroups.Member], to output: inout ByteBuffer) {
    let features = group.map { stores[$0.source].readFeature(ofRow: $0.row) }
    let (first, cursor) = (features[0], cursors[group[0].source])
    // A bare geometry is all that comes into a store without being a feature.
    let isBare = first.fault == .notAFeature
    output.append("{\"type\":\"Feature\"")
    if let place = features.firstIndex(where: { !$0.id.isNone }) {
      output.append(key: "id", json: cursors[group[place].source].bytes(of: features[place].id))
    }
    output.append(key: "properties")
    output.append("{")
    append(propertiesOf: group, features, to: &output)
    output.append("}")
    cursor.forEachMember(of: isBare ? .none : first.span) { key, value in
      if !cursor.isOfMergedFeature(key) { output.append(member: key, value, of: cursor) }
    }
    if isBare { output.append(key: "geometry", json: cursor.bytes(of: first.span)) }
    output.append("}")
  }

  private mutating func append(
    propertiesOf group: [MergeGroups.Member], _ features: [ScannedFeature],
    to output: inout ByteBuffer
  ) {
    guard stores.count > 1 else {
      let cursor = cursors[0]
      return cursor.forEachMember(of: features[0].properties) { key, value in
        output.append(member: key, value, of: cursor)
      }
    }
    properties.begin()
    for (member, feature) in zip(group, features) {
      properties.add(feature, of: member.source)
    }
    properties.append(to: &output)
    output.append(key: "sources")
    output.append("{")
    for place in group.indices {
      output.append(keyText: names[group[place].source])
      output.append("{")
      append(entryOf: group[place], features[place], group[0], to: &output)
      output.append("}")
    }
    output.append("}")
  }

  private func append(
    entryOf member: MergeGroups.Member, _ feature: ScannedFeature, _ first: MergeGroups.Member,
    to output: inout ByteBuffer
  ) {
    let cursor = cursors[member.source]
    if !feature.id.isNone { output.append(key: "id", json: cursor.bytes(of: feature.id)) }
    let from = stores[first.source].coordinate(ofRow: first.row)
    let metres = Geodesic.distance(
      from: from, to: stores[member.source].coordinate(ofRow: member.row))
    if metres >= 0.05 { output.append(key: "distance_m", tenths: metres) }
    properties.append(differencesOf: member.source, to: &output)
  }
}

extension JSONCursor {
  fileprivate func isOfMergedFeature(_ key: JSONStringSpan) -> Bool {
    string(key, is: "type") || string(key, is: "id") || string(key, is: "properties")
  }
}
