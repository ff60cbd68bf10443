/// A change from one datum to another, by seven parameters.
struct HelmertShift {
  let metres: (x: Double, y: Double, z: Double)
  let seconds: (x: Double, y: Double, z: Double)
  let partsPerMillion: Double

  func applied(to point: (x: Double, y: Double, z: Double)) -> (x: Double, y: Double, z: Double) {
    let radians = Double.pi / 180 / 3600
    let turn = (x: seconds.x * radians, y: seconds.y * radians, z: seconds.z * radians)
    let scale = 1 + partsPerMillion / 1_000_000
    return (
      metres.x + scale * point.x - turn.z * point.y + turn.y * point.z,
      metres.y + turn.z * point.x + scale * point.y - turn.x * point.z,
      metres.z - turn.y * point.x + turn.x * point.y + scale * point.z
    )
  }
}
