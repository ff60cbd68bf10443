import FinderEngine

package struct GazetteerTally: Sendable {
  package var rows = 0
  package var used = 0
  package var withoutPosition = 0
  /// Without a postcode or a name.
  package var withoutName = 0
  /// With a name or a county that is not UTF-8.
  package var notUTF8 = 0
  /// Rows that cannot be split into cells.
  package var unreadable = 0
  /// Rows whose eastings and northings are over 1 km from their latitude and longitude.
  package var contradictory = 0
  /// Rows whose latitude and longitude would be inside the camera bounds if swapped, and are not as given.
  package var swapped = 0

  /// Rows with a postcode and a name, whose name was not used.
  package var unusedNames = 0

  package var leftOut: Int { rows - used }

  mutating func add(_ other: GazetteerTally) {
    rows += other.rows
    used += other.used
    withoutPosition += other.withoutPosition
    withoutName += other.withoutName
    notUTF8 += other.notUTF8
    unreadable += other.unreadable
    contradictory += other.contradictory
    swapped += other.swapped
    unusedNames += other.unusedNames
  }
}

extension GazetteerTally {
  init(_ tally: PositionFileTally) {
    rows = tally.rows
    used = tally.used
    withoutPosition = tally.withoutPosition
    withoutName = tally.withoutPostcode
    contradictory = tally.contradictory
    swapped = tally.swapped
  }
}
