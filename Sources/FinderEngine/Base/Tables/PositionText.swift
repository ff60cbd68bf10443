/// Numbers of positions as lists write them, converted to the spelling of JSON.
package enum PositionText {
  /// A number and its text: the original if that is valid JSON, else an equivalent. `nil` if it is not a
  /// number.
  @inline(__always)
  static func read(
    _ text: Bytes, decimalComma: Bool = false, arena: inout Arena
  ) -> (value: Double, text: Bytes)? {
    if let value = DecimalNumber.parse(text, .json) { return (value, text) }
    return readUnusual(text, decimalComma: decimalComma, arena: &arena)
  }

  /// Only the number.
  @inline(__always)
  package static func number(_ text: Bytes, decimalComma: Bool = false) -> Double? {
    DecimalNumber.parse(text.trimmed) ?? unusualNumber(text, decimalComma: decimalComma)
  }

  @inline(never)
  private static func unusualNumber(_ text: Bytes, decimalComma: Bool) -> Double? {
    guard !text.allSatisfy(\.isBlank) else { return nil }
    var arena = Arena()
    return readUnusual(text, decimalComma: decimalComma, arena: &arena)?.value
  }

  @inline(never)
  private static func readUnusual(
    _ text: Bytes, decimalComma: Bool, arena: inout Arena
  ) -> (value: Double, text: Bytes)? {
    var text = text.trimmed
    // The minus sign of word processors, and the decimal comma of half of Europe.
    let needsChange =
      text.first == UInt8(ascii: "+") || text.starts(with: [0xE2, 0x88, 0x92])
      || decimalComma && text.contains(UInt8(ascii: ","))
    if needsChange { text = changed(text, decimalComma: decimalComma, arena: &arena) }
    guard let value = DecimalNumber.parse(text) else { return nil }
    return (value, DecimalNumber.isNumber(text, .json) ? text : completed(text, arena: &arena))
  }

  private static func changed(_ text: Bytes, decimalComma: Bool, arena: inout Arena) -> Bytes {
    let place = arena.room(text.count)
    var count = 0
    var rest = text[...]
    if rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    if rest.starts(with: [0xE2, 0x88, 0x92]) {
      place[0] = UInt8(ascii: "-")
      count = 1
      rest = rest.dropFirst(3)
    }
    let isComma = decimalComma && !rest.contains(UInt8(ascii: "."))
    for byte in rest {
      place[count] = isComma && byte == UInt8(ascii: ",") ? UInt8(ascii: ".") : byte
      count += 1
    }
    return arena.take(count)
  }

  /// A decimal number that JSON would write differently: `.5`, `5.`, `007`.
  private static func completed(_ text: Bytes, arena: inout Arena) -> Bytes {
    let place = arena.room(text.count + 2)
    var count = 0
    func put(_ byte: UInt8) {
      place[count] = byte
      count += 1
    }
    var rest = text[...]
    if rest.first == UInt8(ascii: "-") { put(rest.removeFirst()) }
    while rest.first == UInt8(ascii: "0"), let next = rest.dropFirst().first, next &- 0x30 < 10 {
      rest.removeFirst()
    }
    if rest.first == UInt8(ascii: ".") { put(UInt8(ascii: "0")) }
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "."), rest.first.map({ $0 &- 0x30 >= 10 }) ?? true { continue }
      put(byte)
    }
    return arena.take(count)
  }
}
