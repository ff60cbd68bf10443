import FinderEngine
import FinderMaps

/// What a terminal has to be told for each ink, with colours or without: the fewest parameters that lead
/// from one to another.
struct ScreenPens {
  struct Pen {
    /// In the upper bits of a cell. Inks that look the same have the same.
    var bits: UInt32
    /// A blank in it looks other than a blank of the terminal.
    let hasGround: Bool
  }

  private let pens: [Pen]
  /// From one ink to another, by the numbers of both; from a pen that is not known last.
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

  /// By the upper bits of cells; `nil` where the pen is not known.
  func append(from old: UInt32?, to new: UInt32, to output: inout ByteBuffer) {
    let row = old.map { Int($0 >> 24) } ?? pens.count
    output.append("\u{1B}[")
    steps[row * pens.count + Int(new >> 24)].withUnsafeBufferPointer { output.append($0) }
    output.append("m")
  }
}

/// The attributes of an ink.
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
      // What has a colour of its own and is not bold, such as venues, has to do without.
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
