/// Reads the Food Standards Agency's hygiene ratings in XML as records: each `EstablishmentDetail` is
/// one, its children that say something are the properties, `Geocode` is where it stands, `FHRSID`
/// its id too.
final class HygieneXML {
  private let stream: ListStream
  /// Names of the elements that are open.
  private var open: [[UInt8]] = []
  private var hasRoot = false
  var used = 0
  let keys = KeptKeys()
  var value = ByteBuffer(capacity: 1 << 12)

  static let deepest = 32

  init(_ stream: ListStream) throws {
    self.stream = stream
    try checkEncoding()
  }

  var place: String { "line \(stream.line(at: 0))" }

  func next(_ record: inout ListRecord) throws -> ListReading {
    stream.use(used)
    used = 0
    while true {
      if try !findMark() { return .end }
      let isDetail = try token()
      if isDetail { return try readDetail(&record) }
    }
  }

  // MARK: Around the establishments

  /// The bytes are UTF-8, or were made so: what the text says of itself must agree.
  private func checkEncoding() throws {
    while stream.window.count < 200, !stream.isAtEnd { try stream.fill() }
    guard let name = declaredEncoding else { return }
    let known =
      stream.encoding == .latin1
      ? ["iso-8859-1", "windows-1252", "latin1"] : ["utf-8", "us-ascii"]
    guard !known.contains(name) else { return }
    throw stream.failure(
      "expected UTF-8, but the encoding is '\(fitForMessage(name))'", at: 0,
      hint: "  --encoding latin1 reads ISO-8859-1 and Windows-1252")
  }

  /// What `<?xml version="1.0" encoding="…"?>` says, in small letters.
  private var declaredEncoding: String? {
    let bytes = Array(stream.window.prefix(200))
    guard bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">")),
      let label = (0..<end).first(where: { bytes[$0...].starts(with: "encoding".utf8) })
    else { return nil }
    let quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    guard let open = bytes[label..<end].firstIndex(where: quotes.contains),
      let close = bytes[(open + 1)..<end].firstIndex(of: bytes[open])
    else { return nil }
    return String(decoding: bytes[(open + 1)..<close], as: UTF8.self).lowercased()
  }

  /// Skips white space; false at the end of the text.
  private func findMark() throws -> Bool {
    while true {
      let window = stream.window
      let start = window.firstIndex { !$0.isBlank } ?? window.count
      stream.use(start)
      if start < window.count { return true }
      guard !stream.isAtEnd else {
        if let name = open.last {
          throw stream.failure(
            "expected </\(String(decoding: name, as: UTF8.self))>, but the text ends here", at: 0)
        }
        guard hasRoot else { throw stream.failure("expected an element", at: 0) }
        return false
      }
      try stream.fill()
    }
  }

  /// Skips a token outside establishments; true before the start of one, which it does not skip.
  private func token() throws -> Bool {
    let (isDetail, length) = try part { (cursor) throws(ParseError) in
      let start = cursor.position
      switch try cursor.next() {
      case .start(let name, let isEmpty):
        if self.open.isEmpty {
          guard !self.hasRoot else { throw ParseError(start, "expected nothing more") }
          guard cursor.name(name, is: "FHRSEstablishment") else {
            throw ParseError(
              start,
              "expected <FHRSEstablishment>, as in hygiene ratings; finder reads no other XML")
          }
        }
        if cursor.name(name, is: "EstablishmentDetail") {
          cursor.position = start
          return true
        }
        guard self.open.count < Self.deepest else {
          throw ParseError(start, "nested more than \(Self.deepest) levels deep")
        }
        self.hasRoot = true
        if !isEmpty { self.open.append(Array(cursor.bytes(name))) }
      case .end(let name):
        guard self.open.last.map({ $0.elementsEqual(cursor.bytes(name)) }) ?? false else {
          throw ParseError(start, "expected the end of another element")
        }
        self.open.removeLast()
      case .text(let range), .cdata(let range):
        guard !self.open.isEmpty else { throw ParseError(range.lowerBound, "expected an element") }
      case .aside: break
      }
      return false
    }
    stream.use(length)
    return isDetail
  }

  /// Reads what begins at the window's first byte, and again with more bytes if they end too soon.
  func part<Result>(
    _ read: (inout XMLCursor) throws(ParseError) -> Result
  ) throws -> (Result, length: Int) {
    while true {
      let window = stream.window
      var cursor = XMLCursor(base: UnsafePointer(window.baseAddress!), end: window.count)
      do throws(ParseError) {
        return (try read(&cursor), cursor.position)
      } catch {
        if stream.isAtEnd || error.offset < window.count { throw stream.failure(error) }
      }
      try stream.fillForMore()
    }
  }
}
