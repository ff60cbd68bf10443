/// Where an object has its latitude and longitude.
struct PositionSpans {
  private var latitude = JSONSpan.none
  private var longitude = JSONSpan.none

  var isEmpty: Bool { latitude.isNone && longitude.isNone }

  /// Whether the member is one of the two.
  @discardableResult
  mutating func take(
    _ key: JSONStringSpan, _ value: JSONSpan, _ cursor: JSONCursor, _ columns: ListInput
  ) -> Bool {
    let isLatitude = cursor.withDecoded(key) { Self.is($0, columns.latitude, ColumnNames.latitude) }
    let isLongitude = cursor.withDecoded(key) {
      Self.is($0, columns.longitude, ColumnNames.longitude)
    }
    if isLatitude { latitude = value }
    if isLongitude { longitude = value }
    return isLatitude || isLongitude
  }

  /// The members of an object that holds nothing else.
  mutating func take(membersAt cursor: inout JSONCursor) throws(ParseError) {
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      take(key, try cursor.spanOfValue(), cursor, ListInput())
    }
  }

  private static func `is`(
    _ key: UnsafeBufferPointer<UInt8>, _ named: String?, _ usual: [StaticString]
  ) -> Bool {
    if let named { return key.elementsEqual(named.utf8) }
    guard key.count <= 9, let first = key.first, first | 0x20 == UInt8(ascii: "l") else {
      return false
    }
    return ColumnNames.isOne(of: usual, key)
  }

  /// Numbers, or strings that hold one; null and empty strings are none. Returns what is wrong.
  func set(_ record: inout ListRecord, _ cursor: JSONCursor) -> String? {
    record.setPoint(latitude: text(latitude, cursor), longitude: text(longitude, cursor))
  }

  /// `nil` where it is none.
  func coordinate(_ cursor: JSONCursor) -> Coordinate? {
    guard let latitude = text(latitude, cursor).flatMap({ DecimalNumber.parse($0.trimmed) }),
      let longitude = text(longitude, cursor).flatMap({ DecimalNumber.parse($0.trimmed) })
    else { return nil }
    return Coordinate(validLatitude: latitude, longitude: longitude)
  }

  private func text(_ span: JSONSpan, _ cursor: JSONCursor) -> UnsafeBufferPointer<UInt8>? {
    guard !span.isNone, cursor.base[span.start] != UInt8(ascii: "n") else { return nil }
    var text = cursor.bytes(of: span)
    if text.first == UInt8(ascii: "\"") {
      text = UnsafeBufferPointer(rebasing: text.dropFirst().dropLast())
      if !text.contains(where: { !$0.isBlank }) { return nil }
    }
    return text
  }
}
