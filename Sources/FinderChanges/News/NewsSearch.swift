import FinderEngine

/// Which news is wanted. The newest edition comes first; within an edition, favourites come first, then the
/// nearest, then the order of `data diff`.
package struct NewsQuery {
  /// Both the old and the new place of a venue count.
  package var around: (point: Coordinate, radius: Double)?
  /// In seconds since 1970. Editions installed earlier are skipped.
  package var since: Int?
  package var kinds = Set(DatasetComparison.Kind.allCases)
  /// The food wanted at a venue, as it is now, or as it was if it closed.
  package var food: FoodQuestion?
  package var limit: Int?
  package var favourites = NewsFavourites()

  package init() {}
}

/// Which entries are of favourites.
package struct NewsFavourites {
  /// The keys of chains and names, in ascending order.
  private var keys: [UInt64] = []
  /// The entries of single venues.
  private var entries: Set<Int> = []

  package init() {}

  /// Adds a favourite that is a name. It may be another spelling of its chain's name.
  package mutating func add(name: String, in chains: StoreChains?) {
    keys += ChainKey.keys(for: name)
    if let chains, let chain = chains.chain(named: name) {
      keys += ChainKey.keys(for: chains.name(of: chain)).prefix(1) + chains.keys(of: chain)
    }
    keys.sort()
  }

  package mutating func add(id: String, in journal: NewsJournal) {
    entries.formUnion(journal.entries(ofID: id))
  }

  func contains(_ entry: NewsEntry, _ number: Int) -> Bool {
    if !keys.isEmpty {
      let place = firstPlace(in: 0..<keys.count) { keys[$0] >= entry.chain }
      if place < keys.count, keys[place] == entry.chain { return true }
    }
    return !entries.isEmpty && entries.contains(number)
  }
}

package struct NewsFound: BitwiseCopyable {
  package let entry: Int
  /// Metres to the nearer of its two places; 0 if the query has no point.
  package let distance: Double
  let isFavourite: Bool
}

/// The first entries in order, and counts of those left out.
package struct NewsResult {
  package fileprivate(set) var found: [NewsFound] = []
  package fileprivate(set) var hasMore = false
  /// How many were left out because their food is not known. If there is a limit, only those that would have
  /// come before the last one found.
  package fileprivate(set) var unknown = 0
  /// How many of those have no food notes, so only their names are known.
  package fileprivate(set) var unnoted = 0

  package init() {}

  fileprivate mutating func count(_ leftOut: some Sequence<LeftOut>) {
    for one in leftOut {
      unknown += 1
      if !one.isNoted { unnoted += 1 }
    }
  }

  fileprivate typealias LeftOut = (found: NewsFound, isNoted: Bool)
}

extension NewsJournal {
  /// Verifies what it reads; `refuseDamage` then throws if anything was damaged.
  package func search(_ query: NewsQuery) -> NewsResult {
    var result = NewsResult()
    let origin = query.around.map { (GeodesicOrigin($0.point), $0.point.latitude, $0.radius) }
    let isWanted = NewsEntry.kinds.map { query.kinds.contains($0) }
    for edition in editions.indices.reversed() {
      if let since = query.since, editions[edition].date < Int64(since) { continue }
      let first = result.found.count
      var leftOut: [NewsResult.LeftOut] = []
      let range = entryRange(ofEdition: edition)
      guard let rows = entries.values(in: range) else { continue }
      for (place, entry) in rows.enumerated() {
        guard entry.isSound else {
          file.noteDamage()
          continue
        }
        guard isWanted[Int(entry.kindNumber)] else { continue }
        var distance = 0.0
        if let (point, latitude, radius) = origin {
          guard let metres = Self.distance(point, latitude, to: entry, within: radius) else {
            continue
          }
          distance = metres
        }
        let number = range.lowerBound + place
        let (answer, isNoted) = query.food.map { self.answer($0, entry, number) } ?? (.fits, true)
        if answer == .no { continue }
        let found = NewsFound(
          entry: number, distance: distance,
          isFavourite: query.favourites.contains(entry, number))
        if answer == .fits { result.found.append(found) } else { leftOut.append((found, isNoted)) }
      }
      result.found[first...].sort(by: Self.comesFirst)
      if let limit = query.limit, result.found.count > limit {
        if limit > first {
          let last = result.found[limit - 1]
          result.count(leftOut.filter { Self.comesFirst($0.found, last) })
        }
        result.found.removeSubrange(limit...)
        result.hasMore = true
        return result
      }
      result.count(leftOut)
    }
    return result
  }

  private static func comesFirst(_ a: NewsFound, _ b: NewsFound) -> Bool {
    if a.isFavourite != b.isFavourite { return a.isFavourite }
    return a.distance != b.distance ? a.distance < b.distance : a.entry < b.entry
  }

  /// `nil` if both places are farther away than `radius`. The shortest way between two parallels is along a
  /// meridian, where a degree is 110,574 m or more. For the whole country, that leaves a few entries in 1,000
  /// to be measured.
  @inline(__always)
  private static func distance(
    _ origin: GeodesicOrigin, _ latitude: Double, to entry: NewsEntry, within radius: Double
  ) -> Double? {
    let most = radius / 110_500
    var nearest = Double.infinity
    if abs(entry.place.latitude - latitude) <= most { nearest = origin.distance(to: entry.place) }
    if entry.placeBefore != entry.place, abs(entry.placeBefore.latitude - latitude) <= most {
      nearest = min(nearest, origin.distance(to: entry.placeBefore))
    }
    return nearest <= radius ? nearest : nil
  }
}
