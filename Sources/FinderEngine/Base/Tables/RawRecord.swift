/// Where one record stands in a chunk of a stream.
struct RawRecord {
  /// Without the byte that ends its last line.
  var range: Range<Int>
  /// Of its first line in the whole stream, from 1.
  var line: Int
  /// Where it begins in that line, in characters, from 1.
  var column: Int32 = 1
  /// Why it is none, though it could be cut out.
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

/// Why a record cannot be used: a clause for people.
package struct BadRecord: Error {
  package let problem: String
  /// Where in the record, where that says more than the record's beginning.
  let offset: Int?
  /// What stands there makes no sense, so that the place belongs to the clause.
  let isSyntax: Bool

  package init(_ problem: String, at offset: Int? = nil, isSyntax: Bool = false) {
    (self.problem, self.offset, self.isSyntax) = (problem, offset, isSyntax)
  }

  static func notUTF8(at offset: Int?) -> BadRecord {
    BadRecord(
      "is not UTF-8 text; --encoding latin1 reads it as Latin-1 (Windows-1252)", at: offset)
  }
}
