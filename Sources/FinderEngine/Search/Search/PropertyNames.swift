extension VenueStore {
  /// Keys of properties that venues have, those within objects with dots, to find the one that a
  /// misspelt key stands for. Taken from the first venues: a key that only others have is rarely meant.
  package var propertyNames: [String] {
    var names = Set<String>()
    for row in 0..<min(count, 10_000) where names.count < 1000 {
      let known = columns.text[row]
      let feature = featureSpan(ofRow: row)
      guard !known.isKnown || known.hasOtherProperties, !feature.isNone else { continue }
      let cursor = JSONCursor(text)
      cursor.addKeys(of: cursor.properties(ofFeature: feature), after: "", to: &names)
    }
    return names.sorted()
  }
}

extension JSONCursor {
  /// With what leads to them before them. Objects four deep have keys that nobody would type.
  fileprivate func addKeys(
    of object: JSONSpan, after path: String, depth: Int = 4, to names: inout Set<String>
  ) {
    guard depth > 0, !object.isNone, base[object.start] == UInt8(ascii: "{") else { return }
    forEachMember(of: object) { key, value in
      let name = path + String(decoding: decoded(key), as: UTF8.self)
      names.insert(name)
      addKeys(of: value, after: name + ".", depth: depth - 1, to: &names)
    }
  }
}
