/// How exactly a point in words is known.
package enum PointPrecision: UInt8, CaseIterable, Sendable {
  /// Plain degrees, with nothing to add.
  case degrees
  /// A postcode's own position.
  case unit
  /// The mean of the venues with that postcode, which is not the postcode's position.
  case venues
  case sector
  case district
  case place
  case cell
  case square

  /// The name used in answers.
  package var name: StaticString {
    switch self {
    case .degrees: ""
    case .unit: "unit"
    case .sector: "sector"
    case .district: "district"
    case .venues, .place: "place"
    case .cell: "cell"
    case .square: "square"
    }
  }

  /// For the position of a postcode or a part of one: its own, or the mean of its venues.
  package init(_ level: Postcode.Level, isExact: Bool) {
    self =
      switch level {
      case .postcode: isExact ? .unit : .venues
      case .sector: .sector
      case .outcode: .district
      }
  }
}
