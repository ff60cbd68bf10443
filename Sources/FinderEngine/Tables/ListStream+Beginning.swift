extension ListStream {
  /// What the first bytes of a list show it to be.
  package enum Kind: Sendable {
    case rows
    case json
    case xml
  }

  /// Reads the first bytes, skips a byte order mark, and finds out by the first character what the list
  /// is. What is evidently no text is refused here.
  package func begin() throws -> Kind {
    // Of what is no text at all the message names the format, not the first byte that does not fit.
    let checks = checksText
    checksText = false
    while window.count < 16, !isAtEnd { try fill() }
    for (magic, name) in Self.foreign where window.starts(with: magic) {
      throw failure("expected text, found \(name)", at: 0)
    }
    checksText = checks
    if checks { try check() }
    if window.starts(with: [0xEF, 0xBB, 0xBF]) { use(3) }
    while true {
      let first = window.first { !$0.isBlank }
      switch first {
      case UInt8(ascii: "{"), UInt8(ascii: "["), 0x1E: return .json
      case UInt8(ascii: "<"): return .xml
      case nil where !isAtEnd && !isFull: try fill()
      case nil: throw failure("expected a list, but there is nothing but white space", at: 0)
      default: return .rows
      }
    }
  }

  /// UTF-16 with its byte order mark, or as text in it that begins with a character of ASCII.
  private static let foreign: [([UInt8], String)] = [
    ([0xFF, 0xFE], "UTF-16; save it as UTF-8"), ([0xFE, 0xFF], "UTF-16; save it as UTF-8"),
    ([0x50, 0x4B, 0x03, 0x04], "a zip archive or a spreadsheet; save or unpack it as CSV"),
    ([0x42, 0x5A, 0x68], "bzip2; unpack it first"),
    ([0x28, 0xB5, 0x2F, 0xFD], "zstd; unpack it first"),
    ([0xFD, 0x37, 0x7A, 0x58], "xz; unpack it first"), ([0x25, 0x50, 0x44, 0x46], "a PDF"),
    (Array("SQLite format 3".utf8), "an SQLite database"),
  ]
}
