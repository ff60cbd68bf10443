import FinderEngine
import FinderMaps

extension MapScreenState {
  /// Two turns of the wheel are one key.
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
      $0.pan(
        right: 2 * Double(from.column - mouse.column), down: 4 * Double(from.row - mouse.row))
    }
    drag = (mouse.column, mouse.row, true)
  }

  private mutating func release(_ mouse: MouseEvent) -> Effect {
    defer { drag = nil }
    guard let drag, !drag.hasMoved else { return .nothing }
    return .selectAt(place(mouse))
  }
}
