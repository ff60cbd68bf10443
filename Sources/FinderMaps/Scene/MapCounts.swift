import FinderEngine

/// What a view shows of a store's venues: how many there are in each dot, and where so many that their number
/// is written.
struct MapCounts {
  fileprivate(set) var dots: [MapDot] = []
  /// All within the view, exactly.
  fileprivate(set) var total = 0
  /// Of a crowded view.
  fileprivate(set) var groups: [MapGroups.Found] = []
  /// Of another one: dots that stand for more venues than anybody would think, the largest first.
  fileprivate(set) var crowds: [MapDot] = []
}

extension MapSceneBuilder {
  /// Whatever lies beneath, and whichever pins there are.
  func counts(_ view: MapView, _ query: Query) -> MapCounts {
    var counts = MapCounts()
    guard view.width > 0, view.height > 0 else { return counts }
    let cells = MapGroups.cells(of: view, columnsApart: 8 * textSize.advance)
    let marks = marks(of: query, in: cells.box)
    var field = DotField<UInt8>(view, upTo: mostTold)
    field.addAll(of: store, marks)
    (counts.dots, counts.total) = (field.dots(), field.total)
    if isCrowded(view, counts.total) {
      let groups = MapGroups(view, counts.dots, cells)
      var field = DotField<UInt32>(cells: cells)
      field.addAll(of: store, marks)
      counts.groups = groups.found(counts: field.counts)
    } else if counts.dots.contains(where: { $0.count >= min(Self.crowd, mostTold) }) {
      // There are few venues, so that counting them again takes no time.
      var field = DotField<UInt32>(view)
      field.addAll(of: store, marks)
      counts.crowds = field.dots().filter { $0.count >= Self.crowd }.sorted { $0.count > $1.count }
    }
    return counts
  }

  /// So many venues in one dot have their count beside them.
  private static let crowd = 20

  /// A view as tall as those on which the app that finder descends from shows no single venues, or of
  /// more than one venue for each five letters that would fit in.
  private func isCrowded(_ view: MapView, _ total: Int) -> Bool {
    let box = view.box
    let letters = Double(view.width * view.height) / (textSize.advance * textSize.height)
    return total > 0
      && (box.north - box.south > Camera.widestLatitudeForVenues || Double(total) > letters / 5)
  }

  /// Of the venues that the query finds in a box; `nil` for all.
  private func marks(of query: Query, in box: BoundingBox) -> RowMarks? {
    if query.asksForAll { return nil }
    if let marks = query.marksAlone { return marks }
    var query = query
    if query.area == .everywhere { query.area = .box(box) }
    return Searcher(store).marks(of: query)
  }
}
