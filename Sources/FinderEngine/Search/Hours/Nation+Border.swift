/// Which nation a position lies in: by lines drawn from general knowledge, good to about 2 km, for venues
/// without a postcode that tells.
extension Nation {
  package init(at coordinate: Coordinate) {
    let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
    self =
      switch (latitude, longitude) {
      case (54.0...54.45, -4.95 ... -4.2): .isleOfMan
      case (49.14...49.3, -2.3 ... -1.98): .jersey
      case (49.39...49.76, -2.72 ... -2.14): .guernsey
      case (51.3...55.5, -10.8 ... -5.4) where Self.isOnIreland(latitude, longitude):
        Self.northernIreland(holds: latitude, longitude) ? .northernIreland : .ireland
      case (49.8...61, -9...1.8) where !Self.isOnContinent(latitude, longitude):
        Self.isInScotland(latitude, longitude) ? .scotland : .englandAndWales
      default: .elsewhere
      }
  }

  /// West of the North Channel and the Irish Sea: of a line past Wales, Galloway, Kintyre and Islay.
  private static func isOnIreland(_ latitude: Double, _ longitude: Double) -> Bool {
    switch latitude {
    case ..<54: longitude < -5.7
    case ..<54.8: longitude < -5.35
    case ..<55: longitude < -5.45
    case ..<55.25: longitude < -5.9
    default: longitude < -6.1 && (latitude < 55.33 || longitude < -6.6)
    }
  }

  /// Normandy; Calais and Boulogne, which lie as far north and west as Kent.
  private static func isOnContinent(_ latitude: Double, _ longitude: Double) -> Bool {
    latitude < 50.5 && longitude > -2.4 || latitude < 51.03 && longitude > 1.4
  }

  private static func isInScotland(_ latitude: Double, _ longitude: Double) -> Bool {
    guard latitude > 54.6 else { return false }
    guard latitude < 55.81 else { return true }
    return longitude < at(latitude, on: scottishBorder)
  }

  private static func northernIreland(holds latitude: Double, _ longitude: Double) -> Bool {
    var isInside = false
    var last = irishBorder[irishBorder.count - 1]
    for point in irishBorder {
      if (point.0 > latitude) != (last.0 > latitude) {
        let share = (latitude - last.0) / (point.0 - last.0)
        if longitude < last.1 + share * (point.1 - last.1) { isInside.toggle() }
      }
      last = point
    }
    return isInside
  }

  /// Between the points of a line that goes north.
  private static func at(_ latitude: Double, on line: [(Double, Double)]) -> Double {
    guard let next = line.firstIndex(where: { $0.0 >= latitude }), next > 0 else {
      return line[0].1
    }
    let (from, to) = (line[next - 1], line[next])
    return from.1 + (latitude - from.0) / (to.0 - from.0) * (to.1 - from.1)
  }

  /// The longitude at each latitude: up the Solway Firth, along the Sark, the Liddel and the Cheviots, down
  /// the Tweed.
  private static let scottishBorder: [(Double, Double)] = [
    (54.6, -4.1), (54.8, -3.7), (54.9, -3.48), (54.95, -3.3), (54.97, -3.16), (54.985, -3.06),
    (55.04, -3.05), (55.055, -2.97), (55.09, -2.88), (55.14, -2.79), (55.22, -2.68), (55.27, -2.61),
    (55.35, -2.48), (55.41, -2.34), (55.43, -2.22), (55.5, -2.19), (55.55, -2.24), (55.6, -2.32),
    (55.645, -2.3), (55.65, -2.235), (55.69, -2.2), (55.72, -2.175), (55.74, -2.13), (55.76, -2.09),
    (55.8, -2.04),
    (55.811, -2.03),
  ]

  /// From Lough Foyle round by the west and south to Carlingford Lough, and out at sea.
  private static let irishBorder: [(Double, Double)] = [
    (55.25, -6.93), (55.197, -6.975), (55.055, -7.26), (55.04, -7.34), (55.0, -7.41),
    (54.94, -7.44), (54.86, -7.45),
    (54.825, -7.475), (54.74, -7.56), (54.72, -7.75), (54.7, -7.86), (54.63, -7.9), (54.6, -7.75),
    (54.55, -7.83), (54.53, -8.0), (54.48, -8.13), (54.44, -8.17), (54.37, -8.06), (54.296, -7.88),
    (54.285, -7.865), (54.22, -7.83), (54.205, -7.71), (54.19, -7.68), (54.14, -7.6),
    (54.15, -7.55), (54.12, -7.4), (54.12, -7.3),
    (54.17, -7.26), (54.21, -7.2), (54.22, -7.15), (54.25, -7.14), (54.29, -7.17), (54.34, -7.2),
    (54.37, -7.09), (54.42, -7.03),
    (54.4, -6.97), (54.36, -6.91), (54.32, -6.88), (54.28, -6.86), (54.23, -6.8), (54.18, -6.7),
    (54.14, -6.66), (54.06, -6.66), (54.04, -6.6), (54.07, -6.5), (54.06, -6.4), (54.1, -6.34),
    (54.115, -6.28), (54.08, -6.22), (54.02, -6.08), (53.9, -5.3), (55.6, -5.3), (55.6, -6.5),
  ]
}
