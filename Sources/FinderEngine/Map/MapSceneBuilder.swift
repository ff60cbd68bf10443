/// Decides what a map shows: makes the scenes of one store, view after view.
///
///     var builder = MapSceneBuilder(store, textSize: .cells)
///     builder.base = outline
///     builder.pins = nearest.map { MapSceneBuilder.Pin(…) }
///     let scene = builder.scene(view, query)
///
/// Text takes its space in this order: pins, groups, names of towns. What finds none is left out, but for
/// groups, which find some: they are wider apart than their counts are long.
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
  package var walk: (line: [Coordinate], isRouted: Bool)?
  package var figures = ReadableFigures(units: .metric)
  private let store: VenueStore
  private let textSize: MapTextSize

  package init(_ store: VenueStore, textSize: MapTextSize) {
    (self.store, self.textSize) = (store, textSize)
  }

  /// The venues that the query finds, whatever its limit, in a view. Its point does not matter, unless
  /// its area is a circle.
  package func scene(_ view: MapView, _ query: Query) -> MapScene {
    var scene = MapScene(view: view)
    guard view.width > 0, view.height > 0 else { return scene }
    var layout = LabelLayout(view, textSize)
    base.draw(into: &scene)
    let field = field(view, query, isExact: false)
    scene.dots = field.dots()
    if let walk { scene.walk = drawn(walk.line, walk.isRouted, view) }
    scene.scaleBar = MapScaleBar(view, figures, &layout)
    drawPins(into: &scene, &layout)
    if isCrowded(field) { drawGroups(query, into: &scene, &layout) }
    drawTowns(into: &scene, &layout)
    return scene
  }

  /// A view as tall as those on which the app that finder descends from shows no single venues, or of
  /// more than one venue for each five letters that would fit in.
  private func isCrowded(_ field: borrowing DotField) -> Bool {
    let view = field.view
    let box = view.box
    let letters =
      Double(view.width * view.height) / (textSize.advance * textSize.height)
    return field.total > 0
      && (box.north - box.south > Camera.widestLatitudeForVenues
        || Double(field.total) > letters / 5)
  }

  private func field(_ view: MapView, _ query: Query, isExact: Bool) -> DotField {
    var field = DotField(view, isExact: isExact)
    if query.asksForAll {
      field.addAll(of: store)
      return field
    }
    var query = query
    if query.area == .everywhere { query.area = .box(view.box) }
    Searcher(store).forEachRow(of: query) { field.add(store.coordinate(ofRow: $0)) }
    return field
  }

  private func drawn(
    _ line: [Coordinate], _ isRouted: Bool, _ view: MapView
  ) -> MapWalk {
    MapWalk(line: line.map(view.place), isRouted: isRouted)
  }

  // MARK: What has a text

  private func drawPins(into scene: inout MapScene, _ layout: inout LabelLayout) {
    // The point comes last, and is over all others, so that it has its place first.
    for pin in pins.reversed() {
      let place = scene.view.place(of: pin.coordinate)
      guard scene.view.contains(place) else { continue }
      let found = layout.claim(near: place, columns: 1, reach: pin.kind == .point ? 0 : 1.5)
      guard let shown = pin.kind == .point ? place : found else { continue }
      scene.pins.insert(
        MapPin(kind: pin.kind, place: shown, letter: pin.letter, name: pin.name), at: 0)
    }
  }

  private func drawGroups(
    _ query: Query, into scene: inout MapScene, _ layout: inout LabelLayout
  ) {
    let groups = MapGroups(scene.view, scene.dots, columnsApart: 12 * textSize.advance)
    let cells = field(groups.cells, query, isExact: true)
    for group in groups.found(counts: cells.counts) {
      let text = ShortCount.text(group.count)
      guard let place = layout.claim(near: group.place, columns: text.utf8.count) else { continue }
      scene.groups.append(MapGroup(place: place, count: group.count, text: text))
    }
  }

  /// At most one for each 60 letters that would fit in.
  private func drawTowns(into scene: inout MapScene, _ layout: inout LabelLayout) {
    let view = scene.view
    let letters = Double(view.width * view.height) / (textSize.advance * textSize.height)
    for town in towns {
      guard Double(scene.labels.count) < letters / 60 else { return }
      let mark = view.place(of: town.coordinate)
      guard view.contains(mark) else { continue }
      let columns = DisplayWidth.of(town.name)
      let aside = (Double(columns) / 2 + 1) * textSize.advance
      let choices = [
        MapPlace(x: mark.x + aside, y: mark.y), MapPlace(x: mark.x - aside, y: mark.y),
        MapPlace(x: mark.x, y: mark.y - textSize.height),
        MapPlace(x: mark.x, y: mark.y + textSize.height),
      ]
      let spot = layout.box(around: mark, columns: 1)
      guard layout.isFree(spot) else { continue }
      for choice in choices {
        let box = layout.box(around: choice, columns: columns)
        // With a column between it and the next text.
        guard layout.isFree(box), layout.isFree(box.wider(by: textSize.advance)) else { continue }
        layout.take(box.wider(by: textSize.advance))
        layout.take(spot)
        scene.labels.append(
          MapLabel(
            place: MapPlace(x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2),
            text: town.name, mark: mark))
        break
      }
    }
  }
}
