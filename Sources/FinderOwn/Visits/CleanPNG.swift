import CZlib
import FinderEngine

/// A PNG is a list of chunks (W3C, third edition): a length, four letters, contents and a checksum. Kept are
/// the chunks of the image and of an animation, and those that change how it looks.
enum CleanPNG {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The most bytes that have a meaning in each chunk. The rest could be anything, and is cut off.
  private static let kept = [
    "IHDR": headerLength, "PLTE": 768, "IDAT": .max, "IEND": 0, "tRNS": 256, "gAMA": 4, "cHRM": 32,
    "sRGB": 1, "iCCP": .max, "sBIT": 4, "bKGD": 6, "pHYs": 9, "cICP": 4, "mDCV": 24, "cLLI": 8,
    "acTL": 8, "fcTL": 26, "fdAT": .max,
  ]
  private static let headerLength = 13

  static func bytes(of photo: Bytes) throws(PhotoProblem) -> [UInt8] {
    var position = signature.count
    var (header, image): ([UInt8], [UInt8]) = ([], [])
    var orientation: UInt8?
    var hasImage = false
    while true {
      let chunk = try Chunk(photo, at: position)
      guard !header.isEmpty || chunk.name == "IHDR" && chunk.contents.count == headerLength else {
        throw PhotoProblem("is damaged: it does not begin with a header")
      }
      if chunk.name == "eXIf", orientation == nil {
        try chunk.verifyChecksum(at: position)
        orientation = PhotoOrientation.read(UnsafeBufferPointer(rebasing: chunk.contents))
      } else if let most = kept[chunk.name] {
        try chunk.verifyChecksum(at: position)
        let contents = Array(chunk.contents.prefix(most))
        if let kept = chunk.name == "iCCP" ? profile(contents) : contents {
          let bytes = encoded(chunk.name, kept)
          if header.isEmpty { header = bytes } else { image += bytes }
        }
      } else if chunk.isCritical {
        throw PhotoProblem("has a part of an unknown kind, '\(chunk.shownName)'")
      }
      hasImage = hasImage || chunk.name == "IDAT"
      position += chunk.all.count
      if chunk.name == "IEND" { break }
    }
    guard hasImage else { throw PhotoProblem("is damaged: there is no image in it") }
    let exif = PhotoOrientation.tiff(orientation).map { encoded("eXIf", $0) } ?? []
    return signature + header + exif + image
  }

  /// A colour profile begins with its name, which may be any text and ends with a zero byte. `ICC` replaces
  /// it. `nil` if the name does not end, since then there is no profile.
  private static func profile(_ contents: [UInt8]) -> [UInt8]? {
    contents.firstIndex(of: 0).map { Array("ICC".utf8) + contents[$0...] }
  }

  private struct Chunk {
    let name: String
    let contents: Slice<Bytes>
    let all: Slice<Bytes>

    init(_ photo: Bytes, at start: Int) throws(PhotoProblem) {
      guard start + 12 <= photo.count else { throw .truncated }
      let length = photo[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= photo.count - start - 12 else { throw .truncated }
      name = String(decoding: photo[start + 4..<start + 8], as: UTF8.self)
      contents = photo[start + 8..<start + 8 + length]
      all = photo[start..<start + 12 + length]
    }

    /// Whether a program that does not know the chunk cannot show the image.
    var isCritical: Bool { all[all.startIndex + 4] & 0x20 == 0 }

    var shownName: String { TidyText.string(name) }

    func verifyChecksum(at offset: Int) throws(PhotoProblem) {
      let sum = CleanPNG.checksum(Array(all.dropFirst(4).dropLast(4)))
      guard sum.elementsEqual(all.suffix(4)) else {
        throw PhotoProblem("is damaged at byte \(offset): a checksum is wrong")
      }
    }
  }

  private static func encoded(_ name: String, _ contents: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + contents
    return UInt32(contents.count).bigEndianBytes + body + checksum(body)
  }

  private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    UInt32(truncatingIfNeeded: crc32(0, bytes, uInt(bytes.count))).bigEndianBytes
  }
}
