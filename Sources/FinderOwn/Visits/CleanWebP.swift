import FinderEngine

/// A WebP is a list of chunks (RFC 9649): four letters, a length, contents, and one more byte if the length is
/// odd. The chunks of the image and of an animation are kept, and the colour profile.
///
/// The orientation counts only in the extended form, which begins with VP8X: programs that show images do
/// not look for Exif in the simple forms.
enum CleanWebP {
  /// The most bytes that have a meaning in each chunk.
  private static let kept = [
    "VP8X": 10, "ICCP": .max, "ANIM": 6, "ANMF": .max, "ALPH": .max, "VP8 ": .max, "VP8L": .max,
  ]
  private static let keptOfFrame = ["ALPH", "VP8 ", "VP8L"]
  private static let frameHeader = 16
  /// Bits of the first byte of VP8X.
  private static let (hasExif, hasXMP): (UInt8, UInt8) = (0x08, 0x04)

  static func bytes(of photo: Bytes) throws(PhotoProblem) -> [UInt8] {
    let length = number(photo[4..<8])
    guard length >= 4, length <= photo.count - 8 else { throw .truncated }
    var position = 12
    let end = 8 + length
    var output: [UInt8] = []
    // The position of the flags in the output.
    var flags: Int?
    var orientation: UInt8?
    var hasImage = false
    while position < end {
      let chunk = try Chunk(photo, at: position, before: end)
      if chunk.name == "EXIF", orientation == nil {
        orientation = read(chunk.contents)
      } else if let most = kept[chunk.name] {
        if chunk.name == "VP8X" {
          guard output.isEmpty, chunk.contents.count >= 10 else {
            throw PhotoProblem("is damaged at byte \(position): its size is in the wrong place")
          }
          flags = 8
        }
        let contents =
          chunk.name == "ANMF" ? try frame(chunk.contents) : Array(chunk.contents.prefix(most))
        hasImage = hasImage || ["ANMF", "VP8 ", "VP8L"].contains(chunk.name)
        append(chunk.name, contents, to: &output)
      }
      position = chunk.end
    }
    guard hasImage else { throw PhotoProblem("is damaged: there is no image in it") }
    if let flags {
      output[flags] &= ~(hasExif | hasXMP)
      if let tiff = PhotoOrientation.tiff(orientation) {
        output[flags] |= hasExif
        append("EXIF", tiff, to: &output)
      }
    }
    return Array("RIFF".utf8) + littleEndian(output.count + 4) + Array("WEBP".utf8) + output
  }

  /// Some programs write the header of a JPEG segment before it.
  private static func read(_ exif: Slice<Bytes>) -> UInt8? {
    let head = Array("Exif\0\0".utf8)
    return PhotoOrientation.read(
      UnsafeBufferPointer(rebasing: exif.starts(with: head) ? exif.dropFirst(head.count) : exif))
  }

  /// One picture of an animation, which has chunks of its own.
  private static func frame(_ contents: Slice<Bytes>) throws(PhotoProblem) -> [UInt8] {
    let photo = UnsafeBufferPointer(rebasing: contents)
    guard photo.count >= frameHeader else { throw .truncated }
    var output = Array(photo[..<frameHeader])
    var position = frameHeader
    while position < photo.count {
      let chunk = try Chunk(photo, at: position, before: photo.count)
      if keptOfFrame.contains(chunk.name) { append(chunk.name, Array(chunk.contents), to: &output) }
      position = chunk.end
    }
    return output
  }

  private struct Chunk {
    let name: String
    let contents: Slice<Bytes>
    let end: Int

    init(_ photo: Bytes, at start: Int, before limit: Int) throws(PhotoProblem) {
      guard start + 8 <= limit else { throw .truncated }
      let length = CleanWebP.number(photo[start + 4..<start + 8])
      guard length <= limit - start - 8 else { throw .truncated }
      name = String(decoding: photo[start..<start + 4], as: UTF8.self)
      contents = photo[start + 8..<start + 8 + length]
      // Some programs leave out the last byte.
      end = min(limit, start + 8 + length + length & 1)
    }
  }

  private static func append(_ name: String, _ contents: [UInt8], to output: inout [UInt8]) {
    output += Array(name.utf8) + littleEndian(contents.count) + contents
    if contents.count & 1 == 1 { output.append(0) }
  }

  private static func number(_ bytes: Slice<Bytes>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func littleEndian(_ number: Int) -> [UInt8] {
    stride(from: 0, through: 24, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
