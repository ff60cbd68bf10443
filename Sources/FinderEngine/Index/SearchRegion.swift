/// How a part of the world stands to a region.
enum RegionRelation {
  case outside
  case inside
  case partly
}

/// A part of the earth's surface, asked about by box on the way down the tree and by row at the end.
protocol SearchRegion {
  /// May say `partly` where it is not sure.
  func relation(to box: NodeBox) -> RegionRelation
  /// Exactly.
  func contains(row: Int) -> Bool
  /// Nothing of it lies outside.
  var window: DegreeWindow { get }
}

extension SpatialIndex {
  /// Calls `rows` with runs of rows all of which lie in the region; together they are all that do.
  func forEachRun(in region: some SearchRegion, _ body: (Range<Int>) -> Void) {
    guard count > 0 else { return }
    visit(node: 1, level: 0, region: region, body)
  }

  private func visit(
    node: Int, level: Int, region: some SearchRegion, _ body: (Range<Int>) -> Void
  ) {
    switch region.relation(to: boxes[node]) {
    case .outside: return
    case .inside: body(rows(under: node, level: level))
    case .partly where level < depth:
      visit(node: 2 * node, level: level + 1, region: region, body)
      visit(node: 2 * node + 1, level: level + 1, region: region, body)
    case .partly:
      for row in rows(under: node, level: level) where region.contains(row: row) {
        body(row..<row + 1)
      }
    }
  }
}
