import FinderEngine

/// The groups of a view, made like those of `finder clusters`: each cell of the Mercator square is a group.
/// Cells have at least a given width in the view. A group is at the mean of its dots; for the mean, no dot
/// counts for more than `MapSceneBuilder.mostCounted` venues.
struct MapGroups {
  struct Found {
    let place: MapPlace
    let count: Int
    /// In the view's pixels.
    let cell: LabelLayout.Box
  }

  private let view: MapView
  private let cells: MapView
  private let sums: [Sum]

  private struct Sum {
    var x = 0.0
    var y = 0.0
    var count = 0.0
  }

  /// A view with one pixel for each cell.
  static func cells(of view: MapView, columnsApart width: Double) -> MapView {
    // At zoom 20, a pixel is a cell at level 28.
    let level = min(max(Int(log2(view.worldWidth / width).rounded(.down)), 0), 28)
    return MapView(cellsAt: level, of: view)
  }

  init(_ view: MapView, _ dots: [MapDot], _ cells: MapView) {
    (self.view, self.cells) = (view, cells)
    var sums = [Sum](repeating: Sum(), count: cells.width * cells.height)
    for dot in dots {
      var middle = MapPlace(x: Double(dot.x) + 0.5, y: Double(dot.y) + 0.5)
      let cell = view.place(middle, in: cells)
      var (column, row) = (Int(cell.x), Int(cell.y))
      if column >= Int(cells.worldWidth) {
        // If the whole world is drawn, a cell may begin at one edge and end at the other.
        column -= Int(cells.worldWidth)
        middle.x -= view.worldWidth
      }
      // The square's southern edge belongs to the last row.
      row = min(row, cells.height - 1)
      guard column < cells.width else { continue }
      sums[row * cells.width + column].x += middle.x * Double(dot.count)
      sums[row * cells.width + column].y += middle.y * Double(dot.count)
      sums[row * cells.width + column].count += Double(dot.count)
    }
    self.sums = sums
  }

  /// Largest first; at equal size, from north to south, then from west to east. A cell at the view's edge
  /// also counts its venues beyond it.
  func found(counts: UnsafeMutableBufferPointer<UInt32>) -> [Found] {
    var found: [Found] = []
    for (cell, sum) in sums.enumerated() where counts[cell] > 0 {
      let box = box(ofCell: cell)
      var place = MapPlace(x: sum.x / sum.count, y: sum.y / sum.count)
      if sum.count == 0 {
        // Its venues are in pixels whose middles are in the next cell, or beyond the view's edge.
        guard box.isInside(view) else { continue }
        place = MapPlace(x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2)
      }
      found.append(Found(place: place, count: Int(counts[cell]), cell: box))
    }
    return found.sorted { one, other in
      one.count != other.count
        ? one.count > other.count
        : one.place.y != other.place.y
          ? one.place.y < other.place.y : one.place.x < other.place.x
    }
  }

  private func box(ofCell cell: Int) -> LabelLayout.Box {
    let (row, column) = cell.quotientAndRemainder(dividingBy: cells.width)
    let corners = [(column, row), (column + 1, row + 1)].map {
      cells.place(MapPlace(x: Double($0.0), y: Double($0.1)), in: view)
    }
    return LabelLayout.Box(
      left: corners[0].x, top: corners[0].y, right: corners[1].x, bottom: corners[1].y)
  }
}

/// A count in at most four characters: 7, 412, 3.1k, 54k, 5.5M.
package enum ShortCount {
  package static func text(_ count: Int) -> String {
    guard count < 1_000_000_000_000 else { return "lots" }
    if count < 1_000 { return "\(count)" }
    for (unit, name) in [(1_000, "k"), (1_000_000, "M"), (1_000_000_000, "G")] {
      let tenths = (count * 10 + unit / 2) / unit
      if tenths < 100 { return "\(tenths / 10).\(tenths % 10)\(name)" }
      let whole = (count + unit / 2) / unit
      if whole < 1_000 { return "\(whole)\(name)" }
    }
    return "lots"
  }
}
