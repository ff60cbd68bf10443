/// Where an object has its latitude and longitude, for `convert` too.
struct PositionSpans {
  var latitude = Best()
  var longitude = Best()

  /// The member with the best name so far.
  struct Best {
    var member: ObjectMember?
    fileprivate var rank = Int.max
  }

  enum Taking {
    /// The member is no part of a position, or of a worse name than the one there is.
    case left
    case taken
    /// It was taken instead of this one, which is a member like any other now.
    case takenInstead(ObjectMember)
  }

  var isEmpty: Bool { latitude.member == nil && longitude.member == nil }

  /// One without the other is no position, as in a table.
  var hasBoth: Bool { latitude.member != nil && longitude.member != nil }

  /// Takes the member where it is the best of the two so far.
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

  /// Of equal keys the last holds, as everywhere in JSON; of names that are as good, the first.
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

  /// The members of an object that holds nothing else.
  mutating func take(membersAt cursor: inout JSONCursor) throws(ParseError) {
    var isFirst = true
    while let key = try cursor.nextMember(&isFirst) {
      take(key, try cursor.spanOfValue(), cursor, PositionNames())
    }
  }

  /// `nil` where it is none.
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
