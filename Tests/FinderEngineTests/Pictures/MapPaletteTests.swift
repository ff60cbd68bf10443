import Testing

@testable import FinderEngine

@Suite struct MapPaletteTests {
  @Test func oneForEachCase() {
    #expect(MapPalette.colours.count == MapColour.allCases.count)
    for colour in MapColour.allCases {
      #expect("\(colour.name)" == "\(colour)")
      #expect(max(colour.light, colour.dark) <= 0xFFFFFF)
    }
  }

  @Test func contrastAsTheGuidelinesHaveIt() {
    #expect(MapPalette.contrast(0, 0xFFFFFF) == 21)
    #expect(MapPalette.contrast(0x777777, 0x777777) == 1)
    #expect((4.47...4.49).contains(MapPalette.contrast(0x777777, 0xFFFFFF)))
  }

  /// Text on what it stands on: its halo, or a disc. And without a halo, on the ground.
  @Test func textCanBeRead() {
    let pairs: [(MapColour, MapColour)] = [
      (.text, .halo), (.text, .land), (.text, .sea), (.text, .park), (.text, .ground),
      (.text, .building), (.faintText, .halo), (.faintText, .land), (.faintText, .sea),
      (.faintText, .ground), (.groupText, .group), (.pinText, .pin), (.pinText, .selected),
    ]
    for (text, ground) in pairs {
      #expect(MapPalette.contrast(text.light, ground.light) >= 4.5, "\(text) on \(ground)")
      #expect(MapPalette.contrast(text.dark, ground.dark) >= 4.5, "\(text) on \(ground), dark")
    }
  }

  /// Marks that carry meaning are told from the ground by 3 to 1, but for a single venue's dot, which is
  /// lighter than a crowd's so that crowds stand out.
  @Test func marksCanBeSeen() {
    for mark in [MapColour.crowd, .pin, .selected, .point, .walk, .groupRim] {
      for ground in [MapColour.land, .sea, .ground] {
        let light = MapPalette.contrast(mark.light, ground.light)
        #expect(light >= 2.8, "\(mark) on \(ground): \(light)")
      }
    }
    for ground in [MapColour.land, .ground] {
      #expect(MapPalette.contrast(MapColour.venue.light, ground.light) >= 2)
      #expect(MapPalette.contrast(MapColour.venue.dark, ground.dark) >= 3)
    }
  }
}
