/// The key of a property as a user writes it. It is looked up as written first, then split at its dots, which
/// reach into objects: `contact.phone` is a property of that name, or else `phone` in the object `contact`.
/// `properties.id` is the property `id`; `id` alone is the venue's own.
///
/// A class, because a struct with so many parts would be copied for every row.
package final class PropertyKey: Sendable {
  package let text: String
  private let bytes: [UInt8]
  /// Without the prefix `properties.`, if it has that.
  private let own: [UInt8]?
  /// Bytes that every feature with the key contains, unless its keys are written with escapes; empty if there
  /// are no useful ones.
  private let trace: [UInt8]
  /// `properties.name` or `properties.postcode`, which even a feature with no other properties may have.
  private let isName: Bool
  private let isPostcode: Bool
  /// Whether semicolons may separate the values of a list. In opening hours they separate rules; in a name, a
  /// postcode or an id they are ordinary characters.
  let mayBeList: Bool

  private static let prefix = Array("properties.".utf8)

  package init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    let own = bytes.starts(with: Self.prefix) ? Array(bytes.dropFirst(Self.prefix.count)) : nil
    self.own = own
    let head = bytes.prefix { $0 != UInt8(ascii: ".") }
    let closing = head.count == bytes.count ? [UInt8(ascii: "\"")] : []
    // `.a` reaches into the property with an empty name, and a quote alone is in every feature.
    let leavesTrace = own == nil && head.count + closing.count > 0
    trace = leavesTrace ? [UInt8(ascii: "\"")] + head + closing : []
    isName = own == Array("name".utf8)
    isPostcode = own == Array("postcode".utf8)
    let isID = own == Array("id".utf8)
    let isHours = String(decoding: bytes.map(\.lowercasedASCII), as: UTF8.self).holds("hours")
    mayBeList = !isName && !isPostcode && !isID && !isHours
  }

  var mayBeNameOrPostcode: Bool { isName || isPostcode }

  /// Its value in a feature with no properties other than name and postcode, which can be found without
  /// reading the feature; `nil` if the feature may have others.
  func value(of tokens: VenueTokens, in cursor: JSONCursor) -> JSONSpan? {
    let token = isName ? tokens.name : isPostcode ? tokens.postcode : .none
    guard !tokens.hasOtherProperties, token.start > 0, token.count > 0,
      cursor.base[token.start - 1] == UInt8(ascii: "\"")
    else { return nil }
    return JSONSpan(start: token.start - 1, end: token.end + 1)
  }

  /// False only if the feature certainly has no such key. Scanning its bytes costs a fifth of reading it.
  func mayStand(in feature: Bytes) -> Bool {
    trace.isEmpty || trace.withUnsafeBufferPointer { feature.mayHold(key: $0) }
  }

  /// Its value among the members of an object that was read before; `nil` if there is none.
  func value(in object: JSONSpan, of cursor: JSONCursor) -> JSONSpan? {
    bytes.withUnsafeBufferPointer { Self.value(of: $0, in: object, cursor) }
      ?? own?.withUnsafeBufferPointer { Self.value(of: $0, in: object, cursor) }
  }

  /// The last of several equal keys counts, as in most JSON readers.
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
  /// The place of a row's property in the text; `nil` if it has none.
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

  /// Whether any venue has the property, even if it is null.
  package func hasProperty(_ key: PropertyKey) -> Bool {
    (0..<count).contains { property(key, ofRow: $0) != nil }
  }

  /// Keys of properties that venues have, the most frequent first, with dots for those inside objects: for
  /// finding what a misspelt key was meant to be, and for listing what can be asked for. Only the first
  /// venues are read: a key that only others have is rarely meant.
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
  /// The value of a feature's `properties`; the last one counts. If it comes first, as in most files, the
  /// geometry is not read.
  package func properties(ofFeature feature: JSONSpan) -> JSONSpan {
    var (cursor, isFirst) = (moved(to: feature.start), true)
    var found = JSONSpan.none
    // It was read once before, so only a forged file ends early here.
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

  /// Counts keys with the path to them before them. Objects four deep have keys that nobody would type.
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
  /// False only if no member of this JSON has the key (given with its quotes): its bytes are not there, and
  /// nothing is written with escapes.
  func mayHold(key: UnsafeBufferPointer) -> Bool {
    count >= 2 && (holds(key) || holds(UInt8(ascii: "\\")))
  }
}
