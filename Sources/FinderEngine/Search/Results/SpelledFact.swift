/// What a venue's properties have under one of several names, as sources spell it: by letters and digits
/// alone, and an address perhaps in parts.
package enum SpelledFact: String, Sendable {
  case hours, address, phone, website

  fileprivate var names: [StaticString] {
    switch self {
    case .hours: ColumnNames.openingHours
    case .address: ["addrfull", "fulladdress", "formattedaddress"]
    case .phone: ColumnNames.phone
    case .website: ColumnNames.website
    }
  }
}

extension VenueStore {
  /// As JSON: the value as it stands, or an address put together; `nil` where there is none.
  func json(of fact: SpelledFact, _ key: PropertyKey, ofRow row: Int) -> ByteBuffer? {
    let cursor = JSONCursor(text)
    var output = ByteBuffer(capacity: 64)
    if let own = property(key, ofRow: row), !cursor.isNothing(own) {
      output.append(json: cursor.bytes(of: own))
      return output
    }
    let properties = otherProperties(ofRow: row)
    guard !properties.isNone else { return nil }
    if let value = cursor.value(of: fact.names, in: properties) {
      output.append(json: cursor.bytes(of: value))
      return output
    }
    guard fact == .address, let address = AddressParts(of: properties, cursor).text else {
      return nil
    }
    address.withUnsafeBufferPointer { output.append(jsonString: $0) }
    return output
  }

  package func has(_ fact: SpelledFact, _ key: PropertyKey) -> Bool {
    (0..<count).contains { json(of: fact, key, ofRow: $0) != nil }
  }

  private func otherProperties(ofRow row: Int) -> JSONSpan {
    let known = columns.text[row]
    guard !known.isKnown || known.hasOtherProperties else { return .none }
    let feature = featureSpan(ofRow: row)
    guard !feature.isNone else { return .none }
    let cursor = JSONCursor(text)
    let properties = cursor.properties(ofFeature: feature)
    guard !properties.isNone, cursor.base[properties.start] == UInt8(ascii: "{") else {
      return .none
    }
    return properties
  }
}

/// The parts of an address, each under its own name.
private struct AddressParts {
  private static let names: [[StaticString]] = [
    ["addressline1", "address1", "addrline1"], ["addressline2", "address2", "addrline2"],
    ["addressline3", "address3", "addrline3"], ["addressline4", "address4", "addrline4"],
    ["addrhousename", "housename"], ["addrhousenumber", "housenumber"],
    ["addrstreet", "streetaddress", "street"], ["addrplace"],
    ["addrcity", "city", "town", "posttown"],
  ]
  private static let lines = 0..<4

  private let parts: [[UInt8]]

  init(of properties: JSONSpan, _ cursor: JSONCursor) {
    parts = Self.names.map { names in
      guard let value = cursor.value(of: names, in: properties) else { return [] }
      var text = ByteBuffer(capacity: 64)
      text.append(cellOf: value, in: cursor)
      return Array(text.bytes.trimmed)
    }
  }

  /// `The Old Bank, 12 High Street, Brighton`; `nil` of a town alone.
  var text: [UInt8]? {
    var texts = parts[Self.lines].filter { !$0.isEmpty }
    if texts.isEmpty {
      let (house, number) = (parts[4], parts[5])
      let street = parts[6].isEmpty ? parts[7] : parts[6]
      guard !house.isEmpty || !street.isEmpty else { return nil }
      texts = [house, number.isEmpty || street.isEmpty ? street : number + [0x20] + street]
    }
    texts.append(parts[8])
    return Array(texts.filter { !$0.isEmpty }.joined(separator: ", ".utf8))
  }
}

extension JSONCursor {
  /// Of the best of these names that has one, by letters and digits alone.
  fileprivate func value(of names: [StaticString], in properties: JSONSpan) -> JSONSpan? {
    var best: (rank: Int, value: JSONSpan)?
    forEachMember(of: properties) { key, value in
      let rank = withDecoded(key) { ColumnNames.rankByLetters(of: $0, in: names) }
      guard let rank, rank <= best?.rank ?? .max, !isNothing(value) else { return }
      best = (rank, value)
    }
    return best?.value
  }

  /// Null, or a text, a list or an object with nothing in it.
  fileprivate func isNothing(_ value: JSONSpan) -> Bool {
    switch base[value.start] {
    case UInt8(ascii: "n"): true
    case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"): value.end - value.start == 2
    default: false
    }
  }
}
