/// Reads JSON lists of any size as records, one element at a time. A list is GeoJSON in any form (a
/// collection, features, geometries, one a line or as a sequence), an answer from Overpass or from the Food
/// Standards Agency's API, objects with `lat` and `lon` (one a line or in an array), or finder's own output.
///
/// The input is one JSON text or several in a row, as in newline-delimited JSON. Each is either a record or
/// holds an array of them, whose elements are the records.
///
/// An element's end is not known until it has been read. So an element that reaches the end of the window is
/// read again from its beginning when there is more.
final class JSONList: RecordReader {
  private let stream: ListStream
  private let columns: ListInput
  @exclusivity(unchecked) private var state = State.betweenTexts
  @exclusivity(unchecked) private var textsAreRecords = false
  /// How many texts have begun.
  @exclusivity(unchecked) private var texts = 0
  /// The length of the last element. It stays in the window until the next is read.
  @exclusivity(unchecked) private var elementLength = 0
  /// The last element of an Overpass answer.
  @exclusivity(unchecked) private var element = OverpassElement()
  private let parts = OverpassParts()

  /// Members of a FeatureCollection other than its features, before and after them.
  let membersBefore = KeptMembers()
  let membersAfter = KeptMembers()
  private(set) var isOverpass = false
  /// What Overpass remarks on its answer, such as that it ran out of time, and what was left out of it.
  private var overpassNotes: [String] = []
  /// Why Overpass gave up, if it did.
  private(set) var remark: String?
  private var totals = ListTotals()

  var notes: [String] { overpassNotes + [totals.note].compactMap { $0 } }

  /// The collection's attribution, as far as it has been read.
  var attribution: [Attribution] {
    var object = ByteBuffer(capacity: 256)
    object.append("{")
    membersBefore.append(to: &object)
    membersAfter.append(to: &object)
    object.append("}")
    return AttributionMembers.list(inObject: PaddedBytes(copying: object.bytes))
  }

  /// False for an object without a list's or a record's members, and for an array of anything but objects.
  func hasList() throws -> Bool {
    if try findText(), try !beginText() { return false }
    guard case .inArray(.array, _) = state else { return true }
    return try stream.part { (cursor: inout JSONCursor) throws(ParseError) in
      var isFirst = true
      return try !cursor.nextElement(&isFirst) || cursor.byte == UInt8(ascii: "{")
    }.0
  }

  private enum State {
    case betweenTexts
    case inArray(Container, isFirst: Bool)
    /// After an Overpass array: next come the venues that waited for other elements.
    case afterElements
    /// After the array of elements, in the object that contains it.
    case afterArray(Container)
  }

  enum Container: Equatable {
    case features
    case elements
    case establishments
    case venues
    case array
  }

  init(_ stream: ListStream, _ columns: ListInput) throws(ListError) {
    if case .latin1 = stream.source.form { throw .isUTF8(path: stream.name) }
    self.stream = stream
    self.columns = columns
    stream.checksText = false
  }

  /// Where the last element begins.
  var place: String { stream.place(at: 0) }

  func next(_ record: inout ListRecord) throws -> ListReading {
    while true {
      stream.use(elementLength)
      elementLength = 0
      switch state {
      case .betweenTexts:
        guard try findText() else { return .end }
        if textsAreRecords {
          if let reading = try read(.array, &record) { return reading }
        }
        let length = elementLength
        elementLength = 0
        guard try beginText() else {
          throw stream.failure(
            ParseError(
              0,
              "expected GeoJSON, an answer from Overpass or the hygiene ratings' API, or objects with "
                + "'lat' and 'lon'"))
        }
        // A FeatureCollection that has a venue's members before its type begins no list.
        if length > 0, case .betweenTexts = state {
          elementLength = length
          return .fault("is a FeatureCollection")
        }
      case .inArray(let container, let isFirst):
        guard try findElement(isFirst: isFirst) else {
          state =
            switch container {
            case .array: .betweenTexts
            case .elements: .afterElements
            default: .afterArray(container)
            }
          continue
        }
        state = .inArray(container, isFirst: false)
        let reading = try read(container, &record) ?? .fault("is a FeatureCollection")
        totals.read += 1
        if container == .elements, setAside(reading, record) { continue }
        return reading
      case .afterElements:
        if parts.next(&record) { return .record }
        if parts.lost > 0 {
          overpassNotes.append(
            "the answer is too large to place all ways and relations by their nodes "
              + "(\(parts.lost) not placed); use 'out center' in the query")
        }
        state = .afterArray(.elements)
      case .afterArray(let container):
        let (member, length) = try stream.part { (cursor) throws(ParseError) in
          try Self.member(after: container, &cursor)
        }
        if let member { try take(member, after: container) } else { state = .betweenTexts }
        stream.use(length)
      }
    }
  }

  /// False for an object that is neither a list nor a record.
  private func beginText() throws -> Bool {
    texts += 1
    totals.beginText()
    let (kind, length) = try stream.part { (cursor) throws(ParseError) in
      try kindOfText(&cursor)
    }
    switch kind {
    case .other: return false
    case .record: textsAreRecords = true
    case .list(let container, let members):
      keep(members, before: container)
      stream.use(length)
      state = .inArray(container, isFirst: true)
    }
    return true
  }

  /// Moves to the next element of an array; false after the array's end.
  private func findElement(isFirst: Bool) throws -> Bool {
    let (isElement, length) = try stream.part { (cursor: inout JSONCursor) throws(ParseError) in
      var isFirst = isFirst
      guard try cursor.nextElement(&isFirst) else { return false }
      guard cursor.position < cursor.end else { throw cursor.failure("expected an element") }
      return true
    }
    stream.use(length)
    return isElement
  }

  /// Reads an element into the record, which is cleared first. `nil` for a FeatureCollection.
  private func read(_ container: Container, _ record: inout ListRecord) throws -> ListReading? {
    let (reading, length) = try stream.part { (cursor: inout JSONCursor) throws(ParseError) in
      record.clear()
      return try cursor.readElement(of: container, columns, into: &record, &element)
    }
    elementLength = length
    return reading
  }

  /// Returns whether an Overpass element is not a venue, or has to wait for others before it is returned.
  private func setAside(_ reading: ListReading, _ record: borrowing ListRecord) -> Bool {
    if element.isCount {
      overpassNotes.append(
        "left out a count, which is not a venue; use 'out center' to get the elements")
      return true
    }
    parts.add(element)
    guard case .record = reading else { return false }
    return parts.hold(record, element)
  }

  // MARK: The text around the elements

  /// Skips white space and record separators; false at the end.
  private func findText() throws -> Bool {
    if try stream.skip({ $0.isBlank || $0 == 0x1E }) { return true }
    if texts == 0 { throw stream.failure("expected JSON, found none", at: 0) }
    return false
  }

  private typealias Member = (key: JSONStringSpan, value: JSONSpan)

  private enum TextKind {
    /// With the members before its array of elements.
    case list(Container, [Member])
    case record
    /// An object that is neither.
    case other
  }

  /// Moves to the bracket of the array of elements, if the text is a list.
  private func kindOfText(_ cursor: inout JSONCursor) throws(ParseError) -> TextKind {
    if cursor.byte == UInt8(ascii: "[") { return .list(.array, []) }
    guard cursor.byte == UInt8(ascii: "{") else {
      throw cursor.failure("expected a JSON object ('{') or an array of them")
    }
    var ahead = cursor
    var members: [Member] = []
    var (isFirst, isCollection) = (true, false)
    while let key = try ahead.nextMember(&isFirst) {
      if let container = try container(key, ahead, isCollection: isCollection) {
        cursor = ahead
        return .list(container, members)
      }
      if isCollection, ahead.string(key, is: "features") {
        throw ahead.failure("expected 'features' to be an array")
      }
      if !isCollection, try isOfRecord(key, ahead) { return .record }
      let value = try ahead.spanOfForeignMember(key)
      if ahead.string(key, is: "type") {
        isCollection = ahead.bytes(of: value).equals("\"FeatureCollection\"")
      } else {
        members.append((key, value))
      }
    }
    guard isCollection else { return .other }
    throw cursor.failure("expected a 'features' array in the FeatureCollection")
  }

  /// Only the members of the first of several collections are kept.
  private func keep(_ members: [Member], before container: Container) {
    let cursor = JSONCursor(stream.text, from: 0)
    for (key, value) in members { totals.take(key, value, cursor) }
    guard texts == 1 else { return }
    if container == .features {
      for (key, value) in members {
        membersBefore.append(cursor.rawBytes(key), cursor.bytes(of: value))
      }
    } else if container == .elements {
      isOverpass = true
      keepAttribution(members, cursor)
    }
  }

  /// Keeps what Overpass says about its data (`osm3s`) as the collection's attribution.
  private func keepAttribution(_ members: [Member], _ cursor: JSONCursor) {
    var stated = AttributionMembers()
    for (key, value) in members where cursor.string(key, is: "osm3s") {
      guard cursor.base[value.start] == UInt8(ascii: "{") else { continue }
      cursor.forEachMember(of: value) { stated.take($0, $1, of: cursor) }
    }
    guard let credit = stated.list(in: cursor).first else { return }
    keepMember("attribution", credit.text)
    if let licence = credit.licence { keepMember("licence", licence) }
  }

  private func keepMember(_ key: String, _ text: String) {
    var value = ByteBuffer(capacity: 128)
    value.append(jsonString: text)
    key.withBytes { membersBefore.append($0, value.bytes) }
  }

  /// The array that begins at the cursor, if the key is that of a list.
  private func container(
    _ key: JSONStringSpan, _ cursor: JSONCursor, isCollection: Bool
  ) throws(ParseError) -> Container? {
    guard cursor.byte == UInt8(ascii: "["),
      let container = Self.containers.first(where: { cursor.string(key, is: $0.0) })?.1
    else { return nil }
    if isCollection { return container == .features ? .features : nil }
    // Only an array of objects is a list: `"features":["terrace"]` is a property of a venue.
    var ahead = cursor
    var isFirst = true
    guard try ahead.nextElement(&isFirst) else { return container }
    guard ahead.position < ahead.end else { throw ahead.failure("expected an element") }
    return ahead.byte == UInt8(ascii: "{") ? container : nil
  }

  private static let containers: [(StaticString, Container)] = [
    ("features", .features), ("elements", .elements), ("establishments", .establishments),
    ("venues", .venues),
  ]

  /// Whether this is a member that only a single venue has.
  private func isOfRecord(_ key: JSONStringSpan, _ cursor: JSONCursor) throws(ParseError) -> Bool {
    if cursor.string(key, is: "type") {
      var ahead = cursor
      guard ahead.byte == UInt8(ascii: "\"") else { return false }
      let type = try ahead.readString()
      return ahead.string(type, is: "Feature") || ahead.isGeometryType(type)
    }
    return cursor.string(key, is: "geometry")
      || cursor.withDecoded(key) { key in
        ColumnNames.isOne(of: ColumnNames.latitude + ColumnNames.longitude, key)
          || [columns.position.latitude, columns.position.longitude].contains {
            $0?.utf8.elementsEqual(key) ?? false
          }
      }
  }

  /// The next member after the array of elements; `nil` at the end of the object.
  private static func member(
    after container: Container, _ cursor: inout JSONCursor
  ) throws(ParseError) -> Member? {
    var isFirst = false
    guard let key = try cursor.nextMember(&isFirst) else { return nil }
    if container == .features, cursor.string(key, is: "features") {
      throw cursor.failure("expected 'features' only once")
    }
    return (key, try cursor.spanOfForeignMember(key))
  }

  private func take(_ member: Member, after container: Container) throws {
    let cursor = JSONCursor(stream.text, from: 0)
    let (key, value) = member
    totals.take(key, value, cursor)
    if container == .elements, cursor.string(key, is: "remark"),
      cursor.base[value.start] == UInt8(ascii: "\"")
    {
      let text = fitForMessage(
        String(decoding: cursor.decoded(cursor.idToken(value)), as: UTF8.self))
      if text.hasPrefix("runtime error") { remark = text }
      overpassNotes.append("Overpass remarks: \(text)")
    }
    guard container == .features, texts == 1 else { return }
    if !cursor.string(key, is: "type") {
      membersAfter.append(cursor.rawBytes(key), cursor.bytes(of: value))
    } else if !cursor.bytes(of: value).equals("\"FeatureCollection\"") {
      throw stream.failure(
        ParseError(value.start, "expected a FeatureCollection around 'features'"))
    }
  }
}
