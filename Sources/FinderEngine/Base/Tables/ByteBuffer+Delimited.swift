extension ByteBuffer {
  package mutating func append(cell bytes: Bytes, _ style: DelimitedStyle) {
    switch style {
    case .csv: append(csvCell: bytes)
    case .tsv: append(tsvCell: bytes)
    }
  }

  package mutating func append(cell text: String, _ style: DelimitedStyle) {
    text.withBytes { append(cell: $0, style) }
  }

  private mutating func append(csvCell bytes: Bytes) {
    let isPlain = bytes.allSatisfy { byte in
      byte != UInt8(ascii: ",") && byte != UInt8(ascii: "\"") && byte != 0x0A && byte != 0x0D
    }
    if isPlain { append(bytes) } else { append(quotedCell: bytes) }
  }

  mutating func append(quotedCell bytes: Bytes) {
    append("\"")
    append(
      bytes, where: { $0 == UInt8(ascii: "\"") }, replacedBy: { output, _ in output.append("\"\"") }
    )
    append("\"")
  }

  private mutating func append(tsvCell bytes: Bytes) {
    for byte in bytes {
      switch byte {
      case 0x09: append("\\t")
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case UInt8(ascii: "\\"): append("\\\\")
      default: append(byte)
      }
    }
  }
}

/// The two kinds of table that other programs read.
package enum DelimitedStyle: Sendable {
  /// RFC 4180: a cell with a comma, a quote or a line break is put in quotes.
  case csv
  /// No quotes: tab, line breaks and backslash are written `\t`, `\n`, `\r`, `\\`, as in jq's `@tsv`.
  case tsv

  package var separator: UInt8 { self == .csv ? UInt8(ascii: ",") : 0x09 }
}
