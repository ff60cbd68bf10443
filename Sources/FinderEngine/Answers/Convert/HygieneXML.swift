/// Reads the Food Standards Agency's hygiene ratings in XML as records. Each `EstablishmentDetail` is one;
/// its children that are not empty are the properties, `Geocode` is its position, and `FHRSID` is also its
/// id.
final class HygieneXML: RecordReader {
  private let stream: ListStream
  /// The names of open elements.
  private var open: [[UInt8]] = []
  private var hasRoot = false
  private var used = 0
  private var totals = ListTotals()
  let keys = KeptKeys()
  var value = ByteBuffer(capacity: 1 << 12)

  static let deepest = 32

  init(_ stream: ListStream) throws {
    self.stream = stream
    try checkEncoding()
  }

  func hasList() throws -> Bool {
    do {
      while !hasRoot, try findMark() { _ = try token() }
    } catch is ListError {
      return false
    }
    return true
  }

  var notes: [String] { [totals.note].compactMap { $0 } }
  var place: String { "line \(stream.line(at: 0))" }

  func next(_ record: inout ListRecord) throws -> ListReading {
    stream.use(used)
    used = 0
    while true {
      if try !findMark() { return .end }
      guard try token() else { continue }
      let (problem, length) = try stream.part { (cursor) throws(ParseError) in
        record.clear()
        return try self.readDetail(&cursor, &record)
      }
      used = length
      totals.read += 1
      return problem.map { .fault($0) } ?? .record
    }
  }

  /// The bytes are UTF-8, or have been converted, so an encoding that the text declares must agree.
  private func checkEncoding() throws {
    while stream.window.count < 200, !stream.isAtEnd { try stream.fill() }
    guard let name = declaredEncoding else { return }
    let known =
      switch stream.source.form {
      case .latin1: ["iso-8859-1", "windows-1252", "latin1"]
      case .utf16: ["utf-16", "utf-16le", "utf-16be", "ucs-2"]
      case .utf8, nil: ["utf-8", "us-ascii"]
      }
    guard !known.contains(name) else { return }
    throw stream.failure(
      "expected UTF-8, but the encoding is '\(fitForMessage(name))'", at: 0,
      hint: "  --encoding latin1 reads ISO-8859-1 and Windows-1252")
  }

  /// The encoding in `<?xml version="1.0" encoding="…"?>`, in lower case.
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
    if try stream.skip(\.isBlank) { return true }
    if let name = open.last {
      throw stream.failure(
        "expected </\(String(decoding: name, as: UTF8.self))>, but the text ends here", at: 0)
    }
    guard hasRoot else { throw stream.failure("expected an element", at: 0) }
    return false
  }

  /// Skips a token outside establishments; true before the start of one, which is not skipped.
  private func token() throws -> Bool {
    let (step, length) = try stream.part { (cursor) throws(ParseError) in
      try self.readStep(&cursor)
    }
    switch step {
    case .detail: return true
    case .open(let name):
      hasRoot = true
      if let name { open.append(name) }
    case .close: open.removeLast()
    case .itemCount(let count): totals.record(total: count)
    case .aside: break
    }
    stream.use(length)
    return false
  }

  /// The effect of a token outside establishments.
  private enum Step {
    case detail
    /// `nil` for an element that is closed at once.
    case open([UInt8]?)
    case close
    /// The number of establishments stated in the header.
    case itemCount(Int)
    case aside
  }

  /// Changes no state, since it is called again if the window ends within the token.
  private func readStep(_ cursor: inout XMLCursor) throws(ParseError) -> Step {
    let start = cursor.position
    switch try cursor.next() {
    case .start(let name, let isEmpty):
      if open.isEmpty {
        guard !hasRoot else { throw ParseError(start, "expected nothing more") }
        guard cursor.name(name, is: "FHRSEstablishment") else {
          throw ParseError(
            start, "expected <FHRSEstablishment>, as in hygiene ratings; finder reads no other XML")
        }
      }
      if cursor.name(name, is: "EstablishmentDetail") { return .detail }
      guard open.count < Self.deepest else {
        throw ParseError(start, "nested more than \(Self.deepest) levels deep")
      }
      return .open(isEmpty ? nil : Array(cursor.bytes(name)))
    case .end(let name):
      guard open.last.map({ $0.elementsEqual(cursor.bytes(name)) }) ?? false else {
        throw ParseError(start, "expected the end of another element")
      }
      return .close
    case .text(let range), .cdata(let range):
      guard let name = open.last else { throw ParseError(range.lowerBound, "expected an element") }
      guard name.elementsEqual("ItemCount".utf8) else { return .aside }
      return Int(String(decoding: cursor.bytes(range).trimmed, as: UTF8.self))
        .map { .itemCount($0) } ?? .aside
    case .aside: return .aside
    }
  }

  /// Returns what is wrong with it, or `nil`.
  func readDetail(
    _ cursor: inout XMLCursor, _ record: inout ListRecord
  ) throws(ParseError) -> String? {
    guard case .start(let detail, let isEmpty) = try cursor.next() else { return nil }
    if isEmpty { return nil }
    var (latitude, longitude): (Bytes?, Bytes?)
    var noText = ByteBuffer(capacity: 64)
    try readContents(of: detail, &cursor, text: &noText, allowsText: false) {
      (cursor, name) throws(ParseError) in
      if cursor.name(name, is: "Geocode") {
        var noText = ByteBuffer(capacity: 64)
        try readContents(of: name, &cursor, text: &noText) { (cursor, name) throws(ParseError) in
          guard let text = try readValue(&cursor, name, depth: 1, &record), text.first == 0x22
          else { return }
          let number = Bytes(rebasing: text.dropFirst().dropLast())
          if cursor.name(name, is: "Latitude") { latitude = number }
          if cursor.name(name, is: "Longitude") { longitude = number }
        }
      } else if let text = try readValue(&cursor, name, depth: 0, &record) {
        if cursor.name(name, is: "FHRSID") { record.id = text }
        record.append(key: keys.key(cursor.bytes(name), &record), value: text)
      }
    }
    return record.setPoint(latitude: latitude, longitude: longitude)
  }

  /// An element's contents as JSON; `nil` if it is empty.
  private func readValue(
    _ cursor: inout XMLCursor, _ element: Range<Int>, depth: Int, _ record: inout ListRecord
  ) throws(ParseError) -> Bytes? {
    value.truncate()
    return try appendValue(&cursor, element, depth: depth) ? record.keep(value.bytes) : nil
  }

  /// Appends an element's contents to `value`: a JSON string of its text, or an object of the elements in it.
  /// False if it is empty.
  private func appendValue(
    _ cursor: inout XMLCursor, _ element: Range<Int>, depth: Int
  ) throws(ParseError) -> Bool {
    var text = ByteBuffer(capacity: 256)
    var hasElements = false
    try readContents(of: element, &cursor, text: &text) { (cursor, name) throws(ParseError) in
      guard depth < Self.deepest else {
        throw ParseError(name.lowerBound, "nested more than \(Self.deepest) levels deep")
      }
      let before = value.count
      if !hasElements { value.append("{") }
      value.append(rawKey: cursor.bytes(name))
      if try appendValue(&cursor, name, depth: depth + 1) {
        hasElements = true
      } else {
        value.truncate(to: before)
      }
    }
    if text.bytes.allSatisfy(\.isBlank) {
      if hasElements { value.append("}") }
      return hasElements
    }
    guard !hasElements else {
      throw ParseError(element.lowerBound, "expected elements or text, not both")
    }
    value.append(jsonString: text.bytes)
    return true
  }

  /// Reads an element's contents and its end; the start has been read. Empty elements are ignored.
  private func readContents(
    of element: Range<Int>, _ cursor: inout XMLCursor, text: inout ByteBuffer,
    allowsText: Bool = true, child: (inout XMLCursor, Range<Int>) throws(ParseError) -> Void
  ) throws(ParseError) {
    while true {
      let start = cursor.position
      switch try cursor.next() {
      case .start(_, isEmpty: true), .aside: break
      case .start(let name, _): try child(&cursor, name)
      case .end(let name):
        guard cursor.bytes(name).elementsEqual(cursor.bytes(element)) else {
          let name = String(decoding: cursor.bytes(element), as: UTF8.self)
          throw ParseError(start, "expected </\(fitForMessage(name))>")
        }
        return
      case .text(let range) where allowsText: try cursor.decode(range, to: &text)
      case .cdata(let range) where allowsText: text.append(cursor.bytes(range))
      case .text(let range), .cdata(let range):
        guard cursor.bytes(range).allSatisfy(\.isBlank) else {
          throw ParseError(range.lowerBound, "expected an element")
        }
      }
    }
  }
}

extension XMLCursor: PartCursor {}

/// Names of elements as members' keys, each kept once; of thousands, those that come later are kept
/// with the record, so that memory stays flat.
final class KeptKeys {
  private let texts = KeptTexts()
  private var places: [[UInt8]: Int] = [:]

  private static let most = 4096

  func key(_ name: Bytes, _ record: inout ListRecord) -> Bytes {
    let bytes = Array(name)
    if let place = places[bytes] { return texts[place] }
    guard texts.count < Self.most else { return record.keep(name) }
    places[bytes] = texts.count
    return texts.append(text: name)
  }
}
