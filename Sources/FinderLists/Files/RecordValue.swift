import FinderEngine

/// A value of a record's property: JSON text that was checked when it was read. Accessors for another type
/// return nothing.
struct RecordValue {
  /// Empty if there is no value.
  let text: Bytes

  init(_ text: Bytes) { self.text = text }

  static var none: RecordValue { RecordValue(Bytes(start: nil, count: 0)) }

  private var first: UInt8 { text.first ?? 0 }
  var isObject: Bool { first == UInt8(ascii: "{") }
  var isArray: Bool { first == UInt8(ascii: "[") }
  var isText: Bool { first == UInt8(ascii: "\"") }
  var isNumber: Bool { first == UInt8(ascii: "-") || first.isDigit }

  /// Itself, if it is text that shows anything.
  var shownText: RecordValue? {
    guard isText, text.count > 2 else { return nil }
    let next = text[1]
    if next > 0x20, next < 0x7F, next != UInt8(ascii: "\\") { return self }
    return cursor.withDecoded(cursor.idToken(span)) { TidyText.string($0).isEmpty } ? nil : self
  }

  /// The contents of a text, as written between the quotes.
  var inside: Bytes { Bytes(rebasing: text.dropFirst().dropLast()) }

  /// The decoded text.
  var string: String {
    isText ? cursor.withDecoded(cursor.idToken(span)) { String(decoding: $0, as: UTF8.self) } : ""
  }

  func means(_ word: StaticString) -> Bool {
    isText && cursor.string(cursor.idToken(span), is: word)
  }

  private var cursor: JSONCursor { JSONCursor(PaddedText(valueOfRecord: text)) }
  private var span: JSONSpan { JSONSpan(start: 0, end: text.count) }

  /// A member of an object; the last of several equal keys counts.
  func member(_ key: StaticString) -> RecordValue {
    guard isObject else { return .none }
    var found = RecordValue.none
    let cursor = cursor
    cursor.forEachMember(of: span) { name, value in
      if cursor.string(name, is: key) { found = RecordValue(cursor.bytes(of: value)) }
    }
    return found
  }

  /// The members of an object, with their keys as written between the quotes.
  func forEachMember(_ body: (Bytes, RecordValue) -> Void) {
    guard isObject else { return }
    let cursor = cursor
    cursor.forEachMember(of: span) { body(cursor.rawBytes($0), RecordValue(cursor.bytes(of: $1))) }
  }

  /// The elements of an array, or the values of an object.
  func forEachValue(_ body: (RecordValue) -> Void) {
    if isObject { return forEachMember { body($1) } }
    guard isArray else { return }
    var cursor = cursor
    try? cursor.readArray { (cursor) throws(ParseError) in
      body(RecordValue(cursor.bytes(of: try cursor.spanOfValue())))
    }
  }

  /// The first result of `find` for the elements of an array.
  func first<Found>(_ find: (RecordValue) -> Found?) -> Found? {
    var found: Found?
    if isArray { forEachValue { if found == nil { found = find($0) } } }
    return found
  }
}
