import Testing

@testable import FinderEngine
@testable import FinderMaps

/// The contrast of inks on grounds, by WCAG 2.
@Suite struct GridTextTests {
  struct Palette: CustomTestStringConvertible {
    let testDescription: String
    /// From black to white, then the bright ones, as the programs publish them.
    let colours: [UInt32]
  }

  static let palettes = [
    Palette(
      testDescription: "xterm",
      colours: [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F,
        0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
      ]),
    Palette(
      testDescription: "VGA",
      colours: [
        0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA, 0x555555,
        0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
      ]),
    Palette(
      testDescription: "Windows Terminal",
      colours: [
        0x0C0C0C, 0xC50F1F, 0x13A10E, 0xC19C00, 0x0037DA, 0x881798, 0x3A96DD, 0xCCCCCC, 0x767676,
        0xE74856, 0x16C60C, 0xF9F1A5, 0x3B78FF, 0xB4009E, 0x61D6D6, 0xF2F2F2,
      ]),
    Palette(
      testDescription: "GNOME",
      colours: [
        0x2E3436, 0xCC0000, 0x4E9A06, 0xC4A000, 0x3465A4, 0x75507B, 0x06989A, 0xD3D7CF, 0x555753,
        0xEF2929, 0x8AE234, 0xFCE94F, 0x729FCF, 0xAD7FA8, 0x34E2E2, 0xEEEEEC,
      ]),
  ]

  private static func contrast(_ one: UInt32, _ other: UInt32) -> Double {
    func light(_ colour: UInt32) -> Double {
      zip([16, 8, 0] as [UInt32], [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
        let share = Double(colour >> part.0 & 255) / 255
        return sum + part.1 * (share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4))
      }
    }
    let (one, other) = (light(one) + 0.05, light(other) + 0.05)
    return max(one, other) / min(one, other)
  }

  /// Some terminals make bold text bright.
  @Test(arguments: palettes) func inksShowOnLightAndOnDark(palette: Palette) {
    for ink in GridInk.allCases {
      let numbers = "\(GridText.parameters(of: ink))".split(separator: ";").map { Int($0)! }
      guard let colour = numbers.first(where: { $0 >= 30 }) else { continue }
      let place = colour >= 90 ? colour - 82 : colour - 30
      let seen = numbers.contains(1) && place < 8 ? [place, place + 8] : [place]
      for place in seen {
        for ground in [0xFFFFFF, 0x000000] as [UInt32] {
          let contrast = Self.contrast(palette.colours[place], ground)
          #expect(contrast >= 2, "\(ink) on \(ground == 0 ? "black" : "white")")
        }
      }
      #expect(!numbers.contains(2), "\(ink) is faint and coloured")
    }
  }
}
