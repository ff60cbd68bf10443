/// Who must be credited for a dataset, and its licence.
///
/// A FeatureCollection states them in two members of its own:
///
///     "attribution": "© OpenStreetMap contributors", "licence": "ODbL 1.0"
///
/// If there are several, both are arrays of the same length, with `null` for an unknown licence. `license` is
/// read too. Without an attribution, `copyright` is read, a sentence from Overpass and from programs that
/// convert its answers.
package struct Attribution: Equatable, Sendable {
  /// Empty if only a licence is stated.
  package let text: String
  /// The licence's name or address.
  package let licence: String?

  package init(_ text: String, licence: String? = nil) {
    (self.text, self.licence) = (text, licence)
  }

  package static let openStreetMap = Attribution(
    "© OpenStreetMap contributors", licence: "ODbL 1.0")
  package static let foodStandardsAgency = Attribution(
    "Food Standards Agency", licence: "Open Government Licence v3.0")

  /// From Overpass's sentence: 'The data included in this document is from www.openstreetmap.org. The data is
  /// made available under ODbL.'
  init(copyright text: String) {
    let isOpenStreetMaps = text.lowercased().holds("openstreetmap.org") && text.holds("ODbL")
    self = isOpenStreetMaps ? .openStreetMap : Attribution(text)
  }

  /// For people, as in `© OpenStreetMap contributors (ODbL 1.0)`.
  package var shown: String {
    guard let licence else { return text }
    return text.isEmpty ? licence : "\(text) (\(licence))"
  }
}

extension [Attribution] {
  /// The maximum read from one dataset.
  static let most = 16

  /// Adds those not there yet.
  package mutating func add(_ others: [Attribution]) {
    for other in others where !contains(other) && count < Self.most { append(other) }
  }

  /// All on one line; `nil` if there are none.
  package var line: String? { isEmpty ? nil : map(\.shown).joined(separator: "; ") }
}

extension ByteBuffer {
  /// A FeatureCollection up to its first feature. `members` writes its other members.
  @inline(__always)
  package mutating func beginCollection(_ members: (inout ByteBuffer) -> Void) {
    append("{\"type\":\"FeatureCollection\"")
    members(&self)
    append(",\"features\":[")
  }

  /// Appends the two members, if there are any.
  package mutating func append(attribution list: [Attribution]) {
    guard let first = list.first else { return }
    guard list.count > 1 else {
      if !first.text.isEmpty { append(key: "attribution", string: first.text) }
      if let licence = first.licence { append(key: "licence", string: licence) }
      return
    }
    append(key: "attribution", elements: list.count) { $0.append(jsonString: list[$1].text) }
    guard list.contains(where: { $0.licence != nil }) else { return }
    append(key: "licence", elements: list.count) { output, place in
      if let licence = list[place].licence {
        output.append(jsonString: licence)
      } else {
        output.append("null")
      }
    }
  }
}

/// The places in a text where its attribution is stated.
struct AttributionMembers {
  private(set) var attribution = JSONSpan.none
  private(set) var licence = JSONSpan.none
  private(set) var copyright = JSONSpan.none

  var isEmpty: Bool { attribution.isNone && licence.isNone && copyright.isNone }

  /// In characters. Texts from a file are untrusted, so longer ones are cut.
  static let longest = 300

  static func isOne(_ key: Bytes) -> Bool {
    let keys: [StaticString] = ["attribution", "licence", "license", "copyright"]
    return keys.contains { key.equals($0) }
  }

  /// Takes a FeatureCollection's member if it is one of these.
  mutating func take(_ key: JSONStringSpan, _ value: JSONSpan, of cursor: JSONCursor) {
    if cursor.string(key, is: "attribution") {
      attribution = value
    } else if cursor.string(key, is: "licence") || cursor.string(key, is: "license") {
      licence = value
    } else if cursor.string(key, is: "copyright") {
      copyright = value
    }
  }

  /// Texts are tidied, so they are safe to show.
  func list(in cursor: JSONCursor) -> [Attribution] {
    if isEmpty { return [] }
    var (texts, licences) = (Self.texts(attribution, cursor), Self.texts(licence, cursor))
    if texts.isEmpty {
      let stated = Self.texts(copyright, cursor).map { Attribution(copyright: $0) }
      texts = stated.map(\.text)
      if licences.isEmpty { licences = stated.map { $0.licence ?? "" } }
    }
    var list: [Attribution] = []
    for place in 0..<Swift.max(texts.count, licences.count) {
      let text = place < texts.count ? texts[place] : ""
      let licence = place < licences.count ? licences[place] : ""
      if text.isEmpty, licence.isEmpty { continue }
      list.add([Attribution(text, licence: licence.isEmpty ? nil : licence)])
    }
    return list
  }

  /// A separate object, with shortened and tidied texts; `nil` if nothing is stated.
  func text(in cursor: JSONCursor) -> PaddedBytes? {
    let list = list(in: cursor)
    guard !list.isEmpty else { return nil }
    var text = ByteBuffer(capacity: 256)
    text.appendObject { $0.append(attribution: list) }
    return PaddedBytes(copying: text.bytes)
  }

  static func list(inObject text: PaddedBytes) -> [Attribution] {
    var members = AttributionMembers()
    let cursor = JSONCursor(text)
    cursor.forEachMember(of: JSONSpan(start: 0, end: text.count)) { key, value in
      members.take(key, value, of: cursor)
    }
    return members.list(in: cursor)
  }

  /// For a string or an array of strings; empty for anything else.
  private static func texts(_ span: JSONSpan, _ cursor: JSONCursor) -> [String] {
    guard !span.isNone else { return [] }
    guard cursor.base[span.start] == UInt8(ascii: "[") else { return [text(span, cursor)] }
    var texts: [String] = []
    var inside = cursor.moved(to: span.start)
    try? inside.readArray { (cursor) throws(ParseError) in
      let value = try cursor.spanOfValue()
      if texts.count < [Attribution].most { texts.append(text(value, cursor)) }
    }
    return texts
  }

  private static func text(_ span: JSONSpan, _ cursor: JSONCursor) -> String {
    guard cursor.base[span.start] == UInt8(ascii: "\"") else { return "" }
    let whole = cursor.withDecoded(cursor.idToken(span)) { bytes in
      TidyText.string(UnsafeBufferPointer(rebasing: bytes.prefix(longest * 8)))
    }
    return whole.count > longest ? whole.prefix(longest - 1) + "…" : whole
  }
}
