/// A window that moves over the unpacked bytes of a list: those read but not used yet.
///
/// A list that will be read twice is held completely while it is small (`heldAtMost`). A larger file is read
/// again from its beginning; a pipe is kept in an unnamed temporary file.
///
/// Rules that always hold: the bytes of `window` do not move until the next `fill`; checked bytes are UTF-8,
/// except perhaps an incomplete character at the end.
package final class ListStream {
  package let source: TextSource
  /// Off for JSON, whose cursor checks strings itself and reports the place of an error.
  package var checksText = true

  @exclusivity(unchecked) private var memory = ByteWindow(capacity: 2 * portion)!
  @exclusivity(unchecked) package private(set) var isAtEnd = false
  /// How far the text is checked, from the start of the window's memory.
  private var checked = 0
  /// The line end, for line numbers in messages.
  var lineEnd = LineEnd.newline
  /// Counts for the bytes before the window.
  private var linesBefore = 0
  private(set) var offsetBefore = 0

  private var isHeld = false
  private var spool: Spool?
  private var spoolIsRead = false

  /// Called before the stream waits for more, so that finished output can be written.
  var beforeReading: (() throws -> Void)?

  /// The longest row or element that is held, which limits memory.
  static let longestPart = 16 << 20
  static let heldAtMost = 32 << 20
  /// How much is read at once: small enough for the processor's cache.
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

  /// How much of the file has been read; `nil` for a pipe.
  var share: Double? { source.size.map { $0 > 0 ? min(1, Double(source.taken) / Double($0)) : 1 } }

  package func use(_ count: Int) { memory.use(count) }

  /// Whether a row or element is too long for the memory allowed.
  var isFull: Bool { memory.count > Self.longestPart }

  /// To be called before reading begins.
  func prepareToReadAgain() { isHeld = true }

  /// Adds bytes to the window, which may move, or reaches the end.
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

  /// Adds to a window in which an element did not end. A large window doubles, because the element is then
  /// read again from its beginning: with small portions, one of 12 MiB took half a minute.
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
    memory.rewind()
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

  /// The bytes before the window that are still there, and the first `offset` bytes of the window.
  private func upTo(_ offset: Int) -> Bytes {
    UnsafeBufferPointer(rebasing: memory.all[..<(memory.start + offset)])
  }

  /// Called when there is too much to hold. A source that cannot be read again is copied to a temporary file.
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

  /// Checks the text that came since the last check.
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

  /// Passes bytes while `isPassed` is true for them; false if the text ends with them.
  @inline(__always)
  func skip(_ isPassed: (UInt8) -> Bool) throws -> Bool {
    while true {
      let window = window
      let start = window.firstIndex { !isPassed($0) } ?? window.count
      use(start)
      if start < window.count { return true }
      if isAtEnd { return false }
      try fill()
    }
  }

  // MARK: Places

  /// The line number of an offset into the window, from 1.
  func line(at offset: Int) -> Int { linesBefore + upTo(offset).count(of: lineEnd) + 1 }

  /// Line and column; in a text of one long line, the byte.
  func place(at offset: Int) -> String {
    let (bytes, line) = (upTo(offset), line(at: offset))
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

  /// The form of a list, as its first bytes show.
  package enum Kind: Sendable {
    case rows
    case json
    case xml
  }

  /// Reads the first bytes, skips a byte order mark, and finds the list's form from the first character.
  /// Anything that is clearly not text is refused here.
  package func begin() throws -> Kind {
    // If it is not text, the message names the format, not the first invalid byte.
    let checks = checksText
    checksText = false
    while window.count < 16, !isAtEnd { try fill() }
    if let name = ForeignFormat.name(of: UnsafeBufferPointer(window)) {
      throw failure("expected text, found \(name)", at: 0)
    }
    checksText = checks
    if checks { try check() }
    use(UnsafeBufferPointer(window).lengthOfByteOrderMark)
    while true {
      let first = window.first { !$0.isBlank }
      switch first {
      case UInt8(ascii: "{"), UInt8(ascii: "["), 0x1E: return .json
      case UInt8(ascii: "<"): return .xml
      case nil where !isAtEnd && !isFull: try fill()
      case nil: throw failure("expected a list, but there is nothing but white space", at: 0)
      default: return .rows
      }
    }
  }
}

extension Bytes {
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

/// A temporary file without a name: it disappears with the process.
package final class Spool {
  package let descriptor: CInt
  private let folder: FilePath

  package init() throws(ListError) {
    let named = getenv("TMPDIR").map { FilePath($0) }
    folder = named.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let file = TemporaryFile(in: "\(folder)/", mode: 0o600)
    descriptor = file?.descriptor ?? -1
    guard let file else { throw failure }
    file.path.removeFile()
    file.forgetName()
  }

  private var failure: ListError { .notKept(folder: "\(folder)", errno: errno) }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package func keep(_ bytes: Bytes) throws(ListError) {
    guard FileWriting.all(UnsafeRawBufferPointer(bytes), to: descriptor) else { throw failure }
  }

  func rewind() throws(ListError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure }
  }

  func read(into space: UnsafeMutableBufferPointer<UInt8>) throws(ListError) -> Int {
    let got = FileReading.some(of: descriptor, into: space)
    guard got >= 0 else { throw failure }
    return got
  }
}

/// Formats that are not text, but are often passed in place of text.
package enum ForeignFormat {
  /// What to call a file that begins like this, with advice; `nil` for text.
  package static func name(of head: Bytes) -> String? {
    all.first { head.starts(with: $0.magic) }?.name
  }

  /// Whether a file begins like an extract of OpenStreetMap (`.osm.pbf`): a length of four bytes, then a
  /// header of that type. 15 bytes are enough.
  package static func isExtract(_ head: Bytes) -> Bool {
    head.dropFirst(4).starts(with: [0x0A, 9] + "OSMHeader".utf8)
  }

  /// Whether more bytes may show that the file is not text.
  static func mayBeBegun(_ head: Bytes) -> Bool {
    all.contains { head.count < $0.magic.count && $0.magic.starts(with: head) }
  }

  private static let all: [(magic: [UInt8], name: String)] = [
    ([0x50, 0x4B, 0x03, 0x04], "a zip archive or a spreadsheet; save or unpack it as CSV"),
    ([0x42, 0x5A, 0x68], "bzip2; unpack it first"),
    ([0x28, 0xB5, 0x2F, 0xFD], "zstd; unpack it first"),
    ([0xFD, 0x37, 0x7A, 0x58], "xz; unpack it first"), ([0x25, 0x50, 0x44, 0x46], "a PDF"),
    (Array("SQLite format 3".utf8), "an SQLite database"), (Array("PAR1".utf8), "Parquet"),
    ([0x37, 0x7A, 0xBC, 0xAF], "a 7z archive; unpack it first"),
  ]
}

/// Why a list could not be read to its end, though the file could be opened (see `FileError`).
package enum ListError: Error, Sendable {
  /// The text at `place` is invalid, so nothing after it can be read. `place` may be empty.
  case malformed(path: String, place: String, problem: String, hint: String?)
  /// The file has another form altogether; `what` names it, with advice.
  case foreign(path: String, what: String)
  /// The user named another encoding, but JSON is UTF-8 by its standard.
  case isUTF8(path: String)
  /// A pipe that is read twice is kept in a temporary file, which could not be created or used.
  case notKept(folder: String, errno: CInt)

  /// One line for people, without the program's name.
  package var message: String {
    switch self {
    case .malformed(let path, let place, let problem, _):
      "\(path): \(place.isEmpty ? "" : place + ": ")\(problem)"
    case .foreign(let path, let what): "\(path) is \(what)"
    case .isUTF8(let path): "\(path): --encoding latin1 is not for JSON, which is UTF-8"
    case .notKept(let folder, let errno):
      "cannot keep standard input in \(folder) to read it twice: \(systemMessage(errno))"
    }
  }

  package var hint: String? {
    if case .malformed(_, _, _, let hint) = self { hint } else { nil }
  }
}
