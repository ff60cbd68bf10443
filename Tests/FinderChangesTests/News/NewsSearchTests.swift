import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// Which entries of a journal are found, and in which order, against measuring and sorting all of them.
@Suite struct NewsSearchTests {
  private static let day = 86_400

  private struct Made {
    let edition: Int
    let kind: DatasetComparison.Kind
    let venue: NewsVenue
    let before: NewsVenue?
    let chain: UInt64
  }

  /// Editions of one day each, the first on day 10, around some places.
  private static func made(
    _ generator: inout SeededGenerator, around centres: [Coordinate], count: Int
  ) -> [Made] {
    func place() -> Coordinate {
      let centre = centres.randomElement(using: &generator)!
      let latitude = centre.latitude + Double.random(in: -0.05...0.05, using: &generator)
      var longitude = centre.longitude + Double.random(in: -0.08...0.08, using: &generator)
      if abs(centre.latitude) > 89 { longitude = .random(in: -180...180, using: &generator) }
      if longitude > 180 { longitude -= 360 }
      if longitude < -180 { longitude += 360 }
      return Coordinate(min(90, max(-90, latitude)), longitude)
    }
    return (0..<count).map { number in
      let kind = DatasetComparison.Kind.allCases.randomElement(using: &generator)!
      let venue = NewsVenue(id: "v\(number)", name: "Venue \(number)", postcode: "", place: place())
      var before: NewsVenue?
      if kind != .opened, kind != .closed {
        before = NewsVenue(
          id: "old\(number)", name: venue.name, postcode: "",
          place: kind == .moved ? place() : venue.place)
      }
      return Made(
        edition: number * 6 / count, kind: kind, venue: venue, before: before,
        chain: ChainKey.keys(for: "chain \(number % 7)")[0])
    }
  }

  private static func write(_ made: [Made], _ place: NewsPlace) throws -> NewsJournal {
    var draft = NewsDraft()
    for edition in 0..<6 {
      var changes = NewsChanges()
      for one in made where one.edition == edition {
        changes.add(one.kind, one.venue, one.before, chain: one.chain, fields: [])
      }
      let record = EditionRecord(
        file: "x", source: "-", sha256: "\(edition)", bytes: 1, features: 1, venues: 1,
        installed: Timestamp.text((10 + edition) * day + 3600))
      draft.append(record, changes)
    }
    try place.write(draft)
    return try place.journal()
  }

  private static func expected(_ made: [Made], _ query: NewsQuery, favourites: Set<Int>) -> [Int] {
    let found = made.indices.compactMap { number -> (Int, Bool, Double)? in
      let one = made[number]
      guard query.kinds.contains(one.kind) else { return nil }
      if let since = query.since, (10 + one.edition) * day + 3600 < since { return nil }
      var distance = 0.0
      if let (point, radius) = query.around {
        let places = [one.venue.place, one.before?.place ?? one.venue.place]
        distance = places.map { Geodesic.distance(from: point, to: $0) }.min()!
        guard distance <= radius else { return nil }
      }
      return (number, favourites.contains(number), distance)
    }
    let sorted = found.sorted { a, b in
      if made[a.0].edition != made[b.0].edition { return made[a.0].edition > made[b.0].edition }
      if a.1 != b.1 { return a.1 }
      return a.2 != b.2 ? a.2 < b.2 : a.0 < b.0
    }
    return Array(sorted.map(\.0).prefix(query.limit ?? .max))
  }

  @Test(.slow, arguments: [1, 2, 3] as [UInt64]) func againstAll(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let centres = [
      Coordinate(51.5, -0.1), Coordinate(-17, 180), Coordinate(90, 0), Coordinate(-90, 20),
    ]
    let made = Self.made(&generator, around: centres, count: 600)
    try NewsPlace.with { place in
      let journal = try Self.write(made, place)
      for round in 0..<300 {
        var query = NewsQuery()
        var point = centres.randomElement(using: &generator)!
        if Bool.random(using: &generator) {
          point = made.randomElement(using: &generator)!.venue.place
        }
        if point.longitude == 180, Bool.random(using: &generator) { point.longitude = -180 }
        if Int.random(in: 0..<5, using: &generator) > 0 {
          let radius = [0, 50, 500, 2000, 5000, 20_000, 3e7].randomElement(using: &generator)!
          query.around = (point, radius)
        }
        // To the second: an edition of exactly that moment counts.
        query.since = [
          nil, 12 * Self.day + 3600, 12 * Self.day + 3601, 12 * Self.day, 0, 99 * Self.day,
        ].randomElement(using: &generator)!
        if Bool.random(using: &generator) {
          query.kinds = Set(
            DatasetComparison.Kind.allCases.filter { _ in Bool.random(using: &generator) })
        }
        query.limit = [nil, 1, 7, 600].randomElement(using: &generator)!
        var favourites: Set<Int> = []
        if Bool.random(using: &generator) {
          query.favourites.add(name: "Chain 3", in: nil)
          favourites = Set(made.indices.filter { $0 % 7 == 3 })
        }
        if Bool.random(using: &generator) {
          let one = Int.random(in: made.indices, using: &generator)
          query.favourites.add(
            id: made[one].before?.id ?? made[one].venue.id, in: journal)
          favourites.insert(one)
        }
        let result = journal.search(query)
        let (found, hasMore) = (result.found, result.hasMore)
        let wanted = Self.expected(made, query, favourites: favourites)
        let limit = query.limit
        query.limit = nil
        let all = Self.expected(made, query, favourites: favourites).count
        guard found.map(\.entry) == wanted, hasMore == (all > limit ?? .max) else {
          Issue.record("seed \(seed), round \(round): \(query)\n\(found.map(\.entry))\n\(wanted)")
          return
        }
      }
      try journal.refuseDamage()
    }
  }

  /// A place exactly at the radius counts.
  @Test func edgeOfTheRadius() throws {
    try NewsPlace.with { place in
      let (here, there) = (Coordinate(51.5, -0.1), Coordinate(51.51, -0.12))
      let venue = NewsVenue(id: "a", name: "A", postcode: "", place: there)
      let made = Made(edition: 0, kind: .opened, venue: venue, before: nil, chain: 1)
      let journal = try Self.write([made], place)
      let distance = Geodesic.distance(from: here, to: there)
      for (radius, count) in [(distance, 1), (distance.nextDown, 0)] {
        var query = NewsQuery()
        query.around = (here, radius)
        #expect(journal.search(query).found.count == count)
      }
    }
  }
}
