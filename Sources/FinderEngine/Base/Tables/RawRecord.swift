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

  /// The place of an offset into the record, whose text this is.
  func place(of offset: Int, in text: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
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
