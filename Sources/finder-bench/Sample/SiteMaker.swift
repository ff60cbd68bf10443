import FinderEngine

/// A spot that holds one venue or, as in a food court, several.
struct Site {
  let point: GridPoint
  /// The index of the place that it belongs to.
  let place: Int
  var venueCount: Int
}

/// Spreads sites over the map: half of a place's crowd its middle, some lie about its edges and the
/// others in the country between it and its neighbours.
struct SiteMaker {
  private let places: [Place]
  private let surroundings: [Surroundings]
  private let weightedPlaces: Weighted<Int>
  private let venueCounts = Weighted(Array(siteSizes.enumerated())) { $0.element }
  private var random: SplitMix64

  /// Out of 42,914 spots of the real dataset, how many hold 1, 2, 3 … venues.
  private static let siteSizes = [
    35_138, 5_446, 1_489, 464, 177, 100, 39, 30, 9, 5, 1, 4, 1, 0, 2, 2, 0, 1, 3, 2, 0, 0, 1,
  ]

  init(places: [Place], seed: UInt64) {
    self.places = places
    surroundings = places.map { Surroundings(of: $0.centre, among: places) }
    weightedPlaces = Weighted(Array(places.indices)) { places[$0].weight }
    random = SplitMix64(seed: seed, stream: 1)
  }

  mutating func sites(holding count: Int) -> [Site] {
    var sites: [Site] = []
    var missing = count
    while missing > 0 {
      let place = weightedPlaces.draw(&random)
      let venueCount = min(venueCounts.draw(&random).offset + 1, missing)
      sites.append(Site(point: point(near: place), place: place, venueCount: venueCount))
      missing -= venueCount
    }
    return sites
  }

  private mutating func point(near place: Int) -> GridPoint {
    let centre = places[place].centre
    // A town of 100,000 at 4,000 to the square kilometre is a disc of 2.8 km: 254 steps.
    let townRadius = integerSquareRoot(places[place].population) * 4 / 5
    switch random.below(100) {
    case ..<48:
      return centre.moved(landward(cloud(deviation: townRadius / 16 + 12), at: place))
    case ..<64:
      return centre.moved(landward(cloud(deviation: townRadius / 2 + 15), at: place))
    default:
      return centre.moved(wayOut(of: place))
    }
  }

  private mutating func cloud(deviation: Int) -> Offset {
    Offset(east: random.bell(deviation: deviation), north: random.bell(deviation: deviation))
  }

  /// A spot off the way to a neighbouring town. Between two towns there is mostly land, which a
  /// free scatter around a seaside town would miss.
  private mutating func wayOut(of place: Int) -> Offset {
    let neighbours = surroundings[place].neighbours
    guard !neighbours.isEmpty else {
      return landward(cloud(deviation: Offset.stepsPerKilometre), at: place)
    }
    let way = neighbours[random.below(neighbours.count)]
    let along = way.scaled(8 + random.below(85), over: 100)
    return along + cloud(deviation: way.length / 7 + 20)
  }

  /// The sea has no cafés: at a seaside town what falls off the shore is mirrored inland.
  private func landward(_ offset: Offset, at place: Int) -> Offset {
    guard let inland = surroundings[place].inland else { return offset }
    let beach = 25 * inland.length
    return offset.dot(inland) < -beach ? -offset : offset
  }
}

/// Where the other places lie, seen from one of them.
private struct Surroundings {
  /// The ways to the nearest seven that are not next door: there is country in between.
  let neighbours: [Offset]
  /// Away from the sea, or `nil` where there are neighbours on all sides. A place whose
  /// neighbours lie all on one side is by the sea: close enough, and it needs no map of the coast.
  let inland: Offset?

  init(of centre: GridPoint, among places: [Place]) {
    let ways = places.map { centre.offset(to: $0.centre) }.enumerated()
      .map { (index: $0.offset, way: $0.element, length: $0.element.length) }
      .filter { $0.length > 0 }
      .sorted { ($0.length, $0.index) < ($1.length, $1.index) }
    let countryside = 4 * Offset.stepsPerKilometre...40 * Offset.stepsPerKilometre
    neighbours = ways.filter { countryside.contains($0.length) }.prefix(7).map(\.way)

    // Directions only: a far neighbour says as much about the coast as a near one.
    let directions = ways.prefix(10).map { $0.way.scaled(1000, over: $0.length) }
    let sum = directions.reduce(Offset(east: 0, north: 0), +)
    inland = sum.length > directions.count * 450 ? sum : nil
  }
}
