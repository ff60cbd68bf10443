/// Keeps the elements of an Overpass answer that others consist of, and those that wait for their parts: a
/// way's nodes may be anywhere in the answer, as with `out; >; out skel`.
///
/// Starting with the first way or relation without a position of its own, venues are held until all elements
/// have been read, and returned in their order. A shape that crosses the antimeridian, without bounds that
/// show this, has its centre on the wrong side of the earth, as in GeoJSON.
final class OverpassParts {
  typealias Reference = OverpassElement.Reference

  /// As OpenStreetMap has them.
  static let decimals = 7
  private static let unitsPerDegree = 1e7

  private struct Shape {
    var box: BoundingBox
    let kind: OverpassElement.Kind
    /// Whether the box is the answer's own.
    let isGiven: Bool
    let parts: Range<Int>
  }

  /// Positions in integer units, to hold many.
  private var nodes: [Reference: SIMD2<Int32>] = [:]
  private var shapes: [Shape] = []
  /// Ways and relations, with their index in `shapes`.
  private var places: [Reference: Int] = [:]
  private var parts: [Reference] = []
  private var held = HeldRecords(keepsNames: false)
  private var heldReferences: [Reference?] = []
  private var nextHeld = 0
  /// Whether something could not be kept.
  private var isOverfull = false
  /// How many venues have no position for that reason.
  private(set) var lost = 0

  /// The most elements and references to keep, about 50 bytes each.
  private let mostKept: Int
  private let mostHeldBytes: Int

  /// How deep relations within relations are followed.
  private static let deepest = 8

  init(mostKept: Int = 4 << 20, mostHeldBytes: Int = 256 << 20) {
    self.mostKept = mostKept
    self.mostHeldBytes = mostHeldBytes
  }

  func add(_ element: OverpassElement) {
    guard let reference = element.reference else { return }
    guard nodes.count + shapes.count + parts.count + element.parts.count < mostKept else {
      isOverfull = true
      return
    }
    let isGiven = !element.box.isEmpty
    if reference.kind == .node {
      guard isGiven else { return }
      let units = SIMD2(element.box.south, element.box.west) * Self.unitsPerDegree
      nodes[reference] = SIMD2<Int32>(units.rounded(.toNearestOrAwayFromZero))
      return
    }
    // The same way may come twice, once with tags and once with nodes.
    guard isGiven || !element.parts.isEmpty else { return }
    if let place = places[reference], shapes[place].isGiven { return }
    let start = parts.count
    if !isGiven { parts += element.parts }
    places[reference] = shapes.count
    shapes.append(
      Shape(
        box: element.box, kind: reference.kind, isGiven: isGiven, parts: start..<parts.count))
  }

  func hold(_ record: borrowing ListRecord, _ element: OverpassElement) -> Bool {
    let mayWait = element.box.isEmpty && !element.parts.isEmpty && element.reference != nil
    guard held.count > 0 || mayWait else { return false }
    guard held.byteCount < mostHeldBytes else {
      if mayWait { lost += 1 }
      return false
    }
    held.append(record)
    heldReferences.append(mayWait ? element.reference : nil)
    return true
  }

  /// The next held venue, once all elements have been read; false if there is none.
  func next(_ record: inout ListRecord) -> Bool {
    if nextHeld == 0, held.count > 0 { placeShapes() }
    guard nextHeld < held.count else {
      removeAll()
      return false
    }
    held.read(nextHeld, into: &record)
    if let reference = heldReferences[nextHeld] {
      let box = box(of: reference)
      if box.isEmpty {
        if isOverfull { lost += 1 }
      } else {
        record.setPoint(box.center, decimals: Self.decimals)
      }
    }
    nextHeld += 1
    return true
  }

  private func removeAll() {
    nodes.removeAll()
    shapes.removeAll()
    places.removeAll()
    parts.removeAll()
    held = HeldRecords(keepsNames: false)
    heldReferences.removeAll()
    (nextHeld, isOverfull) = (0, false)
  }

  private func box(of reference: Reference) -> BoundingBox {
    if let place = places[reference] { return shapes[place].box }
    guard let node = nodes[reference] else { return .empty }
    let degrees = SIMD2<Double>(node) / Self.unitsPerDegree
    return BoundingBox(south: degrees[0], west: degrees[1], north: degrees[0], east: degrees[1])
  }

  /// Ways get their boxes from nodes, then relations from both. Relations may contain relations, even each
  /// other: each round resolves one more level.
  private func placeShapes() {
    placeAll(.way)
    for _ in 0..<Self.deepest where !placeAll(.relation) { return }
  }

  /// Returns whether any box has changed.
  @discardableResult private func placeAll(_ kind: OverpassElement.Kind) -> Bool {
    var isChanged = false
    for place in shapes.indices where shapes[place].kind == kind && !shapes[place].isGiven {
      var box = BoundingBox.empty
      for part in shapes[place].parts { box.extend(over: self.box(of: parts[part])) }
      isChanged = isChanged || box != shapes[place].box
      shapes[place].box = box
    }
    return isChanged
  }
}
