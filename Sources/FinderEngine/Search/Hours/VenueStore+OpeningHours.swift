extension VenueStore {
  /// Where the value of a row's opening hours stands in the text; `nil` where it has none.
  func openingHours(ofRow row: Int) -> JSONSpan? {
    let known = columns.text[row]
    guard !known.isKnown || known.hasOtherProperties else { return nil }
    let feature = featureSpan(ofRow: row)
    guard !feature.isNone else { return nil }
    let cursor = JSONCursor(text)
    return cursor.openingHours(in: cursor.properties(ofFeature: feature))
  }

  /// Whether any venue has opening hours, readable or not.
  package var hasOpeningHours: Bool {
    (0..<count).contains { openingHours(ofRow: $0) != nil }
  }
}

extension JSONCursor {
  /// The value of `opening_hours` among the properties, else that of a key with these letters: `Opening
  /// Hours`, `openingHours`. Null and the empty text are none.
  func openingHours(in properties: JSONSpan) -> JSONSpan? {
    guard !properties.isNone, base[properties.start] == UInt8(ascii: "{") else { return nil }
    var (usual, other): (JSONSpan?, JSONSpan?)
    forEachMember(of: properties) { key, value in
      let raw = rawBytes(key)
      // The shortest has 12 letters. A key with escapes begins with any byte.
      guard raw.count >= 12, raw[0] | 0x20 == UInt8(ascii: "o") || raw.contains(UInt8(ascii: "\\"))
      else { return }
      if string(key, is: "opening_hours") {
        usual = value
        return
      }
      withDecoded(key) { name in
        if ColumnNames.rankByLetters(of: name, in: ColumnNames.openingHours) != nil {
          other = value
        }
      }
    }
    return [usual, other].lazy.compactMap { $0 }.first { !isEmpty($0) }
  }

  /// Null, and a text, a list or an object with nothing in it.
  func isEmpty(_ value: JSONSpan) -> Bool {
    switch base[value.start] {
    case UInt8(ascii: "n"): true
    case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"): value.end - value.start == 2
    default: false
    }
  }
}
