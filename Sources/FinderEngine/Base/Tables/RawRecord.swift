/// The place of one record in a chunk of a stream.
struct RawRecord {
  /// Without the last line's end.
  var range: Range<Int>
  /// The number of its first line in the whole stream, from 1.
  var line: Int
  /// Where it begins in that line, in characters, from 1.
  var column: Int32 = 1
  /// Why it is not a valid record, though it could be cut out.
  var problem: Problem?

  func place(of offset: Int, in text: Bytes) -> (line: Int, column: Int) {
    var (line, column) = (line, Int(column))
    var last: UInt8 = 0
    for byte in text.prefix(offset) {
      if byte == 0x0A || byte == 0x0D {
        if byte == 0x0D || last != 0x0D { line += 1 }
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      last = byte
    }
    return (line, column)
  }

  enum Problem: UInt8 {
    case comma
    case element
    case unclosed
    case lost

    /// A clause for people.
    var explanation: String {
      switch self {
      case .comma: "expected ',' before this element"
      case .element: "expected an element"
      case .unclosed: "expected ']' and the end of the text, but the input ends here"
      case .lost: "cannot be told apart from the broken record before it"
      }
    }
  }
}

/// Why a record cannot be used, as a clause for people.
package struct BadRecord: Error {
  package let problem: String
  /// Where in the record the problem is, if that says more than the record's beginning.
  let offset: Int?
  /// Whether the text is invalid at that place, so the clause should give the place.
  let isSyntax: Bool

  package init(_ problem: String, at offset: Int? = nil, isSyntax: Bool = false) {
    (self.problem, self.offset, self.isSyntax) = (problem, offset, isSyntax)
  }

  static func notUTF8(at offset: Int?) -> BadRecord {
    BadRecord(
      "is not UTF-8 text; --encoding latin1 reads it as Latin-1 (Windows-1252)", at: offset)
  }
}
