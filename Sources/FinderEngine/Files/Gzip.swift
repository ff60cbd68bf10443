import CZlib

/// Unpacking by zlib, told by the first bytes and checked to the last: each member's CRC and length
/// is compared, and nothing but zeros (as tape archives pad) may stand behind the last.
package enum Gzip {
  /// Unpacked, unless it is more than this: a few kilobytes of archive can hold terabytes.
  package static let defaultLimit = 2 << 30

  static func isGzip(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B
  }

  static func unpack(
    _ packed: PaddedBytes, named path: String, limit: Int = defaultLimit
  ) throws(FileError) -> PaddedBytes {
    guard var output = GrowingBytes(capacity: expectedSize(of: packed, limit: limit)) else {
      throw .unreadable(path: path, errno: ENOMEM)
    }
    var stream = z_stream()
    let isReady = inflateInit2_(
      &stream, windowBits, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
    guard isReady == Z_OK else { throw .unreadable(path: path, errno: ENOMEM) }
    defer { inflateEnd(&stream) }
    var used = 0
    repeat {
      try unpackMember(
        of: packed, from: &used, stream: &stream, into: &output, named: path, limit: limit)
      inflateReset(&stream)
    } while !isOnlyPadding(packed.bytes[used...])
    return output.padded()
  }

  /// 15 for the largest window, 16 more for gzip's header and trailer.
  private static let windowBits: CInt = 15 + 16

  /// The last four bytes tell the length of the last member; a lie costs only time or memory that
  /// is never touched, since deflate packs at most 1032 times.
  private static func expectedSize(of packed: PaddedBytes, limit: Int) -> Int {
    guard packed.count >= 18 else { return 0 }
    let trailer = UnsafeRawPointer(packed.base + packed.count - 4)
    let claimed = Int(UInt32(littleEndian: trailer.loadUnaligned(as: UInt32.self)))
    return min(claimed, limit, packed.count * 1032) + 1
  }

  private static func isOnlyPadding(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    rest.allSatisfy { $0 == 0 }
  }

  private static func unpackMember(
    of packed: PaddedBytes, from used: inout Int, stream: inout z_stream,
    into output: inout GrowingBytes, named path: String, limit: Int
  ) throws(FileError) {
    while true {
      guard let space = output.freeSpace() else { throw .unreadable(path: path, errno: ENOMEM) }
      let room = min(space.count, 1 << 30)
      let available = min(packed.count - used, 1 << 30)
      stream.next_in = UnsafeMutablePointer(mutating: packed.base + used)
      stream.avail_in = UInt32(available)
      stream.next_out = space.baseAddress
      stream.avail_out = UInt32(room)
      let result = inflate(&stream, Z_NO_FLUSH)
      used += available - Int(stream.avail_in)
      output.filled(room - Int(stream.avail_out))
      guard output.count <= limit else { throw .tooLarge(path: path, limit: limit) }
      switch result {
      case Z_STREAM_END: return
      case Z_OK: continue
      case Z_BUF_ERROR where used < packed.count: continue
      case Z_BUF_ERROR:
        throw .damagedArchive(path: path, atByte: used, problem: "it ends too early")
      default:
        let problem = stream.msg.map { String(cString: $0) } ?? "error \(result)"
        throw .damagedArchive(path: path, atByte: used, problem: problem)
      }
    }
  }
}
