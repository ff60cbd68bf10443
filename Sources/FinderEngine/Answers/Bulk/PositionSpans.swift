/// The places of an object's latitude and longitude; `convert` uses this too.
struct PositionSpans {
  var latitude = Best()
  var longitude = Best()

  /// The member with the best name so far.
  struct Best {
    var member: ObjectMember?
    fileprivate var rank = Int.max
  }

  enum Taking {
    /// The member is not part of a position, or has a worse name than the one taken before.
    case left
    case taken
    /// The member replaced this one, which is now an ordinary member.
    case takenInstead(ObjectMember)
  }

  var isEmpty: Bool { latitude.member == nil && longitude.member == nil }

  /// As in a table, one without the other is not a position.
  var hasBoth: Bool { latitude.member != nil && longitude.member != nil }

  /// Takes the member if it is the best so far for either of the two.
  @discardableResult
  mutating func take(
    _ key: JSONStringSpan, _ value: JSONSpan, _ cursor: JSONCursor, _ names: PositionNames
  ) -> Taking {
    guard let (half, rank) = cursor.withDecoded(key, { names.role(of: $0) }) else { return .left }
    let member = ObjectMember(key: key, value: value)
    return half == .latitude
      ? Self.offer(member, rank, to: &latitude, cursor)
      : Self.offer(member, rank, to: &longitude, cursor)
  }

  /// The last of several equal keys counts, as everywhere in JSON; among equally good names, the first.
  private static func offer(
    _ member: ObjectMember, _ rank: Int, to best: inout Best, _ cursor: JSONCursor
  ) -> Taking {
    guard let held = best.member else {
      best = Best(member: member, rank: rank)
      return .taken
    }
    let isSameKey = cursor.withDecoded(held.key) { one in
      cursor.withDecoded(member.key) { one.elementsEqual($0) }
    }
    guard rank < best.rank || isSameKey else { return .left }
    best = Best(member: member, rank: rank)
    return isSameKey ? .taken : .takenInstead(held)
  }

  /// Takes the members of an object that holds nothing else.
  mutating func take(membersAt cursor: inout JSONCursor) throws(ParseError) {
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      take(key, try cursor.spanOfValue(), cursor, PositionNames())
    }
  }

  /// `nil` if it is not a position.
  func coordinate(_ cursor: JSONCursor) -> Coordinate? {
    guard let latitude = text(latitude, cursor).flatMap({ DecimalNumber.parse($0.trimmed) }),
      let longitude = text(longitude, cursor).flatMap({ DecimalNumber.parse($0.trimmed) })
    else { return nil }
    return Coordinate(validLatitude: latitude, longitude: longitude)
  }

  func text(_ best: Best, _ cursor: JSONCursor) -> Bytes? {
    guard let value = best.member?.value, cursor.base[value.start] != UInt8(ascii: "n") else {
      return nil
    }
    var text = cursor.bytes(of: value)
    if text.first == UInt8(ascii: "\"") {
      text = UnsafeBufferPointer(rebasing: text.dropFirst().dropLast())
      if !text.contains(where: { !$0.isBlank }) { return nil }
    }
    return text
  }
}
