import FinderEngine

/// Any number of made-up venues without opening hours: the sample, followed by copies of it. In each
/// copy, every postcode area is moved to a random part of Great Britain.
///
/// A hundred copies fill the country a hundred times as densely. But towns of different copies
/// seldom coincide, so no single spot has a hundred times as many venues. Within a copy, venues are
/// in the order of their postcodes, as in the real dataset: neighbours in the file are mostly
/// neighbours on the map.
///
/// A venue is computed from its number alone, in whole numbers. So memory holds one copy, and the
/// same count gives the same bytes everywhere.
struct ScatteredVenues {
  let count: Int
  private let copied: [SampleVenue]
  /// The postcode area of each copied venue, as an index into `moves`.
  private let areas: [Int]
  /// How far each area is moved, by copy and then by area. The first copy is not moved.
  private let moves: [(latitude: Int, longitude: Int)]
  private let areaCount: Int

  private static let seed: UInt64 = 2020
  private static let copySize = 55_000
  /// The limits for the middle of a moved area, in steps of 1e-4 degree. An area reaches about a
  /// degree beyond its middle, and the camera bounds are another degree away.
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
    // Up to 4 steps (some 40 m) either way. Venues that share a spot move together, and differently
    // in each copy.
    var random = SplitMix64(
      seed: UInt64(truncatingIfNeeded: spot.latitude << 24 ^ spot.longitude),
      stream: UInt64(copy))
    // Names are shifted by a prime for each copy, so that a name has other neighbours in each.
    let name = copied[(row + copy * 7919) % copied.count].name
    return SampleVenue(
      name: name, postcode: copied[row].postcode,
      point: GridPoint(
        latitude: spot.latitude + move.latitude + random.below(9) - 4,
        longitude: spot.longitude + move.longitude + random.below(9) - 4))
  }

  var all: some Sequence<SampleVenue> { (0..<count).lazy.map { self[$0] } }

  /// `count` points to search from, in steps of 1e-6 degree. Each lies near a venue, with a standard
  /// deviation of 0.02 degrees either way.
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
    summary: "N venues as GeoJSON, the sample and moved copies of it, and points near them as CSV"
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
