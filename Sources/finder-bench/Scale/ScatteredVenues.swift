import FinderEngine

/// Any number of made-up venues: the sample, and then copies of it with each postcode area put down
/// somewhere else in Great Britain; all without opening hours.
///
/// So a dataset of a hundred copies covers the same country a hundred times as densely in all, and
/// near any town about as the sample does: towns lie over one another, but no spot of the map holds
/// a hundred times as many venues. Within a copy venues come in the order of their postcodes, as in
/// the real dataset, so that neighbours in the file are mostly neighbours on the map.
///
/// Each venue is worked out from its number alone, in whole numbers: nothing but one copy is held
/// in memory, and the same count gives the same bytes everywhere.
struct ScatteredVenues {
  let count: Int
  private let copied: [SampleVenue]
  /// The postcode area of each copied venue, as an index into `moves`.
  private let areas: [Int]
  /// How far each area is moved in each copy: by copy, then by area. The first copy stays.
  private let moves: [(latitude: Int, longitude: Int)]
  private let areaCount: Int

  private static let seed: UInt64 = 2020
  private static let copySize = 55_000
  /// Where the middle of an area may come to lie, in steps of 1e-4 degree. An area reaches about a
  /// degree around that, and the camera bounds are a degree further on each side.
  private static let latitudes = 506_000...584_000
  private static let longitudes = -52_000...14_000

  init(count: Int, places: [Place]) {
    self.count = count
    copied = SampleGenerator(places: places, seed: Self.seed).venues(min(count, Self.copySize))
    var names: [String: Int] = [:]
    var members: [[GridPoint]] = []
    areas = copied.map { venue in
      let name = String(venue.postcode.prefix { $0.isLetter }).uppercased()
      let area = names[name] ?? members.count
      if area == members.count {
        names[name] = area
        members.append([])
      }
      members[area].append(venue.point)
      return area
    }
    areaCount = members.count
    let copies = (count + copied.count - 1) / copied.count
    moves = Self.moves(of: members, copies: copies)
  }

  private static func moves(
    of members: [[GridPoint]], copies: Int
  ) -> [(latitude: Int, longitude: Int)] {
    let middles = members.map { points in
      GridPoint(
        latitude: points.reduce(0) { $0 + $1.latitude } / points.count,
        longitude: points.reduce(0) { $0 + $1.longitude } / points.count)
    }
    var random = SplitMix64(seed: seed, stream: 5)
    return middles.map { _ in (0, 0) }
      + (1..<max(copies, 1)).flatMap { _ in
        middles.map { middle in
          (
            latitudes.lowerBound + random.below(latitudes.count) - middle.latitude,
            longitudes.lowerBound + random.below(longitudes.count) - middle.longitude
          )
        }
      }
  }

  subscript(number: Int) -> SampleVenue {
    let copy = number / copied.count
    let row = number % copied.count
    guard copy > 0 else {
      var venue = copied[row]
      venue.hours = nil
      return venue
    }
    let move = moves[copy * areaCount + areas[row]]
    let spot = copied[row].point
    // Up to 4 steps, some 40 m, either way: the same for all who share the spot, other in each copy.
    var random = SplitMix64(
      seed: UInt64(truncatingIfNeeded: spot.latitude << 24 ^ spot.longitude),
      stream: UInt64(copy))
    // A prime away in each copy: a name is not always found beside the same others.
    let name = copied[(row + copy * 7919) % copied.count].name
    return SampleVenue(
      name: name, postcode: copied[row].postcode,
      point: GridPoint(
        latitude: spot.latitude + move.latitude + random.below(9) - 4,
        longitude: spot.longitude + move.longitude + random.below(9) - 4))
  }

  var all: some Sequence<SampleVenue> { (0..<count).lazy.map { self[$0] } }

  /// `count` places to ask from, in steps of 1e-6 degree: near a venue, within about 0.02 degrees.
  func points(_ count: Int) -> [Coordinate] {
    var random = SplitMix64(seed: Self.seed, stream: 6)
    return (0..<count).map { _ in
      let venue = self[random.below(self.count)].point
      return Coordinate(
        latitude: Double(venue.latitude * 100 + random.bell(deviation: 20_000)) / 1e6,
        longitude: Double(venue.longitude * 100 + random.bell(deviation: 20_000)) / 1e6)
    }
  }
}

extension Subcommand {
  static let scatter = Subcommand(
    name: "scatter",
    synopsis: "--count N [--output FILE] [--points N --points-file FILE] [--places FILE]",
    summary: "the sample and moved copies of it, up to N venues, as GeoJSON; CSV points near them"
  ) { arguments in
    let options = try Options(
      arguments, ["--count", "--points", "--output", "--points-file", "--places"])
    let count = try options.number("--count", or: 0)
    guard count > 0 else { throw Problem.usage("--count is missing") }
    let points = try options.number("--points", or: 100_000)
    let venues = ScatteredVenues(count: count, places: try Place.all(options["--places"]))
    try writeFile(options["--output"]) { try SampleWriter.write(venues.all, to: &$0) }
    guard let file = options["--points-file"] else { return }
    try writeFile(file) { try $0.write(points: venues.points(points)) }
  }
}
