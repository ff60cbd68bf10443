import CZlib

/// Packs a stream as gzip, the same bytes each time: no name and no time stand in the header.
final class GzipWriter {
  private let stream: UnsafeMutablePointer<z_stream>
  private let space: UnsafeMutablePointer<UInt8>
  private static let capacity = 1 << 16

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    space = .allocate(capacity: Self.capacity)
    // 15 for the largest window, 16 more for gzip's header and trailer; 8 is the usual memory.
    let isReady = deflateInit2_(
      stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      CInt(MemoryLayout<z_stream>.size))
    precondition(isReady == Z_OK, "no memory to pack with")
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    space.deallocate()
  }

  /// Hands on what is packed of `bytes`, and with `isLast` all that is left.
  func pack(
    _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool,
    _ write: (UnsafeBufferPointer<UInt8>) throws -> Void
  ) rethrows {
    var rest = bytes[...]
    repeat {
      let part = UnsafeBufferPointer(rebasing: rest.prefix(1 << 30))
      rest = rest.dropFirst(part.count)
      stream.pointee.next_in = UnsafeMutablePointer(mutating: part.baseAddress)
      stream.pointee.avail_in = UInt32(part.count)
      repeat {
        stream.pointee.next_out = space
        stream.pointee.avail_out = UInt32(Self.capacity)
        deflate(stream, isLast && rest.isEmpty ? Z_FINISH : Z_NO_FLUSH)
        let packed = Self.capacity - Int(stream.pointee.avail_out)
        if packed > 0 { try write(UnsafeBufferPointer(start: space, count: packed)) }
      } while stream.pointee.avail_out == 0
    } while !rest.isEmpty
  }
}
