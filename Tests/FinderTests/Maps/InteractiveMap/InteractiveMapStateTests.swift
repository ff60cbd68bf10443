import FinderEngine
import FinderMaps
import TestSupport
import Testing

@testable import finder

/// What keys and the mouse do to a map, without a terminal and without data.
@Suite struct InteractiveMapStateTests {
  private static let point = Coordinate(latitude: 51.5074, longitude: -0.1278)

  private static func state(
    columns: Int = 120, rows: Int = 40, point: Coordinate? = point, zoom: Double = 14
  ) -> InteractiveMapState {
    let layout = InteractiveMapLayout(columns: columns, rows: rows)
    var state = InteractiveMapState(
      layout: layout,
      view: MapView(
        center: point ?? Self.point, zoom: zoom, width: 2 * layout.map.columns,
        height: 4 * layout.map.rows),
      point: point, filter: "")
    state.list([11, 12, 13])
    return state
  }

  @discardableResult
  private static func type(_ text: String, _ state: inout InteractiveMapState)
    -> InteractiveMapState.Effect
  {
    var effect = InteractiveMapState.Effect.nothing
    for scalar in text.unicodeScalars { effect = state.handle(.text(scalar)) }
    return effect
  }

  private static func mouse(_ kind: MouseEvent.Kind, _ column: Int, _ row: Int) -> KeyEvent {
    .mouse(MouseEvent(kind: kind, column: column, row: row))
  }

  // MARK: Moving

  @Test(arguments: [
    ("h", Key.left, -1.0, 0.0), ("l", .right, 1, 0), ("k", .up, 0, 1), ("j", .down, 0, -1),
  ]) func lettersAndArrowsMoveAlike(letter: String, arrow: Key, east: Double, north: Double) {
    var (typed, pressed) = (Self.state(), Self.state())
    Self.type(letter, &typed)
    _ = pressed.handle(.key(arrow))
    #expect(typed.camera == pressed.camera)
    let center = typed.camera.view.center
    if east != 0 { #expect((center.longitude > Self.point.longitude) == (east > 0)) }
    if north == 0 { #expect(abs(center.latitude - Self.point.latitude) < 1e-9) }
    if east == 0 { #expect((center.latitude > Self.point.latitude) == (north > 0)) }
    #expect(typed.anchor == center && !typed.isAroundPoint)
    // By whole cells.
    let moved = typed.camera.view.place(of: Self.point)
    let columns = (moved.x - Double(typed.camera.view.width) / 2) / 2
    #expect(abs(columns - columns.rounded()) < 1e-6)
  }

  @Test func shiftMovesByHalf() {
    var (typed, pressed) = (Self.state(), Self.state())
    Self.type("L", &typed)
    _ = pressed.handle(.key(.right, .shift))
    #expect(typed.camera == pressed.camera)
    let place = typed.camera.view.place(of: Self.point)
    #expect(abs(place.x) <= 2)
  }

  @Test func zeroAndHomeLeadBack() {
    for event in [KeyEvent.text("0"), .key(.home)] {
      var state = Self.state()
      let home = state.camera
      Self.type("lj+", &state)
      #expect(state.camera != home && !state.isAroundPoint)
      _ = state.handle(event)
      #expect(state.camera == home && state.isAroundPoint)
    }
  }

  @Test func zoomingKeepsThePointAndSaysWhereItEnds() {
    var state = Self.state()
    Self.type("+", &state)
    #expect(state.isAroundPoint && state.message.isEmpty)
    Self.type("++++++++++++", &state)
    #expect(state.message == "as near as it goes")
    Self.type(String(repeating: "-", count: 30), &state)
    #expect(state.message == "as far as it goes")
    Self.type("L", &state)
    #expect(state.message.isEmpty)
    Self.type(String(repeating: "L", count: 30), &state)
    #expect(state.message == "the map ends here")
    #expect(Camera.bounds.contains(state.camera.view.center))
  }

  @Test func dragMovesWhatIsHeld() {
    var state = Self.state()
    let held = state.camera.view.coordinate(of: MapPlace(x: 2 * 30 + 1, y: 4 * 10 + 2))
    _ = state.handle(Self.mouse(.press, 30, 10))
    _ = state.handle(Self.mouse(.drag, 35, 12))
    _ = state.handle(Self.mouse(.drag, 40, 8))
    let effect = state.handle(Self.mouse(.release, 40, 8))
    #expect(effect == .nothing)
    let place = state.camera.view.place(of: held)
    #expect(abs(place.x - 81) < 1e-6 && abs(place.y - 34) < 1e-6)
    // Without a button it no longer moves.
    let camera = state.camera
    _ = state.handle(Self.mouse(.drag, 10, 8))
    _ = state.handle(Self.mouse(.move, 20, 8))
    #expect(state.camera == camera)
  }

  @Test func wheelZoomsToThePointer() {
    var state = Self.state()
    let under = state.camera.view.coordinate(of: MapPlace(x: 61, y: 42))
    _ = state.handle(Self.mouse(.wheelUp, 30, 10))
    let place = state.camera.view.place(of: under)
    #expect(abs(place.x - 61) < 1e-6 && abs(place.y - 42) < 1e-6)
    _ = state.handle(Self.mouse(.wheelDown, 30, 10))
    #expect(abs(state.camera.view.center.latitude - Self.point.latitude) < 1e-9)
  }

  // MARK: Venues

  @Test func tabGoesRound() {
    var state = Self.state()
    var seen: [Int?] = []
    for _ in 0..<4 {
      _ = state.handle(.key(.tab))
      seen.append(state.selected)
    }
    #expect(seen == [11, 12, 13, 11])
    _ = state.handle(.key(.tab, .shift))
    #expect(state.selected == 13)
    state.selected = nil
    _ = state.handle(.key(.tab, .shift))
    #expect(state.selected == 13)
  }

  @Test func selectionStaysWhileItIsListed() {
    var state = Self.state()
    _ = state.handle(.key(.tab))
    state.list([20, 11])
    #expect(state.selected == 11 && state.selectedPlace == 1)
    state.list([20])
    #expect(state.selected == nil)
    _ = state.handle(.key(.tab))
    state.list([])
    #expect(state.selected == nil && state.handle(.key(.tab)) == .nothing)
  }

  @Test func effectsAreAboutTheSelectedOrTheFirst() {
    for (event, effect) in [
      (KeyEvent.key(.enter), { InteractiveMapState.Effect.showDetails(row: $0) }),
      (.text("o"), { .openDirections(row: $0) }), (.text("f"), { .addFavourite(row: $0) }),
    ] as [(KeyEvent, (Int) -> InteractiveMapState.Effect)] {
      var state = Self.state()
      #expect(state.handle(event) == effect(11))
      #expect(state.selected == 11)
      state = Self.state()
      state.select(1)
      #expect(state.handle(event) == effect(12))
      state.list([])
      #expect(state.handle(event) == .nothing)
      #expect(state.message == "no venue here")
    }
  }

  @Test func clicksSelect() {
    var state = Self.state()
    let list = state.layout.list
    _ = state.handle(Self.mouse(.press, list.column + 3, list.row + 3))
    #expect(state.selected == 12)
    _ = state.handle(Self.mouse(.press, 30, 10))
    #expect(state.handle(Self.mouse(.release, 30, 10)) == .selectAt(MapPlace(x: 61, y: 42)))
    _ = state.handle(Self.mouse(.wheelDown, list.column + 3, list.row))
    #expect(state.selected == 13)
  }

  @Test func wideMapsListOnlyWhatWasAskedFor() {
    var state = Self.state(point: nil, zoom: 4)
    #expect(!state.hasList)
    state.list([])
    #expect(state.handle(.key(.enter)) == .nothing && state.message == "zoom in first")
    Self.type("/x", &state)
    #expect(state.hasList)
    #expect(Self.state(zoom: 4).hasList)
  }

  // MARK: The field

  @Test func filterChangesAtEveryKey() {
    var state = Self.state()
    var seen: [String] = []
    for scalar in "/caf\u{E9}q".unicodeScalars {
      _ = state.handle(.text(scalar))
      seen.append(state.filter)
    }
    #expect(seen == ["", "c", "ca", "caf", "café", "caféq"] && state.mode == .field)
    _ = state.handle(.key(.backspace))
    #expect(state.filter == "café")
    _ = state.handle(.paste(" de \u{202E}\u{1B}paris"))
    #expect(state.filter == "café de paris")
    _ = state.handle(.key(.character("w"), .control))
    #expect(state.filter == "café de ")
    _ = state.handle(.key(.tab))
    #expect(state.selected == 11 && state.mode == .field)
    _ = state.handle(.key(.enter))
    #expect(state.mode == .map && state.filter == "café de ")
    Self.type("/", &state)
    _ = state.handle(.key(.character("u"), .control))
    #expect(state.filter.isEmpty)
    Self.type("x", &state)
    _ = state.handle(.key(.escape))
    #expect(state.mode == .map && state.filter.isEmpty)
  }

  @Test func combinedCharactersGoAtOnce() {
    var state = Self.state()
    Self.type("/e\u{301}\u{1F1EC}\u{1F1E7}", &state)
    #expect(state.filter.count == 2)
    _ = state.handle(.key(.backspace))
    #expect(state.filter == "e\u{301}")
    _ = state.handle(.paste(String(repeating: "long ", count: 10_000)))
    #expect(state.filter.count == 200)
  }

  @Test func escapeOnTheMapSelectsNothingThenShowsAll() {
    var state = Self.state()
    state.filter = "cafe"
    _ = state.handle(.key(.tab))
    _ = state.handle(.key(.escape))
    #expect(state.selected == nil && state.filter == "cafe")
    _ = state.handle(.key(.escape))
    #expect(state.filter.isEmpty)
  }

  // MARK: Other keys

  @Test func keysOfEverywhere() {
    var state = Self.state()
    for mode in [InteractiveMapState.Mode.map, .field, .panel(.keys(credit: ""))] {
      state.mode = mode
      #expect(state.handle(.key(.character("c"), .control)) == .raise(SIGINT))
      #expect(state.handle(.key(.character("z"), .control)) == .suspend)
      #expect(state.handle(.key(.character("l"), .control)) == .redraw)
      #expect(state.mode == mode)
    }
    state.mode = .map
    #expect(Self.type("q", &state) == .quit)
    #expect(Self.type("s", &state) == .savePicture)
    #expect(Self.type("x", &state) == .nothing)
    #expect(state.message == "? shows the keys")
  }

  @Test func panelsScrollAndClose() {
    var state = Self.state(columns: 40, rows: 12)
    Self.type("?", &state)
    guard case .panel(let panel) = state.mode else {
      Issue.record("no panel")
      return
    }
    let room = MapPanel.room(in: state.layout)
    let lines = panel.lines(columns: room.columns)
    #expect(lines.count > room.rows)
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= room.columns })
    // A line that is already moving continues below the effect of the keys.
    let keys = [
      "arr", "Shi", "+ -", "mou", "Tab", "Ent", "o  ", "f  ", "/  ", "Esc", "0, ", "s  ", "Ctr",
      "q  ",
    ]
    let blank = String(repeating: " ", count: 18)
    #expect(lines.filter { !$0.hasPrefix(blank) }.map { String($0.prefix(3)) } == keys)
    for _ in 0..<100 { _ = state.handle(.key(.down)) }
    guard case .panel(let scrolled) = state.mode else {
      Issue.record("no panel")
      return
    }
    #expect(scrolled.offset == lines.count - room.rows)
    let camera = state.camera
    #expect(Self.type("q", &state) == .nothing)
    #expect(state.mode == .map && state.camera == camera)
  }

  @Test func longLinesAreWrappedWhole() {
    let link = "https://example.org/" + String(repeating: "x", count: 100)
    let panel = MapPanel(
      title: "t", [("walk", link), ("name", String(repeating: "word ", count: 20))])
    for columns in [20, 36, 80] {
      let lines = panel.lines(columns: columns)
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
      let indent = String(repeating: " ", count: min(6, columns / 2))
      let joined = lines.map { $0.hasPrefix(indent) ? String($0.dropFirst(indent.count)) : $0 }
      #expect(joined.joined().contains(link))
    }
  }

  @Test func smallerThanTheLeastOnlyQuits() {
    for (columns, rows) in [(39, 12), (40, 11), (1, 1)] {
      var state = Self.state()
      let camera = state.camera
      state.resize(columns: columns, rows: rows)
      #expect(state.layout.isTooSmall)
      #expect(Self.type("hjkl+/x", &state) == .nothing)
      #expect(state.camera == camera && state.filter.isEmpty)
      #expect(Self.type("q", &state) == .quit)
      state.resize(columns: 40, rows: 12)
      #expect(!state.layout.isTooSmall && state.camera.view.center == camera.view.center)
    }
  }

  /// The parts of the screen are beside one another, on any terminal that is large enough.
  @Test func partsFit() {
    for columns in stride(from: 40, through: 300, by: 7) {
      for rows in stride(from: 12, through: 100, by: 3) {
        let layout = InteractiveMapLayout(columns: columns, rows: rows)
        let (map, list) = (layout.map, layout.list)
        #expect(map.columns >= 40 && map.rows >= 8, "\(columns)×\(rows)")
        #expect(list.rows >= 3 && list.row + list.rows == rows - 1)
        #expect(list.column + list.columns == columns)
        #expect(layout.hasListBeside ? map.columns < list.column : map.rows == list.row)
        for selected in 0..<10 {
          let first = layout.firstListed(of: 10, selected: selected)
          let room = list.rows / layout.linesEach(of: 10)
          #expect(first <= selected && selected < first + room)
        }
      }
    }
  }

  /// Whatever the input, the camera keeps its rules and the selection is listed.
  @Test(arguments: 0..<50) func randomInputKeepsTheRules(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var state = Self.state()
    let keys: [Key] = [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .tab, .enter, .escape, .backspace,
      .function(1),
    ]
    for step in 0..<500 {
      let event: KeyEvent
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: event = .text("hjklHJKL+-0/?ofsx".unicodeScalars.randomElement(using: &generator)!)
      case 1:
        event = .key(
          keys.randomElement(using: &generator)!,
          KeyModifiers(rawValue: UInt8.random(in: 0...7, using: &generator)))
      case 2:
        let kinds: [MouseEvent.Kind] = [
          .press, .drag, .release, .move, .wheelUp, .wheelDown, .wheelLeft, .wheelRight,
        ]
        event = Self.mouse(
          kinds.randomElement(using: &generator)!, .random(in: 0...400, using: &generator),
          .random(in: 0...200, using: &generator))
      default:
        state.resize(
          columns: .random(in: 1...200, using: &generator),
          rows: .random(in: 1...80, using: &generator))
        continue
      }
      _ = state.handle(event)
      if step % 7 == 0 {
        state.list(Array(step..<step + Int.random(in: 0...10, using: &generator)))
      }
      #expect(Camera.bounds.contains(state.camera.view.center), "seed \(seed), step \(step)")
      #expect(state.camera.distance > 499 && state.camera.distance < 2_200_001)
      #expect(state.selected == nil || state.selectedPlace != nil)
    }
  }
}
