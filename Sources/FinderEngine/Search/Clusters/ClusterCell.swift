/// A cell of the square, and with it the group of venues inside.
///
/// Its key has the bits of the row and of the column in turn, starting with the highest (Morton 1966). Cells
/// sorted by key are sorted by id, and the cells within a larger one are consecutive.
package struct ClusterCell: Equatable, Sendable {
  package let size: ClusterSize
  package let key: UInt64

  init(size: ClusterSize, key: UInt64) { (self.size, self.key) = (size, key) }

  /// `12-64-03131311`: the zoom, the width in pixels, and a digit for the quarter chosen at each halving of
  /// the square: 0 for the north-west, 1 north-east, 2 south-west, 3 south-east. So the digits of a cell also
  /// begin those of all cells within it. The whole square has no digits: `0-256`.
  func append(idTo output: inout ByteBuffer) {
    output.append(integer: size.zoom)
    output.append("-")
    output.append(integer: size.pixels)
    guard size.level > 0 else { return }
    output.reserve(1 + MercatorSquare.depth + 8)
    output.appendReserved(UInt8(ascii: "-"))
    // From the top of the 64 bits, eight quarters at a time.
    var rest = key << UInt64(64 - 2 * size.level)
    var left = size.level
    while left > 0 {
      output.appendReserved(Self.digits(ofQuarters: rest >> 48), length: min(left, 8))
      rest <<= 16
      left -= 8
    }
  }

  package var id: String {
    var id = ByteBuffer(capacity: 64)
    append(idTo: &id)
    return String(decoding: id.bytes, as: UTF8.self)
  }

  /// The eight characters for 16 bits; the first is in the lowest byte.
  private static func digits(ofQuarters quarters: UInt64) -> UInt64 {
    var bits = (quarters | quarters << 24) & 0x0000_00FF_0000_00FF
    bits = (bits | bits << 12) & 0x000F_000F_000F_000F
    bits = (bits | bits << 6) & 0x0303_0303_0303_0303
    return bits.byteSwapped | EightDigits.zeros
  }

  /// `nil` if the text is not a cell's id.
  package init?(id: String) {
    let parts = id.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let zoom = Self.number(parts[0]),
      let pixels = Self.number(parts[1]), let size = ClusterSize(zoom: zoom, pixels: pixels)
    else { return nil }
    let quarters = parts.count == 3 ? Array(parts[2].utf8) : []
    guard quarters.count == size.level, (parts.count == 3) == (size.level > 0) else { return nil }
    var key: UInt64 = 0
    for quarter in quarters {
      let digit = quarter &- UInt8(ascii: "0")
      guard digit < 4 else { return nil }
      key = key << 2 | UInt64(digit)
    }
    self.init(size: size, key: key)
  }

  /// As in an id: `7`, not `07` or `+7`.
  private static func number(_ text: Substring) -> Int? {
    Int(text).flatMap { String($0) == text ? $0 : nil }
  }

  @inline(__always) package init(size: ClusterSize, row: UInt32, column: UInt32) {
    let shift = UInt32(truncatingIfNeeded: size.shift)
    self.init(
      size: size,
      key: Self.spread(row &>> shift) &<< 1 | Self.spread(column &>> shift))
  }

  /// The first of its rows or columns, and the first one past it.
  private func edges(_ first: UInt64) -> (Int, Int) {
    let place = Int(Self.gathered(first))
    return (place << size.shift, (place + 1) << size.shift)
  }

  var rowEdges: (Int, Int) { edges(key >> 1) }
  var columnEdges: (Int, Int) { edges(key) }

  package var box: BoundingBox { box(MercatorSquare.latitude(ofEdge:)) }

  /// `latitude` returns the latitude of an edge.
  @inline(__always) func box(_ latitude: (Int) -> Double) -> BoundingBox {
    let (rows, columns) = (rowEdges, columnEdges)
    return BoundingBox(
      south: latitude(rows.1), west: MercatorSquare.longitude(ofEdge: columns.0),
      north: latitude(rows.0), east: MercatorSquare.longitude(ofEdge: columns.1))
  }

  /// The smallest box that contains all of its venues, even those beyond the square.
  var reach: BoundingBox {
    var reach = box
    if rowEdges.0 == 0 { reach.north = 90 }
    if rowEdges.1 == MercatorSquare.side { reach.south = -90 }
    return reach
  }

  /// Moves each bit to twice its position.
  @inline(__always) private static func spread(_ number: UInt32) -> UInt64 {
    var bits = UInt64(number)
    bits = (bits | bits &<< 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits &<< 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits &<< 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits &<< 2) & 0x3333_3333_3333_3333
    return (bits | bits &<< 1) & 0x5555_5555_5555_5555
  }

  /// Gathers the bits at even positions.
  private static func gathered(_ spread: UInt64) -> UInt64 {
    var bits = spread & 0x5555_5555_5555_5555
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
    return (bits | bits >> 16) & 0x0000_0000_FFFF_FFFF
  }
}

/// The size of cells: the square of the world is drawn 256 pixels wide at zoom 0, and twice as wide at each
/// further zoom, and a cell is a number of pixels wide.
package struct ClusterSize: Equatable, Sendable {
  package static let zooms = 0...20
  package static let pixelChoices = [1, 2, 4, 8, 16, 32, 64, 128, 256]

  package let zoom: Int
  package let pixels: Int

  /// `nil` unless both values are allowed.
  package init?(zoom: Int, pixels: Int) {
    guard Self.zooms.contains(zoom), Self.pixelChoices.contains(pixels) else { return nil }
    (self.zoom, self.pixels) = (zoom, pixels)
  }

  private var pixelBits: Int { pixels.trailingZeroBitCount }

  /// How many times the square is halved.
  var level: Int { zoom + 8 - pixelBits }

  /// How many bits of a `MercatorSquare`'s rows and columns are within a cell.
  var shift: Int { MercatorSquare.depth - level }

  /// The first zoom at which venues whose rows or columns differ in these bits are in several cells of this
  /// many pixels; `nil` if that is beyond the last zoom.
  func splittingZoom(differing bits: UInt32) -> Int? {
    guard bits != 0 else { return nil }
    let zoom = Self.zooms.upperBound + pixelBits - (31 - bits.leadingZeroBitCount)
    return zoom <= Self.zooms.upperBound ? zoom : nil
  }
}
