/// A window that moves over the unpacked bytes of a list: those read and not used yet.
///
/// A list that is to be read twice is held as a whole while it is small (`heldAtMost`). A larger
/// file is read again from its beginning; a pipe is kept in a temporary file that nobody sees.
///
/// Rules that always hold: the bytes of `window` stay where they are until the next `fill`; those
/// that were checked are UTF-8, with at most the beginning of one character at the end.
package final class ListStream {
  package let source: TextSource
  /// Off for JSON, whose cursor checks strings itself and says where it goes wrong.
  package var checksText = true

  @exclusivity(unchecked) private var memory = ByteWindow(capacity: 2 * portion)!
  @exclusivity(unchecked) package private(set) var isAtEnd = false
  /// Up to here, from the window's memory on, text was checked.
  private var checked = 0
  /// What ends a line, for the numbers of lines in messages.
  var lineEnd = LineEnd.newline
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
  package init(_ path: FilePath, encoding: TextSource.Encoding = .utf8) throws(FileError) {
    source = TextSource(try UnpackedStream(path), encoding: encoding)
  }

  package init(_ source: UnpackedStream, encoding: TextSource.Encoding = .utf8) {
    self.source = TextSource(source, encoding: encoding)
  }

  package var name: String { source.name }

  package var window: UnsafeMutableBufferPointer<UInt8> { memory.bytes }
  var text: PaddedText { PaddedText(memory) }

  /// How much of the file was read; `nil` of a pipe.
  var share: Double? {
    source.size.map { $0 > 0 ? min(1, Double(source.taken) / Double($0)) : 1 }
  }

  package func use(_ count: Int) { memory.use(count) }

  /// No row or element fits into the memory that there may be.
  var isFull: Bool { memory.count > Self.longestPart }

  /// To be called before anything is read.
  func prepareToReadAgain() { isHeld = true }

  /// Adds bytes to the window, which may move, or finds the end.
  package func fill() throws {
    try beforeReading?()
    try makeRoom()
    let space = UnsafeMutableBufferPointer(rebasing: memory.space.prefix(Self.portion))
    let got = try read(into: space)
    if got == 0 { isAtEnd = true }
    if let spool, !spoolIsRead, got > 0 {
      try spool.keep(UnsafeBufferPointer(rebasing: space[..<got]))
    }
    memory.filled(got)
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

  func readAgain() throws {
    linesBefore = 0
    offsetBefore = 0
    memory.useAgain()
    if isHeld { return }
    memory.removeAll()
    checked = 0
    isAtEnd = false
    if let spool {
      try spool.rewind()
      spoolIsRead = true
    } else {
      try source.readAgain()
    }
  }

  // MARK: Memory

  private func makeRoom() throws {
    if isHeld {
      if memory.space.count >= Self.portion { return }
      if memory.end < Self.heldAtMost { return grow() }
      try spill()
    }
    linesBefore += upTo(0).count(of: lineEnd)
    offsetBefore += memory.start
    checked = max(0, checked - memory.start)
    memory.moveToFront()
    if memory.space.count < Self.portion { grow() }
  }

  private func grow() { precondition(memory.grow(), "no memory is left") }

  /// What stands before the window, as far as it is still there, and so many bytes of the window.
  private func upTo(_ offset: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: memory.all[..<(memory.start + offset)])
  }

  /// Too much to be held: what cannot be read again from its file goes to a file of its own.
  private func spill() throws {
    isHeld = false
    guard !source.canBeReadAgain else { return }
    let spool = try Spool()
    try spool.keep(memory.all)
    self.spool = spool
  }

  // MARK: Bytes

  private func read(into space: UnsafeMutableBufferPointer<UInt8>) throws -> Int {
    if let spool, spoolIsRead { return try spool.read(into: space) }
    return try source.read(into: space) ?? 0
  }

  /// Text that came since it was last checked.
  func check() throws {
    let (text, start) = (memory.all, memory.start)
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
    linesBefore + upTo(offset).count(of: lineEnd) + 1
  }

  /// Line and column; in a text of one long line, the byte.
  func place(at offset: Int) -> String {
    let bytes = upTo(offset)
    let line = linesBefore + bytes.count(of: lineEnd) + 1
    let rest = window[offset...]
    let lineGoesOn = !rest.contains(lineEnd.rawValue)
    guard line > 1 || !lineGoesOn || isAtEnd && rest.count < 2 && bytes.count < 1000 else {
      return "byte \(offsetBefore + bytes.count)"
    }
    let lineStart = bytes.lastIndex(of: lineEnd.rawValue).map { $0 + 1 } ?? 0
    let column = bytes[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    return "line \(line), column \(column)"
  }

  func failure(_ problem: String, at offset: Int, hint: String? = nil) -> ListError {
    .malformed(path: name, place: "line \(line(at: offset))", problem: problem, hint: hint)
  }

  func failure(_ error: ParseError) -> ListError {
    .malformed(
      path: name, place: place(at: min(error.offset, window.count)),
      problem: error.description(in: text.bytes), hint: nil)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many lines end in it.
  func count(of lineEnd: LineEnd) -> Int {
    var total = 0
    var place = baseAddress
    var left = count
    while left > 0, let from = place, let found = memchr(from, CInt(lineEnd.rawValue), left) {
      total += 1
      let next = found.assumingMemoryBound(to: UInt8.self) + 1
      left -= next - UnsafeMutablePointer(mutating: from)
      place = UnsafePointer(next)
    }
    return total
  }
}
