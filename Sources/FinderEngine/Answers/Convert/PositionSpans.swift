/// Where an object has its latitude and longitude.
struct PositionSpans {
  private var latitude = Best()
  private var longitude = Best()

  /// The member with the best name so far.
  private struct Best {
    var member: (key: JSONStringSpan, value: JSONSpan)?
    var rank = Int.max

    var value: JSONSpan { member?.value ?? .none }
  }

  enum Taking {
    /// The member is no part of a position, or of a worse name than the one there is.
    case left
    case taken
    /// It was taken instead of this one, which is a member like any other now.
    case takenInstead(key: JSONStringSpan, value: JSONSpan)
  }

  var isEmpty: Bool { latitude.member == nil && longitude.member == nil }

  /// Takes the member where it is the best of the two so far.
  @discardableResult
  mutating func take(
    _ key: JSONStringSpan, _ value: JSONSpan, _ cursor: JSONCursor, _ names: PositionNames
  ) -> Taking {
    guard let (half, rank) = cursor.withDecoded(key, { names.role(of: $0) }) else { return .left }
    return half == .latitude
      ? Self.offer(key, value, rank, to: &latitude, cursor)
      : Self.offer(key, value, rank, to: &longitude, cursor)
  }

  /// The same, and a member that another was taken for goes to the record. Whether it took this one.
  mutating func take(
    _ key: JSONStringSpan, _ value: JSONSpan, _ cursor: JSONCursor, _ names: PositionNames,
    leaving record: inout ListRecord
  ) -> Bool {
    switch take(key, value, cursor, names) {
    case .left: return false
    case .taken: break
    case .takenInstead(let key, let value):
      record.append(key: cursor.rawBytes(key), value: cursor.bytes(of: value))
    }
    return true
  }

  /// Of equal keys the last holds, as everywhere in JSON; of names that are as good, the first.
  private static func offer(
    _ key: JSONStringSpan, _ value: JSONSpan, _ rank: Int, to best: inout Best,
    _ cursor: JSONCursor
  ) -> Taking {
    guard let held = best.member else {
      best = Best(member: (key, value), rank: rank)
      return .taken
    }
    let isSameKey = cursor.withDecoded(held.key) { one in
      cursor.withDecoded(key) { one.elementsEqual($0) }
    }
    guard rank < best.rank || isSameKey else { return .left }
    best = Best(member: (key, value), rank: rank)
    return isSameKey ? .taken : .takenInstead(key: held.key, value: held.value)
  }

  /// The members of an object that holds nothing else.
  mutating func take(membersAt cursor: inout JSONCursor) throws(ParseError) {
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      take(key, try cursor.spanOfValue(), cursor, PositionNames())
    }
  }

  /// Numbers, or strings that hold one; null and empty strings are none. Returns what is wrong.
  func set(_ record: inout ListRecord, _ cursor: JSONCursor) -> String? {
    record.setPoint(
      latitude: text(latitude.value, cursor), longitude: text(longitude.value, cursor))
  }

  /// `nil` where it is none.
  func coordinate(_ cursor: JSONCursor) -> Coordinate? {
    guard let latitude = text(latitude.value, cursor).flatMap({ DecimalNumber.parse($0.trimmed) }),
      let longitude = text(longitude.value, cursor).flatMap({ DecimalNumber.parse($0.trimmed) })
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
