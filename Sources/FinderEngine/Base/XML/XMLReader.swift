/// Reads the elements of a whole XML document one after another, out of untrusted bytes.
///
///     var reader = try XMLReader(text)
///     while let step = try reader.next() {
///       if case .start(let name) = step, reader.name(name, is: "trkpt") { … try reader.attribute("lat") … }
///     }
///
/// It keeps the names of the elements that are open and nothing else: every start has its end, there is
/// one root, nothing stands beside it but white space and comments, and nothing is nested deeper than
/// `maximumDepth`. Names are compared without the prefixes of their namespaces. What stands between
/// elements is passed over, and may be in any encoding in which ASCII is ASCII. O(length), and what
/// `XMLCursor` says of entities.
struct XMLReader {
  enum Step {
    /// Also of an element that is closed at once: its end comes next.
    case start(name: Range<Int>)
    case end(name: Range<Int>)
  }

  private(set) var cursor: XMLCursor
  /// The cursor's memory.
  private let text: PaddedBytes
  private var open: [Range<Int>] = []
  private var hasRoot = false
  /// Of an element that was closed at once.
  private var ending: Range<Int>?

  /// As deep as JSON may be.
  static let maximumDepth = JSONCursor.maximumDepth

  init(_ text: PaddedBytes) throws(ParseError) {
    self.text = text
    let start = text.bytes.lengthOfByteOrderMark
    cursor = XMLCursor(PaddedText(text), from: start)
    let head = text.bytes.prefix(2)
    guard !head.elementsEqual([0xFF, 0xFE]), !head.elementsEqual([0xFE, 0xFF]),
      !head.elementsEqual([0x3C, 0]), !head.elementsEqual([0, 0x3C])
    else { throw ParseError(0, "expected UTF-8, not UTF-16") }
  }

  /// How many elements are open: after the start of the root, one.
  var depth: Int { open.count }

  /// Where the step that was read last begins.
  private(set) var position = 0

  /// `nil` at the end of the document.
  mutating func next() throws(ParseError) -> Step? {
    if let name = ending {
      ending = nil
      open.removeLast()
      return .end(name: name)
    }
    while true {
      if let name = open.last {
        cursor.skipText()
        position = cursor.position
        guard position < cursor.end else { throw unclosed() }
        if cursor.skipEnd(of: name) {
          open.removeLast()
          return .end(name: name)
        }
      } else if try isAtEnd() {
        return nil
      }
      switch try token() {
      case .aside, .text, .cdata: break
      case .start(let name, let isEmpty):
        guard !(hasRoot && open.isEmpty) else {
          throw ParseError(position, "expected nothing after the document's element")
        }
        guard open.count < Self.maximumDepth else {
          throw ParseError(position, "nested more than \(Self.maximumDepth) levels deep")
        }
        hasRoot = true
        open.append(name)
        if isEmpty { ending = name }
        return .start(name: name)
      case .end(let name):
        guard let last = open.last, cursor.bytes(last).hasSameBytes(as: cursor.bytes(name)) else {
          throw ParseError(position, "expected \(open.isEmpty ? "an element" : closing)")
        }
        open.removeLast()
        return .end(name: name)
      }
    }
  }

  /// Reads up to the end of the element whose start was read last.
  mutating func skipElement() throws(ParseError) {
    let outside = depth - 1
    while depth > outside {
      // Most that stands in a point is a leaf, of which nothing needs to be kept.
      while ending == nil, depth < Self.maximumDepth {
        cursor.skipText()
        guard cursor.skipLeaf() else { break }
      }
      guard try next() != nil else { return }
    }
  }

  /// Whether that is an element's name, in any namespace.
  func name(_ name: Range<Int>, is word: StaticString) -> Bool {
    cursor.name(name, is: word) || cursor.name(cursor.local(name), is: word)
  }

  /// Where the value of an attribute stands, of the start that was read last; `nil` where it has none of
  /// that name.
  func attribute(_ name: StaticString) throws(ParseError) -> Range<Int>? {
    try cursor.attribute(name)
  }

  /// Calls `body` with what an attribute's value means.
  func withValue<Result>(
    _ range: Range<Int>, _ body: (Bytes) throws(ParseError) -> Result
  ) throws(ParseError) -> Result {
    let written = cursor.bytes(range)
    guard written.holds(UInt8(ascii: "&")) else { return try body(written) }
    var decoded = ByteBuffer(capacity: 64)
    try cursor.decode(range, to: &decoded)
    return try body(decoded.bytes)
  }

  private mutating func token() throws(ParseError) -> XMLCursor.Token {
    do {
      return try cursor.next()
    } catch {
      throw error.offset >= cursor.end && !open.isEmpty ? unclosed() : error
    }
  }

  /// Outside the document's element: only white space, or what passes for it.
  private mutating func isAtEnd() throws(ParseError) -> Bool {
    while cursor.position < cursor.end, cursor.byte.isBlank { cursor.position += 1 }
    position = cursor.position
    if cursor.position < cursor.end {
      guard cursor.byte == UInt8(ascii: "<") else {
        throw ParseError(position, hasRoot ? "expected nothing more" : "expected XML ('<')")
      }
      return false
    }
    guard hasRoot else { throw ParseError(position, "expected XML, but the text ends here") }
    return true
  }

  private func unclosed() -> ParseError {
    ParseError(cursor.end, "expected \(closing), but the text ends here")
  }

  /// `</trkseg>`, which must come before anything else can be closed.
  private var closing: String {
    guard let name = open.last else { return "an element" }
    return "</\(fitForMessage(String(decoding: cursor.bytes(name), as: UTF8.self)))>"
  }
}
