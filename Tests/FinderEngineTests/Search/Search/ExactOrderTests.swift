import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// The two promises behind exact answers: chords far enough apart are in the right order, and the rest is
/// sorted into it.
@Suite struct ExactOrderTests {
  // MARK: Doubtful chords

  /// A chord beyond the doubtful ones certainly means a longer way than the chord that it was compared with.
  @Test func beyondDoubtIsFarther() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<200_000 {
      let chord = pow(10, Double.random(in: -8...7.1, using: &generator))
      let doubt = ChordBounds.squaredChordInDoubt(chord * chord).squareRoot()
      guard doubt < 12_756_274 else { continue }  // no chord is longer
      let lower = ChordBounds.lower(chord: doubt.nextUp)
      #expect(ChordBounds.upper(chord: chord) <= lower, "seed 1: \(chord)")
    }
    let crossing = [999_999.999_999, 1e6, 1e6.nextDown, 1e6.nextUp, 1_000_000.001]
    for chord in crossing + [0, 1e-9] {
      let doubt = ChordBounds.squaredChordInDoubt(chord * chord).squareRoot()
      #expect(ChordBounds.upper(chord: chord) <= ChordBounds.lower(chord: doubt.nextUp), "\(chord)")
    }
  }

  /// Otherwise everything would be measured.
  @Test func littleIsInDoubt() {
    let most = [
      (0, 0.021), (1.0, 2.1e-4), (100, 2.1e-6), (1e3, 5e-7), (1e4, 3e-5), (1e5, 0.03), (1e6, 24),
    ]
    for (chord, most) in most {
      let doubt = ChordBounds.squaredChordInDoubt(chord * chord).squareRoot()
      #expect(doubt - chord < most, "\(chord)")
    }
  }

  // MARK: Sorting

  /// Every candidate sorted by chord, then by `ExactOrder`, against sorting by measured distance.
  @Test(arguments: PointCloud.allCases) func equalsSortingByGeodesic(cloud: PointCloud) throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      let harness = try SearchHarness(cloud, count: 300, seed: seed)
      var generator = SeededGenerator(seed: seed)
      for point in harness.points(using: &generator) { check(harness, point) }
    }
  }

  /// Places on circles around a point, metres to centimetres off them. Chords alone would order many of these
  /// wrongly; that is counted, to show that this test tests something.
  @Test(arguments: [100, 10_000, 300_000, 2_000_000, 9_000_000, 19_950_000] as [Double])
  func equalsSortingOnCircles(radius: Double) throws {
    var generator = SeededGenerator(seed: UInt64(radius))
    let center = ExactPosition(nearestTo: 37.3, -21.1)
    let venues = (0..<400).map { _ in
      TestVenue(position(onCircle: radius, about: center, &generator))
    }
    let harness = try SearchHarness("circle of \(radius) m", venues)
    let wrongByChord = check(harness, center.coordinate)
    // Up to 10 km, chords and geodesics differ by less than the positions' own precision.
    if radius > 10_000 { #expect(wrongByChord > 20, "\(radius): \(wrongByChord)") }
  }

  /// Which neighbours are doubtful is decided 64 at a time: runs of all lengths around that, which begin
  /// anywhere, and end with a stretch or continue through two.
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func runsOfAllLengths(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let lengths = [1, 1, 1, 2, 3, 17, 62, 63, 64, 65, 66, 127, 128, 129, 130, 200]
    for _ in 0..<6 {
      var venues: [TestVenue] = []
      for spot in 0..<10 {
        let position = ExactPosition(nearestTo: 10, Double(spot) / 100)
        for _ in 0..<lengths.randomElement(using: &generator)! {
          let name = String(Int.random(in: 0...99, using: &generator))
          let written = TestName(meaning: name, token: "\"\(name)\"")
          venues.append(TestVenue(position, name: written))
        }
      }
      venues.shuffle(using: &generator)
      check(try SearchHarness("seed \(seed)", venues), Coordinate(latitude: 10, longitude: -1))
    }
  }

  @Test func nothingAndOne() throws {
    let harness = try SearchHarness(.uniform, count: 1, seed: 1)
    let order = ExactOrder(
      store: harness.store, point: Coordinate(latitude: 0, longitude: 0))
    var none: [Candidate] = []
    order.sort(&none)
    var one = [Candidate(squaredChord: 1, row: 0)]
    order.sort(&one)
    #expect(none.isEmpty && one.map(\.row) == [0])
  }

  /// Returns how many neighbours the order by chord has wrong.
  @discardableResult
  private func check(_ harness: SearchHarness, _ point: Coordinate) -> Int {
    let (store, origin) = (harness.store, GeodesicOrigin(point))
    let place = Cartesian(point)
    var candidates = (0..<store.count).map { row in
      Candidate(squaredChord: store.squaredChord(from: place, toRow: row), row: row)
    }
    candidates.sort { ($0.squaredChord, $0.row) < ($1.squaredChord, $1.row) }
    let distances = candidates.map { origin.distance(to: store.coordinate(ofRow: $0.row)) }
    ExactOrder(store: store, point: point).sort(&candidates)
    let found = candidates.map { Int(store.position(ofRow: $0.row)) }
    let expected = harness.oracle.ranking(from: point).map(\.number)
    if found != expected { Issue.record("\(harness.label), from \(point)") }
    return zip(distances, distances.dropFirst()).count { $0 > $1 }
  }

  /// A step that is right on a sphere. The ellipsoid changes it by up to 0.5 %, so it is corrected from where
  /// it ended, to within a few metres.
  private func position(
    onCircle radius: Double, about center: ExactPosition, _ generator: inout SeededGenerator
  ) -> ExactPosition {
    let bearing = Double.random(in: 0..<2 * .pi, using: &generator)
    let start = center.coordinate
    var arc = radius / 6_371_000
    var position = center
    for _ in 0..<12 {
      position = sphericalStep(start, bearing, arc)
      arc *= radius / Geodesic.distance(from: start, to: position.coordinate)
    }
    return position
  }

  private func sphericalStep(_ start: Coordinate, _ bearing: Double, _ arc: Double) -> ExactPosition
  {
    let phi = start.latitude * .pi / 180
    let sine = sin(phi) * cos(arc) + cos(phi) * sin(arc) * cos(bearing)
    let turn = atan2(sin(bearing) * sin(arc) * cos(phi), cos(arc) - sin(phi) * sine)
    return ExactPosition(
      nearestTo: asin(sine) * 180 / .pi, start.longitude + turn * 180 / .pi)
  }
}
