import CZlib

@testable import FinderEngine
@testable import FinderOwn

/// Photos assembled from parts, and taken apart again by independent readers.
enum PhotoMaker {
  /// A marker and what follows its length; the data of a scan is separate.
  struct Segment: Equatable {
    let marker: UInt8
    var contents: [UInt8]
    var scan: [UInt8] = []

    var bytes: [UInt8] {
      let length = contents.count + 2
      return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + contents + scan
    }
  }

  static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

  // MARK: Exif

  /// A TIFF structure with a camera's name, the orientation, and a position. The orientation's type is 1 for
  /// a byte, 3 for two and 4 for four.
  static func tiff(orientation: UInt8, little: Bool, type: Int = 3) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(value >> (8 * $0) & 255) }
      return little ? bytes : bytes.reversed()
    }
    let make = number(0x010F, 2) + number(2, 2) + number(8, 4) + number(50, 4)
    let size = [1: 1, 3: 2, 4: 4][type]!
    let side =
      number(0x0112, 2) + number(type, 2) + number(1, 4) + number(Int(orientation), size)
      + [UInt8](repeating: 0, count: 4 - size)
    let place = number(0x8825, 2) + number(4, 2) + number(1, 4) + number(58, 4)
    return ascii(little ? "II" : "MM") + number(42, 2) + number(8, 4) + number(3, 2) + make + side
      + place + number(0, 4) + ascii("SECRETS\0") + number(0, 2) + number(0, 4)
  }

  // MARK: JPEG

  static let jfif = ascii("JFIF\0") + [1, 2, 0, 0, 72, 0, 72]
  static let profile = ascii("ICC_PROFILE\0") + [1, 1] + ascii("colours")
  static let adobe = ascii("Adobe") + [0, 100, 0, 0, 0, 0, 1]

  static func jpeg(orientation: UInt8 = 6, little: Bool = false) -> [UInt8] {
    let segments = [
      Segment(marker: 0xE0, contents: jfif + [1, 1] + ascii("SEC")),
      Segment(marker: 0xE0, contents: ascii("JFXX\0") + ascii("SECRET thumbnail")),
      Segment(
        marker: 0xE1, contents: ascii("Exif\0\0") + tiff(orientation: orientation, little: little)),
      Segment(marker: 0xE1, contents: ascii("http://ns.adobe.com/xap/1.0/\0SECRET")),
      Segment(marker: 0xE2, contents: profile),
      Segment(marker: 0xE2, contents: ascii("MPF\0SECRET")),
      Segment(marker: 0xED, contents: ascii("Photoshop 3.0\0SECRET")),
      Segment(marker: 0xEE, contents: adobe + ascii("SECRET")),
      Segment(marker: 0xFE, contents: ascii("SECRET comment")),
    ]
    return [0xFF, 0xD8] + segments.flatMap(\.bytes) + image.flatMap(\.bytes) + [0xFF, 0xD9]
      + ascii("SECRET film behind it")
  }

  /// What must stay unchanged: a progressive image of two scans.
  static let image = [
    Segment(marker: 0xDB, contents: [0] + [UInt8](repeating: 1, count: 64)),
    Segment(marker: 0xC2, contents: [8, 0, 16, 0, 16, 1, 1, 0x11, 0]),
    Segment(marker: 0xC4, contents: [0, 1, 2, 3]),
    Segment(marker: 0xDD, contents: [0, 4]),
    Segment(
      marker: 0xDA, contents: [1, 1, 0, 0, 63, 0],
      scan: [1, 2, 0xFF, 0, 3, 0xFF, 0xD0, 4, 0xFF, 0xD7, 5]),
    Segment(marker: 0xC4, contents: [16, 9, 9]),
    Segment(marker: 0xDA, contents: [1, 1, 0, 0, 63, 0], scan: [0xFF, 0, 0xFF, 0, 7]),
  ]

  /// `nil` unless it is complete, to the last byte.
  static func segments(ofJPEG bytes: [UInt8]) -> [Segment]? {
    guard bytes.starts(with: [0xFF, 0xD8]), bytes.suffix(2) == [0xFF, 0xD9] else { return nil }
    var (rest, found): (ArraySlice<UInt8>, [Segment]) = (bytes.dropFirst(2).dropLast(2), [])
    while rest.count >= 4 {
      let (marker, length) = (rest[rest.startIndex + 1], rest.dropFirst(2).prefix(2))
      let size = length.reduce(0) { $0 * 256 + Int($1) }
      guard rest.first == 0xFF, size >= 2, rest.count >= size + 2 else { return nil }
      var segment = Segment(marker: marker, contents: Array(rest.dropFirst(4).prefix(size - 2)))
      rest = rest.dropFirst(size + 2)
      while marker == 0xDA, let byte = rest.first {
        if byte == 0xFF, let next = rest.dropFirst().first, next != 0, !(0xD0...0xD7).contains(next)
        {
          break
        }
        segment.scan.append(rest.removeFirst())
      }
      found.append(segment)
    }
    return rest.isEmpty ? found : nil
  }

  // MARK: PNG

  typealias Chunk = (name: String, contents: [UInt8])

  static func chunk(_ name: String, _ contents: [UInt8]) -> [UInt8] {
    let body = ascii(name) + contents
    let sum = UInt32(crc32(0, body, uInt(body.count)))
    return big(UInt32(contents.count)) + body + big(sum)
  }

  private static func big(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> UInt32($0) & 255) }
  }

  static let pngHeader: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]

  static let pngPixels: [UInt8] = [0, 0, 1, 0, 0, 0, 1, 0, 1]

  static func png(orientation: UInt8 = 6) -> [UInt8] {
    let chunks: [Chunk] = [
      ("IHDR", pngHeader), ("iCCP", ascii("SECRET\0\0x")),
      ("gAMA", [0, 0, 1, 0] + ascii("SECRET")), ("pHYs", pngPixels + ascii("SECRET")),
      ("tEXt", ascii("Author\0SECRET")), ("eXIf", tiff(orientation: orientation, little: true)),
      ("tIME", [7, 230, 1, 1, 1, 1, 1]), ("iTXt", ascii("XML:SECRET")), ("zTXt", ascii("SECRET")),
      ("prVt", ascii("SECRET")), ("IDAT", [1, 2]), ("IDAT", [3]), ("tEXt", ascii("SECRET")),
      ("IEND", ascii("SECRET")),
    ]
    return pngSignature + chunks.flatMap { chunk($0.name, $0.contents) } + ascii("SECRET")
  }

  static let pngSignature: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]

  static func chunks(ofPNG bytes: [UInt8]) -> [Chunk]? {
    guard bytes.starts(with: pngSignature) else { return nil }
    var (rest, found): (ArraySlice<UInt8>, [Chunk]) = (bytes.dropFirst(8), [])
    while !rest.isEmpty {
      let size = rest.prefix(4).reduce(0) { $0 * 256 + Int($1) }
      guard rest.count >= 12 + size else { return nil }
      let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      let contents = Array(rest.dropFirst(8).prefix(size))
      guard Array(rest.prefix(12 + size)) == chunk(name, contents) else { return nil }
      found.append((name, contents))
      rest = rest.dropFirst(12 + size)
    }
    return found
  }

  // MARK: WebP

  static func part(_ name: String, _ contents: [UInt8]) -> [UInt8] {
    ascii(name) + little(contents.count) + contents + (contents.count % 2 == 1 ? [0] : [])
  }

  private static func little(_ value: Int) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(value >> $0 & 255) }
  }

  static func riff(_ parts: [UInt8]) -> [UInt8] {
    ascii("RIFF") + little(parts.count + 4) + ascii("WEBP") + parts
  }

  static let frameHeader = [UInt8](repeating: 5, count: 16)
  static let webPHeader: [UInt8] = [0x2C, 0, 0, 0, 1, 0, 0, 1, 0, 0]

  static func webP(orientation: UInt8 = 6, animated: Bool = false) -> [UInt8] {
    let image =
      animated
      ? part("ANIM", [0, 0, 0, 0, 0, 0] + ascii("SECRET"))
        + part("ANMF", frameHeader + part("VP8L", [0x2F, 1, 2]) + part("META", ascii("SECRET")))
      : part("ALPH", [1]) + part("VP8 ", [1, 2, 3])
    return riff(
      part("VP8X", webPHeader + ascii("SECRET")) + part("ICCP", ascii("colours")) + image
        + part("EXIF", tiff(orientation: orientation, little: false))
        + part("XMP ", ascii("SECRET"))
        + part("MINE", ascii("SECRET"))) + ascii("SECRET")
  }

  static func parts(ofWebP bytes: [UInt8]) -> [Chunk]? {
    guard bytes.count >= 12, riff(Array(bytes.dropFirst(12))) == bytes else { return nil }
    return parts(bytes.dropFirst(12))
  }

  static func parts(_ bytes: ArraySlice<UInt8>) -> [Chunk]? {
    var (rest, found): (ArraySlice<UInt8>, [Chunk]) = (bytes, [])
    while !rest.isEmpty {
      let size = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 * 256 + Int($1) }
      guard rest.count >= 8 + size + size % 2 else { return nil }
      let name = String(decoding: rest.prefix(4), as: UTF8.self)
      found.append((name, Array(rest.dropFirst(8).prefix(size))))
      rest = rest.dropFirst(8 + size + size % 2)
    }
    return found
  }
}
