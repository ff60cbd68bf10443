import CZlib

/// Unpacking into a window that is thrown away, for archives that nobody vouches for.
extension Gzip {
  /// The first 64 KiB, or all if that is less.
  static func head(of packed: PaddedBytes, named path: String) throws(FileError) -> PaddedBytes {
    var scan = try GzipScan(packed, named: path)
    defer { scan.end() }
    return PaddedBytes(copying: try scan.step() ?? UnsafeBufferPointer(start: nil, count: 0))
  }

  /// Walks over the whole archive: it is sound, and unpacks to no more than `limit`. A few kilobytes
  /// can claim terabytes; here they cost time up to the limit, and no memory.
  static func verify(
    _ packed: PaddedBytes, named path: String, limit: Int
  ) throws(FileError) {
    var scan = try GzipScan(packed, named: path)
    defer { scan.end() }
    var total = 0
    while let piece = try scan.step() {
      total += piece.count
      guard total <= limit else { throw .tooLarge(path: path, limit: limit) }
    }
  }
}

/// An archive unpacked a window at a time.
private struct GzipScan {
  private let packed: PaddedBytes
  private let path: String
  // zlib keeps a pointer back to it: it must not move.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let window = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
  private var used = 0

  init(_ packed: PaddedBytes, named path: String) throws(FileError) {
    self.packed = packed
    self.path = path
    stream.initialize(to: z_stream())
    let isReady = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
    guard isReady == Z_OK else {
      stream.deallocate()
      window.deallocate()
      throw .unreadable(path: path, errno: ENOMEM)
    }
  }

  func end() {
    inflateEnd(stream)
    stream.deallocate()
    window.deallocate()
  }

  /// The next piece, good until the next call; `nil` at the end of the last member.
  mutating func step() throws(FileError) -> UnsafeBufferPointer<UInt8>? {
    var filled = 0
    while filled < window.count {
      if used > 0, stream.pointee.total_in == 0, isOnlyPadding { break }
      let available = min(packed.count - used, 1 << 30)
      stream.pointee.next_in = UnsafeMutablePointer(mutating: packed.base + used)
      stream.pointee.avail_in = UInt32(available)
      stream.pointee.next_out = window.baseAddress! + filled
      stream.pointee.avail_out = UInt32(window.count - filled)
      let result = inflate(stream, Z_NO_FLUSH)
      used += available - Int(stream.pointee.avail_in)
      filled = window.count - Int(stream.pointee.avail_out)
      switch result {
      case Z_STREAM_END: inflateReset(stream)
      case Z_OK: continue
      case Z_BUF_ERROR where used < packed.count || filled == window.count: continue
      case Z_BUF_ERROR:
        throw .damagedArchive(path: path, atByte: used, problem: "it ends too early")
      default:
        let problem = stream.pointee.msg.map { String(cString: $0) } ?? "error \(result)"
        throw .damagedArchive(path: path, atByte: used, problem: problem)
      }
    }
    return filled == 0 ? nil : UnsafeBufferPointer(rebasing: window[..<filled])
  }

  /// Between members: nothing is left but zeros, as tape archives pad.
  private var isOnlyPadding: Bool { packed.bytes[used...].allSatisfy { $0 == 0 } }
}
