import FinderEngine

extension VisitLog {
  /// What `export` wrote, in either form, or such a log itself: all of it, or an error. Of records that this
  /// log has no more is asked than of those in it.
  package func imported(
    _ text: PaddedBytes, named name: String
  ) throws(OwnFileError) -> [VisitRecord] {
    try JSONCursor.reading(text, named: name) { (cursor) throws(ParseError) in
      try Self.records(&cursor) { (cursor) throws(ParseError) in
        var again = cursor
        let record = try VisitRecord(&cursor)
        return self.record(record.id) == nil ? try VisitRecord(&again, isNew: true) : record
      }
    }
  }

  /// Whether what begins like this is worth reading on: an endless stream may begin with what is no
  /// record. `nil` where that does not show yet.
  package static func mayBeRecords(_ beginning: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard FileReading.mayBeObjects(beginning) == true else {
      return FileReading.mayBeObjects(beginning)
    }
    // No token has a line's end in it: of whole lines nothing is wrong but that there are more.
    guard let end = beginning.lastIndex(of: UInt8(ascii: "\n")) else {
      return beginning.count < longestBeginning ? nil : true
    }
    let lines = PaddedBytes(copying: beginning[...end])
    var cursor = JSONCursor.start(of: lines)
    do throws(ParseError) {
      _ = try records(&cursor) { (cursor) throws(ParseError) in try VisitRecord(&cursor) }
    } catch {
      return error.offset >= lines.count
    }
    return true
  }

  /// Half of what is read before it is asked for the last time.
  private static let longestBeginning = 1 << 15

  private static func records(
    _ cursor: inout JSONCursor, _ record: (inout JSONCursor) throws(ParseError) -> VisitRecord
  ) throws(ParseError) -> [VisitRecord] {
    var records: [VisitRecord] = []
    if cursor.byte == UInt8(ascii: "[") {
      try cursor.readArray { (cursor) throws(ParseError) in
        records.append(try record(&cursor))
      }
      guard cursor.isAtEnd() else { throw cursor.failure("expected nothing more") }
      return records
    }
    guard cursor.byte == UInt8(ascii: "{") else {
      // An empty file may be a list of none; it is more likely a mistake.
      throw cursor.failure("expected JSON as 'review export' writes it")
    }
    repeat { records.append(try record(&cursor)) } while !cursor.isAtEnd()
    return records
  }
}

extension JSONCursor {
  /// After the byte order mark that some programs write.
  static func start(of text: PaddedBytes) -> JSONCursor {
    var cursor = JSONCursor(text, from: text.bytes.lengthOfByteOrderMark)
    cursor.skipWhitespace()
    return cursor
  }

  /// What `body` reads of a text from elsewhere.
  static func reading<Value>(
    _ text: PaddedBytes, named name: String,
    _ body: (inout JSONCursor) throws(ParseError) -> Value
  ) throws(OwnFileError) -> Value {
    var cursor = start(of: text)
    do throws(ParseError) { return try body(&cursor) } catch {
      let place = TextPosition(of: error.offset, in: text.bytes)
      throw .imported(
        .damaged(
          path: name, line: place.line, column: place.column,
          problem: error.description(in: text.bytes)))
    }
  }
}
