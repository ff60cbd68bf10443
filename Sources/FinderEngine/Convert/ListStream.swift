/// What has been read of a list and is still looked at: a window that moves over the unpacked bytes,
/// with the padding behind it that a JSON cursor needs.
///
/// A list that is to be read twice is held as a whole while it is small (`heldAtMost`). A larger
/// file is read again from its beginning; a pipe is kept in a temporary file that nobody sees.
///
/// Rules that always hold: the bytes of `window` stay where they are until the next `fill`; those
/// that were checked are UTF-8, with at most the beginning of one character at the end.
package final class ListStream {
  /// How bytes above 0x7F are to be understood.
  package enum Encoding: Sendable {
    case utf8
    /// Windows-1252, which Latin-1 is a part of but for the control characters.
    case latin1
  }

  let source: UnpackedStream
  let encoding: Encoding
  /// Off for JSON, whose cursor checks strings itself and says where it goes wrong.
  var checksText = true

  @exclusivity(unchecked) private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  @exclusivity(unchecked) private var start = 0
  @exclusivity(unchecked) private var end = 0
  @exclusivity(unchecked) private(set) var isAtEnd = false
  /// Up to here, from the window's memory on, text was checked.
  private var checked = 0
  /// Of the bytes before the window.
  private var linesBefore = 0
  private(set) var offsetBefore = 0

  private var isHeld = false
  private var willBeReadAgain = false
  private var spool: Spool?
  private var spoolIsRead = false

  /// Called before the stream waits for more, when what was made of the rest should be on its way.
  var beforeReading: (() throws -> Void)?

  /// The longest row or element that is held; memory stays flat.
  static let longestPart = 16 << 20
  static let heldAtMost = 32 << 20
  /// As much as is read at once: small enough for the processor's cache.
  private static let portion = 1 << 18

  /// `-` is standard input.
  package init(_ path: String, encoding: Encoding = .utf8) throws(ListError) {
    source = try ListError.mapping { () throws(FileError) in try UnpackedStream(path) }
    self.encoding = encoding
    capacity = 2 * Self.portion
    base = .allocate(capacity: capacity + PaddedBytes.padding)
  }

  deinit { base.deallocate() }

  package var name: String { source.name }

  /// What is there and was not used yet.
  var window: UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(start: base + start, count: end - start)
  }

  func use(_ count: Int) { start += count }

  /// No row or element fits into the memory that there may be.
  var isFull: Bool { end - start > Self.longestPart }

  /// To be called before anything is read.
  func prepareToReadAgain() {
    willBeReadAgain = true
    isHeld = true
  }

  /// Adds bytes to the window, which may move, or finds the end.
  func fill() throws {
    try beforeReading?()
    try makeRoom()
    let space = UnsafeMutableBufferPointer(
      start: base + end, count: min(capacity - end, Self.portion))
    let got = try read(into: space)
    if got == 0 { isAtEnd = true }
    if let spool, !spoolIsRead, got > 0 {
      try spool.keep(UnsafeBufferPointer(rebasing: space[..<got]))
    }
    end += got
    memset(base + end, 0, PaddedBytes.padding)
    if checksText { try check() }
  }

  /// Adds to a window in which an element did not end. Of a large one as much again, because it is
  /// then read from its beginning: by single portions an element of 12 MiB took half a minute.
  func fillForMore() throws {
    guard !isFull else {
      throw failure(
        "expected nothing longer than \(Self.longestPart >> 20) MiB in one piece", at: 0)
    }
    let enough = window.count < 1 << 20 ? window.count + 1 : 2 * window.count
    repeat { try fill() } while !isAtEnd && !isFull && window.count < enough
  }

  /// Goes back to the first byte.
  func readAgain() throws {
    linesBefore = 0
    offsetBefore = 0
    start = 0
    if isHeld { return }
    end = 0
    checked = 0
    isAtEnd = false
    if let spool {
      try spool.rewind()
      spoolIsRead = true
    } else {
      try ListError.mapping { () throws(FileError) in try source.readAgain() }
    }
  }

  // MARK: Memory

  private func makeRoom() throws {
    if isHeld {
      if capacity - end < Self.portion {
        if end < Self.heldAtMost { return grow() }
        try letGo()
      } else {
        return
      }
    }
    if start > 0 {
      count(base, start)
      memmove(base, base + start, end - start)
      (start, end, checked) = (0, end - start, max(0, checked - start))
    }
    if capacity - end < Self.portion { grow() }
  }

  private func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(
      capacity: capacity * 2 + PaddedBytes.padding)
    larger.update(from: base, count: end)
    base.deallocate()
    base = larger
    capacity *= 2
  }

  /// It is too much to be held: what cannot be read from its file again goes to a file of its own.
  private func letGo() throws {
    isHeld = false
    guard !source.canBeReadAgain else { return }
    let spool = try Spool()
    try spool.keep(UnsafeBufferPointer(start: base, count: end))
    self.spool = spool
  }

  private func count(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    linesBefore += UnsafeBufferPointer(start: bytes, count: count).newlines
    offsetBefore += count
  }

  // MARK: Bytes

  private func read(into space: UnsafeMutableBufferPointer<UInt8>) throws -> Int {
    if let spool, spoolIsRead { return try spool.read(into: space) }
    guard encoding == .latin1 else { return try readSource(into: space) }
    // A byte becomes at most three.
    let third = space.count / 3
    let raw = UnsafeMutableBufferPointer(rebasing: space[(space.count - third)...])
    let got = try readSource(into: raw)
    return Windows1252.toUTF8(UnsafeBufferPointer(rebasing: raw[..<got]), into: space)
  }

  private func readSource(
    into space: UnsafeMutableBufferPointer<UInt8>
  ) throws(ListError) -> Int {
    try ListError.mapping { () throws(FileError) in try source.read(into: space) }
  }

  /// Text that came since it was last checked.
  func check() throws {
    let text = UnsafeBufferPointer(start: base, count: end)
    guard let fault = text.firstNotUTF8(from: max(checked, start), isLast: isAtEnd) else { return }
    guard fault.isWrong else {
      checked = fault.offset
      return
    }
    let shown = "0x" + String(text[fault.offset], radix: 16)
    throw failure(
      "expected UTF-8, found byte \(shown)", at: fault.offset - start,
      hint: "  --encoding latin1 reads it as Latin-1 (Windows-1252)")
  }

  // MARK: Places

  /// Of an offset into the window, from 1.
  func line(at offset: Int) -> Int {
    linesBefore + UnsafeBufferPointer(start: base, count: start + offset).newlines + 1
  }

  /// As people count, as far as that helps: a text of one line has only bytes.
  func place(at offset: Int) -> String {
    let bytes = UnsafeBufferPointer(start: base, count: start + offset)
    let line = linesBefore + bytes.newlines + 1
    let rest = UnsafeBufferPointer(start: base + start + offset, count: end - start - offset)
    let lineGoesOn = memchr(rest.baseAddress!, 0x0A, rest.count) == nil
    guard line > 1 || !lineGoesOn || isAtEnd && rest.count < 2 && bytes.count < 1000 else {
      return "byte \(offsetBefore + start + offset)"
    }
    let lineStart = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let column = bytes[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    return "line \(line), column \(column)"
  }

  func failure(_ problem: String, at offset: Int, hint: String? = nil) -> ListError {
    .malformed(path: name, place: "line \(line(at: offset))", problem: problem, hint: hint)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many lines end in it.
  var newlines: Int {
    var total = 0
    var place = baseAddress
    var left = count
    while left > 0, let from = place, let found = memchr(from, 0x0A, left) {
      total += 1
      let next = found.assumingMemoryBound(to: UInt8.self) + 1
      left -= next - UnsafeMutablePointer(mutating: from)
      place = UnsafePointer(next)
    }
    return total
  }

  /// The first byte that is not UTF-8, or where a character begins that may go on behind the end.
  func firstNotUTF8(from start: Int, isLast: Bool) -> (offset: Int, isWrong: Bool)? {
    var i = start
    while i < count {
      if i + 8 <= count,
        UnsafeRawPointer(baseAddress! + i).loadUnaligned(as: UInt64.self) & EightBytes.highBits == 0
      {
        i += 8
        continue
      }
      let length = utf8Length(at: i)
      if length > 0 {
        i += length
        continue
      }
      return (i, isLast || length == 0)
    }
    return (i, false)
  }

  /// Of the character there; 0 of what is none; -1 of one that is cut off by the end.
  private func utf8Length(at i: Int) -> Int {
    let first = self[i]
    if first < 0x80 { return 1 }
    let (length, low, high): (Int, UInt8, UInt8)
    switch first {
    case 0xC2...0xDF: (length, low, high) = (2, 0x80, 0xBF)
    case 0xE0: (length, low, high) = (3, 0xA0, 0xBF)
    case 0xED: (length, low, high) = (3, 0x80, 0x9F)
    case 0xE1...0xEF: (length, low, high) = (3, 0x80, 0xBF)
    case 0xF0: (length, low, high) = (4, 0x90, 0xBF)
    case 0xF1...0xF3: (length, low, high) = (4, 0x80, 0xBF)
    case 0xF4: (length, low, high) = (4, 0x80, 0x8F)
    default: return 0
    }
    for place in 1..<length {
      guard i + place < count else { return -1 }
      let byte = self[i + place]
      guard place == 1 ? byte >= low && byte <= high : byte & 0xC0 == 0x80 else { return 0 }
    }
    return length
  }
}

/// Windows-1252: as Latin-1, but with letters and signs from 0x80 to 0x9F. What it leaves undefined
/// there stays a control character, as in browsers.
enum Windows1252 {
  private static let signs: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// Returns how many bytes it made. `bytes` may be the last third of `output`.
  static func toUTF8(
    _ bytes: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
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

/// A temporary file that has no name any more: it is gone when the process is.
private final class Spool {
  private let descriptor: CInt
  private let folder: String

  init() throws(ListError) {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    folder = named.isEmpty ? "/tmp" : named
    var template = Array("\(folder)/finder.XXXXXX".utf8CString)
    descriptor = template.withUnsafeMutableBufferPointer { mkstemp($0.baseAddress!) }
    guard descriptor >= 0 else { throw .notKept(folder: folder, errno: errno) }
    template.withUnsafeBufferPointer { _ = unlink($0.baseAddress!) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func keep(_ bytes: UnsafeBufferPointer<UInt8>) throws(ListError) {
    guard FileWriting.all(UnsafeRawBufferPointer(bytes), to: descriptor) else {
      throw .notKept(folder: folder, errno: errno)
    }
  }

  func rewind() throws(ListError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw .notKept(folder: folder, errno: errno)
    }
  }

  func read(into space: UnsafeMutableBufferPointer<UInt8>) throws(ListError) -> Int {
    while true {
      let got = systemRead(descriptor, space.baseAddress!, space.count)
      if got >= 0 { return got }
      guard errno == EINTR else { throw .notKept(folder: folder, errno: errno) }
    }
  }
}
