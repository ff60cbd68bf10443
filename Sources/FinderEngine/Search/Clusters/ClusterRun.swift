/// Rows one after another whose venues lie in one cell, and what is known of them together.
///
/// With an index neighbours on the map are neighbours in memory, so there are far fewer runs than
/// venues, and only runs are sorted.
struct ClusterRun: BitwiseCopyable {
  let firstRow: UInt32
  private(set) var count: UInt32 = 0
  /// Of the first venue in a `MercatorSquare`, and bits in which those of others differ: the highest of
  /// all are among them.
  let row: UInt32
  let column: UInt32
  private(set) var differing: UInt32 = 0
  /// Sums of whole 1e-7 degrees. They are the same in any order.
  private(set) var latitude = 0
  private(set) var longitude = 0

  init(firstRow: Int, row: UInt32, column: UInt32) {
    self.firstRow = UInt32(truncatingIfNeeded: firstRow)
    (self.row, self.column) = (row, column)
  }

  var rows: Range<Int> { Int(firstRow)..<Int(firstRow) + Int(count) }

  @inline(__always)
  mutating func add(_ point: Coordinate, row: UInt32, column: UInt32) {
    count &+= 1
    differing |= (row ^ self.row) | (column ^ self.column)
    // The meridians -180 and 180 are one, which lies in the westernmost column.
    let units = Self.tenMillionths(
      SIMD2(point.latitude, point.longitude == 180 ? -180 : point.longitude))
    latitude &+= Int(units[0])
    longitude &+= Int(units[1])
  }

  /// Rows that lie in one cell, with places of two of them or of their corners, and the bits in which
  /// places between those differ.
  @inline(__always) mutating func add(
    _ extent: ClusterExtent, of venues: Int, row: UInt32, column: UInt32, differing bits: UInt32
  ) {
    count &+= UInt32(truncatingIfNeeded: venues)
    differing |= bits | (row ^ self.row) | (column ^ self.column)
    latitude &+= Int(extent.sum[0])
    longitude &+= Int(extent.sum[1])
  }

  /// Takes over another of the same cell, but for its rows.
  mutating func add(_ other: ClusterRun) {
    count &+= other.count
    differing |= other.differing | (other.row ^ row) | (other.column ^ column)
    latitude &+= other.latitude
    longitude &+= other.longitude
  }

  /// Adding 1.5 * 2^52 leaves no room for fractions; `rounded` is a call where it is no instruction.
  @inline(__always) static func tenMillionths(_ degrees: SIMD2<Double>) -> SIMD2<Double> {
    (degrees * 1e7 + 0x1.8p52) - 0x1.8p52
  }

  /// The mean, to 6 decimals; halves away from zero.
  var center: Coordinate {
    Coordinate(latitude: mean(latitude), longitude: mean(longitude))
  }

  private func mean(_ sum: Int) -> Double {
    let divisor = UInt(count) * 10
    let millionths = (sum.magnitude * 2 + divisor) / (divisor * 2)
    return Double(sum < 0 ? -Int(millionths) : Int(millionths)) / 1e6
  }
}
