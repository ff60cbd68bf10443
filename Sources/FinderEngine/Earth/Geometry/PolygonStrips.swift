/// Which parts of a polygon reach into which strip of latitudes, so that of 50,000 buildings only those
/// about as far north as a point are looked at.
struct PolygonStrips: Sendable {
  private let south: Double
  private let perDegree: Double
  private var strips: [[Int]]
  /// Parts that reach into many strips, and are looked at for each.
  private var tall: [Int] = []

  private static let partsPerStrip = 4
  private static let mostStrips = 4096
  private static let mostOfOnePart = 8

  /// Of all parts' boxes, and one round these.
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

  /// Calls `body` with each part that may reach into these latitudes, some of them several times, until
  /// it returns true; whether it did.
  @inline(__always)
  func contains(from south: Double, to north: Double, where body: (_ part: Int) -> Bool) -> Bool {
    if tall.contains(where: body) { return true }
    let (first, last) = (strip(of: south), strip(of: north))
    guard first <= last else { return false }
    return strips[first...last].contains { $0.contains(where: body) }
  }

  /// Grows with the latitude. A damaged snapshot may have one that is no number.
  @inline(__always) private func strip(of latitude: Double) -> Int {
    let place = (latitude - south) * perDegree
    guard place > 0 else { return 0 }
    return place < Double(strips.count) ? Int(place) : strips.count - 1
  }
}
