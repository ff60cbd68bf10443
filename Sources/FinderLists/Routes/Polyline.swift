import FinderEngine

/// Lines as Valhalla writes them: Google's encoded polylines, with six decimals. Each number is the
/// difference to the one before, its sign in the lowest bit, five bits a character from the lowest on;
/// all characters but a number's last have a sixth bit. The characters begin at `?`.
///
///     _p~iF~ps|U    latitude 3.85, longitude -12.02
enum Polyline {
  /// Latitudes and longitudes of the whole world take 30 bits.
  private static let mostBits: UInt64 = 30

  /// O(n) for n characters.
  static func read(
    _ text: some Sequence<UInt8>, to line: inout [Coordinate], most: Int
  ) throws(BadPolyline) {
    var (latitude, longitude) = (0 as Int64, 0 as Int64)
    var (bits, shift) = (0 as UInt64, 0 as UInt64)
    var isLatitude = true
    for byte in text {
      let five = UInt64(byte) &- 63
      guard five < 64, shift < mostBits else { throw BadPolyline(problem: "its line is none") }
      bits |= (five & 31) << shift
      shift += 5
      guard five < 32 else { continue }
      let step = Int64(bits >> 1) ^ -Int64(bits & 1)
      (bits, shift) = (0, 0)
      if isLatitude { latitude += step } else { longitude += step }
      isLatitude.toggle()
      guard isLatitude else { continue }
      let place = Coordinate(
        validLatitude: Double(latitude) / 1e6, longitude: Double(longitude) / 1e6)
      guard let place else { throw BadPolyline(problem: "a point is out of range") }
      guard line.count < most else {
        throw BadPolyline(problem: "its line has more than \(most) points")
      }
      line.append(place)
    }
    guard isLatitude, shift == 0 else { throw BadPolyline(problem: "its line is cut off") }
  }
}

struct BadPolyline: Error {
  let problem: String
}
