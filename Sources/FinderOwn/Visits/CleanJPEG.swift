import FinderEngine

/// A JPEG is a list of segments (ITU-T T.81, annex B): a marker, and for most a length and contents. The
/// segments of the image are kept, and three of applications: JFIF without its thumbnail, colour profiles
/// (ICC), and Adobe's note of how colours are stored, without which they come out wrong. All others are
/// metadata.
enum CleanJPEG {
  private static let startOfImage: UInt8 = 0xD8
  private static let endOfImage: UInt8 = 0xD9
  private static let startOfScan: UInt8 = 0xDA
  private static let exif = Array("Exif\0\0".utf8)
  private static let jfif = Array("JFIF\0".utf8)
  private static let profile = Array("ICC_PROFILE\0".utf8)
  private static let adobe = Array("Adobe".utf8)

  static func bytes(of photo: Bytes) throws(PhotoProblem) -> [UInt8] {
    var reader = Reader(photo)
    var (front, image): ([UInt8], [UInt8]) = ([], [])
    var orientation: UInt8?
    var (hasFrame, hasScan) = (false, false)
    while true {
      let marker = try reader.marker()
      if marker == endOfImage { break }
      let segment = try reader.segment()
      switch marker {
      // Segments of applications, extensions and comments.
      case 0xC8, 0xE0...0xFE:
        if marker == 0xE1, orientation == nil, segment.starts(with: exif) {
          orientation = PhotoOrientation.read(
            UnsafeBufferPointer(rebasing: segment.dropFirst(exif.count)))
        }
        guard let kept = kept(marker, segment) else { continue }
        if marker == 0xE0 {
          append(marker, kept, to: &front)
        } else {
          append(marker, kept, to: &image)
        }
      case startOfScan:
        guard hasFrame else { throw PhotoProblem("is damaged: its size comes too late") }
        hasScan = true
        append(marker, Array(segment), to: &image)
        image += try reader.scan()
      default:
        hasFrame = hasFrame || isFrame(marker)
        append(marker, Array(segment), to: &image)
      }
    }
    guard hasScan else { throw PhotoProblem("is damaged: there is no image in it") }
    if let tiff = PhotoOrientation.tiff(orientation) { append(0xE1, exif + tiff, to: &front) }
    return [0xFF, startOfImage] + front + image + [0xFF, endOfImage]
  }

  /// The kept part of an application segment; `nil` for none.
  private static func kept(_ marker: UInt8, _ segment: Slice<Bytes>) -> [UInt8]? {
    switch marker {
    case 0xE0 where segment.count >= 14 && segment.starts(with: jfif):
      return Array(segment.prefix(12)) + [0, 0]
    case 0xE2 where segment.starts(with: profile): return Array(segment)
    case 0xEE where segment.count >= 12 && segment.starts(with: adobe):
      return Array(segment.prefix(12))
    default: return nil
    }
  }

  private static func append(_ marker: UInt8, _ contents: [UInt8], to output: inout [UInt8]) {
    let length = contents.count + 2
    output += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]
    output += contents
  }

  /// Whether the segment has the image's size: all from C0 to CF except three with other uses.
  private static func isFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }

  private struct Reader {
    private let photo: Bytes
    private var position = 2

    init(_ photo: Bytes) { self.photo = photo }

    /// Reads a marker. Any number of 0xFF may come before it.
    mutating func marker() throws(PhotoProblem) -> UInt8 {
      guard position < photo.count else { throw .truncated }
      guard photo[position] == 0xFF else {
        throw PhotoProblem("is damaged at byte \(position): no segment begins there")
      }
      while position < photo.count, photo[position] == 0xFF { position += 1 }
      guard position < photo.count else { throw .truncated }
      let marker = photo[position]
      // Markers from 01 to BF and those without a length are not valid here.
      guard marker >= 0xC0, !(0xD0...0xD8).contains(marker) else {
        throw PhotoProblem("is damaged at byte \(position): no segment begins there")
      }
      position += 1
      return marker
    }

    /// The contents of a segment, without its length.
    mutating func segment() throws(PhotoProblem) -> Slice<Bytes> {
      guard position + 2 <= photo.count else { throw .truncated }
      let length = Int(photo[position]) << 8 | Int(photo[position + 1])
      guard length >= 2 else {
        throw PhotoProblem("is damaged at byte \(position): a segment is too short")
      }
      guard position + length <= photo.count else { throw .truncated }
      defer { position += length }
      return photo[position + 2..<position + length]
    }

    /// The image's data, up to the next marker that is not a part of it.
    mutating func scan() throws(PhotoProblem) -> Slice<Bytes> {
      let start = position
      while true {
        position = photo.place(of: 0xFF, from: position)
        guard position + 1 < photo.count else { throw .truncated }
        let next = photo[position + 1]
        guard next == 0 || (0xD0...0xD7).contains(next) else { break }
        position += 2
      }
      return photo[start..<position]
    }
  }
}

/// Which side of a photo is up, by Exif: 1 to 8; 1 means unrotated. Nothing else of a photo's metadata is
/// read or written.
enum PhotoOrientation {
  private static let tag = 0x0112
  /// The size of a number by its type: a BYTE, a SHORT, which the standard asks for, or a LONG.
  private static let sizes = [1: 1, 3: 2, 4: 4]

  /// From a TIFF structure, which is what Exif is; `nil` if it does not say, or is not well formed.
  static func read(_ tiff: Bytes) -> UInt8? {
    guard let isLittle = isLittleEndian(tiff), number(tiff, 2, 2, isLittle) == 42,
      let first = number(tiff, 4, 4, isLittle), let count = number(tiff, first, 2, isLittle)
    else { return nil }
    for entry in 0..<count {
      let start = first + 2 + 12 * entry
      guard let found = number(tiff, start, 2, isLittle) else { return nil }
      guard found == tag else { continue }
      guard let type = number(tiff, start + 2, 2, isLittle), let size = sizes[type],
        number(tiff, start + 4, 4, isLittle) == 1,
        let value = number(tiff, start + 8, size, isLittle), (1...8).contains(value)
      else { return nil }
      return UInt8(value)
    }
    return nil
  }

  private static func isLittleEndian(_ tiff: Bytes) -> Bool? {
    if tiff.starts(with: Array("II".utf8)) { return true }
    return tiff.starts(with: Array("MM".utf8)) ? false : nil
  }

  /// A number of `count` bytes; `nil` if there are fewer.
  private static func number(
    _ bytes: Bytes, _ offset: Int, _ count: Int, _ isLittle: Bool
  ) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    let part = bytes[offset..<offset + count]
    return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
  }

  /// A TIFF structure with only the orientation; `nil` if none is needed.
  static func tiff(_ orientation: UInt8?) -> [UInt8]? {
    guard let orientation, orientation != 1 else { return nil }
    return [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8,  // big-endian, the directory at 8
      0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0,  // with one entry
      0, 0, 0, 0,  // and no other directory
    ]
  }
}
