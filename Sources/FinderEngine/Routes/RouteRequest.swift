/// A question to a router: how far it is from one point to each of many.
package struct RouteRequest: Equatable, Sendable {
  package let source: Coordinate
  package let targets: [Coordinate]

  package init(from source: Coordinate, to targets: [Coordinate]) {
    (self.source, self.targets) = (source, targets)
  }

  /// The parts of it, for a router that will not answer the whole.
  package var halves: [RouteRequest] {
    let middle = targets.count / 2
    return [targets[..<middle], targets[middle...]].map {
      RouteRequest(from: source, to: Array($0))
    }
  }

  /// Where it goes, and what is sent there by POST, if anything.
  package func message(
    to router: RouterAddress, as kind: RouterAddress.Kind
  ) -> (address: String, body: String?) {
    switch kind {
    case .valhalla: (router.matrixAddress, matrixBody)
    case .osrm: (router.tableAddress(tableCoordinates), nil)
    }
  }

  /// The shortest way on foot, not the one that Valhalla finds most pleasant.
  private var matrixBody: String {
    var text = ByteBuffer(capacity: 256 + 48 * targets.count)
    text.appendObject { text in
      text.append(key: "sources", elements: 1) { buffer, _ in
        buffer.appendObject { $0.append(placeOf: source.sent) }
      }
      text.append(key: "targets", elements: targets.count) { buffer, place in
        buffer.appendObject { $0.append(placeOf: targets[place].sent) }
      }
      text.append(key: "costing", string: "pedestrian")
      text.append(key: "costing_options") { options in
        options.append(key: "pedestrian") { $0.append(key: "shortest", bool: true) }
      }
      text.append(key: "units", string: "kilometers")
    }
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// `-0.1278,51.5074;-0.127,51.508`
  private var tableCoordinates: String {
    var text = ByteBuffer(capacity: 64 + 24 * targets.count)
    for point in [source] + targets {
      if text.count > 0 { text.append(";") }
      let point = point.sent
      text.append(number: point.longitude)
      text.append(",")
      text.append(number: point.latitude)
    }
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

extension Coordinate {
  /// To a centimetre: without an exponent, which routers do not read.
  fileprivate var sent: Coordinate {
    Coordinate(
      latitude: (latitude * 1e7).rounded() / 1e7, longitude: (longitude * 1e7).rounded() / 1e7)
  }
}
