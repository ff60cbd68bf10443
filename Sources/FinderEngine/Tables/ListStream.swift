/// A window that moves over the unpacked bytes of a list: those read and not used yet, followed by
/// the padding that a JSON cursor needs.
///
/// A list that is to be read twice is held as a whole while it is small (`heldAtMost`). A larger
/// file is read again from its beginning; a pipe is kept in a temporary file that nobody sees.
///
/// Rules that always hold: the bytes of `window` stay where they are until the next `fill`; those
/// that were checked are UTF-8, with at most the beginning of one character at the end.
package final class ListStream {
  /// What bytes above 0x7F mean.
  package enum Encoding: Sendable {
    case utf8
    /// Windows-1252, of which Latin-1 is a part but for the control characters.
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
  private var spool: Spool?
  private var spoolIsRead = false

  /// Called before the stream waits for more, so that what is finished can be written.
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

  /// The bytes that were read and not used yet.
  var window: UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(start: base + start, count: end - start)
  }

  /// How much of the file was read; `nil` of a pipe.
  var share: Double? {
    source.size.map { $0 > 0 ? min(1, Double(source.taken) / Double($0)) : 1 }
  }

  func use(_ count: Int) { start += count }

  /// No row or element fits into the memory that there may be.
  var isFull: Bool { end - start > Self.longestPart }

  /// To be called before anything is read.
  func prepareToReadAgain() {
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

  /// Adds to a window in which an element did not end. A large one doubles, because the element is
  /// then read from its beginning: by single portions one of 12 MiB took half a minute.
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
        try spill()
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

  /// Too much to be held: what cannot be read again from its file goes to a file of its own.
  private func spill() throws {
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

  /// Line and column; in a text of one long line, the byte.
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
}
