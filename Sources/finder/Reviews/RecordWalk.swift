import FinderEngine

/// The walk from a point to venues, one way, and what it burns: estimates.
struct RecordWalk {
  let point: Coordinate
  private let energy = WalkingEnergy()

  static let columns = ["distance_m", "walk_m", "walk_min", "burns_kcal"]

  init(from point: Coordinate) { self.point = point }

  /// What the figures rest on.
  static var note: String {
    let energy = WalkingEnergy()
    return
      "WALK and KCAL are estimates, one way: \(WalkedWay.usualFactor) times the straight line, "
      + "\(FinderEngine.shown(energy.weight)) kg at \(FinderEngine.shown(energy.pace)) km/h, net of rest"
  }

  func distance(to venue: Coordinate) -> Double { Geodesic.distance(from: point, to: venue) }

  func metres(to venue: Coordinate) -> Double { distance(to: venue) * WalkedWay.usualFactor }

  func kilocalories(to venue: Coordinate) -> Double {
    energy.kilocalories(over: metres(to: venue))
  }

  func append(to venue: Coordinate, _ output: inout ByteBuffer) {
    output.append(key: "distance_m", tenths: distance(to: venue))
    output.append(key: "walk_m", tenths: metres(to: venue))
    output.append(key: "walk_min", integer: ReadableFigures.minutes(distance(to: venue)))
    output.append(key: "burns_kcal", tenths: kilocalories(to: venue))
  }

  func cells(to venue: Coordinate) -> [String] {
    let minutes = String(ReadableFigures.minutes(distance(to: venue)))
    return [tenths(distance(to: venue)), tenths(metres(to: venue)), minutes]
      + [tenths(kilocalories(to: venue))]
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

  private func tenths(_ value: Double) -> String { FinderEngine.shown((value * 10).rounded() / 10) }
}
