import CZlib
import FinderEngine
import Testing

/// Makes gzip archives for tests, by zlib itself.
package struct GzipArchive {
  package var level = Z_BEST_COMPRESSION
  package var name: String?
  package var comment: String?
  package var extra: [UInt8] = []
  package var hasHeaderChecksum = false

  package init(
    level: CInt = Z_BEST_COMPRESSION, name: String? = nil, comment: String? = nil,
    extra: [UInt8] = [], hasHeaderChecksum: Bool = false
  ) {
    self.level = level
    self.name = name
    self.comment = comment
    self.extra = extra
    self.hasHeaderChecksum = hasHeaderChecksum
  }

  /// One member that unpacks to `content`.
  package func pack(_ content: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let ready = deflateInit2_(
      &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      CInt(MemoryLayout<z_stream>.size))
    precondition(ready == Z_OK)
    defer { deflateEnd(&stream) }
    var packed = [UInt8](repeating: 0, count: content.count + content.count / 100 + 4_096)
    withHeader { header in
      if let header { deflateSetHeader(&stream, header) }
      var content = content
      content.withUnsafeMutableBufferPointer { input in
        packed.withUnsafeMutableBufferPointer { output in
          (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
          (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
          precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
        }
      }
    }
    return Array(packed.prefix(Int(stream.total_out)))
  }

  private func withHeader(_ body: (UnsafeMutablePointer<gz_header>?) -> Void) {
    guard name != nil || comment != nil || !extra.isEmpty || hasHeaderChecksum else {
      return body(nil)
    }
    var (name, comment, extra) = (cString(name), cString(comment), extra)
    name.withUnsafeMutableBufferPointer { name in
      comment.withUnsafeMutableBufferPointer { comment in
        extra.withUnsafeMutableBufferPointer { extra in
          var header = gz_header()
          header.time = 1_596_585_600
          if self.name != nil { header.name = name.baseAddress }
          if self.comment != nil { header.comment = comment.baseAddress }
          if !extra.isEmpty {
            (header.extra, header.extra_len) = (extra.baseAddress, UInt32(extra.count))
          }
          header.hcrc = hasHeaderChecksum ? 1 : 0
          body(&header)
        }
      }
    }
  }

  private func cString(_ text: String?) -> [UInt8] { Array((text ?? "").utf8) + [0] }
}

/// Unpacks, and returns the contents, which are always complete and checked.
package func unpacked(_ archive: [UInt8], limit: Int = Gzip.defaultLimit) throws(FileError)
  -> [UInt8]
{
  let text = try Gzip.unpack(guarded(archive), named: "test.gz", limit: limit)
  // The reader relies on it.
  let padding = UnsafeBufferPointer(start: text.base + text.count, count: PaddedBytes.padding)
  #expect(padding.allSatisfy { $0 == 0 })
  return Array(text.bytes)
}
