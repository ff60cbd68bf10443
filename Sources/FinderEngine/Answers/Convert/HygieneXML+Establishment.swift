extension HygieneXML {
  /// Returns what is wrong with it, if anything is.
  func readDetail(
    _ cursor: inout XMLCursor, _ record: inout ListRecord
  ) throws(ParseError) -> String? {
    guard case .start(let detail, let isEmpty) = try cursor.next() else { return nil }
    if isEmpty { return nil }
    var (latitude, longitude): (ListRecord.Text?, ListRecord.Text?)
    var noText = ByteBuffer(capacity: 64)
    try readContents(of: detail, &cursor, text: &noText, allowsText: false) {
      (cursor, name) throws(ParseError) in
      if cursor.name(name, is: "Geocode") {
        var noText = ByteBuffer(capacity: 64)
        try readContents(of: name, &cursor, text: &noText) { (cursor, name) throws(ParseError) in
          guard let text = try readValue(&cursor, name, depth: 1, &record), text.first == 0x22
          else { return }
          let number = ListRecord.Text(rebasing: text.dropFirst().dropLast())
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

  /// What an element holds, as JSON; `nil` where it says nothing.
  private func readValue(
    _ cursor: inout XMLCursor, _ element: Range<Int>, depth: Int, _ record: inout ListRecord
  ) throws(ParseError) -> ListRecord.Text? {
    value.truncate()
    return try appendValue(&cursor, element, depth: depth) ? record.keep(value.bytes) : nil
  }

  /// Appends to `value` what an element holds: a JSON string of its text, or an object of the
  /// elements in it. False where it says nothing.
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

  /// Reads what an element holds, and its end: its start was read. Empty elements say nothing.
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
