/// A change from one datum to another, by seven parameters.
struct HelmertShift {
  private let metres: (x: Double, y: Double, z: Double)
  /// In radians.
  private let turn: (x: Double, y: Double, z: Double)
  private let scale: Double

  init(
    metres: (Double, Double, Double), seconds: (Double, Double, Double), partsPerMillion: Double
  ) {
    let radians = Double.pi / 180 / 3600
    self.metres = metres
    turn = (seconds.0 * radians, seconds.1 * radians, seconds.2 * radians)
    scale = 1 + partsPerMillion / 1_000_000
  }

  func applied(to point: (x: Double, y: Double, z: Double)) -> (x: Double, y: Double, z: Double) {
    (
      metres.x + scale * point.x - turn.z * point.y + turn.y * point.z,
      metres.y + turn.z * point.x + scale * point.y - turn.x * point.z,
      metres.z - turn.y * point.x + turn.x * point.y + scale * point.z
    )
  }
}
