import FinderEngine

/// A request to a router, in either router's language.
package protocol RouterQuestion {
  associatedtype Answer

  /// The most bytes of an answer.
  static var mostBytes: Int { get }

  /// The address, and the body to send there by POST, if there is one.
  func message(
    to router: RouterAddress, as kind: RouterAddress.Kind
  ) -> (address: String, body: String?)

  func answer(
    in bytes: PaddedBytes, status: Int, from kind: RouterAddress.Kind
  ) throws(RouteFault) -> Answer
}

/// A request to a router for the distances from one point to many.
package struct RouteRequest: RouterQuestion, Equatable, Sendable {
  /// 100 targets with names and hints take 30 kB.
  package static let mostBytes = 1_000_000

  package let source: Coordinate
  package let targets: [Coordinate]

  package init(from source: Coordinate, to targets: [Coordinate]) {
    (self.source, self.targets) = (source, targets)
  }

  /// The request in two halves, for a router that refuses all of it at once.
  package var halves: [RouteRequest] {
    let middle = targets.count / 2
    return [targets[..<middle], targets[middle...]].map {
      RouteRequest(from: source, to: Array($0))
    }
  }

  package func message(
    to router: RouterAddress, as kind: RouterAddress.Kind
  ) -> (address: String, body: String?) {
    switch kind {
    case .valhalla: (router.matrixAddress, matrixBody)
    case .osrm:
      // The first of the points is the source.
      (router.address("table", [source] + targets, "sources=0&annotations=distance"), nil)
    }
  }

  private var matrixBody: String {
    var text = ByteBuffer(capacity: 256 + 48 * targets.count)
    text.appendObject { text in
      text.append(key: "sources", elements: 1) { buffer, _ in
        buffer.appendObject { $0.append(placeOf: source.sent) }
      }
      text.append(key: "targets", elements: targets.count) { buffer, place in
        buffer.appendObject { $0.append(placeOf: targets[place].sent) }
      }
      text.appendPedestrian()
      text.append(key: "units", string: "kilometers")
    }
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// The server's answer, target by target.
  package func answer(
    in bytes: PaddedBytes, status: Int, from kind: RouterAddress.Kind
  ) throws(RouteFault) -> [RoutedWay] {
    guard let table = try RouterTable.read(bytes, status: status, from: kind) else {
      return targets.map { _ in .none }
    }
    return try table.ways(for: self)
  }
}

extension ByteBuffer {
  /// Asks for the shortest way on foot, not the one that Valhalla finds most pleasant.
  mutating func appendPedestrian() {
    append(key: "costing", string: "pedestrian")
    append(key: "costing_options") { options in
      options.append(key: "pedestrian") { $0.append(key: "shortest", bool: true) }
    }
  }
}

extension Coordinate {
  /// Rounded to a centimetre. That avoids exponents, which routers do not read.
  var sent: Coordinate {
    Coordinate(
      latitude: (latitude * 1e7).rounded() / 1e7, longitude: (longitude * 1e7).rounded() / 1e7)
  }
}

/// A router's answer about one target.
package enum RoutedWay: Equatable, Sendable {
  /// Metres along the streets, with the straight lines to the streets at both ends.
  case whole(Double)
  /// Metres along the streets only: the router does not say how far they are from the points.
  case streets(Double)
  /// The router finds no route.
  case none

  /// A router uses the nearest street on its map, even if that is a map of another country. So a point
  /// farther than this from the street counts as having no route.
  static let mostStep = 10_000.0
  static let longest = 10_000_000.0

  /// The walk to a venue at that distance in a straight line. No walk is shorter than the straight line.
  func walk(over distance: Double) -> Walk? {
    switch self {
    case .whole(let metres): Walk(metres: max(metres, distance), source: .router)
    case .streets(let metres): Walk(metres: max(metres, distance), source: .estimate)
    case .none: nil
    }
  }
}

package enum RouteFault: Error, Equatable {
  /// The router speaks the other language.
  case otherLanguage
  /// There are too many targets, or it refuses one of them. It may answer for fewer.
  case partly(String)
  /// Refused, in the router's own words.
  case refused(String)
  /// An HTTP error without a message from a router.
  case status
  case nonsense(String)
}
