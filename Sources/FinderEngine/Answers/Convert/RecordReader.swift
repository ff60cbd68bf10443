protocol RecordReader: AnyObject {
  /// Where the last record begins.
  var place: String { get }
  /// Notes about the list, after its end.
  var notes: [String] { get }

  /// Whether the input is a list that it can read; to be called first, if at all.
  func hasList() throws -> Bool

  func next(_ record: inout ListRecord) throws -> ListReading
}

extension RecordReader {
  /// For rows, this is known as soon as they have a reader.
  func hasList() throws -> Bool { true }
}

extension ListStream {
  /// The reader for the form that the first bytes show.
  func records(_ columns: ListInput) throws -> any RecordReader {
    switch try begin() {
    case .rows: try RowRecords(self, columns)
    case .json: try JSONList(self, columns)
    case .xml: try HygieneXML(self)
    }
  }

  /// Reads a part that begins at the window's first byte, and again with more bytes if it reaches their end,
  /// so `read` must not change anything else. Returns the result and its length.
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
        // An error in a word or a character that is cut off is at its beginning.
        if isAtEnd || error.offset + Self.longestWord < text.count { throw failure(error) }
      }
      try fillForMore()
    }
  }

  /// If a word is cut off, the error is at its beginning.
  private static let longestWord = 16
}

package enum ListReading {
  case record
  /// It cannot be used, and why: a clause for people.
  case fault(String)
  /// It is not a venue, and is only counted.
  case passedOver
  case end
}

/// Reads one piece of a text after another.
protocol PartCursor {
  init(_ text: PaddedText, from position: Int)
  var position: Int { get }
}

extension JSONCursor: PartCursor {}
