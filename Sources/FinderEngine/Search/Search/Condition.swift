/// One condition on venues, as in `--where`.
///
///     try Condition("cuisine=pizza")      // that text in any case, or a list that has it: italian;pizza
///     try Condition("cuisine=pizza|thai") // either of the two
///     try Condition("stars>=4")           // a number, even one in quotes
///     try Condition("contact.website")    // is there and not null
///
/// Numbers are compared by value, exactly, however many digits they have. Any other text is equal to one with
/// the same letters in any case, and ordered by its bytes. Text that is not a number is neither smaller nor
/// larger than one: a rating of `Exempt` is not above 3. Spaces around a property's text do not count, unless
/// the value has some, in quotes. `!=` holds wherever `=` does not, so also if there is no such property.
///
/// A class, because a struct with so many parts would be copied for every row.
package final class Condition: Sendable {
  enum Subject: Sendable {
    case id
    case name
    case postcode
    case property(PropertyKey)
    case row(any RowTest)
  }

  enum Test: Sendable {
    case isThere
    /// Equal to any of them.
    case equals([ConditionValue])
    case compares(ConditionValue, Orders)
    case matches(NameMatch)
  }

  /// The permitted orders of a text relative to the value.
  struct Orders: OptionSet, Sendable {
    let rawValue: UInt8

    static let before = Orders(rawValue: 1)
    static let same = Orders(rawValue: 2)
    static let after = Orders(rawValue: 4)

    func contains(order: Int) -> Bool {
      contains(order < 0 ? .before : order == 0 ? .same : .after)
    }
  }

  let subject: Subject
  let test: Test
  /// Whether it holds if the test fails.
  let isNegated: Bool

  init(subject: Subject, test: Test, isNegated: Bool) {
    self.subject = subject
    self.test = test
    self.isNegated = isNegated
  }

  /// Requires venues to pass a test that has no expression.
  package convenience init(_ test: any RowTest) {
    self.init(subject: .row(test), test: .isThere, isNegated: false)
  }

  package func isTest(_ test: any RowTest) -> Bool {
    if case .row(let own) = subject { own === test } else { false }
  }

  /// The property that is tested; `nil` for facts that every venue may have.
  package var property: PropertyKey? {
    if case .property(let key) = subject { key } else { nil }
  }

  /// The limit that a property's value must be below, `500` in `distance_m<500`; `nil` for any other test.
  package var upperLimit: String? {
    guard case .compares(let value, let orders) = test, orders.contains(.before) else { return nil }
    return value.text
  }

  /// The values, one of which a property must have; `nil` for any other test.
  package var wantedValues: [String]? {
    guard case .equals(let values) = test, !isNegated else { return nil }
    return Self.alternatives(values)
  }

  /// `cuisine=pizza|thai`, a suggestion for `cuisine=pizza,thai` if no venue has that but one has either of
  /// the two: in a value, a comma is an ordinary character.
  package func withAlternatives(in store: VenueStore) -> String? {
    guard let property, case .equals(let values) = test, values.count == 1, !isNegated else {
      return nil
    }
    let parts = values[0].text.split(separator: ",").map { part in
      part.utf8.withContiguousStorageIfAvailable { Array($0.trimmed) } ?? []
    }
    guard parts.count > 1, !isMet(in: store) else { return nil }
    let either = Condition(
      subject: subject, test: .equals(parts.map { ConditionValue($0) }), isNegated: false)
    guard either.isMet(in: store) else { return nil }
    return property.text + "="
      + parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "|")
  }

  /// The value that is wanted, such as `cuisine=klingon`, if no venue has it. `nil` for any other condition.
  package func valueOfNone(in store: VenueStore) -> (key: String, value: String)? {
    guard let property, case .equals(let values) = test, !isNegated, store.hasProperty(property),
      !isMet(in: store)
    else { return nil }
    return (property.text, Self.alternatives(values).joined(separator: "|"))
  }

  /// Leaves out the whole text with its bars, which a venue may have in that form. It comes first unless it
  /// begins with a quote.
  private static func alternatives(_ values: [ConditionValue]) -> [String] {
    let texts = values.map(\.text)
    let hasWhole = texts.count > 1 && texts[0].contains("|") && texts[0].holds(texts[1])
    return hasWhole ? Array(texts.dropFirst()) : texts
  }

  /// Whether any venue meets it. Only for properties, which need no ids. O(n)
  private func isMet(in store: VenueStore) -> Bool {
    (0..<store.count).contains { holds(ofRow: $0, in: store, ids: nil) }
  }

  /// Whether a venue without the property may meet it.
  package var acceptsMissing: Bool { isNegated }

  package func holds(ofRow row: Int, in store: VenueStore, ids: UniqueIDs? = nil) -> Bool {
    passes(row, store, ids) != isNegated
  }

  private func passes(_ row: Int, _ store: VenueStore, _ ids: UniqueIDs?) -> Bool {
    let cursor = JSONCursor(store.text)
    switch subject {
    case .property(let key):
      guard let value = store.property(key, ofRow: row) else { return false }
      return passes(value, in: cursor, isTrimmed: key.mayBeList)
        || key.mayBeList && hasElement(value, in: cursor)
    case .name: return passes(printed: store.tokens(ofRow: row).name, in: cursor)
    case .postcode: return passes(printed: store.tokens(ofRow: row).postcode, in: cursor)
    case .row(let test): return test.accepts(row, of: store)
    case .id:
      var id = ByteBuffer(capacity: 64)
      ids?.append(idOf: Venue(row: row, of: store), to: &id)
      return passes(text: id.bytes)
    }
  }

  /// A name or postcode as printed. Tidying does not change its words.
  private func passes(printed token: JSONStringSpan, in cursor: JSONCursor) -> Bool {
    if case .matches = test { return cursor.withDecoded(token) { passes(text: $0) } }
    var result = false
    cursor.withTidied(token) { bytes, _ in result = passes(text: bytes) }
    return result
  }

  /// A name, postcode or id; an empty one does not count as present.
  private func passes(text: Bytes) -> Bool { !text.isEmpty && passes(scalar: text) }

  /// If `isTrimmed`, spaces around a text do not count.
  private func passes(_ value: JSONSpan, in cursor: JSONCursor, isTrimmed: Bool) -> Bool {
    let first = cursor.base[value.start]
    if case .isThere = test { return first != UInt8(ascii: "n") }
    guard first == UInt8(ascii: "[") else {
      return passes(element: value, in: cursor, isTrimmed)
    }
    var (isMet, elements) = (false, cursor.moved(to: value.start))
    // It was read once before, so only a forged file fails here.
    try? elements.readArray { (elements) throws(ParseError) in
      let element = try elements.spanOfValue()
      isMet = isMet || passes(element: element, in: cursor, isTrimmed)
    }
    return isMet
  }

  /// Whether a list in OpenStreetMap's form, `italian; pizza`, has a wanted element.
  private func hasElement(_ value: JSONSpan, in cursor: JSONCursor) -> Bool {
    guard case .equals(let wanted) = test, cursor.base[value.start] == UInt8(ascii: "\"") else {
      return false
    }
    return cursor.withDecoded(cursor.idToken(value)) { list in
      list.hasElement { element in wanted.contains { $0.isEqual(to: element) } }
    }
  }

  /// Objects, and lists within lists, are equal to nothing and have no order.
  private func passes(element: JSONSpan, in cursor: JSONCursor, _ isTrimmed: Bool) -> Bool {
    switch cursor.base[element.start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return false
    case UInt8(ascii: "\""):
      return cursor.withDecoded(cursor.idToken(element)) { text in
        passes(scalar: text, isTrimmed: isTrimmed)
      }
    case UInt8(ascii: "n"):
      if case .equals = test { return passes(scalar: cursor.bytes(of: element)) }
      return false
    default: return passes(scalar: cursor.bytes(of: element))
    }
  }

  private func passes(scalar text: Bytes, isTrimmed: Bool = false) -> Bool {
    switch test {
    case .isThere: true
    case .equals(let wanted):
      wanted.contains { $0.isEqual(to: isTrimmed ? $0.counted(of: text) : text) }
    case .compares(let wanted, let orders):
      wanted.order(of: isTrimmed ? wanted.counted(of: text) : text)
        .map(orders.contains(order:)) ?? false
    case .matches(let match): match.matches(text)
    }
  }
}

struct ConditionValue: Sendable {
  private let bytes: [UInt8]
  /// Its nearest Double, if it is a number.
  private let number: Double?
  /// The text with its case folded; `nil` for ASCII, whose bytes are compared directly.
  private let folded: String?
  private let hasOuterSpaces: Bool

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    number = bytes.withUnsafeBufferPointer { text in
      DecimalNumber.isNumber(text, .free) ? DecimalNumber.value(of: text) : nil
    }
    let isASCII = bytes.withUnsafeBufferPointer { $0.isASCII }
    folded = isASCII ? nil : Self.folded(String(decoding: bytes, as: UTF8.self))
    hasOuterSpaces = bytes.withUnsafeBufferPointer { $0.trimmed.count < $0.count }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The part of a text that is compared with this value: all but the spaces around it, unless this has some.
  func counted(of text: Bytes) -> Bytes { hasOuterSpaces ? text : text.trimmed }

  /// By value if both are numbers, otherwise by letters, ignoring case.
  func isEqual(to text: Bytes) -> Bool {
    if let order = numericOrder(of: text) { return order == 0 }
    if text.isASCII, folded == nil { return text.equalsInAnyCase(bytes) }
    if bytes.withUnsafeBufferPointer({ text.hasSameBytes(as: $0) }) { return true }
    return isEqualFolded(to: text)
  }

  @inline(never) private func isEqualFolded(to text: Bytes) -> Bool {
    let own = folded ?? Self.folded(String(decoding: bytes, as: UTF8.self))
    return Self.folded(String(decoding: text, as: UTF8.self)) == own
  }

  /// Some letters have a capital of two letters (`ß`), or two lower-case forms (`σ`, `ς`).
  private static func folded(_ text: String) -> String { text.uppercased().lowercased() }

  /// Below 0 if `text` comes first; `nil` if this is a number and the text is not.
  func order(of text: Bytes) -> Int? {
    guard number == nil else { return numericOrder(of: text) }
    return bytes.withUnsafeBufferPointer { text.order($0) }
  }

  /// A text is a number if it is written like one in JSON: `007` and `+44` are texts.
  private func numericOrder(of text: Bytes) -> Int? {
    guard let number, DecimalNumber.isNumber(text, .json) else { return nil }
    let value = DecimalNumber.value(of: text)
    if value != number { return value < number ? -1 : 1 }
    // Beyond 15 digits, several numbers share a Double.
    return bytes.withUnsafeBufferPointer { own in
      guard let first = PlainDecimal(text), let second = PlainDecimal(own.withoutPlus) else {
        return 0
      }
      return first.order(second)
    }
  }
}

extension Bytes {
  /// Whether any of the texts between semicolons passes, without the spaces around it. Nothing between two
  /// semicolons is not an element.
  fileprivate func hasElement(_ passes: (Bytes) -> Bool) -> Bool {
    var start = 0
    while start < count {
      let end = place(of: UInt8(ascii: ";"), from: start)
      let element = UnsafeBufferPointer(rebasing: self[start..<end]).trimmed
      if !element.isEmpty, passes(element) { return true }
      start = end + 1
    }
    return false
  }

  fileprivate var withoutPlus: UnsafeBufferPointer {
    UnsafeBufferPointer(rebasing: self[(first == UInt8(ascii: "+") ? 1 : 0)...])
  }
}

/// A test of venues by something computed elsewhere, such as opening hours.
package protocol RowTest: AnyObject, Sendable {
  func accepts(_ row: Int, of store: VenueStore) -> Bool
}
