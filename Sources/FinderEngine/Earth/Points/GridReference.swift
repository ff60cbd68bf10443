/// A square of the National Grid or of Ireland's: `TQ 30 80`, `TQ3080`, `O 15904 34671`; or a position by
/// its eastings and northings, `530500,180500`.
///
/// The more digits, the smaller the square: with two it is 10 km wide, with ten a metre. Its centre is used
/// as the point, since that is nearest on average to places in it.
package struct GridReference: Equatable, Sendable {
  /// As people write it, for example `TQ 30 80`.
  package let name: String
  package let centre: Coordinate
  /// In metres; 0 for a position.
  package let side: Double

  private static let kind = "a grid reference"

  /// `nil` if the text does not look like one. Letters alone are accepted only if `forced`: `TQ` may be a
  /// name.
  package init?(_ text: String, forced: Bool = false) throws(PointProblem) {
    let bytes = text.utf8.map { $0.capitalised }
    let letters = Array(bytes.prefix { $0.isCapital })
    let words = bytes.dropFirst(letters.count).split(separator: UInt8(ascii: " ")).map(Array.init)
    guard (1...2).contains(letters.count), words.count <= 2,
      words.allSatisfy({ $0.allSatisfy(\.isDigit) }), forced || !words.isEmpty
    else { return nil }
    let digits = words.flatMap { $0 }
    guard digits.count <= 10 else { throw PointProblem(Self.kind, "it has more than ten digits") }
    guard digits.count % 2 == 0, words.count < 2 || words[0].count == words[1].count else {
      throw PointProblem(Self.kind, "eastings and northings need the same number of digits")
    }
    guard let square = Square(letters) else {
      throw PointProblem(
        Self.kind, "no square has the letters \(String(decoding: letters, as: UTF8.self))")
    }
    let half = digits.count / 2
    let side = (0..<half).reduce(100_000.0) { side, _ in side / 10 }
    self.side = side
    let (east, north) = (Self.number(digits[..<half]), Self.number(digits[half...]))
    centre = square.grid.coordinate(
      easting: square.easting + (east + 0.5) * side,
      northing: square.northing + (north + 0.5) * side)
    name = [letters, Array(digits[..<half]), Array(digits[half...])].filter { !$0.isEmpty }
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }

  /// On the National Grid, in metres; `nil` outside the grid.
  package init?(easting: Double, northing: Double) {
    guard Square.eastings.contains(easting), Square.northings.contains(northing) else { return nil }
    var text = ByteBuffer(capacity: 32)
    text.append(number: easting)
    text.append(",")
    text.append(number: northing)
    name = String(decoding: text.bytes, as: UTF8.self)
    centre = MapGrid.national.coordinate(easting: easting, northing: northing)
    side = 0
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Double {
    digits.reduce(0) { $0 * 10 + Double($1 - UInt8(ascii: "0")) }
  }

  /// A square of 100 km, by its south-western corner.
  private struct Square {
    let grid: MapGrid
    let easting: Double
    let northing: Double

    static let eastings = 0.0..<700_000
    static let northings = 0.0..<1_300_000

    init?(_ letters: [UInt8]) {
      // Twenty-five letters, all except I, in rows of five from the north-west.
      var places: [(column: Int, row: Int)] = []
      for letter in letters {
        guard letter != UInt8(ascii: "I") else { return nil }
        let skipped: UInt8 = letter > UInt8(ascii: "I") ? 1 : 0
        let place = Int(letter - UInt8(ascii: "A") - skipped)
        places.append((place % 5, place / 5))
      }
      guard places.count == 2 else {
        grid = .irish
        easting = Double(places[0].column) * 100_000
        northing = Double(4 - places[0].row) * 100_000
        return
      }
      // The first letter is a square of 500 km; S contains the origin.
      grid = .national
      let column = (places[0].column - 2) * 5 + places[1].column
      let row = (3 - places[0].row) * 5 + 4 - places[1].row
      easting = Double(column) * 100_000
      northing = Double(row) * 100_000
      guard Self.eastings.contains(easting), Self.northings.contains(northing) else { return nil }
    }
  }
}
