import FinderEngine

/// A feature's members beyond the name, postcode and position that identify a venue: its other properties,
/// and its other members, such as id and geometry.
struct FeatureContents {
  private let properties: JSONMembers
  private let members: JSONMembers
  private let text: JSONCursor

  init(row: Int, of store: VenueStore) {
    let text = JSONCursor(store.text)
    let feature = store.readFeature(ofRow: row)
    self.text = text
    properties = JSONMembers(of: feature.properties, in: text) { key, value in
      !text.isNameOrPostcode(key, value, of: feature)
    }
    var isFeature = false
    let others = JSONMembers(of: feature.span, in: text) { key, value in
      if text.string(key, is: "type") {
        isFeature = text.string(text.idToken(value), is: "Feature")
        return false
      }
      return !text.string(key, is: "properties")
    }
    members = isFeature ? others : JSONMembers(geometry: feature.span)
  }

  /// The names of what differs: properties first, then members, each sorted by bytes.
  func fields(differingFrom other: FeatureContents, withGeometry: Bool = true) -> [String] {
    fields(properties, other.properties, other)
      // A property called `geometry` is something else, and stays.
      + fields(members, other.members, other).filter { withGeometry || $0 != "geometry" }
  }

  private func fields(
    _ mine: JSONMembers, _ theirs: JSONMembers, _ other: FeatureContents
  ) -> [String] {
    var names: [String] = []
    var (a, b) = (mine.members[...], theirs.members[...])
    func note(_ key: [UInt8]) { names.append(String(decoding: key, as: UTF8.self)) }
    while let first = a.first, let second = b.first {
      if first.key == second.key {
        let isSame = JSONComparison.areEqual(
          first.value, in: text, second.value, in: other.text)
        if !isSame { note(first.key) }
        a.removeFirst()
        b.removeFirst()
      } else if first.key.lexicographicallyPrecedes(second.key) {
        note(first.key)
        a.removeFirst()
      } else {
        note(second.key)
        b.removeFirst()
      }
    }
    for member in a { note(member.key) }
    for member in b { note(member.key) }
    return names
  }

  /// Equal for contents that do not differ.
  var fingerprint: UInt64 {
    var hash = StableHash()
    for list in [properties, members] {
      hash.add(UInt64(list.members.count))
      for member in list.members {
        member.key.withUnsafeBufferPointer { hash.add($0) }
        hash.add(JSONFingerprint.of(member.value, in: text))
      }
    }
    return hash.value
  }
}

extension JSONMembers {
  /// The members of the feature that a bare geometry represents. A geometry is the only thing a store reads
  /// that is not a feature.
  fileprivate init(geometry: JSONSpan) {
    self.init(members: [(Array("geometry".utf8), geometry)])
  }
}
