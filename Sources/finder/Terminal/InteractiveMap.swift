import CommandLineKit
import FinderEngine
import FinderMaps
import FinderOwn

/// `finder map -i`: an interactive map. It waits for keys, lets the state interpret them, performs the
/// resulting effects, and draws what has changed.
final class InteractiveMap {
  let invocation: Invocation
  let world: MapWorld
  let data: SearchData
  var state: InteractiveMapState
  private let screen: TerminalScreen
  private let painter: InteractiveMapPainter
  private(set) var listings: [MapListing] = []
  private var scene: MapScene
  /// What the listings were made for.
  private var listed: (anchor: Coordinate, filter: FilterText, hasList: Bool)?
  private var drawn: (view: MapView, filter: FilterText, selected: Int?)?
  private var isOver = false
  /// A link that is being opened; it is not known yet whether that succeeds.
  private var opening: Opening?

  /// Called before any data is read.
  static func reading(_ invocation: Invocation) throws -> ReadingScreen? {
    guard invocation.has(MapOptions.interactive) else { return nil }
    try check(invocation)
    return try ReadingScreen(isColoured: try invocation.tableStyle(Output()).isColoured)
  }

  /// Checks that the map can be drawn, and that every option has an effect.
  private static func check(_ invocation: Invocation) throws {
    let hint = "  'finder near POINT' lists the nearest venues"
    guard Terminal.isTerminal(STDOUT_FILENO) else {
      throw Failure(.usage, "-i needs a terminal, and standard output is not one", hint: hint)
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

  /// Returns when the user quits.
  static func run(
    _ request: MapRequest, _ invocation: Invocation, _ reading: ReadingScreen,
    _ data: SearchData
  ) throws {
    // The field searches food at every key. Without a file of the columns, computing them takes 1.4 s for 5.5
    // million venues with only names, and the names several times that.
    let world = try data.answerMany(byName: true, byFood: true) { venues in
      try MapWorld(request, in: venues.store, venues.names(), venues.food())
    }
    data.keepLater(world.tallies)
    try InteractiveMap(request, invocation, world, data, reading.finish()).run()
  }

  private init(
    _ request: MapRequest, _ invocation: Invocation, _ world: MapWorld, _ data: SearchData,
    _ screen: TerminalScreen
  ) throws {
    (self.invocation, self.world, self.screen) = (invocation, world, screen)
    self.data = data
    painter = InteractiveMapPainter(
      marks: request.drawing.marks ?? TextMap.usualMarks, figures: world.figures)
    world.marks = painter.marks
    let size = screen.size
    let layout = InteractiveMapLayout(columns: size.columns, rows: size.rows)
    let filter = invocation.matchText ?? ""
    let names = FilterText(text: filter, isOfNames: !filter.isEmpty)
    let first = world.point.map { world.listings(around: $0, filter: names) } ?? []
    let view = world.view(
      request.frame, first, width: max(2 * layout.map.columns, 8),
      height: max(4 * layout.map.rows, 8))
    state = InteractiveMapState(
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

  private func update() {
    let wanted = (state.anchor, state.typed, state.hasList)
    guard listed.map({ $0 != wanted }) ?? true else { return }
    if listed?.filter != state.typed { state.reading = world.reading(of: state.typed) }
    listed = wanted
    drawn = nil
    listings = state.hasList ? world.listings(around: state.anchor, filter: state.typed) : []
    state.list(listings.map(\.hit.row))
  }

  private func draw() throws {
    guard !state.layout.isTooSmall else {
      return screen.show(InteractiveMapPainter.tooSmall(state.layout))
    }
    update()
    let wanted = (state.camera.view, state.typed, state.selected)
    if drawn.map({ $0 != wanted }) ?? true {
      drawn = wanted
      scene = world.scene(
        state.camera.view, filter: state.typed, listings, selected: state.selected)
      try data.refuseDamage()
    }
    let (grid, cursor) = painter.paint(state, scene, listings)
    screen.show(grid, cursor: cursor)
  }

  // MARK: Effects

  private func perform(_ effect: InteractiveMapState.Effect) throws {
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
      try showingErrors { state.mode = .panel(try details(ofRow: row)) }
    case .openDirections(let row):
      try showingErrors { opening = try openDirections(toRow: row) }
    case .addFavourite(let row): try showingErrors { state.message = try addFavourite(ofRow: row) }
    case .savePicture: try showingErrors { state.message = try savePicture() }
    case .selectAt(let place): select(at: place)
    }
  }

  private func noteOpening() throws {
    // While a text is being typed, the bar has no room for it.
    guard let current = opening, state.mode != .field, let outcome = current.program.outcome()
    else { return }
    opening = nil
    try showingErrors {
      try current.opener.refuse(outcome, current.links)
      // Kept if there is a newer message.
      if state.message == current.message { state.message = "\(current.what) are open" }
    }
  }

  /// Errors are shown in the bar, and the map continues. There is no room for their hints, such as a link
  /// that could not be opened.
  private func showingErrors(_ action: () throws -> Void) throws {
    do { try action() } catch {
      let failure = Failure(error)
      state.message = failure.message
      if let hint = failure.hint, state.mode != .field {
        state.mode = .panel(MapPanel(title: failure.message, foot: [trimmed(hint[...])]))
      }
    }
    try data.refuseDamage()
  }

  private func reveal() {
    guard let selected = state.selected, selected != drawn?.selected,
      let listing = listings.first(where: { $0.hit.row == selected })
    else { return }
    state.reveal(listing.coordinate)
  }

  /// Selects the nearest of the letters within about two columns.
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

extension InteractiveMap {
  /// What `show` prints about a venue. Other actions return a message for the bar.
  func details(ofRow row: Int) throws -> MapPanel {
    let style = TableStyle(figures: world.figures, isColoured: false, width: nil)
    let report = try VenueReport(
      row: row, hit: world.hit(ofRow: row), from: world.point, in: world.names,
      try data.source(), invocation, style)
    var rows = report.rows
    let food = world.food(ofRow: row)
    if !food.isEmpty { rows.insert(("food", food), at: 1) }
    return MapPanel(title: name(ofRow: row), rows, foot: ["", "o directions  f favourite"])
  }

  struct Opening {
    let opener: LinkOpener
    let links: VenueLinks
    let program: DetachedProgram.Running
    let what: String

    var message: String { "opening \(what)" }
  }

  func openDirections(toRow row: Int) throws -> Opening {
    let opener = try LinkOpener("directions", invocation)
    let links = VenueLinks(to: world.store.venue(ofRow: row), from: world.point)
    let program = try opener.start(links)
    let opening = Opening(
      opener: opener, links: links, program: program, what: "directions to \(name(ofRow: row))")
    state.message = opening.message
    return opening
  }

  func addFavourite(ofRow row: Int) throws -> String {
    let folder = try invocation.ownFolder()
    let venue = world.store.venue(ofRow: row)
    let favourite = Favourite(id: world.names.id(ofRow: row), name: venue.name)
    var place: Int?
    let noWaiting: () -> Void = {}
    try Favourites.change(in: folder, whenWaiting: noWaiting) {
      place = $0.add(favourite)
      return place == nil
    }
    return place.map { "\(name(ofRow: row)) is a favourite already, at position \($0 + 1)" }
      ?? "\(name(ofRow: row)) is a favourite now"
  }

  /// Saves into the current folder, under a new name.
  func savePicture() throws -> String {
    var scene = world.picture(
      state.camera.view, filter: state.typed, listings, selected: state.selected)
    scene.add(world.store.attribution)
    var picture = ByteBuffer(capacity: 1 << 17)
    PNGPainter.append(scene, scale: 2, title: "Venues", to: &picture)
    for number in 1...9999 {
      let path = FilePath(number == 1 ? "finder-map.png" : "finder-map-\(number).png")
      let descriptor = path.open(O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw FileError.cannotCreate(path: "\(path)", errno: errno) }
      var isWritten = FileWriting.all(UnsafeRawBufferPointer(picture.bytes), to: descriptor)
      var error = errno
      if close(descriptor) != 0, isWritten { (isWritten, error) = (false, errno) }
      guard isWritten else {
        path.withCString { _ = unlink($0) }
        throw FileError.cannotWrite(path: "\(path)", errno: error)
      }
      return "saved \(path), \(shown(bytes: picture.count))"
    }
    throw FileError.cannotCreate(path: "finder-map.png", errno: EEXIST)
  }

  private func name(ofRow row: Int) -> String {
    world.store.venue(ofRow: row).shownName
  }
}
