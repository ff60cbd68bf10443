import FinderEngine

/// A question to a router: which way leads from one point to another.
package struct PathRequest: RouterQuestion, Equatable, Sendable {
  /// OSRM's ways of 100 km take 300 kB, those through mountains more.
  package static let mostBytes = 4_000_000

  package let source: Coordinate
  package let target: Coordinate

  package init(from source: Coordinate, to target: Coordinate) {
    (self.source, self.target) = (source, target)
  }

  package func message(
    to router: RouterAddress, as kind: RouterAddress.Kind
  ) -> (address: String, body: String?) {
    switch kind {
    case .valhalla: (router.wayAddress, body)
    case .osrm: (router.wayAddress([source, target]), nil)
    }
  }

  /// Without what to do at each corner, which nobody reads.
  private var body: String {
    var text = ByteBuffer(capacity: 256)
    text.appendObject { text in
      text.append(key: "locations", elements: 2) { buffer, place in
        buffer.appendObject { $0.append(placeOf: (place == 0 ? source : target).sent) }
      }
      text.appendPedestrian()
      text.append(key: "units", string: "kilometers")
      text.append(key: "directions_type", string: "none")
    }
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// `nil` where the router knows no way.
  package func answer(
    in bytes: PaddedBytes, status: Int, from kind: RouterAddress.Kind
  ) throws(RouteFault) -> RoutedPath? {
    guard let path = try RouterPath.read(bytes, status: status, from: kind) else { return nil }
    guard let metres = path.metres, let seconds = path.seconds else {
      throw .nonsense("it does not say how long the way is")
    }
    guard let first = path.line.first, let last = path.line.last else {
      throw .nonsense("there is no line in it")
    }
    let steps = [
      Geodesic.distance(from: source, to: first), Geodesic.distance(from: last, to: target),
    ]
    guard steps.max()! <= RoutedWay.mostStep else { return nil }
    let aside = steps[0] + steps[1]
    return RoutedPath(
      line: [source] + path.line + [target],
      metres: max(metres + aside, Geodesic.distance(from: source, to: target)),
      minutes: seconds / 60
        + WalkingEnergy.minutes(over: aside, at: WalkingEnergy.Mode.walk.usualPace))
  }
}

/// A way along the streets, with the steps to them from both ends.
package struct RoutedPath: Equatable, Sendable {
  package let line: [Coordinate]
  /// As `RoutedWay` has it.
  package let metres: Double
  /// The router's, and the steps' at the usual pace.
  package let minutes: Double
}
