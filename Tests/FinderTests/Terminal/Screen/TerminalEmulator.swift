import FinderEngine

/// As much of a terminal as `FrameWriter` needs, strictly: anything unknown is a fault.
struct TerminalEmulator {
  struct Cell: Equatable {
    /// 0 in the right half of a wide character.
    var scalar: UInt32 = 0x20
    var pen = Pen()
  }

  struct Pen: Equatable {
    var isBold = false
    var isFaint = false
    var isReversed = false
    var colour: Int?
  }

  private(set) var cells: [[Cell]]
  private(set) var faults: [String] = []
  private(set) var isCursorShown = true
  private(set) var column = 0
  private(set) var row = 0
  private var pen = Pen()
  let width: Int
  let height: Int
  /// At the right edge, some terminals keep the cursor on the last cell, others put it after that.
  let staysBehindEdge: Bool
  /// How far they are off for characters of uncertain width.
  let stray: Int

  init(width: Int, height: Int, staysBehindEdge: Bool = false, stray: Int = 0) {
    (self.width, self.height) = (width, height)
    (self.staysBehindEdge, self.stray) = (staysBehindEdge, stray)
    cells = Array(repeating: Array(repeating: Cell(), count: width), count: height)
  }

  mutating func take(_ bytes: some Sequence<UInt8>) {
    var scalars = String(decoding: Array(bytes), as: UTF8.self).unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\r": column = 0
      case "\n":
        row += 1
        if row >= height { fault("scrolled") }
      case "\u{8}": column = max(min(column, width - 1) - 1, 0)
      case "\u{1B}": takeSequence(&scalars)
      default:
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) { fault("\(scalar.value)") }
        draw(scalar)
      }
    }
  }

  private mutating func fault(_ text: String) {
    faults.append(text)
    row = min(row, height - 1)
  }

  private mutating func takeSequence(_ scalars: inout Substring.UnicodeScalarView) {
    guard scalars.popFirst() == "[" else { return fault("no [") }
    let isPrivate = scalars.first == "?"
    if isPrivate { scalars.removeFirst() }
    var text = ""
    while let scalar = scalars.first, scalar == ";" || ("0"..."9").contains(scalar) {
      text.unicodeScalars.append(scalars.removeFirst())
    }
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    let last = scalars.popFirst()
    switch (isPrivate, last) {
    case (true, "h"), (true, "l"):
      if first == 25 { isCursorShown = last == "h" }
      if ![25, 2026].contains(first) { fault("mode \(first)") }
    case (false, "H"):
      row = max(first, 1) - 1
      column = (numbers.count > 1 ? max(numbers[1], 1) : 1) - 1
      if row >= height || column >= width { fault("outside") }
    case (false, "A"): row = max(row - max(first, 1), 0)
    case (false, "B"): row = min(row + max(first, 1), height - 1)
    case (false, "D"): column = max(min(column, width - 1) - max(first, 1), 0)
    case (false, "C"): column = min(min(column, width - 1) + max(first, 1), width - 1)
    case (false, "G"): column = min(max(first, 1), width) - 1
    case (false, "K"):
      for column in min(column, width - 1)..<width { clear(column) }
    case (false, "J") where first == 2:
      for row in 0..<height { for column in 0..<width { cells[row][column] = Cell() } }
    case (false, "m"): choose(numbers)
    default: fault("unknown")
    }
  }

  private mutating func choose(_ numbers: [Int]) {
    for number in numbers.isEmpty ? [0] : numbers {
      switch number {
      case 0: pen = Pen()
      case 1: pen.isBold = true
      case 2: pen.isFaint = true
      case 7: pen.isReversed = true
      case 22: (pen.isBold, pen.isFaint) = (false, false)
      case 27: pen.isReversed = false
      case 30...37, 90...97: pen.colour = number - 30
      case 39: pen.colour = nil
      default: fault("pen \(number)")
      }
    }
  }

  /// With the other half, if it is one of a wide character.
  private mutating func clear(_ column: Int) {
    if cells[row][column].scalar == 0, column > 0 { cells[row][column - 1].scalar = 0x20 }
    if column + 1 < width, cells[row][column + 1].scalar == 0 {
      cells[row][column + 1].scalar = 0x20
    }
    cells[row][column] = Cell(scalar: 0x20, pen: Pen(isReversed: pen.isReversed))
  }

  private mutating func draw(_ scalar: Unicode.Scalar) {
    let columns = DisplayWidth.of(String(Character(scalar)))
    column = min(column, width - 1)
    guard columns > 0, column + columns <= width else { return fault("no room for \(scalar)") }
    for place in column..<column + columns { clear(place) }
    cells[row][column] = Cell(scalar: scalar.value, pen: pen)
    if columns == 2 { cells[row][column + 1] = Cell(scalar: 0, pen: pen) }
    column = min(column + columns, staysBehindEdge ? width : width - 1)
    if columns == 2 || scalar.value > 0x2FF && !Self.isSure(scalar.value) {
      column = min(max(column + stray, 0), width - 1)
    }
  }

  /// Boxes, blocks and braille.
  private static func isSure(_ scalar: UInt32) -> Bool {
    (0x2500...0x259F).contains(scalar) || (0x2800...0x28FF).contains(scalar)
  }
}
