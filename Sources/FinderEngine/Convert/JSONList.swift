/// Reads lists in JSON as records, element by element, whatever their size: GeoJSON of all forms
/// (a collection, a feature, features one a line or as a sequence), Overpass, the Food Standards
/// Agency's API, objects with `lat` and `lon` one a line or in an array, and finder's own output.
///
/// The text is cut where elements end, which is not known before they are read: an element that
/// comes to the end of what there is in memory is read again when there is more.
final class JSONList {
  private let stream: ListStream
  private let columns: ListColumns
  @exclusivity(unchecked) private var state = State.betweenTexts
  @exclusivity(unchecked) private var textsAreRecords = false
  @exclusivity(unchecked) private var texts = 0
  /// How long the element is that was read last: it stays in memory until the next.
  @exclusivity(unchecked) private var used = 0

  /// Members of a FeatureCollection beside its features, before and behind them.
  private(set) var membersBefore = KeptMembers()
  private(set) var membersBehind = KeptMembers()
  private(set) var isCollection = false
  /// What Overpass has to say of an answer, such as that it ran out of time.
  private(set) var remark: String?

  private enum State {
    case betweenTexts
    case inArray(Container, isFirst: Bool)
    /// Behind the array that holds the elements, in the object that holds that.
    case behindArray(Container)
  }

  enum Container: Equatable {
    case features
    case elements
    case establishments
    case venues
    /// An array by itself.
    case array
  }

  init(_ stream: ListStream, _ columns: ListColumns) {
    self.stream = stream
    self.columns = columns
    stream.checksText = false
  }

  var notes: [String] {
    remark.map { ["Overpass remarks: \($0)"] } ?? []
  }

  /// Where the element read last begins.
  var place: String { stream.place(at: 0) }

  func next(_ record: inout ListRecord) throws -> ListReading {
    stream.use(used)
    used = 0
    while true {
      switch state {
      case .betweenTexts:
        guard try findText() else { return .end }
        if textsAreRecords {
          let reading = try read(.array, &record)
          guard case .fault(let problem) = reading, problem == Self.collectionProblem else {
            return reading
          }
          used = 0
        }
        try beginText()
      case .inArray(let container, let isFirst):
        guard try findElement(isFirst: isFirst) else {
          state = container == .array ? .betweenTexts : .behindArray(container)
          continue
        }
        state = .inArray(container, isFirst: false)
        return try read(container, &record)
      case .behindArray(let container):
        try endText(container)
        state = .betweenTexts
      }
    }
  }

  // MARK: Parts

  /// Reads a part that begins at the window's first byte, and again with more bytes if it comes to
  /// their end. Returns how long it was beside what it was.
  private func part<Result>(
    _ read: (inout JSONCursor) throws(ParseError) -> Result
  ) throws -> (Result, length: Int) {
    while true {
      let window = stream.window
      var cursor = JSONCursor(
        base: UnsafePointer(window.baseAddress!), end: window.count, position: 0)
      do throws(ParseError) {
        let result = try read(&cursor)
        if cursor.position < window.count || stream.isAtEnd { return (result, cursor.position) }
      } catch {
        // A word or a character that is cut off shows where it begins.
        if stream.isAtEnd || error.offset + Self.longestWord < window.count { throw failure(error) }
      }
      try stream.fillForMore()
    }
  }

  /// Where one is cut off, an error shows at its beginning.
  private static let longestWord = 16

  private func failure(_ error: ParseError) -> ListError {
    let window = UnsafeBufferPointer(stream.window)
    return .malformed(
      path: stream.name, place: stream.place(at: min(error.offset, window.count)),
      problem: error.description(in: window), hint: nil)
  }

  // MARK: Texts

  /// Passes over white space and record separators; false at the end.
  private func findText() throws -> Bool {
    while true {
      let window = stream.window
      let start = window.firstIndex { !$0.isBlank && $0 != 0x1E } ?? window.count
      stream.use(start)
      if start < window.count { return true }
      if stream.isAtEnd {
        if texts == 0 { throw stream.failure("expected JSON, but there is none", at: 0) }
        return false
      }
      try stream.fill()
    }
  }

  private func beginText() throws {
    texts += 1
    let (container, length) = try part { (cursor) throws(ParseError) in
      try self.findContainer(&cursor)
    }
    guard let container else {
      textsAreRecords = true
      return
    }
    stream.use(length)
    if container == .features { isCollection = true }
    state = .inArray(container, isFirst: true)
  }

  /// Looks for the array that holds the elements, and stops behind its bracket. `nil` where the
  /// text is a record itself.
  private func findContainer(_ cursor: inout JSONCursor) throws(ParseError) -> Container? {
    if cursor.skip("[") { return .array }
    guard cursor.byte == UInt8(ascii: "{") else {
      throw cursor.failure("expected a JSON object ('{') or an array of them")
    }
    var ahead = cursor
    var members: [(JSONStringSpan, JSONSpan)] = []
    var isCollection = false
    ahead.position += 1
    ahead.skipWhitespace()
    while ahead.byte == UInt8(ascii: "\"") {
      let key = try ahead.readString()
      ahead.skipWhitespace()
      guard ahead.skip(":") else { throw ahead.failure("expected ':' after a member's name") }
      ahead.skipWhitespace()
      if let container = try container(key, ahead, isCollection: isCollection) {
        ahead.position += 1
        guard ahead.position < ahead.end else { throw ahead.failure("expected an element") }
        cursor = ahead
        // Of several collections the first one's members are kept.
        if texts == 1, container == .features {
          for (key, value) in members {
            membersBefore.append(cursor.rawBytes(key), cursor.bytes(of: value))
          }
        }
        return container
      }
      if isCollection, ahead.string(key, is: "features") {
        throw ahead.failure("expected 'features' to be an array")
      }
      if !isCollection, try isOfRecord(key, ahead) { return nil }
      let start = ahead.position
      try ahead.passForeignMember(key)
      let value = JSONSpan(start: start, end: ahead.position)
      if ahead.string(key, is: "type") {
        isCollection = ahead.bytes(of: value).elementsEqual("\"FeatureCollection\"".utf8)
      } else {
        members.append((key, value))
      }
      ahead.skipWhitespace()
      guard ahead.skip(",") else { break }
      ahead.skipWhitespace()
    }
    guard ahead.skip("}") else { throw ahead.failure("expected ',' or '}' after a member") }
    if isCollection {
      throw ParseError(cursor.position, "expected a 'features' array in the FeatureCollection")
    }
    throw ParseError(
      cursor.position,
      "expected GeoJSON, an answer of Overpass or of the hygiene ratings' API, or objects with 'lat' "
        + "and 'lon'")
  }

  private func container(
    _ key: JSONStringSpan, _ cursor: JSONCursor, isCollection: Bool
  ) throws(ParseError) -> Container? {
    guard cursor.byte == UInt8(ascii: "["),
      let container = Self.containers.first(where: { cursor.string(key, is: $0.0) })?.1
    else { return nil }
    if isCollection { return container == .features ? .features : nil }
    // An array of objects: `"features":["terrace"]` is a property.
    var ahead = cursor
    ahead.position += 1
    ahead.skipWhitespace()
    guard ahead.position < ahead.end else { throw ahead.failure("expected an element") }
    return ahead.byte == UInt8(ascii: "{") || ahead.byte == UInt8(ascii: "]") ? container : nil
  }

  private static let containers: [(StaticString, Container)] = [
    ("features", .features), ("elements", .elements), ("establishments", .establishments),
    ("venues", .venues),
  ]

  /// Members that only the text of one venue has.
  private func isOfRecord(_ key: JSONStringSpan, _ cursor: JSONCursor) throws(ParseError) -> Bool {
    if cursor.string(key, is: "type") {
      var ahead = cursor
      return ahead.bytes(of: try ahead.spanOfValue()).elementsEqual("\"Feature\"".utf8)
    }
    return cursor.string(key, is: "geometry")
      || cursor.withDecoded(key) { key in
        ColumnNames.isOne(of: ColumnNames.latitude + ColumnNames.longitude, key)
          || [columns.latitude, columns.longitude].contains { $0?.utf8.elementsEqual(key) ?? false }
      }
  }

  /// The members behind the array, and the bracket that closes its object.
  private func endText(_ container: Container) throws {
    while true {
      let (isAtEnd, length) = try part { (cursor) throws(ParseError) in
        try self.passMember(&cursor, container)
      }
      stream.use(length)
      if isAtEnd { return }
    }
  }

  private func passMember(
    _ cursor: inout JSONCursor, _ container: Container
  ) throws(ParseError) -> Bool {
    cursor.skipWhitespace()
    if cursor.skip("}") { return true }
    guard cursor.skip(",") else { throw cursor.failure("expected ',' or '}' after a member") }
    cursor.skipWhitespace()
    guard cursor.byte == UInt8(ascii: "\"") else {
      throw cursor.failure("expected a member's name in double quotes")
    }
    let key = try cursor.readString()
    cursor.skipWhitespace()
    guard cursor.skip(":") else { throw cursor.failure("expected ':' after a member's name") }
    cursor.skipWhitespace()
    if container == .features, cursor.string(key, is: "features") {
      throw cursor.failure("expected 'features' only once")
    }
    let start = cursor.position
    try cursor.passForeignMember(key)
    let value = JSONSpan(start: start, end: cursor.position)
    // Only a value with its end in sight is whole.
    guard cursor.position < cursor.end || stream.isAtEnd else { return false }
    if container == .elements, cursor.string(key, is: "remark"),
      cursor.base[value.start] == UInt8(ascii: "\"")
    {
      remark = fitForMessage(
        String(decoding: cursor.decoded(cursor.idToken(value)), as: UTF8.self))
    }
    guard container == .features, texts == 1 else { return false }
    if !cursor.string(key, is: "type") {
      membersBehind.append(cursor.rawBytes(key), cursor.bytes(of: value))
    } else if !cursor.bytes(of: value).elementsEqual("\"FeatureCollection\"".utf8) {
      throw ParseError(value.start, "expected a FeatureCollection around 'features'")
    }
    return false
  }

  // MARK: Elements

  /// Stands on the next element of an array, or behind the array's end: false.
  private func findElement(isFirst: Bool) throws -> Bool {
    let (isElement, length) = try part { (cursor) throws(ParseError) in
      cursor.skipWhitespace()
      if cursor.skip("]") { return false }
      if !isFirst {
        guard cursor.skip(",") else { throw cursor.failure("expected ',' or ']' after an element") }
        cursor.skipWhitespace()
      }
      guard cursor.position < cursor.end else { throw cursor.failure("expected an element") }
      return true
    }
    stream.use(length)
    return isElement
  }

  static let collectionProblem = "is a FeatureCollection"

  /// As `part`, but with the record, which is begun anew each time.
  private func read(_ container: Container, _ record: inout ListRecord) throws -> ListReading {
    while true {
      let window = stream.window
      var cursor = JSONCursor(
        base: UnsafePointer(window.baseAddress!), end: window.count, position: 0)
      record.clear()
      do throws(ParseError) {
        let reading = try cursor.readElement(of: container, columns, into: &record)
        if cursor.position < window.count || stream.isAtEnd {
          used = cursor.position
          return reading
        }
      } catch {
        if stream.isAtEnd || error.offset + Self.longestWord < window.count { throw failure(error) }
      }
      try stream.fillForMore()
    }
  }

}
