import FinderEngine

// The contents of the gazetteer's file, a `SectionFile`. Its numbers are checked before they are used, since
// the file may be forged.

package enum GazetteerFile {
  package static let kind = SectionKind("GAZE", version: 1)

  // The order of the columns.
  static let areas = 0
  static let units = 1
  static let positions = 2
  static let names = 3
  static let regions = 4
  static let texts = 5
  static let sources = 6
  static let givenAreas = 7
}

/// A position in whole ten-millionths of a degree (11 millimetres). Degrees with six decimals come back
/// unchanged, to the last bit.
package struct PackedPosition: BitwiseCopyable, Equatable {
  package var latitude: Int32
  package var longitude: Int32

  private static let perDegree = 1e7

  package init(latitude: Int32, longitude: Int32) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  package init(_ point: Coordinate) {
    latitude = Int32((point.latitude * Self.perDegree).rounded())
    longitude = Int32((point.longitude * Self.perDegree).rounded())
  }

  /// `nil` if it is out of range, which happens only in a forged file.
  var coordinate: Coordinate? {
    Coordinate(
      validLatitude: Double(latitude) / Self.perDegree,
      longitude: Double(longitude) / Self.perDegree)
  }
}

/// An outward code or a sector, with the postcodes in it: `SW1A`, `SW1A 1`.
package struct GazetteerArea: BitwiseCopyable {
  /// The text as a number that sorts in the same order: `Postcode.orderedKey`.
  package var key: UInt64
  package var firstUnit: UInt32
  package var units: UInt32
  package var position: PackedPosition

  package init(key: UInt64, firstUnit: UInt32, units: UInt32, position: PackedPosition) {
    self.key = key
    self.firstUnit = firstUnit
    self.units = units
    self.position = position
  }
}

/// The part of a postcode that its sector does not give: the last two letters.
package struct GazetteerUnit: BitwiseCopyable {
  private let code: UInt16

  private static let terminated: UInt16 = 1 << 15

  /// `letters` are `Postcode.unitLetters`.
  package init(letters: UInt16, isTerminated: Bool) {
    code = letters | (isTerminated ? Self.terminated : 0)
  }

  var letters: UInt16 { code & ~Self.terminated }
  var isTerminated: Bool { code & Self.terminated != 0 }
}

/// A name, sorted by its key. The texts have the key, followed by the name.
package struct GazetteerName: BitwiseCopyable {
  package var text: UInt32
  package var position: PackedPosition
  /// 0 if it is not known.
  var population: UInt32
  /// Numbers of regions; 0 means none.
  var county: UInt16
  var country: UInt16
  package var keyLength: UInt8
  package var nameLength: UInt8
  var kind: UInt8
  /// Without this field, whatever is in memory would be written in its place.
  private let padding: UInt8 = 0

  package init(
    text: UInt32, position: PackedPosition, population: UInt32, county: UInt16, country: UInt16,
    keyLength: UInt8, nameLength: UInt8, kind: UInt8
  ) {
    (self.text, self.position, self.population) = (text, position, population)
    (self.county, self.country) = (county, country)
    (self.keyLength, self.nameLength, self.kind) = (keyLength, nameLength, kind)
  }
}

/// A county or a country: the position of its name in the texts.
package struct GazetteerRegion: BitwiseCopyable {
  package var text: UInt32
  package var length: UInt32

  package init(text: UInt32, length: UInt32) {
    self.text = text
    self.length = length
  }
}

extension Postcode {
  /// These numbers sort postcodes in the order of their texts.
  package var orderedKey: UInt64 { key.byteSwapped }

  package init(orderedKey: UInt64) { self.init(key: orderedKey.byteSwapped) }

  /// The last two letters of a whole postcode as a number that keeps their order.
  package var unitLetters: UInt16 {
    let letters = key >> UInt64(8 * (count - 2))
    return UInt16(letters & 0xFF &- 0x41) << 5 | UInt16(letters >> 8 & 0xFF &- 0x41)
  }

  /// The postcode of a sector with these last letters.
  func unit(_ letters: UInt16) -> Postcode {
    let (first, second) = (UInt64(letters >> 5) & 31 + 0x41, UInt64(letters & 31) + 0x41)
    return Postcode(key: key | (first | second << 8) << UInt64(8 * count))
  }
}

/// How many sectors and districts (outward codes) have a position of their own in the tables.
package struct GivenAreas: Equatable, Sendable {
  package var sectors = 0
  package var districts = 0

  package init(sectors: Int = 0, districts: Int = 0) {
    (self.sectors, self.districts) = (sectors, districts)
  }

  mutating func count(_ area: Postcode) {
    if area.level == .outcode { districts += 1 } else { sectors += 1 }
  }
}
