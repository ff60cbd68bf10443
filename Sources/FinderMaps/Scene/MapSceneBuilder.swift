import FinderEngine

/// Decides what a map of a store's venues shows, one scene for each view.
///
///     var builder = MapSceneBuilder(store, textSize: .cells)
///     builder.base = outline
///     builder.pins = nearest.map { MapSceneBuilder.Pin(…) }
///     let scene = builder.scene(view, query)
///
/// Text takes space in this order: captions, pins, the names of a few of the largest towns, groups, other
/// names. Text without room is left out, except that a group joins the nearest group.
package struct MapSceneBuilder {
  package struct Pin {
    package let kind: MapPin.Kind
    package let coordinate: Coordinate
    package let letter: String
    package let name: String

    package init(_ kind: MapPin.Kind, at coordinate: Coordinate, letter: String, name: String) {
      (self.kind, self.coordinate, self.letter, self.name) = (kind, coordinate, letter, name)
    }
  }

  package var base = BaseMap.none
  package var towns: [MapTown] = []
  package var pins: [Pin] = []
  package var way: MapWay? { didSet { projectedWay = way.map { ProjectedShape($0.shape) } } }
  private var projectedWay: ProjectedShape?
  package var figures = ReadableFigures(units: .metric)
  /// The venues of a dot are counted up to this number, since more look the same: the last colour begins at 8
  /// in braille and at 10 in pictures. ASCII has a letter for 100, and counting that far takes longer.
  package var mostCounted = 10
  let store: VenueStore
  let textSize: MapTextSize

  package init(_ store: VenueStore, textSize: MapTextSize) {
    (self.store, self.textSize) = (store, textSize)
  }

  /// Shows the venues that match the query, whose limit is ignored. Its point matters only if its area is a
  /// circle.
  package func scene(_ view: MapView, _ query: Query) -> MapScene {
    scene(view, counts(view, query))
  }

  /// The same, on the base map and towns that `ground` reads. Meanwhile other threads count the venues, unless
  /// the store is so small that starting a thread takes as long.
  package mutating func scene(
    _ view: MapView, _ query: Query, threads: Int? = nil,
    on ground: () throws -> (base: BaseMap, towns: [MapTown])
  ) throws -> MapScene {
    let threads = threads ?? DotField<UInt8>.threads(for: store)
    guard threads > 1 else {
      (base, towns) = try ground()
      return scene(view, query)
    }
    var counts: MapCounts?
    var read: Result<(base: BaseMap, towns: [MapTown]), any Error>?
    Parallel.run(2, threads: threads) { part in
      if part == 0 { counts = self.counts(view, query) } else { read = Result(catching: ground) }
    }
    if let read { (base, towns) = try read.get() }
    return scene(view, counts ?? MapCounts())
  }

  private func scene(_ view: MapView, _ counts: MapCounts) -> MapScene {
    var scene = MapScene(view: view)
    guard view.width > 0, view.height > 0 else { return scene }
    var layout = LabelLayout(view, textSize)
    base.draw(into: &scene)
    (scene.dots, scene.venueCount) = (counts.dots, counts.total)
    if let way, let lines = projectedWay?.drawn(in: view)?.lines {
      scene.way = MapWayInView(way.kind, lines, caption: way.caption)
    }
    scene.scaleBar = MapScaleBar(view, figures, textSize)
    layout.takeCaptions(of: scene)
    addPins(to: &scene, &layout)
    let letters = letters(in: view)
    // A few towns come before the groups, which can move aside: a map without London is useless.
    addTowns(upTo: max(Int(letters / 1_500), 1), to: &scene, &layout)
    addGroups(counts.groups, to: &scene, &layout)
    addCrowds(counts.crowds, to: &scene, &layout)
    addTowns(upTo: Int(letters / 100), to: &scene, &layout)
    return scene
  }

  private func addPins(to scene: inout MapScene, _ layout: inout LabelLayout) {
    // Points come last in the list, to be drawn on top of venues. They get their space first.
    for pin in pins.reversed() {
      let place = scene.view.place(of: pin.coordinate)
      guard scene.view.contains(place) else { continue }
      let columns = max(pin.letter.utf8.count, 1)
      let found = layout.claim(near: place, columns: columns, reach: pin.kind == .point ? 0 : 1.5)
      // In a grid, a letter is drawn where there is room, in place of the venue's mark. In a picture the pin
      // stays on its venue, and the painter finds room for the letter beside it.
      let isFixed = pin.kind == .point || !textSize.isGrid
      guard let shown = isFixed ? place : found else { continue }
      scene.pins.insert(
        MapPin(kind: pin.kind, place: shown, letter: pin.letter, name: pin.name), at: 0)
    }
    // In a terminal, a list with the names comes with the map.
    guard !textSize.isGrid else { return }
    for pin in PinLayout(scene).pins { layout.take(LabelLayout.Box(discAt: pin.disc)) }
    for pin in scene.pins where !pin.name.isEmpty {
      let name = DisplayWidth.truncated(pin.name, to: Self.longestName)
      addName(name, beside: pin.place, to: &scene, &layout)
    }
  }

  /// In columns.
  private static let longestName = 30

  private func addGroups(
    _ groups: [MapGroups.Found], to scene: inout MapScene, _ layout: inout LabelLayout
  ) {
    // A single venue already has its dot.
    for group in groups where group.count > 1 {
      let own = claim(near: group.place, within: group.cell, &layout)
      if own == nil, let beside = Self.nearest(to: group.place, among: scene.groups) {
        scene.groups[beside].count += group.count
        continue
      }
      // With no other group to join, it may leave its cell, or even a view that is smaller than a count.
      let place = own ?? claim(near: group.place, &layout) ?? group.place
      scene.groups.append(MapGroup(place: place, count: group.count))
    }
  }

  private func addCrowds(
    _ crowds: [MapDot], to scene: inout MapScene, _ layout: inout LabelLayout
  ) {
    for dot in crowds {
      let middle = MapPlace(x: Double(dot.x) + 0.5, y: Double(dot.y) + 0.5)
      guard let place = claim(near: middle, &layout) else { continue }
      scene.groups.append(MapGroup(place: place, count: Int(dot.count)))
    }
  }

  private func claim(
    near place: MapPlace, within cell: LabelLayout.Box? = nil, _ layout: inout LabelLayout
  ) -> MapPlace? {
    layout.claim(
      near: place, columns: Self.groupColumns, lines: textSize.isGrid ? 1 : 2.5, within: cell)
  }

  /// The columns of the longest count with its brackets or disc: a count may grow after it got its space.
  private static let groupColumns = 6

  private static func nearest(to place: MapPlace, among groups: [MapGroup]) -> Int? {
    groups.indices.min { groups[$0].place.isNearer(to: place, than: groups[$1].place) }
  }

  /// Adds towns until the scene has `most` names, including those of pins.
  private func addTowns(upTo most: Int, to scene: inout MapScene, _ layout: inout LabelLayout) {
    for town in towns {
      guard scene.labels.count < most else { return }
      let mark = scene.view.place(of: town.coordinate)
      guard scene.view.contains(mark), layout.isFree(layout.box(around: mark, columns: 1)),
        !scene.labels.contains(where: { $0.mark == mark })
      else { continue }
      addName(town.name, beside: mark, to: &scene, &layout)
    }
  }

  /// Tries the right of the mark, then the left, above and below. Without room, the name is left out.
  private func addName(
    _ name: String, beside mark: MapPlace, to scene: inout MapScene, _ layout: inout LabelLayout
  ) {
    let columns = DisplayWidth.of(name)
    let aside = (Double(columns) / 2 + 1) * textSize.advance
    for place in [
      MapPlace(x: mark.x + aside, y: mark.y), MapPlace(x: mark.x - aside, y: mark.y),
      MapPlace(x: mark.x, y: mark.y - textSize.height),
      MapPlace(x: mark.x, y: mark.y + textSize.height),
    ] {
      let box = layout.box(around: place, columns: columns)
      // Keep a column free between texts.
      guard layout.isFree(box.wider(by: textSize.advance)) else { continue }
      layout.take(box.wider(by: textSize.advance))
      layout.take(layout.box(around: mark, columns: 1))
      scene.labels.append(
        MapLabel(
          place: MapPlace(x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2),
          text: name, mark: mark))
      return
    }
  }

  /// Needs neither base map nor pins, so another thread may read those meanwhile.
  func counts(_ view: MapView, _ query: Query) -> MapCounts {
    var counts = MapCounts()
    guard view.width > 0, view.height > 0 else { return counts }
    let cells = MapGroups.cells(of: view, columnsApart: 8 * textSize.advance)
    let marks = marks(of: query, in: cells.box)
    var field = DotField<UInt8>(view, upTo: mostCounted)
    field.addAll(of: store, marks)
    (counts.dots, counts.total) = (field.dots(), field.total)
    if isCrowded(view, counts.total) {
      let groups = MapGroups(view, counts.dots, cells)
      var field = DotField<UInt32>(cells: cells)
      field.addAll(of: store, marks)
      counts.groups = groups.found(counts: field.counts)
    } else if counts.dots.contains(where: { $0.count >= min(Self.crowd, mostCounted) }) {
      // Counting again is quick, since the view is not crowded.
      var field = DotField<UInt32>(view)
      field.addAll(of: store, marks)
      counts.crowds = field.dots().filter { $0.count >= Self.crowd }.sorted { $0.count > $1.count }
    }
    return counts
  }

  /// A dot with at least this many venues has its count beside it.
  private static let crowd = 20

  /// Whether venues are shown in groups: the view is too tall for single venues, or has more than one venue
  /// for every five letters that would fit.
  private func isCrowded(_ view: MapView, _ total: Int) -> Bool {
    total > 0 && (view.isTooTallForVenues || Double(total) > letters(in: view) / 5)
  }

  /// How many letters would fill the view.
  private func letters(in view: MapView) -> Double {
    Double(view.width * view.height) / (textSize.advance * textSize.height)
  }

  /// The venues in a box that match the query; `nil` for all.
  private func marks(of query: Query, in box: BoundingBox) -> RowMarks? {
    if query.asksForAll { return nil }
    if let marks = query.marksAlone { return marks }
    var query = query
    if query.area == .everywhere { query.area = .box(box) }
    return Searcher(store).marks(of: query)
  }
}

/// The venues of a view, counted by dot, and the counts that are written on the map.
struct MapCounts {
  fileprivate(set) var dots: [MapDot] = []
  /// The number of venues in the view, which `mostCounted` does not limit.
  fileprivate(set) var total = 0
  /// Only in a crowded view.
  fileprivate(set) var groups: [MapGroups.Found] = []
  /// Only in other views: dots with at least `MapSceneBuilder.crowd` venues, largest first.
  fileprivate(set) var crowds: [MapDot] = []
}

/// A place whose name a map may show.
package struct MapTown: Sendable {
  package let name: String
  package let coordinate: Coordinate
  package let people: Int

  package init(name: String, at coordinate: Coordinate, people: Int) {
    (self.name, self.coordinate, self.people) = (name, coordinate, people)
  }

  package static func largestFirst(_ towns: [MapTown]) -> [MapTown] {
    // Sorting numbers is quicker than sorting names, so names are compared only where as many people live.
    let rows = KeyedRows.sorted(towns.count) {
      ~(UInt64(bitPattern: Int64(towns[$0].people)) ^ 1 << 63)
    }
    var sorted = rows.all.map { towns[Int($0.row)] }
    KeyedRows.forEachRun(of: rows.all) { run in
      if run.count > 1 { sorted[run].sort { $0.name < $1.name } }
    }
    return sorted
  }
}
