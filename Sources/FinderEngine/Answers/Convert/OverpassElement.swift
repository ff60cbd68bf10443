/// The parts of an Overpass element other than its tags: its identity and position.
struct OverpassElement {
  enum Kind: Int64 {
    case node
    case way
    case relation
  }

  /// How other elements refer to an element.
  struct Reference: Hashable, BitwiseCopyable {
    private let code: Int64

    /// `nil` for a number that cannot be an element's.
    init?(_ kind: Kind, _ id: Int64) {
      guard id.magnitude < 1 << 60 else { return nil }
      code = id << 2 | kind.rawValue
    }

    var kind: Kind { Kind(rawValue: code & 3)! }
  }

  /// `nil` for anything other than these three, such as an area.
  var reference: Reference?
  /// Whether it is the result of `out count`, in place of elements.
  var isCount = false
  /// The box around the positions in the element itself; empty if it has none.
  var box = BoundingBox.empty
  /// The elements that it is made of.
  var parts: [Reference] = []
}

/// The members of an element that are used, as they are read.
private struct OverpassMembers {
  var (type, id) = (JSONSpan.none, JSONSpan.none)
  var (position, center) = (PositionSpans(), PositionSpans())
  var (bounds, shape) = (BoundingBox.empty, BoundingBox.empty)
  var parts: [OverpassElement.Reference] = []

  mutating func take(
    _ key: JSONStringSpan, _ cursor: inout JSONCursor, _ record: inout ListRecord
  ) throws(ParseError) {
    let (isObject, isArray) = (cursor.byte == UInt8(ascii: "{"), cursor.byte == UInt8(ascii: "["))
    if cursor.string(key, is: "tags") {
      _ = try cursor.readMembers(into: &record)
    } else if isObject, cursor.string(key, is: "center") {
      try center.take(membersAt: &cursor)
    } else if isObject, cursor.string(key, is: "bounds") {
      bounds = try cursor.readOverpassBounds()
    } else if isArray, cursor.string(key, is: "geometry") {
      try cursor.readOverpassShape(into: &shape)
    } else if isArray, cursor.string(key, is: "nodes") {
      try cursor.readNodes(into: &parts)
    } else if isArray, cursor.string(key, is: "members") {
      try cursor.readOverpassMembers(into: &parts, &shape)
    } else {
      let value = try cursor.spanOfValue()
      if cursor.string(key, is: "type") { type = value }
      if cursor.string(key, is: "id") { id = value }
      position.take(key, value, cursor, PositionNames())
    }
  }
}

extension JSONCursor {
  /// Nodes have their own position. Ways and relations are at the `center` that the answer gives, else in the
  /// middle of their `bounds`, else in that of their `geometry` or their members'.
  mutating func readOverpassElement(
    into record: inout ListRecord, _ element: inout OverpassElement
  ) throws(ParseError) -> ListReading {
    var found = OverpassMembers()
    try readObject { (key, cursor) throws(ParseError) in
      try found.take(key, &cursor, &record)
    }
    let position = found.position.isEmpty ? found.center : found.position
    element = OverpassElement(reference: reference(found.type, found.id), parts: found.parts)
    element.isCount = bytes(of: found.type).equals("\"count\"")
    if let point = position.coordinate(self) {
      element.box.extend(over: point)
    } else {
      element.box = found.bounds.isEmpty ? found.shape : found.bounds
    }
    if record.members.count == 0 { return .passedOver }
    setID(of: &record, found.type, found.id)
    if position.isEmpty, !element.box.isEmpty {
      record.setPoint(element.box.center, decimals: OverpassParts.decimals)
      return .record
    }
    return position.set(&record, self).map { .fault($0) } ?? .record
  }

  private func setID(of record: inout ListRecord, _ type: JSONSpan, _ id: JSONSpan) {
    guard !type.isNone, !id.isNone, base[type.start] == UInt8(ascii: "\""), isNumberOrString(id)
    else { return }
    let number = idToken(id)
    record.id = record.join(
      Bytes(rebasing: bytes(of: type).dropLast()), "/", rawBytes(number), "\"")
  }

  private func isNumberOrString(_ value: JSONSpan) -> Bool {
    let first = base[value.start]
    return first &- 0x30 < 10 || first == UInt8(ascii: "-") || first == UInt8(ascii: "\"")
  }

  private func reference(_ type: JSONSpan, _ id: JSONSpan) -> OverpassElement.Reference? {
    guard !type.isNone, !id.isNone, let number = integer(id) else { return nil }
    let kinds: [(StaticString, OverpassElement.Kind)] = [
      ("\"node\"", .node), ("\"way\"", .way), ("\"relation\"", .relation),
    ]
    return kinds.first { bytes(of: type).equals($0.0) }.flatMap { .init($0.1, Int64(number)) }
  }

  fileprivate mutating func readNodes(
    into parts: inout [OverpassElement.Reference]
  ) throws(ParseError) {
    try readArray { (cursor) throws(ParseError) in
      let id = cursor.bytes(of: try cursor.spanOfValue())
      if let number = Int64(String(decoding: id, as: UTF8.self)),
        let node = OverpassElement.Reference(.node, number)
      {
        parts.append(node)
      }
    }
  }

  /// Reads the members of a relation; with `out geom` each has its own geometry or position.
  fileprivate mutating func readOverpassMembers(
    into parts: inout [OverpassElement.Reference], _ shape: inout BoundingBox
  ) throws(ParseError) {
    try readArray { (cursor) throws(ParseError) in
      guard cursor.byte == UInt8(ascii: "{") else { return try cursor.skipValue() }
      var (type, id) = (JSONSpan.none, JSONSpan.none)
      var position = PositionSpans()
      try cursor.readObject { (key, cursor) throws(ParseError) in
        if cursor.byte == UInt8(ascii: "["), cursor.string(key, is: "geometry") {
          return try cursor.readOverpassShape(into: &shape)
        }
        let value = try cursor.spanOfValue()
        if cursor.string(key, is: "type") { type = value }
        if cursor.string(key, is: "ref") { id = value }
        position.take(key, value, cursor, PositionNames())
      }
      if let point = position.coordinate(cursor) { shape.extend(over: point) }
      if let member = cursor.reference(type, id) { parts.append(member) }
    }
  }

  /// Positions, with `null` for those outside the requested area.
  fileprivate mutating func readOverpassShape(into box: inout BoundingBox) throws(ParseError) {
    try readArray { (cursor) throws(ParseError) in
      guard cursor.byte == UInt8(ascii: "{") else { return try cursor.skipValue() }
      var position = PositionSpans()
      try position.take(membersAt: &cursor)
      if let point = position.coordinate(cursor) { box.extend(over: point) }
    }
  }

  /// Empty if it is not a valid box on the earth.
  fileprivate mutating func readOverpassBounds() throws(ParseError) -> BoundingBox {
    var box = BoundingBox.empty
    try readObject { (key, cursor) throws(ParseError) in
      let value = cursor.bytes(of: try cursor.spanOfValue())
      guard let number = DecimalNumber.parse(value) else { return }
      if cursor.string(key, is: "minlat") { box.south = number }
      if cursor.string(key, is: "minlon") { box.west = number }
      if cursor.string(key, is: "maxlat") { box.north = number }
      if cursor.string(key, is: "maxlon") { box.east = number }
    }
    let corners = [
      Coordinate(validLatitude: box.south, longitude: box.west),
      Coordinate(validLatitude: box.north, longitude: box.east),
    ]
    return corners.contains(nil) || box.south > box.north ? .empty : box
  }
}
