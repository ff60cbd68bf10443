import CZlib
import FinderEngine

/// Paints a scene as PNG, as wide and high as its view times the scale.
///
///     var buffer = ByteBuffer()
///     PNGPainter.append(scene, scale: 2, title: "Restaurants", to: &buffer)
///
/// The same scene gives the same bytes.
package enum PNGPainter {
  /// The largest width and height in pixels, scale included: 64 MB while painting.
  package static let largestSide = 8192

  package static func append(
    _ scene: MapScene, scale: Int, title: String = "", to buffer: inout ByteBuffer
  ) {
    precondition(scale > 0 && scene.view.width > 0 && scene.view.height > 0)
    var painter = ScenePainter(scene, scale: scale)
    painter.paint()
    PNGWriter.append(painter.canvas, scale: scale, title: title, to: &buffer)
  }
}

/// Writes a canvas as PNG (W3C, Portable Network Graphics): a palette, four bits a pixel for at most 16
/// colours and otherwise eight, rows unfiltered.
enum PNGWriter {
  /// Dots per metre at scale 1, for printing: 96 an inch.
  private static let density = 3780

  static func append(
    _ canvas: borrowing Canvas, scale: Int, title: String, to buffer: inout ByteBuffer
  ) {
    buffer.append([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let bits = canvas.table.colours.count <= 16 ? 4 : 8
    appendChunk("IHDR", to: &buffer) { buffer in
      buffer.append(UInt32(canvas.width).bigEndianBytes)
      buffer.append(UInt32(canvas.height).bigEndianBytes)
      // 3 means a palette; then come deflate, the usual filters, and no interlacing.
      buffer.append([UInt8(bits), 3, 0, 0, 0])
    }
    appendChunk("PLTE", to: &buffer) { buffer in
      for colour in canvas.table.colours {
        buffer.append([UInt8(colour >> 16), UInt8(colour >> 8 & 0xFF), UInt8(colour & 0xFF)])
      }
    }
    appendChunk("pHYs", to: &buffer) { buffer in
      for _ in 0..<2 { buffer.append(UInt32(density * scale).bigEndianBytes) }
      buffer.append(1)
    }
    if !title.isEmpty { appendChunk("iTXt", to: &buffer) { append(title: title, to: &$0) } }
    appendChunk("IDAT", to: &buffer) { pack(canvas, bits: bits, to: &$0) }
    appendChunk("IEND", to: &buffer) { _ in }
  }

  /// In UTF-8, unpacked, without a language.
  private static func append(title: String, to buffer: inout ByteBuffer) {
    buffer.append("Title")
    buffer.append([0, 0, 0, 0, 0])
    // The format does not allow null characters.
    buffer.append(text: String(title.unicodeScalars.filter { $0.value != 0 }))
  }

  /// Fills in the length and the checksum of what `body` appends.
  private static func appendChunk(
    _ type: StaticString, to buffer: inout ByteBuffer, _ body: (inout ByteBuffer) -> Void
  ) {
    let start = buffer.count
    buffer.append([0, 0, 0, 0])
    buffer.append(type)
    body(&buffer)
    let checked = UnsafeBufferPointer(rebasing: buffer.bytes[(start + 4)...])
    let sum = UInt32(truncatingIfNeeded: crc32_z(0, checked.baseAddress, checked.count))
    let length = UInt32(buffer.count - start - 8)
    UnsafeMutableRawPointer(buffer.base + start).storeBytes(of: length.bigEndian, as: UInt32.self)
    buffer.append(sum.bigEndianBytes)
  }

  private static func pack(_ canvas: borrowing Canvas, bits: Int, to buffer: inout ByteBuffer) {
    guard bits == 4 else { return DeflateBlocks.append(canvas.bytes, to: &buffer) }
    let length = 1 + (canvas.width + 1) / 2
    let rows = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: length * canvas.height)
    defer { rows.deallocate() }
    for y in 0..<canvas.height {
      let pixels = canvas.row(y)
      let row = UnsafeMutableBufferPointer(rebasing: rows[(y * length)...])
      row[0] = 0
      for i in 0..<pixels.count / 2 { row[1 + i] = pixels[2 * i] << 4 | pixels[2 * i + 1] }
      if pixels.count % 2 == 1 { row[length - 1] = pixels[pixels.count - 1] << 4 }
    }
    DeflateBlocks.append(UnsafeBufferPointer(rows), to: &buffer)
  }
}
