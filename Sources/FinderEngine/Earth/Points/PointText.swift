/// A point given by the text itself, with nothing to look up: degrees in any spelling, a link to a map, a
/// plus code, or a grid reference.
package struct PointText: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case degrees
    case plusCode = "plus-code"
    case gridReference = "grid"
  }

  package let kind: Kind
  package let coordinate: Coordinate
  /// The best way to write it.
  package let name: String
  /// For a square of a grid, in metres; otherwise 0.
  package private(set) var side = 0.0

  /// Reads all forms except grid references. `nil` if it is none of these; throws if it looks like one but is
  /// invalid.
  init?(_ text: String) throws(PointProblem) {
    if let point = try MapLink.coordinate(text) {
      self.init(.degrees, point, text)
    } else if let point = try DegreesText.coordinate(text) {
      self.init(.degrees, point, text)
    } else if let code = try PlusCode(text) ?? PlusCode(withPlace: text) {
      self.init(.plusCode, code.centre, code.code)
    } else {
      return nil
    }
  }

  /// Plain degrees in range only: quicker than trying every form.
  package static func plainDegrees(_ text: String) -> Coordinate? {
    guard let pair = DegreesText.pair(in: text) else { return nil }
    return Coordinate(validLatitude: pair.latitude, longitude: pair.longitude)
  }

  /// Whether it is two plain numbers, in range or not.
  package static func isPair(_ text: String) -> Bool { DegreesText.pair(in: text) != nil }

  /// A square of a grid, even one that may be a postcode district.
  init?(square text: String) throws(PointProblem) {
    guard let square = try GridReference(text) else { return nil }
    self.init(square)
  }

  /// For the text after `grid:`: a square, or eastings and northings.
  package init(grid text: String) throws(PointProblem) {
    if let square = try GridReference(text, forced: true) {
      self.init(square)
      return
    }
    guard let (easting, northing) = DegreesText.pair(in: text) else {
      throw PointProblem(
        "a grid reference",
        "expected letters and digits, such as TQ 30 80, or eastings and northings")
    }
    try self.init(easting: easting, northing: northing)
  }

  /// Eastings and northings in metres: two numbers that are both too large for degrees.
  init?(eastingAndNorthing text: String) throws(PointProblem) {
    guard let (easting, northing) = DegreesText.pair(in: text), easting > 180, northing > 180 else {
      return nil
    }
    try self.init(easting: easting, northing: northing)
  }

  private init(easting: Double, northing: Double) throws(PointProblem) {
    guard let position = GridReference(easting: easting, northing: northing) else {
      throw PointProblem("eastings and northings", "they are outside the National Grid")
    }
    self.init(position)
  }

  private init(_ square: GridReference) {
    self.init(.gridReference, square.centre, square.name)
    side = square.side
  }

  private init(_ kind: Kind, _ coordinate: Coordinate, _ name: String) {
    self.kind = kind
    self.coordinate = coordinate
    self.name = name
  }
}
