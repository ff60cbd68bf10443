/// What is no text, and often handed over in place of some.
enum ForeignFormat {
  /// What to call a file that begins so, with what to do about it; `nil` for text.
  static func name(of head: UnsafeBufferPointer<UInt8>) -> String? {
    all.first { head.starts(with: $0.magic) }?.name
  }

  /// Whether a file that begins so may show itself to be none yet.
  static func mayBeBegun(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
    all.contains { head.count < $0.magic.count && $0.magic.starts(with: head) }
  }

  private static let all: [(magic: [UInt8], name: String)] = [
    ([0x50, 0x4B, 0x03, 0x04], "a zip archive or a spreadsheet; save or unpack it as CSV"),
    ([0x42, 0x5A, 0x68], "bzip2; unpack it first"),
    ([0x28, 0xB5, 0x2F, 0xFD], "zstd; unpack it first"),
    ([0xFD, 0x37, 0x7A, 0x58], "xz; unpack it first"), ([0x25, 0x50, 0x44, 0x46], "a PDF"),
    (Array("SQLite format 3".utf8), "an SQLite database"), (Array("PAR1".utf8), "Parquet"),
    ([0x37, 0x7A, 0xBC, 0xAF], "a 7z archive; unpack it first"),
  ]
}
