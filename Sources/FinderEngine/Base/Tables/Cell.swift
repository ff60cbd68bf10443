package struct Cell: BitwiseCopyable {
  enum Form: BitwiseCopyable {
    case plain
    case quoted
    /// In quotes, with each quote inside written twice.
    case quotedTwice
    /// In a tab-separated table with escapes: it has a backslash, which may begin `\t`, `\n`, `\r` or `\\`.
    case escaped
  }

  /// Without the surrounding quotes.
  package let bytes: Bytes
  let form: Form

  package var isQuoted: Bool { form == .quoted || form == .quotedTwice }

  package var isBlank: Bool { bytes.allSatisfy(\.isBlank) }

  var meansItsBytes: Bool { form == .plain || form == .quoted }

  /// With the surrounding quotes.
  var written: Bytes {
    guard isQuoted else { return bytes }
    return UnsafeBufferPointer(start: bytes.baseAddress! - 1, count: bytes.count + 2)
  }

  /// Calls `body` with the decoded cell; most need no decoding.
  @inline(__always)
  package func withValue<Result, Failure: Error>(
    _ body: (Bytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if meansItsBytes { return try body(bytes) }
    return try value.withUnsafeBufferPointer(body)
  }

  package var value: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: bytes.count) { memory, count in
      count = write(to: memory.baseAddress!)
    }
  }

  /// The decoded cell, in the arena's memory if it needs decoding.
  @inline(__always) func text(_ arena: inout Arena) -> Bytes {
    meansItsBytes ? bytes : arena.take(write(to: arena.room(bytes.count)))
  }

  /// Writes the decoded cell, which is no longer than the original, and returns its length.
  private func write(to target: UnsafeMutablePointer<UInt8>) -> Int {
    var count = 0
    var i = 0
    while i < bytes.count {
      var byte = bytes[i]
      if form == .quotedTwice, byte == UInt8(ascii: "\"") {
        i += 1
      } else if form == .escaped, byte == UInt8(ascii: "\\"), i + 1 < bytes.count,
        let meaning = Self.meaning(ofEscaped: bytes[i + 1])
      {
        byte = meaning
        i += 1
      }
      target[count] = byte
      count += 1
      i += 1
    }
    return count
  }

  /// The meaning of a letter after a backslash; `nil` if the two are ordinary text.
  private static func meaning(ofEscaped letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "\\"): letter
    default: nil
    }
  }
}
