import FinderEngine

/// Pairs venues of two sources that are one house, each with at most one, in these steps:
///
///     linked               one source names the other's venue (`SourceLinks`)
///     as editions, 40 m    names, postcodes and positions agree, as in the steps of `EditionMatching`
///     the postcode, 150 m  the names are close (`HouseNames`), the closest pair first
///     no postcode, 150 m   one has none, or the outward code alone; the names are the same but for words of
///                          trade and address, and within 40 m also but for what follows a dash
///     as editions          at any distance, if the postcode is a whole one
///
/// So what stands beside a house counts before what is farther away, even where a name there is more alike:
/// `Costa Coffee` at 2 m before `Costa` at 140 m. OpenStreetMap has a postcode for one restaurant in two.
enum HousePairs {
  static let farthest = 150.0
  /// What two surveys of one house are apart, most of them.
  static let near = 40.0

  typealias Pair = (old: EditionVenue, new: EditionVenue)

  /// Rows of the first and of the second.
  static func of(
    _ editions: Editions, linked: [(old: Int, new: Int)] = []
  ) -> [(old: Int, new: Int)] {
    var pairs: [Pair] = linked.map { (EditionVenue(old: $0.old), EditionVenue(new: $0.new)) }
    pairs += editedPairs(editions, without: pairs, within: near)
    var left = EditionMatching(editions, without: pairs).left
    pairs += RenamedPairs.ofPostcodes(editions, left, within: farthest) { HouseNames().read }
    left = EditionMatching(editions, without: pairs).left
    pairs += PostcodelessPairs(editions, left).pairs
    pairs += editedPairs(editions, without: pairs).filter { isOneHouse($0, editions) }
    return pairs.map { ($0.old.row, $0.new.row) }
  }

  private static func editedPairs(
    _ editions: Editions, without pairs: [Pair], within farthest: Double? = nil
  ) -> [Pair] {
    var matching = EditionMatching(editions, without: pairs, within: farthest)
    matching.run()
    return matching.pairs.map { ($0.old, $0.new) }
  }

  /// Two of one name that are far apart are one only where the postcode is a whole one: a district has several
  /// branches of a chain.
  private static func isOneHouse(_ pair: Pair, _ editions: Editions) -> Bool {
    editions.postcodeStart(pair.old).isOfWhole
      || Geodesic.distance(from: editions.position(pair.old), to: editions.position(pair.new))
        <= farthest
  }
}
