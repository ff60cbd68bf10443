import CommandLineKit
import FinderEngine

/// `finder map -i`: the map to move around in. It waits for keys, has the state work out what they mean,
/// does what that asks for, and draws what has changed since.
final class MapScreen {
  let invocation: Invocation
  let world: MapWorld
  let data: SearchData
  var state: MapScreenState
  private let screen: TerminalScreen
  private let painter: MapScreenPainter
  private(set) var listings: [MapListing] = []
  private var scene: MapScene
  /// What those were made for.
  private var listed: (anchor: Coordinate, filter: String, hasList: Bool)?
  private var drawn: (view: MapView, filter: String, selected: Int?)?
  private var isOver = false
  /// A link on its way, of which it is not known yet whether it opens.
  private var opening: Opening?

  /// Before any data is read.
  static func reading(_ invocation: Invocation) throws -> ReadingScreen? {
    guard invocation.has(MapOptions.interactive) else { return nil }
    try check(invocation)
    return try ReadingScreen(isColoured: try invocation.tableStyle(Output()).isColoured)
  }

  /// Whether it can be drawn, and whether all that was asked for has an effect.
  private static func check(_ invocation: Invocation) throws {
    let hint = "  'finder near POINT' lists the nearest venues"
    guard Terminal.isTerminal(STDOUT_FILENO) else {
      throw Failure(.usage, "-i needs a terminal, and the output is none", hint: hint)
    }
    guard environment("TERM") != "dumb" else {
      throw Failure(.usage, "-i needs a terminal that can do more than TERM=dumb says", hint: hint)
    }
    guard !Terminal.asksForWords else {
      throw Failure(.usage, "-i draws all over the screen, and ACCESSIBLE is set", hint: hint)
    }
    if invocation.has(Options.output) {
      throw invocation.error("-i draws on the terminal, and cannot be combined with --output")
    }
    let others = [MapOptions.format, MapOptions.size, MapOptions.scale, Options.exitStatus]
    for option in others where invocation.has(option) {
      throw invocation.error(option, "has no effect with -i")
    }
  }

  /// Returns when the user has had enough.
  static func run(
    _ request: MapRequest, _ invocation: Invocation, _ reading: ReadingScreen,
    _ data: SearchData
  ) throws {
    let world = try data.answerMany(byName: true) { store, names in
      try MapWorld(request, invocation, in: store, names ?? NameDirectory(of: store))
    }
    data.keepLater(world.tallies)
    try MapScreen(request, invocation, world, data, reading.finish()).run()
  }

  private init(
    _ request: MapRequest, _ invocation: Invocation, _ world: MapWorld, _ data: SearchData,
    _ screen: TerminalScreen
  ) throws {
    (self.invocation, self.world, self.screen) = (invocation, world, screen)
    self.data = data
    let marks = invocation[MapOptions.marks].flatMap(CellPainter.Marks.init(rawValue:))
    painter = MapScreenPainter(marks: marks ?? TextMap.usualMarks, figures: world.figures)
    world.marks = painter.marks
    let size = screen.size
    let layout = MapScreenLayout(columns: size.columns, rows: size.rows)
    let filter = invocation[Options.match] ?? ""
    let first = world.point.map { world.listings(around: $0, filter: filter) } ?? []
    let view = world.view(
      request.frame, first, width: max(2 * layout.map.columns, 8),
      height: max(4 * layout.map.rows, 8))
    state = MapScreenState(
      layout: layout, view: view, point: world.point, filter: filter,
      selected: world.target?.row)
    state.credit = world.store.attribution.line ?? ""
    scene = MapScene(view: view)
    state.message = world.notes.first ?? ""
  }

  private func run() throws {
    try draw()
    while !isOver {
      let events = screen.events(within: opening == nil || state.mode == .field ? nil : 50)
      try noteOpening()
      for event in events {
        switch event {
        case .input(let key):
          if !state.isTyping(key) { update() }
          try perform(state.handle(key))
        case .changed:
          let size = screen.size
          state.resize(columns: size.columns, rows: size.rows)
        case .ready: break
        case .hungUp:
          throw Failure(.writeFailed, "the terminal is gone")
        }
        if isOver { return }
      }
      try draw()
    }
  }

  // MARK: Drawing

  /// The list, which the next key may be about.
  private func update() {
    let wanted = (state.anchor, state.filter, state.hasList)
    guard listed.map({ $0 != wanted }) ?? true else { return }
    listed = wanted
    drawn = nil
    listings =
      state.hasList ? world.listings(around: state.anchor, filter: state.filter) : []
    state.list(listings.map(\.hit.row))
  }

  private func draw() throws {
    guard !state.layout.isTooSmall else {
      return screen.show(MapScreenPainter.tooSmall(state.layout))
    }
    update()
    let wanted = (state.camera.view, state.filter, state.selected)
    if drawn.map({ $0 != wanted }) ?? true {
      drawn = wanted
      scene = world.scene(
        state.camera.view, filter: state.filter, listings, selected: state.selected)
      try data.refuseDamage()
    }
    let (grid, cursor) = painter.paint(state, scene, listings)
    screen.show(grid, cursor: cursor)
  }

  // MARK: Doing

  private func perform(_ effect: MapScreenState.Effect) throws {
    switch effect {
    case .nothing: reveal()
    case .quit: isOver = true
    case .raise(let number): screen.raiseSignal(number)
    case .suspend:
      screen.suspend()
      let size = screen.size
      state.resize(columns: size.columns, rows: size.rows)
    case .redraw: screen.redraw()
    case .showDetails(let row):
      reveal()
      try tell { state.mode = .panel(try details(ofRow: row)) }
    case .openDirections(let row):
      try tell { opening = try openDirections(toRow: row) }
    case .addFavourite(let row): try tell { state.message = try addFavourite(ofRow: row) }
    case .savePicture: try tell { state.message = try savePicture() }
    case .selectAt(let place): select(at: place)
    }
  }

  private func noteOpening() throws {
    // While something is typed, the bar has no room for it.
    guard let current = opening, state.mode != .field, let outcome = current.program.outcome()
    else { return }
    opening = nil
    try tell {
      try current.opener.refuse(outcome)
      // Unless there is something newer to be said.
      if state.message == current.message { state.message = "\(current.what) are open" }
    }
  }

  /// What goes wrong is said in the bar, and the map goes on.
  private func tell(_ action: () throws -> Void) throws {
    do { try action() } catch { state.message = Failure(error).message }
    try data.refuseDamage()
  }

  private func reveal() {
    guard let selected = state.selected, selected != drawn?.selected,
      let listing = listings.first(where: { $0.hit.row == selected })
    else { return }
    state.reveal(listing.coordinate)
  }

  /// Of the letters within two columns or so the nearest.
  private func select(at place: MapPlace) {
    var nearest: (letter: String, distance: Double)?
    for pin in scene.pins where pin.kind != .point && !pin.letter.isEmpty {
      let distance = max(abs(pin.place.x - place.x) / 2, abs(pin.place.y - place.y) / 4)
      if distance < min(nearest?.distance ?? .infinity, 2.5) { nearest = (pin.letter, distance) }
    }
    guard let nearest, let number = listings.firstIndex(where: { $0.letter == nearest.letter })
    else { return }
    state.select(number)
  }
}
