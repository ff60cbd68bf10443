import TestSupport
import Testing

@testable import FinderEngine

/// The nearest of very many names, with and without walking the index, against their definition.
@Suite struct NearestNamesTests {
  private func check(
    _ label: String, _ venues: [TestVenue], _ texts: [String], from points: [Coordinate],
    limits: [Int] = [10]
  ) throws {
    let oracle = try SuggestionTests.oracle(venues)
    try NamesHarness.with(label, venues) { names in
      for (kind, directory) in names.directories {
        for text in texts {
          for point in points {
            for limit in limits {
              SuggestionTests.check(
                directory, oracle, text, point, limit: limit, "\(label), \(kind)")
            }
          }
        }
      }
    }
  }

  private static func named(
    _ cloud: PointCloud, _ count: Int, _ generator: inout SeededGenerator, _ name: (Int) -> String
  ) -> [TestVenue] {
    var venues = [TestVenue](cloud, count: count, using: &generator)
    for i in venues.indices {
      venues[i].name = name(i)
      venues[i].nameToken = "\"\(venues[i].name)\""
    }
    return venues
  }

  @Test(.slow, arguments: PointCloud.allCases) func nearestOfMany(cloud: PointCloud) throws {
    var generator = SeededGenerator(seed: 421)
    let venues = Self.named(cloud, 6000, &generator) { i in
      i % 50 == 0 ? "Cafe \(i)" : "Cafe \(SuggestionTests.words[i % 7])"
    }
    let points = (0..<3).map { _ in venues.randomElement(using: &generator)!.coordinate }
    try check("\(cloud)", venues, ["cafe", "caf", "cafe 1", "bar"], from: points, limits: [3, 10])
  }

  /// Hundreds of names on one spot, and as many nearby: the first by name is meant, not by spelling.
  @Test(.slow, arguments: 1...3 as ClosedRange<UInt64>) func crowds(seed: UInt64) throws {
    var generator = SeededGenerator(seed: 460 + seed)
    let names = (0..<400).map { "\($0 % 2 == 0 ? "cafe" : "Cafe") \($0 * 7919 % 400)" }
    var venues = Self.named(.clustered, 6000, &generator) { names[$0 * 31 % names.count] }
    for i in venues.indices where i % 3 == 0 { venues[i].position = venues[0].position }
    let points = [venues[0].coordinate, venues[1].coordinate]
    try check(
      "crowd \(seed)", venues, ["cafe", "c", "cafe 1"], from: points, limits: [1, 10, 500])
  }

  /// All venues nearby are of one chain, and the walk gives up before it has seen another.
  @Test func oneNameNearby() throws {
    var generator = SeededGenerator(seed: 471)
    var venues = Self.named(.uniform, 6000, &generator) {
      $0 % 12 == 0 ? "Cafe Rare \($0 % 37)" : "Cafe Uno"
    }
    for i in venues.indices where i % 12 != 0 {
      venues[i].position = ExactPosition(
        nearestTo: 51 + .random(in: 0...0.5, using: &generator),
        .random(in: 0...1, using: &generator))
    }
    try check(
      "one name", venues, ["cafe", "uno"], from: [venues[1].coordinate], limits: [1, 2, 10])
  }

  @Test func roughPlaces() {
    var generator = SeededGenerator(seed: 481)
    func anywhere() -> Coordinate {
      Coordinate(
        latitude: [-90, 0, 90, .random(in: -90...90, using: &generator)]
          .randomElement(using: &generator)!,
        longitude: [-180, -90, 0, 90, 180, .random(in: -180...180, using: &generator)]
          .randomElement(using: &generator)!)
    }
    for _ in 0..<20_000 {
      let (from, to) = (Cartesian(anywhere()), Cartesian(anywhere()))
      let chord = from.squaredChord(to: to).squareRoot()
      let rough = RoughPlace(to).squaredSteps(to: RoughPlace.Point(from)).squareRoot()
      #expect(abs(rough * RoughPlace.step - chord) <= RoughPlace.error)
    }
  }

  /// Rough bounds never exclude what is exactly nearest.
  @Test func roughBounds() {
    var generator = SeededGenerator(seed: 482)
    for round in 0..<20_000 {
      let from = Coordinate(latitude: .random(in: -89...89, using: &generator), longitude: 7)
      let spread = [1e-5, 1e-3, 1, 40][round % 4]
      func near() -> Coordinate {
        Coordinate(
          latitude: max(
            -90, min(90, from.latitude + .random(in: -spread...spread, using: &generator))),
          longitude: 7 + .random(in: -spread...spread, using: &generator))
      }
      let (one, other) = (near(), near())
      let point = RoughPlace.Point(Cartesian(from))
      let rough = [one, other].map { RoughPlace(Cartesian($0)).squaredSteps(to: point) }
      if Geodesic.distance(from: from, to: one) <= Geodesic.distance(from: from, to: other) {
        #expect(rough[0] <= RoughPlace.squaredStepsInDoubt(rough[1]))
      }
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>) func boundOfGroups(seed: UInt64) {
    var generator = SeededGenerator(seed: 490 + seed)
    let wanted = Int.random(in: 1...6, using: &generator)
    var groups = NearestGroups(wanted: wanted)
    var least: [NameTable.Group: Double] = [:]
    for _ in 0..<400 {
      let number = Int.random(in: 0..<20, using: &generator)
      let group: NameTable.Group = Bool.random(using: &generator) ? .chain(number) : .name(number)
      let square = Double(Int.random(in: 0..<1000, using: &generator))
      groups.note(group, square)
      least[group] = min(square, least[group] ?? .infinity)
      let sorted = least.values.sorted()
      #expect(groups.bound == (sorted.count < wanted ? .infinity : sorted[wanted - 1]))
      if case .chain = group { #expect(groups.least(of: group) == least[group]) }
    }
  }
}
