import FinderEngine

/// Draws a scene with the cells of a terminal: two by four dots of braille in each, or ASCII. A scene of
/// a view `2 * width` by `4 * height` pixels fills a grid of `width` by `height`.
package struct CellPainter {
  package enum Marks: String, CaseIterable, Sendable {
    case braille
    case ascii

    /// From so many venues in a cell on the marks are the same.
    package var mostTold: Int { self == .ascii ? 100 : 8 }
  }

  private let marks: Marks

  package init(_ marks: Marks) { self.marks = marks }

  package func paint(_ scene: MapScene, into grid: inout CellGrid) {
    let (width, height) = (scene.view.width / 2, scene.view.height / 4)
    var dots = DotCells(width: width, height: height)
    for shape in scene.shapes { dots.draw(shape) }
    dots.draw(scene.dots, isASCII: marks == .ascii)
    if let walk = scene.walk { dots.draw(walk) }
    for row in 0..<height {
      for column in 0..<width {
        let cell = dots[column, row]
        guard cell.bits != 0 else { continue }
        let scalar = marks == .braille ? Unicode.Scalar(0x2800 + UInt32(cell.bits))! : ascii(cell)
        grid[column, row] = GridCell(scalar: scalar, ink: cell.ink)
      }
    }
    paintTexts(scene, into: &grid, width: width)
  }

  /// How many venues there are shows in venues' marks (`Marks.mostTold`); of lines only that they are there.
  private func ascii(_ cell: DotCells.Cell) -> Unicode.Scalar {
    switch cell.ink {
    case .venue, .crowd:
      switch cell.count {
      case 1: "."
      case 2...4: ":"
      case 5...19: "o"
      case 20...99: "O"
      default: "@"
      }
    case .walk: "x"
    case .water: "~"
    case .line: "'"
    default: "-"
    }
  }

  private func paintTexts(
    _ scene: MapScene, into grid: inout CellGrid, width: Int
  ) {
    func column(_ x: Double, _ columns: Int) -> Int {
      Int(((x - Double(columns)) / 2).rounded())
    }
    func row(_ y: Double) -> Int { Int((y / 4).rounded(.down)) }
    for label in scene.labels {
      let mark: Unicode.Scalar = marks == .braille ? "•" : "+"
      let spot = (Int(label.mark.x / 2), row(label.mark.y))
      if spot.0 < width { grid[spot.0, spot.1] = GridCell(scalar: mark, ink: .place) }
      let start = column(label.place.x, DisplayWidth.of(label.text))
      grid.write(label.text, start, row(label.place.y), .place, upTo: width)
    }
    for group in scene.groups {
      // A count among marks that are letters too would not be told from them.
      let text = marks == .braille ? " \(group.text) " : "(\(group.text))"
      let start = column(group.place.x, text.utf8.count)
      grid.write(text, start, row(group.place.y), .group, upTo: width)
    }
    for pin in scene.pins {
      let text = pin.kind == .point ? (marks == .braille ? "◆" : "X") : pin.letter
      let ink: GridInk =
        switch pin.kind {
        case .point: .point
        case .selected: .selected
        case .venue: .letter
        }
      grid.write(
        text.isEmpty ? "*" : text, Int(pin.place.x / 2), row(pin.place.y), ink, upTo: width
      )
    }
    paintFoot(scene, into: &grid, width: width)
  }

  private func paintFoot(
    _ scene: MapScene, into grid: inout CellGrid, width: Int
  ) {
    let row = scene.view.height / 4 - 1
    if let bar = scene.scaleBar {
      let columns = max(Int((bar.length / 2).rounded()), 1)
      let (left, middle, right) = marks == .braille ? ("├", "─", "┤") : ("|", "-", "|")
      let line =
        columns < 2 ? left : left + String(repeating: middle, count: columns - 2) + right
      let next = grid.write(line, 0, row, .strong)
      grid.write(" \(bar.text)", next, row, .strong)
    }
    if !scene.credit.isEmpty {
      let start = width - DisplayWidth.of(scene.credit)
      let columns = scene.scaleBar.map { Int($0.length / 2) + 2 + $0.text.utf8.count } ?? 0
      if start > columns { grid.write(scene.credit, start, row, .faint) }
    }
  }
}
