import FinderEngine

/// The walk from a point to venues, one way, and what it burns: estimates.
struct RecordWalk {
  let point: Coordinate
  private let figures: WalkFigures

  static let columns = ["distance_m", "walk_m", "walk_min", "burns_kcal"]

  init(from point: Coordinate, _ figures: WalkFigures) {
    (self.point, self.figures) = (point, figures)
  }

  /// What the figures rest on.
  var note: String {
    "WALK and KCAL are estimates, one way: \(FinderEngine.shown(figures.scale)) times the straight "
      + "line, at \(figures.energy.bodyAndPace), net of rest"
  }

  func distance(to venue: Coordinate) -> Double { Geodesic.distance(from: point, to: venue) }

  func metres(to venue: Coordinate) -> Double { figures.metres(distance(to: venue)) }

  func kilocalories(to venue: Coordinate) -> Double { figures.kilocalories(distance(to: venue)) }

  private func values(to venue: Coordinate) -> [Double] {
    let distance = distance(to: venue)
    return [
      distance, figures.metres(distance), figures.minutes(distance), figures.kilocalories(distance),
    ]
  }

  func append(to venue: Coordinate, _ output: inout ByteBuffer) {
    let values = values(to: venue)
    output.append(key: "distance_m", tenths: values[0])
    output.append(key: "walk_m", tenths: values[1])
    output.append(key: "walk_min", tenths: values[2])
    output.append(key: "burns_kcal", tenths: values[3])
  }

  func cells(to venue: Coordinate) -> [String] {
    values(to: venue).map { FinderEngine.shown($0.inTenths) }
  }

  /// The way walked, not the straight line.
  func shown(to venue: Coordinate, _ units: ReadableFigures.Units) -> String {
    var text = ByteBuffer(capacity: 64)
    text.append(distance: metres(to: venue), in: units)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  func shownEnergy(to venue: Coordinate) -> String {
    String(Int(kilocalories(to: venue).rounded()))
  }
}
