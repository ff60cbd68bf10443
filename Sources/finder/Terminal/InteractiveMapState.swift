import FinderEngine
import FinderMaps

/// The state of a map's screen, and how keys and the mouse change it. It is a value: anything to be done
/// elsewhere is returned by `handle` as an effect.
struct InteractiveMapState {
  enum Mode: Equatable {
    case map
    /// Text typed goes into the filter.
    case field
    case panel(MapPanel)
  }

  enum Effect: Equatable {
    case nothing
    case quit
    /// The key's effect in an ordinary terminal: SIGINT, SIGQUIT.
    case raise(CInt)
    case suspend
    /// The whole screen must be drawn again.
    case redraw
    case showDetails(row: Int)
    case openDirections(row: Int)
    case addFavourite(row: Int)
    case savePicture
    /// The pin there, if there is one.
    case selectAt(MapPlace)
  }

  var layout: InteractiveMapLayout
  var camera: MapCamera
  /// The camera's position at the start.
  private let home: MapCamera
  let point: Coordinate?
  /// The venues in the list are nearest to this: the point asked for, until the map is moved; then its
  /// middle.
  var anchor: Coordinate
  var filter: String { didSet { if filter != oldValue { isFilterOfNames = false } } }
  /// Whether the filter is from `--match`, which applies only to names, until it is changed.
  private var isFilterOfNames: Bool
  /// How the filter was read, if it is not only names.
  var reading = ""
  var mode = Mode.map
  /// The venues in the list, by their rows in the store.
  private(set) var listed: [Int] = []
  /// The row of the selected venue, which must be in the list.
  var selected: Int?
  /// The attribution of the data.
  var credit = ""
  /// The result of the last key, until the next key.
  var message = ""
  /// The last position of the mouse while its button is held, and whether it has moved since.
  var drag: (column: Int, row: Int, hasMoved: Bool)?

  init(
    layout: InteractiveMapLayout, view: MapView, point: Coordinate?, filter: String,
    selected: Int? = nil
  ) {
    self.layout = layout
    camera = MapCamera(view)
    home = camera
    self.point = point
    anchor = point ?? camera.view.center
    self.filter = filter
    isFilterOfNames = !filter.isEmpty
    self.selected = selected
  }

  var typed: FilterText { FilterText(text: filter, isOfNames: isFilterOfNames) }

  var isAroundPoint: Bool { point == anchor }

  /// Whether there is a list. It is not useful on a map of a whole country: all venues are equally far from
  /// the middle. If the user asked for a point or for names, there is one.
  var hasList: Bool { isAroundPoint || !filter.isEmpty || !camera.view.isTooTallForVenues }

  var selectedPlace: Int? { selected.flatMap { listed.firstIndex(of: $0) } }

  /// Sets the venues that are nearest now. A selected one that is no longer among them is deselected.
  mutating func list(_ rows: [Int]) {
    listed = rows
    if selectedPlace == nil { selected = nil }
  }

  /// Afterwards the list shows venues around the middle.
  mutating func look(_ change: (inout MapCamera) -> Void) {
    let before = camera
    change(&camera)
    if camera.view.center != before.view.center { anchor = camera.view.center }
  }

  /// In fractions of the map, by whole cells, so dots keep their places within them.
  mutating func pan(right: Double, down: Double) {
    let map = layout.map
    let before = camera
    defer { if camera == before { message = "the map ends here" } }
    look {
      $0.pan(
        right: 2 * (right * Double(map.columns)).rounded(.awayFromZero),
        down: 4 * (down * Double(map.rows)).rounded(.awayFromZero))
    }
  }

  mutating func zoom(by factor: Double, around place: MapPlace? = nil) {
    let before = camera.view.worldWidth
    look { $0.zoom(by: factor, around: place) }
    if camera.view.worldWidth == before {
      message = factor > 1 ? "as near as it goes" : "as far as it goes"
    }
  }

  mutating func goHome() {
    camera = home
    camera.resize(width: 2 * layout.map.columns, height: 4 * layout.map.rows)
    anchor = point ?? camera.view.center
  }

  mutating func resize(columns: Int, rows: Int) {
    layout = InteractiveMapLayout(columns: columns, rows: rows)
    guard !layout.isTooSmall else { return }
    let isInMiddle = anchor == camera.view.center
    camera.resize(width: 2 * layout.map.columns, height: 4 * layout.map.rows)
    if isInMiddle, !isAroundPoint { anchor = camera.view.center }
    if case .panel(var panel) = mode {
      panel.scroll(by: 0, layout)
      mode = .panel(panel)
    }
    drag = nil
  }

  /// Moves the map if the place is not on it; the list does not change.
  mutating func reveal(_ coordinate: Coordinate) {
    guard !camera.view.contains(camera.view.place(of: coordinate)) else { return }
    camera.move(to: coordinate)
  }

  mutating func select(_ place: Int) {
    guard !listed.isEmpty else { return }
    selected = listed[(place % listed.count + listed.count) % listed.count]
  }

  mutating func selectNext(_ step: Int) {
    guard let place = selectedPlace else { return select(step > 0 ? 0 : -1) }
    select(place + step)
  }

  /// The selected venue; if there is none, selects the first.
  mutating func chosen() -> Int? {
    if selectedPlace == nil { select(0) }
    if selectedPlace == nil { message = hasList ? "no venue here" : "zoom in first" }
    return selectedPlace.map { listed[$0] }
  }
}
