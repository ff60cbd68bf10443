/// Where on the screen the map, the list and the bar at the bottom are. The list has its room whether or
/// not there is anything in it, so that the map does not jump.
struct MapScreenLayout: Equatable {
  let columns: Int
  let rows: Int

  /// Smaller than this is too small.
  static let least = (columns: 40, rows: 12)
  private static let listColumns = 36
  private static let narrowestBeside = 100

  var isTooSmall: Bool { columns < Self.least.columns || rows < Self.least.rows }

  var hasListBeside: Bool { columns >= Self.narrowestBeside }

  var map: (columns: Int, rows: Int) {
    hasListBeside
      ? (columns - Self.listColumns - 1, rows - 1) : (columns, rows - 1 - list.rows)
  }

  /// The list's own columns and rows.
  var list: (column: Int, row: Int, columns: Int, rows: Int) {
    guard !hasListBeside else {
      return (columns - Self.listColumns, 0, Self.listColumns, rows - 1)
    }
    let lines = min(max((rows - 3) / 3, 3), 10)
    return (0, rows - 1 - lines, columns, lines)
  }

  /// In how many lines each venue is listed.
  func linesEach(of count: Int) -> Int { hasListBeside && 2 * count <= list.rows ? 2 : 1 }

  /// The first that is listed, where there is no room for all.
  func firstListed(of count: Int, selected: Int?) -> Int {
    let room = list.rows / linesEach(of: count)
    return max(0, min((selected ?? 0) - room + 1, count - room))
  }

  func isInMap(column: Int, row: Int) -> Bool { column < map.columns && row < map.rows }

  /// Which of the listed is at a place.
  func listed(column: Int, row: Int, of count: Int, selected: Int?) -> Int? {
    let list = list
    guard column >= list.column, column < list.column + list.columns, row >= list.row,
      row < list.row + list.rows
    else { return nil }
    let place =
      firstListed(of: count, selected: selected) + (row - list.row) / linesEach(of: count)
    return place < count ? place : nil
  }
}
