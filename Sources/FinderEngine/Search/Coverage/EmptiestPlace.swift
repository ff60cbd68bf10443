/// The place of an area that is farthest from its nth nearest venue, and how much farther another could be.
///
/// **The proof.** Moving by a metre changes the distance to any venue by at most a metre, so the distance to
/// the nth nearest changes by at most a metre too. So no place of a block can exceed its middle's distance by
/// more than its own distance from the middle. The block that may contain the farthest place is halved, again
/// and again, and blocks that cannot contain one are dropped (Land and Doig 1960, branch and bound): those
/// outside the area, and those whose bound is at most a little above the farthest place found. Once none
/// remains, no place is farther by more than that.
///
/// Blocks are rectangles of degrees over all of the area, not its cells: the emptiest place is often at an
/// edge, in a cell whose middle is outside, or in a corner of one.
package struct EmptiestPlace: Equatable, Sendable {
  /// It is in the area.
  package private(set) var point: Coordinate
  package private(set) var distance: Double
  /// The nth nearest venue.
  package private(set) var row: Int
  /// No place of the area is farther by more than this, in metres. At most 1, unless the proof was given up:
  /// if very many places are equally far, or the area is too thin for a point with a few decimals.
  package private(set) var within: Double

  /// The uncertainty that is accepted before the point is rounded.
  private static let tolerance = 0.7
  private static let mostBlocks = 1_000_000
  /// The time for a block grows with the number of venues wanted.
  private static let quickRank = 16

  init?(of area: CoverageArea, startingAt start: Coordinate?, _ search: inout NthNearest) {
    var best: (point: Coordinate, answer: NthNearest.Answer)?
    func consider(_ point: Coordinate) {
      let answer = search.measured(from: point)
      if answer.distance > best?.answer.distance ?? -1 { best = (point, answer) }
    }
    if let start { consider(start) }
    // It is often in a corner, which is never a block's middle.
    for corner in area.corners { consider(corner) }
    // Opposite a venue, many places are as far from it as possible.
    var most = ChordBounds.longestDistance
    if case .circle(let center, let radius) = area {
      most = min(most, search.measured(from: center).distance + radius)
    }
    var waiting = WaitingBlocks()
    func add(_ block: CoverageArea.Block) {
      guard let place = area.place(in: block) else { return }
      let middle = block.middle
      let answer = search.measured(from: middle)
      if place == middle {
        if answer.distance > best?.answer.distance ?? -1 { best = (middle, answer) }
      } else {
        consider(place)
      }
      let bound = min(answer.distance + block.reach, most)
      if bound > (best?.answer.distance ?? -1) + Self.tolerance {
        waiting.insert(WaitingBlocks.Entry(bound: bound, block: block))
      }
    }
    area.blocks.forEach(add)
    var blocks = 0
    let mostBlocks = Self.mostBlocks / (1 + search.nth / Self.quickRank)
    var bound = -Double.infinity
    while let next = waiting.popFirst() {
      let found = best?.answer.distance ?? -1
      guard next.bound > found + Self.tolerance, blocks < mostBlocks else {
        bound = next.bound
        break
      }
      blocks += 2
      let halves = next.block.halves
      add(halves.0)
      add(halves.1)
    }
    guard let best else { return nil }
    // Any block that was dropped was at most this much farther than the best found by then.
    bound = max(bound, best.answer.distance + Self.tolerance)
    (point, distance, row) = (best.point, best.answer.distance, best.answer.row)
    within = max(bound - distance, 0)
    round(in: area, bound, &search)
  }

  /// Rounds to as few decimals as keep it in the area and the proof within a metre: 6 are 11 cm.
  private mutating func round(
    in area: CoverageArea, _ bound: Double, _ search: inout NthNearest
  ) {
    for decimals in [6.0, 7, 8, 9, 11] {
      let scale = pow(10, decimals)
      var best: (point: Coordinate, answer: NthNearest.Answer)?
      for up in [0.0, 1, -1] {
        for right in [0.0, 1, -1] {
          let near = Coordinate(
            latitude: ((point.latitude * scale).rounded() + up) / scale,
            longitude: ((point.longitude * scale).rounded() + right) / scale)
          guard abs(near.latitude) <= 90, abs(near.longitude) <= 180, area.contains(near) else {
            continue
          }
          let answer = search.measured(from: near)
          if answer.distance > best?.answer.distance ?? -1 { best = (near, answer) }
        }
      }
      guard let best, bound - best.answer.distance <= 1 else { continue }
      (point, distance, row) = (best.point, best.answer.distance, best.answer.row)
      within = max(bound - distance, 0)
      return
    }
  }
}

/// Blocks by their bounds, the greatest first: a heap.
private struct WaitingBlocks {
  struct Entry {
    let bound: Double
    let block: CoverageArea.Block
  }

  private var heap: [Entry] = []

  mutating func insert(_ entry: Entry) {
    var place = heap.count
    heap.append(entry)
    while place > 0, heap[(place - 1) / 2].bound < entry.bound {
      heap[place] = heap[(place - 1) / 2]
      place = (place - 1) / 2
    }
    heap[place] = entry
  }

  mutating func popFirst() -> Entry? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    var place = 0
    while true {
      var child = 2 * place + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1].bound > heap[child].bound { child += 1 }
      guard heap[child].bound > last.bound else { break }
      heap[place] = heap[child]
      place = child
    }
    heap[place] = last
    return first
  }
}
