import TestSupport
import Testing

@testable import FinderEngine

@Suite struct MeetingTests {
  private static let london = Coordinate(latitude: 51.5074, longitude: -0.1278)
  private static let leeds = Coordinate(latitude: 53.7997, longitude: -1.5492)
  private static let bath = Coordinate(latitude: 51.3811, longitude: -2.359)

  @Test func figures() {
    let points = [Self.london, Self.leeds, Self.bath]
    let ways = points.map { Geodesic.distance(from: $0, to: Self.bath) }
    let plain = Meeting(from: points, by: .longest).figures(to: Self.bath)
    #expect(plain.worst == ways.max() && plain.total == ways.sorted().reduce(0, +))
    let heavy = Meeting(from: points, weights: [3, 1, 2], by: .sum)
    #expect(heavy.figures(to: Self.bath).worst == plain.worst)
    #expect(
      heavy.figures(to: Self.bath).total
        == [3 * ways[0], ways[1], 2 * ways[2]].sorted().reduce(0, +))
    #expect(heavy.figures(of: heavy.ways(to: Self.bath)) == heavy.figures(to: Self.bath))
  }

  /// The order in which points are typed affects no bit of the figures.
  @Test func orderOfThePoints() {
    var generator = SeededGenerator(seed: 36)
    for _ in 0..<50 {
      let points = (0..<20).map { _ in
        Coordinate(
          latitude: .random(in: -90...90, using: &generator),
          longitude: .random(in: -180...180, using: &generator))
      }
      let shuffled = points.shuffled(using: &generator)
      #expect(
        Meeting(from: points, by: .sum).figures(to: Self.bath)
          == Meeting(from: shuffled, by: .sum).figures(to: Self.bath))
    }
  }

  /// The bounds from chords hold for the computed figures, from a millimetre to the antipode.
  @Test(arguments: [Meeting.Order.longest, .sum]) func bounds(order: Meeting.Order) throws {
    var generator = SeededGenerator(seed: 37)
    for _ in 0..<2000 {
      let size = [1e-8, 1e-4, 1, 180].randomElement(using: &generator)!
      let centre = Coordinate(
        latitude: .random(in: -90...90, using: &generator),
        longitude: .random(in: -180...180, using: &generator))
      func near() -> Coordinate {
        let latitude = centre.latitude + size * .random(in: -1...1, using: &generator)
        let longitude = centre.longitude + size * .random(in: -1...1, using: &generator)
        return Coordinate(
          latitude: max(-90, min(90, latitude)), longitude: longitude.remainder(dividingBy: 360))
      }
      let points = (0..<Int.random(in: 2...6, using: &generator)).map { _ in near() }
      let weights = points.map { _ in Double(Int.random(in: 1...9, using: &generator)) }
      let meeting = Meeting(from: points, weights: weights, by: order)
      let venue = near()
      let figures = meeting.figures(to: venue)
      let figure = meeting.figure(figures)
      let place = Cartesian(venue)
      let bounds = try #require(meeting.bounds(of: place, within: meeting.limit(figure)))
      #expect(bounds.low <= figure && figure <= bounds.high, "\(points) \(venue)")
      // What exceeds a limit by more than the doubt is dropped without being measured. The sum is cut off by
      // plain chords, which are much shorter than their arcs on the other side of the earth.
      if bounds.low > 1, order == .longest || size <= 1 {
        #expect(meeting.bounds(of: place, within: meeting.limit(bounds.low * 0.9)) == nil)
      }
    }
  }

  @Test func outlier() throws {
    let york = Coordinate(latitude: 53.9591, longitude: -1.0815)
    let apart = try #require(Meeting(from: [Self.leeds, Self.london, york], by: .longest).outlier)
    #expect(apart.number == 1)
    let ways = [york, Self.leeds].map { Geodesic.distance(from: Self.london, to: $0) }
    #expect(apart.distance == ways.min())
    #expect(apart.extent == Geodesic.distance(from: Self.leeds, to: york))
    // Neither of two points is an outlier, nor is any of three that are all far apart.
    #expect(Meeting(from: [Self.leeds, Self.london], by: .longest).outlier == nil)
    #expect(Meeting(from: [Self.leeds, Self.london, Self.bath], by: .longest).outlier == nil)
    // Two in one place, and one around the corner.
    let corner = Coordinate(latitude: 51.5104, longitude: -0.1278)
    #expect(Meeting(from: [Self.london, Self.london, corner], by: .longest).outlier == nil)
    let twice = try #require(
      Meeting(from: [Self.london, Self.london, Self.leeds], by: .longest).outlier)
    #expect(twice.number == 2 && twice.extent == 0)
    #expect(Meeting(from: [Self.london, Self.london, Self.london], by: .sum).outlier == nil)
  }
}
