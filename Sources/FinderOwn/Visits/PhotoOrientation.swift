import FinderEngine

/// Which side of a photo is up, by Exif: 1 to 8, 1 as it lies. All that is read of a photo's metadata,
/// and all that is written.
enum PhotoOrientation {
  private static let tag = 0x0112
  /// The bytes of a number by its type: a BYTE, a SHORT, which the standard asks for, or a LONG.
  private static let sizes = [1: 1, 3: 2, 4: 4]

  /// Out of a TIFF structure, which is what Exif is; `nil` where it says nothing, or is not well formed.
  static func read(_ tiff: UnsafeBufferPointer<UInt8>) -> UInt8? {
    guard let isLittle = isLittleEndian(tiff), number(tiff, 2, 2, isLittle) == 42,
      let first = number(tiff, 4, 4, isLittle), let count = number(tiff, first, 2, isLittle)
    else { return nil }
    for entry in 0..<count {
      let start = first + 2 + 12 * entry
      guard let found = number(tiff, start, 2, isLittle) else { return nil }
      guard found == tag else { continue }
      guard let type = number(tiff, start + 2, 2, isLittle), let size = sizes[type],
        number(tiff, start + 4, 4, isLittle) == 1,
        let value = number(tiff, start + 8, size, isLittle), (1...8).contains(value)
      else { return nil }
      return UInt8(value)
    }
    return nil
  }

  private static func isLittleEndian(_ tiff: UnsafeBufferPointer<UInt8>) -> Bool? {
    if tiff.starts(with: Array("II".utf8)) { return true }
    return tiff.starts(with: Array("MM".utf8)) ? false : nil
  }

  /// Of so many bytes; `nil` where there are not so many.
  private static func number(
    _ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int, _ count: Int, _ isLittle: Bool
  ) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    let part = bytes[offset..<offset + count]
    return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
  }

  /// A TIFF structure that says nothing else; `nil` where nothing needs to be said.
  static func tiff(_ orientation: UInt8?) -> [UInt8]? {
    guard let orientation, orientation != 1 else { return nil }
    return [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8,  // big-endian, the directory at 8
      0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0,  // of one entry
      0, 0, 0, 0,  // and no other directory
    ]
  }
}
