import FinderEngine

/// Texts one after another, each behind its length in as few bytes as that takes.
struct NewsTextWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    var length = text.count
    while length >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: length) | 0x80)
      length >>= 7
    }
    bytes.append(UInt8(length))
    bytes.append(contentsOf: text)
  }

  mutating func add(_ text: String) { text.withBytes { add($0) } }
}

/// The same read. Where a length does not fit, what follows is empty, and `isDamaged` says so.
struct NewsTextReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0
  private(set) var isDamaged = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func next() -> String {
    guard let length = length(), length <= bytes.count - place else {
      isDamaged = true
      place = bytes.count
      return ""
    }
    defer { place += length }
    return String(
      decoding: UnsafeBufferPointer(rebasing: bytes[place..<place + length]), as: UTF8.self)
  }

  mutating func rest() -> [String] {
    var texts: [String] = []
    while place < bytes.count { texts.append(next()) }
    return texts
  }

  private mutating func length() -> Int? {
    var (length, shift) = (0, 0)
    while place < bytes.count, shift <= 28 {
      let byte = bytes[place]
      place += 1
      length |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return length }
      shift += 7
    }
    return nil
  }
}
