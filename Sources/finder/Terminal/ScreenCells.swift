import FinderEngine
import FinderMaps

/// A grid as a terminal shows it. Each cell is one number that includes everything visible there, so cells
/// can be compared at once.
///
/// A cell is blank if it has no background of its own and no character, whatever its ink. Cells that no
/// terminal can show are blank too: control characters, half of a wide character without the other half, and
/// characters without width.
struct ScreenCells: Equatable {
  let width: Int
  let height: Int
  private(set) var cells: [UInt32]

  /// The scalar is in the low bits, 0 in the right half of a wide character; the ink is above it.
  static let scalarBits: UInt32 = 0xFF_FFFF
  static let blank = UInt32(0x20)

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    cells = Array(repeating: Self.blank, count: width * height)
  }

  init(_ grid: CellGrid, _ pens: ScreenPens) {
    self.init(width: grid.width, height: grid.height)
    grid.cells.withUnsafeBufferPointer { source in
      cells.withUnsafeMutableBufferPointer { target in
        for row in 0..<grid.height {
          let part = row * grid.width..<(row + 1) * grid.width
          Self.fill(
            UnsafeMutableBufferPointer(rebasing: target[part]),
            from: UnsafeBufferPointer(rebasing: source[part]), pens)
        }
      }
    }
  }

  @inline(__always) static func isRightHalf(_ cell: UInt32) -> Bool { cell & scalarBits == 0 }

  private static func fill(
    _ row: UnsafeMutableBufferPointer<UInt32>, from source: UnsafeBufferPointer<GridCell>,
    _ pens: ScreenPens
  ) {
    var column = 0
    while column < source.count {
      let (scalar, pen) = (source[column].scalar, pens[source[column].ink])
      defer { column += 1 }
      switch columns(of: scalar) {
      case 1: row[column] = scalar == 0x20 && !pen.hasGround ? blank : scalar | pen.bits
      case 2 where column + 1 < source.count && source[column + 1].scalar == 0:
        row[column] = scalar | pen.bits
        column += 1
        row[column] = pen.bits
      default: row[column] = pen.hasGround ? blank | pen.bits : blank
      }
    }
  }

  /// 0 for characters that cannot be shown.
  @inline(__always) private static func columns(of scalar: UInt32) -> Int {
    if scalar < 0x7F { return scalar < 0x20 ? 0 : 1 }
    switch scalar {
    case 0xA0...0x2FF, 0x2010...0x2027, 0x2190...0x21FF, 0x2500...0x259F, 0x2800...0x28FF: return 1
    default: return width(of: scalar)
    }
  }

  private static func width(of scalar: UInt32) -> Int {
    guard scalar > 0x9F, let scalar = Unicode.Scalar(scalar) else { return 0 }
    return DisplayWidth.of(String(Character(scalar)))
  }

  /// Whether terminals agree on how far the cursor moves. After other characters, its position is not known.
  @inline(__always) static func hasKnownWidth(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x20..<0x7F, 0xA0...0x2FF, 0x2500...0x259F, 0x2800...0x28FF: true
    default: false
    }
  }
}

/// The sequences for changing ink, with colours or without: the fewest parameters that lead from one ink to
/// another.
struct ScreenPens {
  struct Pen {
    /// The upper bits of a cell. Inks that look the same have the same bits.
    var bits: UInt32
    /// Whether a blank in this ink differs from the terminal's own blank.
    let hasGround: Bool
  }

  private let pens: [Pen]
  /// From one ink to another, by both numbers; the last row is from an unknown pen.
  private let steps: [[UInt8]]

  init(isColoured: Bool) {
    let looks = GridInk.allCases.map { Look($0, isColoured) }
    pens = looks.map { look in
      let same = looks.firstIndex(of: look) ?? 0
      return Pen(bits: UInt32(same) << 24, hasGround: look.isReversed)
    }
    steps = (looks.map { Optional($0) } + [nil]).flatMap { old in
      looks.map { Array(old.map($0.parameters(after:)) ?? $0.parameters) }
    }
  }

  subscript(ink: GridInk) -> Pen { pens[Int(ink.rawValue)] }

  func hasGround(_ bits: UInt32) -> Bool { pens[Int(bits >> 24)].hasGround }

  /// By the upper bits of cells; `old` is `nil` if the pen is not known.
  func append(from old: UInt32?, to new: UInt32, to output: inout ByteBuffer) {
    let row = old.map { Int($0 >> 24) } ?? pens.count
    output.append("\u{1B}[")
    steps[row * pens.count + Int(new >> 24)].withUnsafeBufferPointer { output.append($0) }
    output.append("m")
  }
}

private struct Look: Equatable {
  var isBold = false
  var isFaint = false
  var isReversed = false
  var colour: Int?

  init(_ ink: GridInk, _ isColoured: Bool) {
    let numbers = "\(GridText.parameters(of: ink))".split(separator: ";").map { Int($0) ?? 0 }
    isReversed = numbers.contains(7)
    if isColoured {
      (isBold, isFaint) = (numbers.contains(1), numbers.contains(2))
      colour = numbers.first { $0 >= 30 }
    } else {
      // Without colours, an ink that is not bold, such as that of venues, looks plain.
      isBold = numbers.contains(1)
    }
  }

  private var all: [Int] {
    [isBold ? 1 : nil, isFaint ? 2 : nil, isReversed ? 7 : nil, colour].compactMap { $0 }
  }

  var parameters: String.UTF8View { Self.text(all.isEmpty ? [] : [0] + all) }

  func parameters(after old: Look) -> String.UTF8View {
    var changes: [Int] = []
    let dropsWeight = old.isBold && !isBold || old.isFaint && !isFaint
    if dropsWeight { changes.append(22) }
    if isBold, dropsWeight || !old.isBold { changes.append(1) }
    if isFaint, dropsWeight || !old.isFaint { changes.append(2) }
    if isReversed != old.isReversed { changes.append(isReversed ? 7 : 27) }
    if colour != old.colour { changes.append(colour ?? 39) }
    let text = Self.text(changes)
    return text.count < parameters.count && !changes.isEmpty ? text : parameters
  }

  private static func text(_ numbers: [Int]) -> String.UTF8View {
    numbers.map { String($0) }.joined(separator: ";").utf8
  }
}
