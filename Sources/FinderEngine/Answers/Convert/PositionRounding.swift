/// Rounds positions to fewer decimals. The decimal text is rounded, halves away from zero: 0.00005 with four
/// decimals is 0.0001, though the nearest Double is below that. A number that has no more decimals stays as
/// it is, byte for byte.
struct PositionRounding: Sendable {
  let decimals: Int

  func apply(to record: inout ListRecord) {
    switch record.place {
    case .none: return
    case .point(let latitude, let longitude):
      let latitude = text(latitude, arena: &record.arena)
      let longitude = text(longitude, arena: &record.arena)
      record.setPoint(
        latitude: latitude, longitude: longitude,
        at: Coordinate(
          latitude: DecimalNumber.value(of: latitude),
          longitude: DecimalNumber.value(of: longitude)))
    case .other(let geometry):
      var output = ByteBuffer(capacity: geometry.count + 64)
      var cursor = JSONCursor(PaddedText(copying: geometry, in: &record.arena))
      append(geometryAt: &cursor, to: &output)
      cursor = JSONCursor(PaddedText(copying: output.bytes, in: &record.arena))
      _ = try? cursor.readPlace(into: &record)
    }
  }

  /// A number in JSON's spelling.
  func text(_ number: Bytes, arena: inout Arena) -> Bytes {
    guard let point = number.firstIndex(of: UInt8(ascii: ".")) else {
      return number.contains(where: { $0 | 0x20 == UInt8(ascii: "e") })
        ? expanded(number, arena: &arena) : number
    }
    var end = point + 1
    while end < number.count, number[end] &- 0x30 < 10 { end += 1 }
    if end < number.count { return expanded(number, arena: &arena) }
    guard end - point - 1 > decimals else { return number }
    let place = arena.room(number.count + 1)
    return arena.take(round(number, point: point, to: place))
  }

  /// A number with an exponent, which people rarely write, is rounded by its value.
  private func expanded(_ number: Bytes, arena: inout Arena) -> Bytes {
    arena.decimal(DecimalNumber.value(of: number), decimals: min(decimals, 12))
  }

  private func round(_ number: Bytes, point: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
    let isNegative = number[0] == UInt8(ascii: "-")
    let first = isNegative ? 1 : 0
    var digits = Array(number[first..<point]) + Array(number[(point + 1)..<(point + 1 + decimals)])
    var whole = point - first
    if number[point + 1 + decimals] >= UInt8(ascii: "5") {
      var i = digits.count - 1
      while i >= 0, digits[i] == UInt8(ascii: "9") {
        digits[i] = UInt8(ascii: "0")
        i -= 1
      }
      if i >= 0 {
        digits[i] += 1
      } else {
        digits.insert(UInt8(ascii: "1"), at: 0)
        whole += 1
      }
    }
    while digits.count > whole, digits.last == UInt8(ascii: "0") { digits.removeLast() }
    var count = 0
    func put(_ byte: UInt8) {
      target[count] = byte
      count += 1
    }
    if isNegative, digits.contains(where: { $0 != UInt8(ascii: "0") }) { put(UInt8(ascii: "-")) }
    for (i, digit) in digits.enumerated() {
      if i == whole { put(UInt8(ascii: ".")) }
      put(digit)
    }
    return count
  }

  /// Copies a geometry that was read before, with the first two numbers of each position rounded.
  private func append(geometryAt cursor: inout JSONCursor, to output: inout ByteBuffer) {
    guard cursor.byte == UInt8(ascii: "{") else { return copyValue(&cursor, to: &output) }
    output.append("{")
    try? cursor.readObject { (key, cursor) throws(ParseError) in
      output.append(rawKey: cursor.rawBytes(key))
      if cursor.string(key, is: "coordinates") {
        append(coordinatesAt: &cursor, to: &output)
      } else if cursor.string(key, is: "geometries"), cursor.byte == UInt8(ascii: "[") {
        output.append("[")
        try cursor.readArray { (cursor) throws(ParseError) in
          output.appendComma()
          append(geometryAt: &cursor, to: &output)
        }
        output.append("]")
      } else {
        copyValue(&cursor, to: &output)
      }
    }
    output.append("}")
  }

  private func append(coordinatesAt cursor: inout JSONCursor, to output: inout ByteBuffer) {
    guard cursor.byte == UInt8(ascii: "[") else { return copyValue(&cursor, to: &output) }
    var number = 0
    var arena = Arena()
    output.append("[")
    try? cursor.readArray { (cursor) throws(ParseError) in
      output.appendComma()
      if cursor.byte == UInt8(ascii: "[") {
        append(coordinatesAt: &cursor, to: &output)
      } else {
        let value = cursor.bytes(of: try cursor.spanOfValue())
        output.append(number < 2 ? text(value, arena: &arena) : value)
      }
      number += 1
    }
    output.append("]")
  }

  private func copyValue(_ cursor: inout JSONCursor, to output: inout ByteBuffer) {
    if let span = try? cursor.spanOfValue() { output.append(cursor.bytes(of: span)) }
  }
}
