/// The text of a file, a pipe or an archive as UTF-8, a part at a time, whatever its encoding.
///
/// UTF-16 is recognised by its byte order mark, or by the zero beside a first ASCII character; no other text
/// begins like that. Other text is UTF-8, or Latin-1 if the user said so. A byte order mark is passed on in
/// UTF-8, and takes precedence over the user's setting.
///
/// Anything that UTF-8 cannot represent, such as half of a surrogate pair, becomes invalid UTF-8, which later
/// checks of the text will find.
package final class TextSource {
  /// How bytes above 0x7F are read if nothing shows the encoding.
  package enum Encoding: Sendable {
    case utf8
    /// Windows-1252, which includes Latin-1 except for control characters.
    case latin1
  }

  /// The encoding that the first bytes show.
  enum Form {
    case utf8
    case latin1
    case utf16(UTF16Decoder)
  }

  private let source: UnpackedStream
  private let encoding: Encoding
  private(set) var form: Form?
  /// Bytes read but not decoded yet.
  private let raw: UnsafeMutableBufferPointer<UInt8>
  private var rawCount = 0

  init(_ source: UnpackedStream, encoding: Encoding = .utf8) {
    self.source = source
    self.encoding = encoding
    raw = .allocate(capacity: 1 << 16)
  }

  deinit { raw.deallocate() }

  var name: String { source.name }
  package var size: Int? { source.size }
  var taken: Int { source.taken }
  var canBeReadAgain: Bool { source.canBeReadAgain }

  func readAgain() throws(FileError) {
    try source.readAgain()
    (form, rawCount) = (nil, 0)
  }

  /// The least room that `read` needs.
  static let leastSpace = 64

  /// Returns how many bytes were put into `space`, 0 at the end. Without `waits`, `nil` if nothing
  /// is there yet.
  func read(
    into space: UnsafeMutableBufferPointer<UInt8>, waits: Bool = true
  ) throws(FileError) -> Int? {
    precondition(space.count >= Self.leastSpace, "no room for text")
    if form == nil { try begin() }
    if case .utf8 = form, rawCount == 0 { return try source.read(into: space, waits: waits) }
    while true {
      // A byte becomes at most three, and a pending half of a pair three more.
      let room = min(raw.count, space.count / 3 - 4)
      if rawCount == 0 {
        let part = UnsafeMutableBufferPointer(rebasing: raw[..<room])
        guard let got = try source.read(into: part, waits: waits) else { return nil }
        if got == 0 { return finish(space) }
        rawCount = got
      }
      let made = decode(min(room, rawCount), into: space)
      if made > 0 { return made }
    }
  }

  /// Reads enough bytes to show the form.
  private func begin() throws(FileError) {
    while form == nil {
      let rest = UnsafeMutableBufferPointer(rebasing: raw[rawCount...])
      let got = try source.read(into: rest, waits: true) ?? 0
      rawCount += got
      form = form(of: UnsafeBufferPointer(rebasing: raw[..<rawCount]), isAll: got == 0)
    }
  }

  private func form(of head: Bytes, isAll: Bool) -> Form? {
    let plain = encoding == .latin1 ? Form.latin1 : .utf8
    guard head.count >= 2 else { return isAll ? plain : nil }
    switch (head[0], head[1]) {
    case (0xFF, 0xFE), (0x01...0x7F, 0): return .utf16(UTF16Decoder(isLittleEndian: true))
    case (0xFE, 0xFF), (0, 0x01...0x7F): return .utf16(UTF16Decoder(isLittleEndian: false))
    case (0xEF, 0xBB) where encoding == .latin1:
      guard head.count >= 3 else { return isAll ? plain : nil }
      return head[2] == 0xBF ? .utf8 : .latin1
    default: return plain
    }
  }

  /// Decodes `count` of the bytes read.
  private func decode(_ count: Int, into space: UnsafeMutableBufferPointer<UInt8>) -> Int {
    let bytes = UnsafeBufferPointer(rebasing: raw[..<count])
    let made: Int
    switch form {
    case .latin1: made = Windows1252.toUTF8(bytes, into: space)
    case .utf16(var decoder):
      made = decoder.decode(bytes, into: space)
      form = .utf16(decoder)
    case .utf8, nil:
      space.baseAddress!.update(from: bytes.baseAddress!, count: count)
      made = count
    }
    rawCount -= count
    memmove(raw.baseAddress!, raw.baseAddress! + count, rawCount)
    return made
  }

  private func finish(_ space: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard case .utf16(var decoder) = form else { return 0 }
    let made = decoder.finish(into: space)
    form = .utf16(decoder)
    return made
  }
}

/// Converts UTF-16 in pieces of any length to UTF-8.
///
/// Half of a surrogate pair becomes the three bytes that it would have, and a lone byte at the end becomes
/// 0xFF: neither is valid UTF-8.
struct UTF16Decoder {
  let isLittleEndian: Bool
  /// The first byte of a unit whose second byte has not come yet.
  private var byte: UInt8?
  /// The first half of a pair.
  private var high: UInt16?

  init(isLittleEndian: Bool) { self.isLittleEndian = isLittleEndian }

  /// Returns how many bytes were written: at most three for each given, and three more.
  mutating func decode(_ bytes: Bytes, into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var count = 0
    for next in bytes {
      guard let first = byte else {
        byte = next
        continue
      }
      byte = nil
      let (low, up) = isLittleEndian ? (first, next) : (next, first)
      take(UInt16(up) << 8 | UInt16(low), output, &count)
    }
    return count
  }

  /// Writes what is still pending at the end of the text.
  mutating func finish(into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var count = 0
    if let high { put(UInt32(high), output, &count) }
    if byte != nil {
      output[count] = 0xFF
      count += 1
    }
    (byte, high) = (nil, nil)
    return count
  }

  private mutating func take(
    _ unit: UInt16, _ output: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) {
    if let first = high {
      high = nil
      if unit & 0xFC00 == 0xDC00 {
        return put(0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(unit & 0x3FF)), output, &count)
      }
      put(UInt32(first), output, &count)
    }
    if unit & 0xFC00 == 0xD800 { high = unit } else { put(UInt32(unit), output, &count) }
  }

  private func put(
    _ scalar: UInt32, _ output: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) {
    func continuation(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(scalar >> shift & 0x3F) }
    switch scalar {
    case 0..<0x80:
      output[count] = UInt8(scalar)
      count += 1
    case 0x80..<0x800:
      output[count] = 0xC0 | UInt8(scalar >> 6)
      output[count + 1] = continuation(0)
      count += 2
    case 0x800..<0x10000:
      output[count] = 0xE0 | UInt8(scalar >> 12)
      output[count + 1] = continuation(6)
      output[count + 2] = continuation(0)
      count += 3
    default:
      output[count] = 0xF0 | UInt8(scalar >> 18)
      output[count + 1] = continuation(12)
      output[count + 2] = continuation(6)
      output[count + 3] = continuation(0)
      count += 4
    }
  }
}

/// Windows-1252: like Latin-1, but with letters and signs from 0x80 to 0x9F. Codes undefined there stay
/// control characters, as in browsers.
enum Windows1252 {
  private static let signs: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// Returns how many bytes were written.
  static func toUTF8(_ bytes: Bytes, into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var count = 0
    for byte in bytes {
      let scalar = (0x80...0x9F).contains(byte) ? signs[Int(byte) - 0x80] : UInt16(byte)
      switch scalar {
      case 0..<0x80:
        output[count] = UInt8(scalar)
        count += 1
      case 0x80..<0x800:
        output[count] = 0xC0 | UInt8(scalar >> 6)
        output[count + 1] = 0x80 | UInt8(scalar & 0x3F)
        count += 2
      default:
        output[count] = 0xE0 | UInt8(scalar >> 12)
        output[count + 1] = 0x80 | UInt8(scalar >> 6 & 0x3F)
        output[count + 2] = 0x80 | UInt8(scalar & 0x3F)
        count += 3
      }
    }
    return count
  }
}
