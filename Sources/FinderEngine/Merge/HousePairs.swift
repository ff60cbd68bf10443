/// Pairs venues of two sources that are one house, each with at most one.
///
/// First come the steps of `EditionMatching`, by which names, postcodes and positions agree. Then, of
/// those that are left and stand within 150 m of each other:
///
///     the postcode         the names are close (`CloseName(house:)`), the closest pair first
///     no postcode in one   the names are the same but for words of trade and address, the nearest first
///
/// OpenStreetMap has a postcode for one restaurant in two.
enum HousePairs {
  static let farthest = 150.0

  /// Rows of the first and of the second.
  static func of(_ editions: Editions) -> [(old: Int, new: Int)] {
    var matching = EditionMatching(editions)
    matching.run()
    var pairs = matching.pairs.filter { isOneHouse($0, editions) }.map { ($0.old, $0.new) }
    let names = HouseNames()
    var left = LeftVenues(editions, pairs)
    editions.forEachShared([.postcode], of: left.venues) { old, new in
      guard editions.hasPostcode(old[0]) else { return }
      let found = RenamedPairs(editions, old, new, within: farthest, by: names.read).pairs
      pairs += found.map { ($0.old, $0.new) }
    }
    left = LeftVenues(editions, pairs)
    pairs += PostcodelessPairs(editions, left.venues, names).pairs
    return pairs.map { ($0.0.row, $0.1.row) }
  }

  /// Two of one name that move apart are one only where the postcode is a whole one: a district has
  /// several branches of a chain.
  private static func isOneHouse(_ pair: EditionMatching.Pair, _ editions: Editions) -> Bool {
    guard pair.step == .moved || pair.step == .movedAndRenamed else { return true }
    let metres = Geodesic.distance(
      from: editions.position(pair.old), to: editions.position(pair.new))
    if metres <= farthest { return true }
    var isWhole = false
    editions.venue(pair.old).withPostcode { bytes in
      // It ends in a digit and two letters: `1AA`.
      let letters = Array(PlainPostcode(bytes))
      isWhole = letters.count >= 5 && letters[letters.count - 3] &- 0x30 < 10
    }
    return isWhole
  }
}

/// Those of both sources that are in no pair.
private struct LeftVenues {
  let venues: [EditionVenue]

  init(_ editions: Editions, _ pairs: [(EditionVenue, EditionVenue)]) {
    var (isOldTaken, isNewTaken) = (
      [Bool](repeating: false, count: editions.old.count),
      [Bool](repeating: false, count: editions.new.count)
    )
    for (old, new) in pairs {
      isOldTaken[old.row] = true
      isNewTaken[new.row] = true
    }
    venues =
      isOldTaken.indices.filter { !isOldTaken[$0] }.map { EditionVenue(old: $0) }
      + isNewTaken.indices.filter { !isNewTaken[$0] }.map { EditionVenue(new: $0) }
  }
}
