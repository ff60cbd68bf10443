import FinderEngine

/// What is wrong with a part of an extract, as the end of an error message.
struct ExtractFault: Error {
  let problem: String

  init(_ problem: String) { self.problem = problem }
}

/// Reads a message of Protocol Buffers, field by field.
///
/// A field begins with a varint, a number of seven bits a byte, lowest first. It holds the field's number and
/// its wire type, which says how the value is stored: 0 is a varint, 1 eight bytes, 2 a count and that many
/// bytes, 5 four bytes. A packed list is varints within counted bytes. Every count is checked against the rest
/// of the message before it is used.
///
///     var message = Message(bytes)
///     while let field = try message.next() {
///       switch field {
///       case 1: id = try message.sint64()
///       default: try message.skip()
///       }
///     }
struct Message {
  private(set) var place: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>
  private var wire: UInt8 = 0

  /// Stands in for the address of an empty message.
  nonisolated(unsafe) private static let nowhere = UnsafePointer(
    UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

  init(_ bytes: Bytes) {
    place = bytes.baseAddress ?? Self.nowhere
    end = place + bytes.count
  }

  @inline(__always) var isAtEnd: Bool { place == end }

  /// The number of the next field, whose value must be read or skipped; `nil` at the end.
  @inline(__always)
  mutating func next() throws(ExtractFault) -> Int? {
    guard place < end else { return nil }
    let key = try varint()
    wire = UInt8(key & 7)
    let number = key >> 3
    guard number > 0 else { throw ExtractFault("a field has no number") }
    guard number < 1 << 29 else { throw ExtractFault("a field's number has more than 29 bits") }
    return Int(number)
  }

  /// The next varint of a field or a packed list.
  @inline(__always)
  mutating func varint() throws(ExtractFault) -> UInt64 {
    guard place < end else { throw Self.cutShort }
    let byte = place.pointee
    if byte < 0x80 {
      place += 1
      return UInt64(byte)
    }
    return try longVarint()
  }

  private mutating func longVarint() throws(ExtractFault) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while place < end {
      let byte = place.pointee
      place += 1
      // The tenth byte has room for one bit, and is the last.
      guard shift < 63 || byte < 2 else { throw ExtractFault("a number has more than 64 bits") }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw Self.cutShort
  }

  /// A number encoded so that small negative ones are short: 0, -1, 1, -2.
  @inline(__always)
  mutating func zigzag() throws(ExtractFault) -> Int64 {
    let value = try varint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  private static var cutShort: ExtractFault { ExtractFault("a message is cut short") }

  private func check(_ expected: UInt8) throws(ExtractFault) {
    guard wire == expected else {
      throw ExtractFault("a field has the wrong type")
    }
  }

  // MARK: Values of fields, by their types in the format's definition

  mutating func uint64() throws(ExtractFault) -> UInt64 {
    try check(0)
    return try varint()
  }

  mutating func int64() throws(ExtractFault) -> Int64 { Int64(bitPattern: try uint64()) }

  mutating func sint64() throws(ExtractFault) -> Int64 {
    try check(0)
    return try zigzag()
  }

  mutating func bytes() throws(ExtractFault) -> Bytes {
    try check(2)
    let count = try varint()
    guard count <= UInt64(end - place) else { throw Self.cutShort }
    defer { place += Int(count) }
    return Bytes(start: place, count: Int(count))
  }

  mutating func message() throws(ExtractFault) -> Message { Message(try bytes()) }

  mutating func text() throws(ExtractFault) -> String {
    String(decoding: try bytes(), as: UTF8.self)
  }

  mutating func skip() throws(ExtractFault) {
    switch wire {
    case 0: _ = try varint()
    case 1: try skip(8)
    case 2: _ = try bytes()
    case 5: try skip(4)
    default: throw ExtractFault("a field has an unknown type")
    }
  }

  private mutating func skip(_ count: Int) throws(ExtractFault) {
    guard end - place >= count else { throw Self.cutShort }
    place += count
  }
}

/// Adds up differences: a position or an id is written as its difference from the one before it.
struct RunningSum {
  private(set) var value: Int64 = 0

  @inline(__always)
  mutating func add(_ difference: Int64) throws(ExtractFault) -> Int64 {
    let (sum, isTooLarge) = value.addingReportingOverflow(difference)
    guard !isTooLarge else { throw ExtractFault("a sum of differences has more than 64 bits") }
    value = sum
    return sum
  }
}
