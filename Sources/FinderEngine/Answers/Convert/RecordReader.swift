protocol RecordReader: AnyObject {
  /// Where the record read last begins.
  var place: String { get }
  /// What there is to say of the list at its end.
  var notes: [String] { get }

  /// Whether what is read is one of the lists that it knows; asked for before anything else, if at all.
  func hasList() throws -> Bool

  func next(_ record: inout ListRecord) throws -> ListReading
}

extension RecordReader {
  /// Rows that are none show that as soon as they have a reader.
  func hasList() throws -> Bool { true }
}

extension ListStream {
  /// The reader of what the first bytes show the list to be.
  func records(_ columns: ListInput) throws -> any RecordReader {
    switch try begin() {
    case .rows: try RowRecords(self, columns)
    case .json: try JSONList(self, columns)
    case .xml: try HygieneXML(self)
    }
  }

  /// Reads a part that begins at the window's first byte, and again with more bytes if it comes to
  /// their end: `read` must change nothing else. Returns how long it was beside what it was.
  func part<Cursor: PartCursor, Result>(
    _ read: (inout Cursor) throws(ParseError) -> Result
  ) throws -> (Result, length: Int) {
    while true {
      let text = text
      var cursor = Cursor(text, from: 0)
      do throws(ParseError) {
        let result = try read(&cursor)
        if cursor.position < text.count || isAtEnd { return (result, cursor.position) }
      } catch {
        // A word or a character that is cut off shows where it begins.
        if isAtEnd || error.offset + Self.longestWord < text.count { throw failure(error) }
      }
      try fillForMore()
    }
  }

  /// Where one is cut off, an error shows at its beginning.
  private static let longestWord = 16
}

package enum ListReading {
  case record
  /// One that cannot be used, and why: a clause for people.
  case fault(String)
  /// One that becomes no venue, and is only counted.
  case passedOver
  case end
}

/// Reads one piece of a text after another.
protocol PartCursor {
  init(_ text: PaddedText, from position: Int)
  var position: Int { get }
}

extension JSONCursor: PartCursor {}
