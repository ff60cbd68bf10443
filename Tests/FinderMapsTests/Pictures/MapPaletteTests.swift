import Foundation
import Testing

@testable import FinderEngine
@testable import FinderMaps

@Suite struct MapPaletteTests {
  @Test func oneForEachCase() {
    #expect(MapPalette.colours.count == MapColour.allCases.count)
    for colour in MapColour.allCases {
      // Style sheets have called every way a walk since there was only that.
      #expect("\(colour.name)" == (colour == .way ? "walk" : "\(colour)"))
      #expect(max(colour.light, colour.dark) <= 0xFFFFFF)
    }
  }

  @Test func contrastAsTheGuidelinesHaveIt() {
    #expect(Self.contrast(0, 0xFFFFFF) == 21)
    #expect(Self.contrast(0x777777, 0x777777) == 1)
    #expect((4.47...4.49).contains(Self.contrast(0x777777, 0xFFFFFF)))
  }

  /// Text on its background: its halo, or a disc; and directly on the ground.
  @Test func textCanBeRead() {
    let pairs: [(MapColour, MapColour)] = [
      (.text, .halo), (.text, .land), (.text, .sea), (.text, .park), (.text, .ground),
      (.text, .building), (.faintText, .halo), (.faintText, .land), (.faintText, .sea),
      (.faintText, .ground), (.groupText, .group), (.pinText, .pin), (.pinText, .selected),
    ]
    for (text, ground) in pairs {
      #expect(Self.contrast(text.light, ground.light) >= 4.5, "\(text) on \(ground)")
      #expect(Self.contrast(text.dark, ground.dark) >= 4.5, "\(text) on \(ground), dark")
    }
  }

  /// Marks that carry meaning have a contrast of 3 to 1 with the ground, except for a single venue's dot,
  /// which is lighter so that crowds stand out.
  @Test func marksCanBeSeen() {
    for mark in [MapColour.crowd, .pin, .selected, .point, .way, .groupRim] {
      for ground in [MapColour.land, .sea, .ground] {
        let light = Self.contrast(mark.light, ground.light)
        #expect(light >= 2.8, "\(mark) on \(ground): \(light)")
      }
    }
    for ground in [MapColour.land, .ground] {
      #expect(Self.contrast(MapColour.venue.light, ground.light) >= 2)
      #expect(Self.contrast(MapColour.venue.dark, ground.dark) >= 3)
    }
  }

  /// The contrast of two colours, from 1 to 21, as the accessibility guidelines (WCAG 2) define it.
  static func contrast(_ first: UInt32, _ second: UInt32) -> Double {
    let (a, b) = (luminance(first), luminance(second))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private static func luminance(_ colour: UInt32) -> Double {
    func part(_ shift: UInt32) -> Double {
      let share = Double(colour >> shift & 0xFF) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
  }
}
