import CZlib

@testable import FinderMaps

/// A PNG with a palette and no filters, decoded without the painter's code: chunks with their checksums,
/// pixels by zlib's `uncompress`.
struct PNGImage {
  struct Fault: Error { let what: String }

  private(set) var width = 0
  private(set) var height = 0
  private(set) var bits = 0
  private(set) var chunks: [(type: String, body: [UInt8])] = []
  private(set) var palette: [UInt32] = []
  /// Rows with their filters.
  private var raw: [UInt8] = []

  init(_ bytes: [UInt8]) throws {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
      throw Fault(what: "no signature")
    }
    var rest = bytes[8...]
    while !rest.isEmpty {
      let length = Self.number(rest)
      let checked = Array(rest.dropFirst(4).prefix(4 + length))
      rest = rest.dropFirst(8 + length)
      guard Self.number(rest) == Int(crc32(0, checked, UInt32(checked.count))) else {
        throw Fault(what: "checksum of chunk \(chunks.count)")
      }
      chunks.append((String(decoding: checked.prefix(4), as: UTF8.self), Array(checked[4...])))
      rest = rest.dropFirst(4)
    }
    try readHeader()
    try unpack()
  }

  subscript(x: Int, y: Int) -> UInt32 {
    let byte = raw[y * rowLength + 1 + (bits == 8 ? x : x / 2)]
    return palette[Int(bits == 8 ? byte : x % 2 == 0 ? byte >> 4 : byte & 15)]
  }

  private var rowLength: Int { 1 + (width * bits + 7) / 8 }

  func body(_ type: String) -> [UInt8]? { chunks.first { $0.type == type }?.body }

  /// How many pixels have the colour.
  func count(_ colour: UInt32) -> Int {
    (0..<height).reduce(0) { sum, y in sum + (0..<width).count { self[$0, y] == colour } }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func readHeader() throws {
    guard let header = body("IHDR"), header.count == 13, let colours = body("PLTE"),
      chunks.first?.type == "IHDR", chunks.last?.type == "IEND"
    else { throw Fault(what: "chunks \(chunks.map(\.type))") }
    (width, height) = (Self.number(header[0...]), Self.number(header[4...]))
    bits = Int(header[8])
    guard header[9...] == [3, 0, 0, 0], bits == 4 || bits == 8, colours.count <= 3 << bits else {
      throw Fault(what: "header \(header)")
    }
    palette = stride(from: 0, to: colours.count, by: 3).map {
      UInt32(colours[$0]) << 16 | UInt32(colours[$0 + 1]) << 8 | UInt32(colours[$0 + 2])
    }
  }

  private mutating func unpack() throws {
    let packed = chunks.filter { $0.type == "IDAT" }.flatMap(\.body)
    raw = [UInt8](repeating: 0, count: rowLength * height + 1)
    var length = uLongf(raw.count)
    guard uncompress(&raw, &length, packed, uLong(packed.count)) == Z_OK,
      length == rowLength * height
    else { throw Fault(what: "pixels") }
    for y in 0..<height where raw[y * rowLength] != 0 { throw Fault(what: "filter of row \(y)") }
  }
}
