/// Positions in the square of the Web Mercator projection, in whole units of 2^-28 of its side: columns from
/// the antimeridian eastwards, rows from the north.
///
/// One unit is the smallest cell possible: zoom 20, one pixel. A larger cell is identified by the leading
/// bits of the same two numbers, so cells nest whatever the rounding.
///
/// **Exact at the edges.** A row is the range between two latitudes of `latitude(ofEdge:)`, and a column is
/// one between two longitudes. A point on an edge belongs to the cell to its south or east. A series gives
/// the row, accurate to a millionth of a unit. If the result is within a ten-thousandth of an edge, the
/// latitude is compared with the edge itself, which is expensive, but happens for only one venue in 5,000.
///
/// **The series.** The projection's y is the integral of 1 / cos. Around the middle of each half degree, its
/// first ten terms leave an error below 1e-6 units, even at 85 degrees. With the C library, a venue took ten
/// times as long. Making the table takes 60 µs and 27 KB.
package struct MercatorSquare: ~Copyable {
  /// The bits of a row or column.
  package static let depth = 28
  static let side = 1 << depth
  /// The latitude of the square's northern edge. Anything beyond it belongs to the first row, or the last.
  static let northernmost = latitude(ofEdge: 0)

  private static let terms = 10
  /// Half degrees from 86 degrees south to 86 north.
  private static let strips = 344
  private static let doubt = 1e-4

  private let table: UnsafeMutablePointer<Double>

  package init() {
    table = .allocate(capacity: Self.strips * Self.terms)
    for strip in 0..<Self.strips {
      Self.makeSeries(around: Self.middle(of: strip), at: table + strip * Self.terms)
    }
  }

  deinit { table.deallocate() }

  /// The row of a latitude from -90 to 90.
  @inline(__always) package func row(ofLatitude latitude: Double) -> UInt32 {
    guard abs(latitude) < Self.northernmost else { return latitude > 0 ? 0 : UInt32(Self.side - 1) }
    let strip = Int((latitude + 86) * 2)
    let rest = latitude - Self.middle(of: strip)
    let term = table + strip * Self.terms
    // In two halves, which the processor computes in parallel.
    let square = rest * rest
    let even = (((term[8] * square + term[6]) * square + term[4]) * square + term[2]) * square
    let odd = (((term[9] * square + term[7]) * square + term[5]) * square + term[3]) * square
    let y = (odd + term[1]) * rest + (even + term[0])
    let edge = Int(y + 0.5)
    if abs(y - Double(edge)) < Self.doubt { return Self.row(ofLatitude: latitude, near: edge) }
    return UInt32(truncatingIfNeeded: Int(y))
  }

  @inline(never)
  private static func row(ofLatitude latitude: Double, near edge: Int) -> UInt32 {
    let row = latitude > Self.latitude(ofEdge: edge) ? edge - 1 : edge
    return UInt32(max(0, min(side - 1, row)))
  }

  /// The edge to the north of a row.
  static func latitude(ofEdge row: Int) -> Double {
    let height = Double.pi * (1 - 2 * Double(row) / Double(side))
    return atan(sinh(height)) / Angle.degree
  }

  @inline(__always) private static func middle(of strip: Int) -> Double {
    Double(strip) / 2 - 85.75
  }

  /// The coefficients for powers of degrees from `latitude`. 1 / cos is the reciprocal of a known series, and
  /// is integrated term by term.
  private static func makeSeries(around latitude: Double, at term: UnsafeMutablePointer<Double>) {
    let angle = Angle(degrees: latitude)
    withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * terms) { memory in
      let (cosine, secant) = (memory.baseAddress!, memory.baseAddress! + terms)
      // The derivatives of the cosine cycle: cos, -sin, -cos, sin.
      var (value, next, factorial) = (angle.cosine, -angle.sine, 1.0)
      for place in 0..<terms {
        cosine[place] = value / factorial
        (value, next) = (next, -value)
        factorial *= Double(place + 1)
        var rest = place == 0 ? 1.0 : 0
        for before in 0..<place { rest -= cosine[place - before] * secant[before] }
        secant[place] = rest / cosine[0]
      }
      let units = Double(side) / (2 * .pi)
      term[0] = Double(side) / 2 - units * asinh(angle.sine / angle.cosine)
      var scale = -units
      for place in 1..<terms {
        scale *= Angle.degree
        term[place] = scale * secant[place - 1] / Double(place)
      }
    }
  }

  /// The column of a longitude from -180 to 180, which are the same meridian.
  @inline(__always) package static func column(ofLongitude longitude: Double) -> UInt32 {
    let x = (longitude + 180) * (Double(side) / 360)
    let edge = Int(x + 0.5)
    var column = Int(x)
    if abs(x - Double(edge)) < doubt {
      column = longitude < Self.longitude(ofEdge: edge) ? edge - 1 : edge
    }
    return UInt32(truncatingIfNeeded: column & (side - 1))
  }

  /// The edge to the west of a column; exact.
  static func longitude(ofEdge column: Int) -> Double { Double(column) * 360 / Double(side) - 180 }
}
