import Foundation

@testable import FinderEngine
@testable import FinderLists

/// Answers like Valhalla's or OSRM's, from the streets of a town. It reads requests with code of its own.
struct MadeUpRouter {
  let town: StreetTown
  let kind: RouterAddress.Kind
  /// Whether it gives the points' positions on the streets.
  var tellsSteps = true

  static let address = RouterAddress("http://localhost:8002/x?key=1")!

  func answer(_ request: RouteRequest) throws -> PaddedBytes {
    let message = request.message(to: Self.address, as: kind)
    let (source, targets) = try kind == .valhalla ? matrix(message) : table(message)
    let start = town.crossing(nearestTo: source)
    let ways = town.ways(from: start)
    let ends = targets.map { town.crossing(nearestTo: $0) }
    let text =
      kind == .valhalla
      ? valhalla(start, ends, ends.map { ways[$0] }) : osrm(start, ends, ends.map { ways[$0] })
    return PaddedBytes(copying: text.utf8)
  }

  struct Misunderstood: Error { let text: String }

  private func matrix(
    _ message: (address: String, body: String?)
  ) throws -> (Coordinate, [Coordinate]) {
    guard message.address == "http://localhost:8002/x/sources_to_targets?key=1",
      let body = message.body,
      let document = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any],
      document["costing"] as? String == "pedestrian",
      let sources = document["sources"] as? [[String: Double]], sources.count == 1,
      let targets = document["targets"] as? [[String: Double]]
    else { throw Misunderstood(text: "\(message)") }
    func point(_ object: [String: Double]) -> Coordinate {
      Coordinate(latitude: object["lat"]!, longitude: object["lon"]!)
    }
    return (point(sources[0]), targets.map(point))
  }

  private func table(
    _ message: (address: String, body: String?)
  ) throws -> (Coordinate, [Coordinate]) {
    let start = "http://localhost:8002/x/table/v1/foot/"
    let end = "?key=1&sources=0&annotations=distance"
    guard message.body == nil, message.address.hasPrefix(start), message.address.hasSuffix(end)
    else { throw Misunderstood(text: "\(message)") }
    let pairs = message.address.dropFirst(start.count).dropLast(end.count)
      .components(separatedBy: ";")
    let points = pairs.map { pair in
      let numbers = pair.components(separatedBy: ",").map { Double($0)! }
      return Coordinate(latitude: numbers[1], longitude: numbers[0])
    }
    return (points[0], Array(points[1...]))
  }

  private func valhalla(_ start: Int, _ ends: [Int], _ ways: [Double?]) -> String {
    func place(_ crossing: Int) -> String {
      let point = town.crossings[crossing]
      return "{\"lon\":\(point.longitude),\"lat\":\(point.latitude)}"
    }
    let cells = ways.enumerated().map { number, way in
      let distance = way.map { "\($0 / 1000)" } ?? "null"
      return "{\"from_index\":0,\"to_index\":\(number),\"time\":1,\"distance\":\(distance)}"
    }
    let targets = "[\(ends.map(place).joined(separator: ","))]"
    return """
      {"sources_to_targets":[[\(cells.joined(separator: ", "))]], "units":"kilometers",
       "sources":\(tellsSteps ? "[\(place(start))]" : "[[\(place(start))]]"),
       "targets":\(tellsSteps ? targets : "[\(targets)]")}
      """
  }

  private func osrm(_ start: Int, _ ends: [Int], _ ways: [Double?]) -> String {
    func waypoint(_ crossing: Int) -> String {
      let point = town.crossings[crossing]
      let place = "\"location\":[\(point.longitude),\(point.latitude)],\"distance\":3,"
      return "{\"hint\":\"x\",\(tellsSteps ? place : "")\"name\":\"\"}"
    }
    let cells = ([0] + ways).map { $0.map { "\($0)" } ?? "null" }.joined(separator: ",")
    return """
      {"code":"Ok","distances":[[\(cells)]],"sources":[\(waypoint(start))],
       "destinations":[\(([start] + ends).map(waypoint).joined(separator: ","))]}
      """
  }
}
