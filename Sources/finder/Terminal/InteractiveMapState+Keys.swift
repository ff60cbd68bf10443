import FinderEngine
import FinderMaps

extension InteractiveMapState {
  /// The share of the map by which it moves: a small one for keys that repeat, half for others.
  private static let (step, leap) = (0.125, 0.5)
  private static let keyZoom = 2.0

  mutating func handle(_ event: KeyEvent) -> Effect {
    switch event {
    case .key(.character("c"), .control): return .raise(SIGINT)
    case .key(.character("\\"), .control): return .raise(SIGQUIT)
    case .key(.character("z"), .control): return .suspend
    case .key(.character("l"), .control): return .redraw
    default: break
    }
    if layout.isTooSmall { return event == .text("q") ? .quit : .nothing }
    message = ""
    if case .mouse(let mouse) = event { return handle(mouse) }
    switch mode {
    case .map: return handleOnMap(event)
    case .field: return handleInField(event)
    case .panel(let panel): return handle(event, on: panel)
    }
  }

  // MARK: The map

  private mutating func handleOnMap(_ event: KeyEvent) -> Effect {
    switch event {
    case .text(let character): return type(character)
    case .key(let key, let modifiers): return press(key, modifiers)
    default: return .nothing
    }
  }

  private mutating func type(_ character: Unicode.Scalar) -> Effect {
    switch character {
    case "q": return .quit
    case "h", "H": return press(.left, character == "h" ? [] : .shift)
    case "j", "J": return press(.down, character == "j" ? [] : .shift)
    case "k", "K": return press(.up, character == "k" ? [] : .shift)
    case "l", "L": return press(.right, character == "l" ? [] : .shift)
    case "+", "=": zoom(by: Self.keyZoom)
    case "-", "_": zoom(by: 1 / Self.keyZoom)
    case "0": goHome()
    case "/": mode = .field
    case "?": mode = .panel(.keys(credit: credit))
    case "o": return chosen().map { .openDirections(row: $0) } ?? .nothing
    case "f": return chosen().map { .addFavourite(row: $0) } ?? .nothing
    case "s": return .savePicture
    default: message = "? shows the keys"
    }
    return .nothing
  }

  private mutating func press(_ key: Key, _ modifiers: KeyModifiers) -> Effect {
    let way = modifiers.isEmpty ? Self.step : Self.leap
    switch key {
    case .left: pan(right: -way, down: 0)
    case .right: pan(right: way, down: 0)
    case .up: pan(right: 0, down: -way)
    case .down: pan(right: 0, down: way)
    case .pageUp: pan(right: 0, down: -Self.leap)
    case .pageDown: pan(right: 0, down: Self.leap)
    case .home: goHome()
    case .tab: selectNext(modifiers.contains(.shift) ? -1 : 1)
    case .enter: return chosen().map { .showDetails(row: $0) } ?? .nothing
    case .function(1): mode = .panel(.keys(credit: credit))
    case .escape:
      if selected != nil { selected = nil } else { filter = "" }
    default: break
    }
    return .nothing
  }

  // MARK: The field

  /// Whether an event does not need the list, so many keys at once cost only one search.
  func isTyping(_ event: KeyEvent) -> Bool {
    guard mode == .field else { return false }
    switch event {
    case .text, .paste, .key(.backspace, _): return true
    default: return false
    }
  }

  private mutating func handleInField(_ event: KeyEvent) -> Effect {
    switch event {
    case .text(let character): append(String(character))
    case .paste(let text): append(text)
    case .key(.backspace, []): if !filter.isEmpty { filter.removeLast() }
    case .key(.backspace, _), .key(.character("w"), .control): removeWord()
    case .key(.character("u"), .control): filter = ""
    case .key(.tab, let modifiers): selectNext(modifiers.contains(.shift) ? -1 : 1)
    case .key(.down, _): selectNext(1)
    case .key(.up, _): selectNext(-1)
    case .key(.enter, _): mode = .map
    case .key(.escape, _):
      filter = ""
      mode = .map
    default: break
    }
    return .nothing
  }

  /// No name is longer.
  private static let longestFilter = 200

  private mutating func append(_ text: String) {
    // Characters that a terminal does not show, or shows elsewhere, are not part of the filter.
    let shown = TidyText.string("x\(text)x").unicodeScalars.dropFirst().dropLast()
    filter = String((filter + String(shown)).prefix(Self.longestFilter))
    if filter.first == " " { filter.removeFirst() }
  }

  private mutating func removeWord() {
    while filter.last == " " { filter.removeLast() }
    while let last = filter.last, last != " " { filter.removeLast() }
  }

  // MARK: A panel

  private mutating func handle(_ event: KeyEvent, on panel: MapPanel) -> Effect {
    var panel = panel
    let page = max(1, MapPanel.room(in: layout).rows - 1)
    switch event {
    case .key(.up, _), .text("k"): panel.scroll(by: -1, layout)
    case .key(.down, _), .text("j"): panel.scroll(by: 1, layout)
    case .key(.pageUp, _): panel.scroll(by: -page, layout)
    case .key(.pageDown, _), .text(" "): panel.scroll(by: page, layout)
    case .key(.home, _): panel.scroll(by: -panel.offset, layout)
    case .key(.end, _): panel.scroll(by: 1 << 20, layout)
    case .key(.escape, _), .key(.enter, _), .text("q"), .text("?"), .key(.function(1), _):
      mode = .map
      return .nothing
    case .text("o") where !panel.isKeys:
      return selected.map { .openDirections(row: $0) } ?? .nothing
    case .text("f") where !panel.isKeys:
      return selected.map { .addFavourite(row: $0) } ?? .nothing
    case .key(.tab, let modifiers) where !panel.isKeys:
      selectNext(modifiers.contains(.shift) ? -1 : 1)
      return selected.map { .showDetails(row: $0) } ?? .nothing
    default: break
    }
    mode = .panel(panel)
    return .nothing
  }
}

extension MapPanel {
  private static let keysTitle = "Keys"

  var isKeys: Bool { title == Self.keysTitle }

  /// The keys, followed by the attribution of the data.
  static func keys(credit: String) -> MapPanel {
    MapPanel(
      title: keysTitle, keyRows + (credit.isEmpty ? [] : [("", ""), ("the data", credit)]))
  }

  private static let keyRows: [(name: String, text: String)] = [
    ("arrows, h j k l", "move the map"),
    ("Shift and arrows", "move it by half; H J K L, Page Up and Down too"),
    ("+ -", "nearer, farther"),
    ("mouse", "drag to move, turn the wheel to zoom, click a venue"),
    ("Tab, Shift-Tab", "the next venue, the one before"),
    ("Enter", "its details and links"),
    ("o", "open directions to it in the browser"),
    ("f", "add it to your favourites"),
    (
      "/",
      "only venues with such names or such food, as in 'vegan piz': Enter keeps that, Esc ends it"
    ),
    ("Esc", "select nothing; then: all venues again"),
    ("0, Home", "back to where the map began"),
    ("s", "save the map as a picture"),
    ("Ctrl-L", "draw the screen again"),
    ("q", "quit"),
  ]
}

extension InteractiveMapState {
  /// Two turns of the wheel equal one key.
  private static let wheelZoom = 2.0.squareRoot()

  mutating func handle(_ mouse: MouseEvent) -> Effect {
    if case .panel(var panel) = mode {
      switch mouse.kind {
      case .wheelUp: panel.scroll(by: -3, layout)
      case .wheelDown: panel.scroll(by: 3, layout)
      case .press:
        mode = .map
        return .nothing
      default: break
      }
      mode = .panel(panel)
      return .nothing
    }
    switch mouse.kind {
    case .wheelUp: turnWheel(mouse, nearer: true)
    case .wheelDown: turnWheel(mouse, nearer: false)
    case .wheelLeft: pan(right: -0.0625, down: 0)
    case .wheelRight: pan(right: 0.0625, down: 0)
    case .press: if mouse.button == .left { press(mouse) }
    case .drag: move(mouse)
    case .release: return release(mouse)
    case .move: drag = nil
    }
    return .nothing
  }

  private func place(_ mouse: MouseEvent) -> MapPlace {
    MapPlace(x: 2 * Double(mouse.column) + 1, y: 4 * Double(mouse.row) + 2)
  }

  private mutating func turnWheel(_ mouse: MouseEvent, nearer: Bool) {
    guard layout.isInMap(column: mouse.column, row: mouse.row) else {
      return selectNext(nearer ? -1 : 1)
    }
    zoom(by: nearer ? Self.wheelZoom : 1 / Self.wheelZoom, around: place(mouse))
  }

  private mutating func press(_ mouse: MouseEvent) {
    if layout.isInMap(column: mouse.column, row: mouse.row) {
      drag = (mouse.column, mouse.row, false)
    } else if let place = layout.listed(
      column: mouse.column, row: mouse.row, of: listed.count, selected: selectedPlace)
    {
      select(place)
    }
  }

  private mutating func move(_ mouse: MouseEvent) {
    guard let from = drag, (from.column, from.row) != (mouse.column, mouse.row) else { return }
    look {
      $0.pan(right: 2 * Double(from.column - mouse.column), down: 4 * Double(from.row - mouse.row))
    }
    drag = (mouse.column, mouse.row, true)
  }

  private mutating func release(_ mouse: MouseEvent) -> Effect {
    defer { drag = nil }
    guard let drag, !drag.hasMoved else { return .nothing }
    return .selectAt(place(mouse))
  }
}
