import FinderEngine
import FinderMaps
import TestSupport
import Testing

@testable import finder

/// Frames as a terminal shows them, compared with the intended grids.
@Suite struct FrameWriterTests {
  /// The expected screen, from the grid alone: halves of wide characters, and controls, are blank; a blank
  /// without a ground has no colour.
  static func expected(_ grid: CellGrid, isColoured: Bool) -> [[TerminalEmulator.Cell]] {
    (0..<grid.height).map { row in
      var cells: [TerminalEmulator.Cell] = []
      for column in 0..<grid.width {
        let cell = grid[column, row]
        let width =
          Unicode.Scalar(cell.scalar).map { DisplayWidth.of(String(Character($0))) } ?? 0
        let continues = column + 1 < grid.width && grid[column + 1, row].scalar == 0
        let isRight = cell.scalar == 0 && cells.last.map { isWide($0.scalar) } ?? false
        let isShown = cell.scalar > 0 && (width == 1 || width == 2 && continues)
        var seen = TerminalEmulator.Cell(
          scalar: isRight ? 0 : isShown ? cell.scalar : 0x20, pen: pen(cell.ink, isColoured))
        if isRight { seen.pen = cells.last!.pen }
        if seen.scalar == 0x20 { seen.pen = .init(isReversed: seen.pen.isReversed) }
        cells.append(seen)
      }
      return cells
    }
  }

  private static func isWide(_ scalar: UInt32) -> Bool {
    Unicode.Scalar(scalar).map { DisplayWidth.of(String(Character($0))) == 2 } ?? false
  }

  private static func pen(_ ink: GridInk, _ isColoured: Bool) -> TerminalEmulator.Pen {
    let numbers = "\(GridText.parameters(of: ink))".split(separator: ";").map { Int($0)! }
    let isStrong = [.strong, .crowd, .group, .place, .letter, .point].contains(ink)
    return TerminalEmulator.Pen(
      isBold: isColoured ? numbers.contains(1) : isStrong || [.selected, .barStrong].contains(ink),
      isFaint: isColoured && numbers.contains(2), isReversed: numbers.contains(7),
      colour: isColoured ? numbers.first { $0 >= 30 }.map { $0 - 30 } : nil)
  }

  private static func seen(_ terminal: TerminalEmulator) -> [[TerminalEmulator.Cell]] {
    terminal.cells.map { row in
      row.enumerated().map { column, cell in
        var cell = cell
        if cell.scalar == 0x20 { cell.pen = .init(isReversed: cell.pen.isReversed) }
        if cell.scalar == 0, column > 0 { cell.pen = row[column - 1].pen }
        return cell
      }
    }
  }

  /// The first wrong cell; `nil` if there is none.
  private static func fault(
    _ terminal: TerminalEmulator, _ grid: CellGrid, isColoured: Bool
  ) -> String? {
    let (seen, expected) = (seen(terminal), expected(grid, isColoured: isColoured))
    for row in 0..<grid.height {
      for column in 0..<grid.width where seen[row][column] != expected[row][column] {
        return "\(column), \(row): \(seen[row][column]), not \(expected[row][column])"
      }
    }
    return nil
  }

  private static func frame(
    _ writer: inout FrameWriter, _ grid: CellGrid, cursor: FrameWriter.Place? = nil
  ) -> [UInt8] {
    var bytes = ByteBuffer()
    writer.append(grid, cursor: cursor, to: &bytes)
    return Array(bytes.bytes)
  }

  private static let words = [
    "a", "  ", "The Crown", "Café Zoë", "你好", "한국 BBQ", "⠿⠛⡇", "█▓", "😀", "ﾊﾟﾌﾞ", "–", "e\u{301}",
    "\u{1F1EC}\u{1F1E7}", "☕", "x\u{200D}y", "\u{E000}",
  ]

  private static func change(
    _ grid: inout CellGrid, times: Int, _ generator: inout SeededGenerator
  ) {
    for _ in 0..<times {
      let (column, row) = (
        Int.random(in: -2..<grid.width, using: &generator),
        Int.random(in: 0..<grid.height, using: &generator)
      )
      let ink = GridInk.allCases.randomElement(using: &generator)!
      switch Int.random(in: 0..<8, using: &generator) {
      case 0 where column >= 0:
        grid[column, row] = GridCell(continuing: ink)
      case 1 where column >= 0:
        grid[column, row] = GridCell(
          scalar: ["你", "\u{7}", "\u{85}", "\u{301}"].randomElement(using: &generator)!, ink: ink)
      case 2:
        for column in max(0, column)..<grid.width { grid[column, row] = .empty }
      default: grid.write(words.randomElement(using: &generator)!, column, row, ink)
      }
    }
  }

  /// Several frames in a row, from one grid to the next: few changes, many, or another size.
  @Test(.slow, arguments: 0..<300) func anyGridAfterAnyOther(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let isColoured = seed % 3 != 0
    var writer = FrameWriter(isColoured: isColoured)
    let (width, height) = (
      Int.random(in: 1...45, using: &generator), Int.random(in: 1...9, using: &generator)
    )
    var grid = CellGrid(width: width, height: height)
    var terminal = TerminalEmulator(
      width: width, height: height, staysBehindEdge: seed % 2 == 0,
      stray: [0, 1, -1, 3][Int(seed % 4)])
    for number in 0..<12 {
      let times = [0, 1, 3, 40, 200].randomElement(using: &generator)!
      if times == 200 { grid = CellGrid(width: width, height: height) }
      Self.change(&grid, times: times, &generator)
      if times == 3 { writer.forget() }
      let cursor: FrameWriter.Place? =
        Bool.random(using: &generator)
        ? .init(column: width - 1, row: Int.random(in: 0..<height, using: &generator)) : nil
      terminal.take(Self.frame(&writer, grid, cursor: cursor))
      #expect(terminal.faults == [], "seed \(seed), frame \(number)")
      let fault = Self.fault(terminal, grid, isColoured: isColoured)
      #expect(fault == nil, "seed \(seed), frame \(number)")
      #expect(terminal.isCursorShown == (cursor != nil), "seed \(seed), frame \(number)")
      if let cursor {
        #expect(terminal.row == cursor.row && min(terminal.column, width - 1) == cursor.column)
      }
      #expect(Self.frame(&writer, grid, cursor: cursor).isEmpty, "seed \(seed), frame \(number)")
    }
  }

  @Test func anotherSizeIsRedrawn() {
    var writer = FrameWriter(isColoured: true)
    for (width, height) in [(40, 12), (20, 12), (80, 24), (80, 24)] {
      var grid = CellGrid(width: width, height: height)
      grid.write("\(width)", 0, height - 1, .bar)
      var terminal = TerminalEmulator(width: width, height: height)
      if width == 80 { writer.forget() }
      terminal.take(Self.frame(&writer, grid))
      #expect(terminal.faults == [])
      #expect(Self.fault(terminal, grid, isColoured: true) == nil)
    }
  }

  /// One line of a list loses its mark, and another gets it.
  @Test func selectionMovesInFewBytes() {
    var grid = CellGrid(width: 160, height: 50)
    for row in 0..<50 { grid.write(String(repeating: "⠿", count: 110), 0, row, .land) }
    func list(selecting selected: Int) -> CellGrid {
      var grid = grid
      for row in 0..<10 {
        grid.write(
          "a  The Coach and Horses                 123 m", 112, row,
          row == selected ? .selected : .plain
        )
      }
      return grid
    }
    var writer = FrameWriter(isColoured: true)
    let whole = Self.frame(&writer, list(selecting: 3)).count
    let moved = Self.frame(&writer, list(selecting: 4)).count
    #expect(moved * 20 <= whole, "\(moved) of \(whole)")
    #expect(moved < 150, "\(moved)")
  }

  @Test func oneCellIsAFewBytes() {
    var grid = CellGrid(width: 160, height: 50)
    var writer = FrameWriter(isColoured: true)
    _ = Self.frame(&writer, grid)
    grid.write("x", 100, 30, .plain)
    #expect(
      String(decoding: Self.frame(&writer, grid), as: UTF8.self) == "\u{1B}[31;101H\u{1B}[mx")
    grid.write("y", 100, 30, .group)
    #expect(
      String(decoding: Self.frame(&writer, grid), as: UTF8.self)
        == "\u{1B}[31;101H\u{1B}[0;1;35my\u{1B}[m")
    grid.write("z", 0, 0, .plain)
    grid.write("z", 0, 2, .plain)
    #expect(
      String(decoding: Self.frame(&writer, grid), as: UTF8.self)
        == "\u{1B}[H\u{1B}[mz\n\n\rz")
  }

  @Test func withoutColoursThereAreNone() {
    var grid = CellGrid(width: 40, height: 20)
    for (row, ink) in GridInk.allCases.enumerated() { grid.write("\(ink)", 0, row, ink) }
    var writer = FrameWriter(isColoured: false)
    let bytes = Self.frame(&writer, grid)
    for colour in [";3", ";9"] {
      #expect(!String(decoding: bytes, as: UTF8.self).contains(colour))
    }
    var terminal = TerminalEmulator(width: 40, height: 20)
    terminal.take(bytes)
    #expect(terminal.cells.allSatisfy { $0.allSatisfy { $0.pen.colour == nil } })
  }
}
