import FinderEngine
import FinderMaps

/// What is to be seen on the screen of a map, and how keys and the mouse change that. A value: whatever
/// has to be done elsewhere, `handle` gives back as an effect.
struct InteractiveMapState {
  enum Mode: Equatable {
    case map
    /// What is typed goes into the filter.
    case field
    case panel(MapPanel)
  }

  enum Effect: Equatable {
    case nothing
    case quit
    /// As the key does where a terminal handles it: SIGINT, SIGQUIT.
    case raise(CInt)
    case suspend
    /// All of the screen is to be drawn again.
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
  /// Where the map began.
  private let home: MapCamera
  let point: Coordinate?
  /// What the venues in the list are nearest to: the point asked for, until the map is moved; then its
  /// middle.
  var anchor: Coordinate
  var filter: String { didSet { if filter != oldValue { isFilterOfNames = false } } }
  /// What `--match` said is of names alone, until it is changed.
  private var isFilterOfNames: Bool
  /// How the filter was read, where that is not names alone.
  var reading = ""
  var mode = Mode.map
  /// The venues in the list, by their rows in the store.
  private(set) var listed: [Int] = []
  /// The row of the one that is selected, which is in the list.
  var selected: Int?
  /// Whom the data is owed to.
  var credit = ""
  /// What came of the last key, until the next.
  var message = ""
  /// Where the mouse was when it was moved last, with its button held; and whether it has moved since.
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

  /// The list is of no use on a map of a whole country: any venue of it is as far from its middle as
  /// another. Where somebody asked for a point or for names, it is.
  var hasList: Bool { isAroundPoint || !filter.isEmpty || !camera.isTooWideForVenues }

  var selectedPlace: Int? { selected.flatMap { listed.firstIndex(of: $0) } }

  /// The venues that are the nearest now. One that is no longer among them is no longer selected.
  mutating func list(_ rows: [Int]) {
    listed = rows
    if selectedPlace == nil { selected = nil }
  }

  /// Afterwards the list is of what is around the middle.
  mutating func look(_ change: (inout MapCamera) -> Void) {
    let before = camera
    change(&camera)
    if camera.view.center != before.view.center { anchor = camera.view.center }
  }

  /// In shares of the map, by whole cells, so that dots keep their places within them.
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

  /// Moves the map where the place is not on it; the list stays what it is.
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

  /// The selected venue, or else the first one, which is selected then.
  mutating func chosen() -> Int? {
    if selectedPlace == nil { select(0) }
    if selectedPlace == nil { message = hasList ? "no venue here" : "zoom in first" }
    return selectedPlace.map { listed[$0] }
  }
}
