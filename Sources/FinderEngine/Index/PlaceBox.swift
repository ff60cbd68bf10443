/// One box in space.
struct PlaceBox {
  typealias Corner = (x: Float, y: Float, z: Float)

  var low: Corner = (.infinity, .infinity, .infinity)
  var high: Corner = (-.infinity, -.infinity, -.infinity)

  func contains(_ place: Cartesian) -> Bool {
    Double(low.x) <= place.x && place.x <= Double(high.x)
      && Double(low.y) <= place.y && place.y <= Double(high.y)
      && Double(low.z) <= place.z && place.z <= Double(high.z)
  }
}
