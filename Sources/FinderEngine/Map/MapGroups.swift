/// The groups of a view: those of `finder clusters`, by cells of the Mercator square that are at least
/// so wide in the view, each where its venues in the view are.
struct MapGroups {
  struct Found {
    let place: MapPlace
    let count: Int
  }

  private let sums: [Sum]

  private struct Sum {
    var x = 0.0
    var y = 0.0
    var count = 0.0
  }

  /// The view in which each cell is a pixel.
  static func cells(of view: MapView, columnsApart width: Double) -> MapView {
    // At zoom 20 a pixel is a cell of 28 halvings.
    let level = min(max(Int(log2(view.worldWidth / width).rounded(.down)), 0), 28)
    return MapView(cellsAt: level, of: view)
  }

  init(_ view: MapView, _ dots: [MapDot], _ cells: MapView) {
    var sums = [Sum](repeating: Sum(), count: cells.width * cells.height)
    for dot in dots {
      let middle = MapPlace(x: Double(dot.x) + 0.5, y: Double(dot.y) + 0.5)
      let cell = view.place(middle, in: cells)
      let (column, row) = (Int(cell.x), Int(cell.y))
      guard column < cells.width, row < cells.height else { continue }
      sums[row * cells.width + column].x += middle.x * Double(dot.count)
      sums[row * cells.width + column].y += middle.y * Double(dot.count)
      sums[row * cells.width + column].count += Double(dot.count)
    }
    self.sums = sums
  }

  /// The largest first; of two as large, that which is farther north, then west. A cell at the view's edge
  /// counts its venues beyond it too.
  func found(counts: UnsafeMutableBufferPointer<UInt32>) -> [Found] {
    var found: [Found] = []
    for (cell, sum) in sums.enumerated() where sum.count > 0 && counts[cell] > 0 {
      found.append(
        Found(
          place: MapPlace(x: sum.x / sum.count, y: sum.y / sum.count), count: Int(counts[cell])))
    }
    return found.sorted { one, other in
      one.count != other.count
        ? one.count > other.count
        : one.place.y != other.place.y
          ? one.place.y < other.place.y : one.place.x < other.place.x
    }
  }
}

/// A count in at most four characters: 7, 412, 3.1k, 54k, 5.5M.
package enum ShortCount {
  package static func text(_ count: Int) -> String {
    for (unit, name) in [(1, ""), (1_000, "k"), (1_000_000, "M"), (1_000_000_000, "G")] {
      let tenths = (count * 10 + unit / 2) / unit
      if unit == 1, count < 1_000 { return "\(count)" }
      if unit > 1, tenths < 100 { return "\(tenths / 10).\(tenths % 10)\(name)" }
      let whole = (count + unit / 2) / unit
      if unit > 1, whole < 1_000 { return "\(whole)\(name)" }
    }
    return "lots"
  }
}
