import FinderEngine
import FinderMaps

/// A grid as a terminal shows it: each cell as one number that says all of what is seen there, so that
/// two are compared at once.
///
/// A cell is blank that has no ground of its own and no character, whatever its ink. What no terminal can
/// show in one place is blank too: controls, half of a wide character without the other half, and what
/// is no wider than nothing.
struct ScreenCells: Equatable {
  let width: Int
  let height: Int
  private(set) var cells: [UInt32]

  /// The scalar in the low bits, which is 0 in the right half of a wide character; the ink above it.
  static let scalarBits: UInt32 = 0xFF_FFFF
  static let blank = UInt32(0x20)

  /// An empty screen.
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

  /// 0 for what cannot be shown.
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

  /// Terminals agree how far the cursor moves on. Of others it is not known where it stands afterwards.
  @inline(__always) static func hasKnownWidth(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x20..<0x7F, 0xA0...0x2FF, 0x2500...0x259F, 0x2800...0x28FF: true
    default: false
    }
  }
}
