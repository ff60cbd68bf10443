/// Whole gzip archives in memory, recognised by their first bytes and checked completely.
package enum Gzip {
  /// The most that is unpacked: a few kilobytes can unpack to terabytes.
  package static let defaultLimit = 2 << 30

  package static func isGzip(_ bytes: Bytes) -> Bool {
    bytes.count >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B
  }

  /// Unpacks directly into the returned memory; only the beginning, if that is not wanted.
  package static func unpack(
    _ packed: PaddedBytes, named path: String, limit: Int = defaultLimit,
    while isWanted: FileReading.Judge? = nil
  ) throws(FileError) -> PaddedBytes {
    if let isWanted {
      let head = try head(of: packed, named: path)
      if isWanted(head.bytes) == false { return head }
    }
    guard var output = GrowingList<UInt8>(room: expectedSize(of: packed, limit: limit)) else {
      throw .unreadable(path: path, errno: ENOMEM)
    }
    let inflater = try Inflater(packed, named: path)
    while !inflater.isAtEnd {
      guard let space = output.freeSpace() else { throw .unreadable(path: path, errno: ENOMEM) }
      output.filled(try inflater.unpack(into: space))
      guard output.count <= limit else { throw .tooLarge(path: path, limit: limit) }
    }
    return output.padded()
  }

  /// The last four bytes are the length of the last member. A false one costs only time, or memory that is
  /// never touched: deflate packs by at most 1032 times.
  private static func expectedSize(of packed: PaddedBytes, limit: Int) -> Int {
    guard packed.count >= 18 else { return 0 }
    let trailer = UnsafeRawPointer(packed.base + packed.count - 4)
    let claimed = Int(UInt32(littleEndian: trailer.loadUnaligned(as: UInt32.self)))
    return min(claimed, limit, packed.count * 1032) + 1
  }

  private static let windowSize = 1 << 16

  /// The first 64 KiB, or everything if that is less.
  static func head(of packed: PaddedBytes, named path: String) throws(FileError) -> PaddedBytes {
    let window = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: windowSize)
    defer { window.deallocate() }
    let count = try Inflater(packed, named: path).unpack(into: window)
    return PaddedBytes(copying: window[..<count])
  }

  /// The first unpacked bytes of an archive that is only partly there; nothing if it is invalid.
  package static func head(ofBeginning packed: Bytes) -> PaddedBytes? {
    let window = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: windowSize)
    defer { window.deallocate() }
    guard let inflater = try? Inflater(named: "") else { return nil }
    inflater.feed(packed, isLast: false)
    guard let count = try? inflater.unpack(into: window) else { return nil }
    return PaddedBytes(copying: window[..<count])
  }

  /// Checks the whole archive: that it is valid, and unpacks to at most `limit`. A few kilobytes can unpack
  /// to terabytes; here that costs time up to the limit, and no memory.
  static func verify(_ packed: PaddedBytes, named path: String, limit: Int) throws(FileError) {
    let window = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: windowSize)
    defer { window.deallocate() }
    let inflater = try Inflater(packed, named: path)
    var total = 0
    while !inflater.isAtEnd {
      total += try inflater.unpack(into: window)
      guard total <= limit else { throw .tooLarge(path: path, limit: limit) }
    }
  }
}
