import CZlib

/// Packs a stream as gzip. The same input always gives the same bytes, since the header has no file name or
/// time.
package final class GzipWriter {
  private let stream: UnsafeMutablePointer<z_stream>
  private let space: UnsafeMutablePointer<UInt8>
  private static let capacity = 1 << 16

  package init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    space = .allocate(capacity: Self.capacity)
    // 8 is the default memory level.
    let isReady = deflateInit2_(
      stream, 6, Z_DEFLATED, Inflater.windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      CInt(MemoryLayout<z_stream>.size))
    precondition(isReady == Z_OK, "no memory to pack with")
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    space.deallocate()
  }

  /// Writes packed bytes that are ready, and with `isLast` all the rest.
  package func pack(_ bytes: Bytes, isLast: Bool, _ write: (Bytes) throws -> Void) rethrows {
    // The header is written with the first bytes. Until then, an error may still be reported instead.
    guard isLast || !bytes.isEmpty else { return }
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
