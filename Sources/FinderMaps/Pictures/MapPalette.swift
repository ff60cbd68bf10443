import FinderEngine

/// The colours of a map's parts, by day and by night: one table for all pictures.
///
/// In both, text has a contrast of at least 4.5 to 1 with its background.
package enum MapColour: UInt8, CaseIterable, Sendable {
  /// Below everything, used if the base map does not show what is land.
  case ground
  case sea
  case land
  case coast
  case park
  case building
  case river
  case border
  case road
  case path
  /// Lines of a base map that have no kind.
  case other
  /// One venue in a pixel, a few, or many.
  case venue
  case venues
  case crowd
  case dotRim
  case group
  case groupRim
  case groupText
  case pin
  case pinText
  case selected
  case point
  case rim
  case way
  case text
  case halo
  case faintText
  /// The names of places and their marks.
  case town

  package var name: StaticString { MapPalette.colours[Int(rawValue)].name }
  /// Red, green and blue, eight bits each.
  var light: UInt32 { MapPalette.colours[Int(rawValue)].light }
  var dark: UInt32 { MapPalette.colours[Int(rawValue)].dark }
}

/// Red, green and blue.
extension SIMD3<Int32> {
  init(colour: UInt32) {
    self.init(Int32(colour >> 16 & 0xFF), Int32(colour >> 8 & 0xFF), Int32(colour & 0xFF))
  }

  /// Eight bits each.
  var colour: UInt32 { UInt32(x << 16 | y << 8 | z) }
}

package enum MapPalette {
  /// In the order of the cases, with their names in style sheets. By day, rims and halos have the colour of
  /// land: over empty land they add no bytes to a picture.
  static let colours: [(name: StaticString, light: UInt32, dark: UInt32)] = [
    ("ground", 0xF7F5F0, 0x1B2128),
    ("sea", 0xCFE1EC, 0x10202C),
    ("land", 0xF7F5F0, 0x20262D),
    ("coast", 0x93B7CD, 0x3A5A70),
    ("park", 0xDCEBD0, 0x20352A),
    ("building", 0xE7E1D6, 0x2C333B),
    ("river", 0xA6C9DF, 0x28485E),
    ("border", 0xAFA0B8, 0x6F6480),
    ("road", 0xD5CDBE, 0x444D57),
    ("path", 0xC9B99A, 0x5C5646),
    ("other", 0xA9A091, 0x666E77),
    ("venue", 0xF0935F, 0xC8693A),
    ("venues", 0xDD5430, 0xF08A4B),
    ("crowd", 0xA3201C, 0xFFC27A),
    ("dotRim", 0xF7F5F0, 0x14181D),
    ("group", 0xFFD574, 0xE8B44C),
    ("groupRim", 0xA66A12, 0x6B4A12),
    ("groupText", 0x3B2800, 0x241800),
    ("pin", 0x0B6670, 0x5FC9D3),
    ("pinText", 0xFFFFFF, 0x06262A),
    ("selected", 0x8A1C6B, 0xF08CCB),
    ("point", 0x1457C4, 0x8AB8FF),
    ("rim", 0xF7F5F0, 0x14181D),
    ("walk", 0x1457C4, 0x8AB8FF),
    ("text", 0x26313B, 0xE6EAEE),
    ("halo", 0xF7F5F0, 0x171C22),
    ("faintText", 0x56616B, 0xAEB7C0),
    ("town", 0x56616B, 0xAEB7C0),
  ]
}
