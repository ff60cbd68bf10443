import FinderEngine

/// Pairs the places of two sets, the two nearest to each other first, then the two nearest of those
/// left, and so on, until one set is used up.
///
/// Distances are straight lines. Of pairs of the same length, the first is the one whose first
/// place comes first from south to north, then from west to east. No place may be in both sets. It
/// makes no difference which set is called the first.
///
/// Not all pairs are measured. A walk goes from any place to the nearest of the other set, and on
/// from there, until two places are each other's nearest. No remaining pair with one of these two
/// can be shorter, so measuring all pairs would pair them as well. The steps get shorter and
/// shorter, so the walk ends. It goes on from the place before the two.
///
/// That is O(n log n) for places spread as venues are. If one set lies in the middle of a ring made
/// from the other, all are equally near and each step looks at all of them: O(n²). So if both sets
/// have more than `mostPlaces`, which no name and postcode of real venues have, nothing is
/// measured, and the places are paired in the order of their positions.
struct NearestPairs {
  static let mostPlaces = 4096

  /// A place of each set, and the number of venues to pair there.
  struct Pair: Equatable {
    let first: Int
    let second: Int
    let count: Int
  }

  struct Spot {
    let position: Coordinate
    let count: Int
  }

  /// The pairs, in the order of the first set's places. Both sets must be sorted by position,
  /// without duplicates.
  static func of(_ first: [Spot], _ second: [Spot]) -> [Pair] {
    if first.count == 1, second.count == 1 {
      return [Pair(first: 0, second: 0, count: min(first[0].count, second[0].count))]
    }
    if min(first.count, second.count) > mostPlaces { return inOrder(first, second) }
    var walk = Walk(first, second)
    return walk.run().sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  private static func inOrder(_ first: [Spot], _ second: [Spot]) -> [Pair] {
    var pairs: [Pair] = []
    var (i, j) = (0, 0)
    var (left, right) = (first.map(\.count), second.map(\.count))
    while i < left.count, j < right.count {
      let count = min(left[i], right[j])
      pairs.append(Pair(first: i, second: j, count: count))
      left[i] -= count
      right[j] -= count
      if left[i] == 0 { i += 1 }
      if right[j] == 0 { j += 1 }
    }
    return pairs
  }

  private struct Walk {
    private struct Side {
      let places: [Cartesian]
      var counts: [Int]
      var tree: ShrinkingTree
      var left: Int

      init(_ spots: [Spot]) {
        places = spots.map { Cartesian($0.position) }
        counts = spots.map(\.count)
        tree = ShrinkingTree(places)
        left = spots.count
      }

      mutating func take(_ count: Int, from number: Int) {
        counts[number] -= count
        guard counts[number] == 0 else { return }
        tree.remove(number)
        left -= 1
      }
    }

    private var sides: [Side]

    init(_ first: [Spot], _ second: [Spot]) { sides = [Side(first), Side(second)] }

    mutating func run() -> [Pair] {
      var pairs: [Pair] = []
      var start = 0
      // The numbers of places, from the first set and from the second in turn.
      var path: [Int] = []
      while sides[0].left > 0, sides[1].left > 0 {
        if path.isEmpty {
          while sides[0].counts[start] == 0 { start += 1 }
          path.append(start)
        }
        let side = (path.count - 1) & 1
        let here = path[path.count - 1]
        guard let next = sides[1 - side].tree.nearest(to: sides[side].places[here]) else { break }
        guard path.count > 1, path[path.count - 2] == next else {
          path.append(next)
          continue
        }
        path.removeLast(2)
        let (first, second) = side == 0 ? (here, next) : (next, here)
        let count = min(sides[0].counts[first], sides[1].counts[second])
        sides[0].take(count, from: first)
        sides[1].take(count, from: second)
        pairs.append(Pair(first: first, second: second, count: count))
      }
      return pairs
    }
  }
}
