import FinderEngine

/// A town, or a district of London: a row of `Data/places.csv`.
struct Place {
  let name: String
  let centre: GridPoint
  let population: Int
  /// The letters that its postcodes begin with.
  let postcodeArea: String

  /// How much of the country's eating out happens here.
  ///
  /// A country town has more tables a head than a suburb, so every place starts with some, a
  /// village with fewer; and inner London feeds those who work there and visit, who outnumber its
  /// residents the more, the nearer to its middle.
  var weight: Int {
    let start = min(26_000, 8_000 + 8 * population)
    let inward = max(Self.londonReach - centre.offset(to: Self.charingCross).length, 0)
    let visitors = Self.visitorsAtCharingCross * inward * inward
    return population + start + visitors / (Self.londonReach * Self.londonReach)
  }

  private static let charingCross = GridPoint(latitude: 51_5074, longitude: -1278)
  private static let londonReach = 10 * Offset.stepsPerKilometre
  private static let visitorsAtCharingCross = 130_000
}
