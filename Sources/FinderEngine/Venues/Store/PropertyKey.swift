/// The key of a property as a user writes it. It is looked up as it stands first, then by its dots,
/// which reach into objects: `contact.phone` is a property of that name, or else `phone` in the
/// object `contact`. `properties.id` is the property `id`, where `id` alone is the venue's.
///
/// It is a class, because a struct of so many parts would be copied for every row.
package final class PropertyKey: Sendable {
  package let text: String
  private let bytes: [UInt8]
  /// Without `properties.`, where it has that.
  private let own: [UInt8]?
  /// What a feature that has the key holds somewhere, unless it writes keys with escapes; empty where
  /// that says nothing.
  private let trace: [UInt8]
  /// `properties.name` or `properties.postcode`, which a feature with no other properties may have.
  private let isName: Bool
  private let isPostcode: Bool
  /// Whether semicolons in its values may separate those of a list. In opening hours they separate rules,
  /// and in a name, a postcode or an id they are letters like any other.
  let mayBeList: Bool

  private static let prefix = Array("properties.".utf8)

  package init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    let own = bytes.starts(with: Self.prefix) ? Array(bytes.dropFirst(Self.prefix.count)) : nil
    self.own = own
    let head = bytes.prefix { $0 != UInt8(ascii: ".") }
    let closing = head.count == bytes.count ? [UInt8(ascii: "\"")] : []
    // `.a` reaches into the property whose name is empty; a quote alone stands in every feature.
    let leavesTrace = own == nil && head.count + closing.count > 0
    trace = leavesTrace ? [UInt8(ascii: "\"")] + head + closing : []
    isName = own == Array("name".utf8)
    isPostcode = own == Array("postcode".utf8)
    let isID = own == Array("id".utf8)
    let isHours = String(decoding: bytes.map(\.lowercasedASCII), as: UTF8.self).holds("hours")
    mayBeList = !isName && !isPostcode && !isID && !isHours
  }

  var mayBeNameOrPostcode: Bool { isName || isPostcode }

  /// Its value in a feature with no other properties than these two, whose places are known without
  /// reading it; `nil` where that is not so.
  func value(of tokens: VenueTokens, in cursor: JSONCursor) -> JSONSpan? {
    let token = isName ? tokens.name : isPostcode ? tokens.postcode : .none
    guard !tokens.hasOtherProperties, token.start > 0, token.count > 0,
      cursor.base[token.start - 1] == UInt8(ascii: "\"")
    else { return nil }
    return JSONSpan(start: token.start - 1, end: token.end + 1)
  }

  /// False only where the feature surely has no such key: one look at its bytes costs a fifth of
  /// reading them.
  func mayStand(in feature: Bytes) -> Bool {
    trace.isEmpty || trace.withUnsafeBufferPointer { feature.mayHold(key: $0) }
  }

  /// Its value among the members of an object that was read before; `nil` where there is none.
  func value(in object: JSONSpan, of cursor: JSONCursor) -> JSONSpan? {
    bytes.withUnsafeBufferPointer { Self.value(of: $0, in: object, cursor) }
      ?? own?.withUnsafeBufferPointer { Self.value(of: $0, in: object, cursor) }
  }

  /// Of several members with the key the last counts, as in most readers of JSON.
  private static func value(of key: Bytes, in object: JSONSpan, _ cursor: JSONCursor) -> JSONSpan? {
    let dot = key.firstIndex(of: UInt8(ascii: "."))
    let head = UnsafeBufferPointer(rebasing: key[..<(dot ?? 0)])
    var (whole, outer): (JSONSpan?, JSONSpan?)
    cursor.forEachMember(of: object) { member, value in
      cursor.withDecoded(member) { name in
        if name.hasSameBytes(as: key) { whole = value }
        if dot != nil, name.hasSameBytes(as: head) { outer = value }
      }
    }
    if let whole { return whole }
    guard let dot, let outer, cursor.base[outer.start] == UInt8(ascii: "{") else { return nil }
    return Self.value(of: UnsafeBufferPointer(rebasing: key[(dot + 1)...]), in: outer, cursor)
  }
}

extension VenueStore {
  /// Where the value of a row's property stands in the text; `nil` where it has none.
  func property(_ key: PropertyKey, ofRow row: Int) -> JSONSpan? {
    let known = columns.text[row]
    guard key.mayBeNameOrPostcode || !known.isKnown || known.hasOtherProperties else { return nil }
    let cursor = JSONCursor(text)
    if key.mayBeNameOrPostcode, let value = key.value(of: tokens(ofRow: row), in: cursor) {
      return value
    }
    let feature = featureSpan(ofRow: row)
    guard !feature.isNone, key.mayStand(in: cursor.bytes(of: feature)) else { return nil }
    let properties = cursor.properties(ofFeature: feature)
    guard !properties.isNone, cursor.base[properties.start] == UInt8(ascii: "{") else { return nil }
    return key.value(in: properties, of: cursor)
  }

  /// Whether any venue has the property, be it null.
  package func hasProperty(_ key: PropertyKey) -> Bool {
    (0..<count).contains { property(key, ofRow: $0) != nil }
  }

  /// Keys of properties that venues have, those within objects with dots, the most frequent first: to find
  /// the one that a misspelt key stands for, and to say what can be asked for. Taken from the first venues:
  /// a key that only others have is rarely meant.
  package var propertyNames: [String] {
    var counts: [String: Int] = [:]
    for row in 0..<min(count, 10_000) where counts.count < 1000 {
      let known = columns.text[row]
      let feature = featureSpan(ofRow: row)
      guard !known.isKnown || known.hasOtherProperties, !feature.isNone else { continue }
      let cursor = JSONCursor(text)
      cursor.countKeys(of: cursor.properties(ofFeature: feature), after: "", in: &counts)
    }
    return counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }.map(\.key)
  }
}

extension JSONCursor {
  /// The value of a feature's `properties`, of which the last counts. Where it comes first, as in most
  /// files, the geometry is not walked over.
  package func properties(ofFeature feature: JSONSpan) -> JSONSpan {
    var (cursor, isFirst) = (moved(to: feature.start), true)
    var found = JSONSpan.none
    // It was read once before: only in a forged file does this end early.
    while let key = try? cursor.nextMember(&isFirst) {
      let isWanted = string(key, is: "properties")
      guard let value = try? cursor.spanOfValue() else { break }
      guard isWanted else { continue }
      found = value
      let rest = bytes(of: JSONSpan(start: value.end, end: max(value.end, feature.end)))
      guard rest.mayHold(key: ("\"properties\"" as StaticString).bytes) else { break }
    }
    return found
  }

  /// With what leads to them before them. Objects four deep have keys that nobody would type.
  fileprivate func countKeys(
    of object: JSONSpan, after path: String, depth: Int = 4, in counts: inout [String: Int]
  ) {
    guard depth > 0, !object.isNone, base[object.start] == UInt8(ascii: "{") else { return }
    forEachMember(of: object) { key, value in
      let name = path + String(decoding: decoded(key), as: UTF8.self)
      counts[name, default: 0] += 1
      countKeys(of: value, after: name + ".", depth: depth - 1, in: &counts)
    }
  }
}

extension Bytes {
  /// False only where no member of this JSON has the key, given with its quotes: it is not there, and
  /// nothing is written with escapes.
  func mayHold(key: UnsafeBufferPointer) -> Bool {
    count >= 2 && (holds(key) || holds(UInt8(ascii: "\\")))
  }
}
