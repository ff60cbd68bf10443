/// An area whose edges are straight in degrees, as in RFC 7946: one polygon with its holes, or several that
/// may overlap. Points on an edge, even that of a hole, are inside, exactly.
///
/// In one polygon that crosses itself, whatever an odd number of its windings surround is inside. An area
/// that crosses the antimeridian is written as two polygons; an edge is never taken the short way round.
public final class Polygon: Sendable {
  /// The narrowest box around all of it, which may cross the antimeridian if parts end there on both sides.
  public let box: BoundingBox
  /// The box that does not cross it.
  let planeBox: BoundingBox
  private let parts: [Part]
  private let strips: PolygonStrips

  /// One polygon: its outline, then its holes.
  struct Part: Sendable {
    let rings: [Ring]
    let box: BoundingBox

    init(rings: [Ring]) {
      self.rings = rings
      box = rings.reduce(into: .empty) { $0.extend(over: $1.box) }
    }

    func contains(_ point: Coordinate) -> Bool {
      guard box.surrounds(point) else { return false }
      var isInside = false
      for ring in rings {
        switch ring.relation(to: point) {
        case .onEdge: return true
        case .inside: isInside.toggle()
        case .outside: break
        }
      }
      return isInside
    }
  }

  init(_ parts: [Part]) {
    self.parts = parts
    planeBox = parts.reduce(into: .empty) { $0.extend(over: $1.box) }
    let boxes = parts.map(\.box)
    box = planeBox.narrowed(to: boxes)
    strips = PolygonStrips(boxes, within: planeBox)
  }

  /// Whether an edge goes more than half-way round the earth, except along a whole parallel: it was perhaps
  /// meant to cross the antimeridian.
  package var hasEdgeTheLongWayRound: Bool {
    parts.contains { $0.rings.contains(where: \.hasEdgeTheLongWayRound) }
  }

  /// O(log n) for n edges, for each of several polygons that extend to this latitude. The meridians -180 and
  /// 180 are one.
  public func contains(_ point: Coordinate) -> Bool {
    if partsContain(point) { return true }
    guard abs(point.longitude) == 180 else { return false }
    return partsContain(Coordinate(latitude: point.latitude, longitude: -point.longitude))
  }

  private func partsContain(_ point: Coordinate) -> Bool {
    strips.contains(from: point.latitude, to: point.latitude) { parts[$0].contains(point) }
  }

  /// The same without strips, boxes or trees: it tests every edge.
  func plainlyContains(_ point: Coordinate) -> Bool {
    let isOnSeam = abs(point.longitude) == 180
    let other = Coordinate(latitude: point.latitude, longitude: -point.longitude)
    return (isOnSeam ? [point, other] : [point]).contains { point in
      parts.contains { part in
        let relations = part.rings.map { $0.plainRelation(to: point) }
        return relations.contains(.onEdge) || relations.count { $0 == .inside } % 2 == 1
      }
    }
  }

  enum Relation {
    case outside
    case inside
    case unclear
  }

  /// Some place on an edge, or within rounding of one, in a box that does not cross the antimeridian; `nil`
  /// if no edge passes through the box.
  func edgePlace(in box: BoundingBox) -> Coordinate? {
    var found: Coordinate?
    _ = strips.contains(from: box.south, to: box.north) { number in
      for ring in parts[number].rings {
        if let place = ring.edgePlace(in: box) {
          found = place
          return true
        }
      }
      return false
    }
    return found
  }

  /// For a box that does not cross the antimeridian.
  func relation(to other: BoundingBox) -> Relation {
    var relation = Relation.outside
    _ = strips.contains(from: other.south, to: other.north) { number in
      let part = parts[number]
      guard part.box.meets(other) else { return false }
      if part.rings.contains(where: { $0.mayMeet(other) }) {
        relation = .unclear
      } else if part.contains(Coordinate(latitude: other.south, longitude: other.west)) {
        // No edge divides the box, so one corner decides for all of it.
        relation = .inside
      }
      return relation != .outside
    }
    return relation
  }
}

extension Polygon: Equatable {
  /// O(1): identity, not equality of shape.
  public static func == (first: Polygon, second: Polygon) -> Bool { first === second }
}

extension BoundingBox {
  /// If these boxes reach the antimeridian from both sides, the box across it that leaves out the widest gap
  /// between them.
  fileprivate func narrowed(to boxes: [BoundingBox]) -> BoundingBox {
    guard west == -180, east == 180 else { return self }
    var narrowed = self
    var end = -180.0
    for box in boxes.sorted(by: { $0.west < $1.west }) {
      let width = narrowed.crossesAntimeridian ? narrowed.west - narrowed.east : 0
      if box.west - end > width { (narrowed.west, narrowed.east) = (box.west, end) }
      end = max(end, box.east)
    }
    return narrowed
  }

  /// Ignores the antimeridian.
  @inline(__always) func surrounds(_ point: Coordinate) -> Bool {
    point.latitude >= south && point.latitude <= north && point.longitude >= west
      && point.longitude <= east
  }

  @inline(__always) func meets(_ other: BoundingBox) -> Bool {
    south <= other.north && north >= other.south && west <= other.east && east >= other.west
  }
}

/// Which parts of a polygon extend into which strip of latitudes, so that of 50,000 buildings only those at
/// about a point's latitude are tested.
struct PolygonStrips: Sendable {
  private let south: Double
  private let perDegree: Double
  private var strips: [[Int]]
  /// Parts that extend into many strips; they are tested for each.
  private var tall: [Int] = []

  private static let partsPerStrip = 4
  private static let mostStrips = 4096
  private static let mostOfOnePart = 8

  /// The boxes of all parts, and one around these.
  init(_ boxes: [BoundingBox], within box: BoundingBox) {
    let count = min(boxes.count / Self.partsPerStrip + 1, Self.mostStrips)
    south = box.south
    perDegree = Double(count) / (box.north - box.south)
    strips = Array(repeating: [], count: count)
    for (part, box) in boxes.enumerated() {
      let reach = strip(of: box.south)...strip(of: box.north)
      if reach.count > Self.mostOfOnePart {
        tall.append(part)
      } else {
        for strip in reach { strips[strip].append(part) }
      }
    }
  }

  /// Calls `body` with each part that may extend into these latitudes, some of them several times, until it
  /// returns true. Returns whether it did.
  @inline(__always)
  func contains(from south: Double, to north: Double, where body: (_ part: Int) -> Bool) -> Bool {
    if tall.contains(where: body) { return true }
    let (first, last) = (strip(of: south), strip(of: north))
    guard first <= last else { return false }
    return strips[first...last].contains { $0.contains(where: body) }
  }

  /// Grows with the latitude, which may be NaN in a damaged snapshot.
  @inline(__always) private func strip(of latitude: Double) -> Int {
    let place = (latitude - south) * perDegree
    guard place > 0 else { return 0 }
    return place < Double(strips.count) ? Int(place) : strips.count - 1
  }
}
