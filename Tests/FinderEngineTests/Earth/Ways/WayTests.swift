import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// Ways against `WayOracle`.
@Suite struct WayTests {
  /// Pieces as found in files: of one point, with points repeated, there and back.
  static func pieces(
    _ cloud: PointCloud, using generator: inout SeededGenerator
  ) -> [[Coordinate]] {
    var pieces = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      let count = [1, 2, 2, 5].randomElement(using: &generator)!
      return cloud.positions(count: count, using: &generator).map(\.coordinate)
    }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: pieces[0] += pieces[0].reversed()
    case 1: pieces[0].insert(pieces[0][0], at: 0)
    default: break
    }
    return pieces
  }

  @Test(arguments: PointCloud.allCases)
  func nearestPlace(_ cloud: PointCloud) throws {
    for seed in 0..<8 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let pieces = Self.pieces(cloud, using: &generator)
      let way = try #require(Way(pieces))
      let oracle = WayOracle(pieces)
      #expect(abs(way.length - oracle.length) < 1e-6, "\(cloud) \(seed)")
      let points =
        cloud.positions(count: 6, using: &generator).map(\.coordinate)
        + PointCloud.uniform.positions(count: 1, using: &generator).map(\.coordinate)
        + [pieces[0][0]]
      for point in points {
        let what: Comment = "\(cloud), seed \(seed), \(point) on \(pieces)"
        let place = try #require(way.nearest(to: point))
        let nearest = oracle.nearest(to: point)
        #expect(abs(place.offset - nearest.offset) < 1e-6, what)
        // The distance to the place reported as nearest is right, and no earlier place is equally near.
        let measured = oracle.distance(from: point, toPlaceAt: place.along)
        #expect(abs(measured - place.offset) < 1e-6, what)
        // How flat the minimum is allows for the square root of the precision of distances.
        let doubt = 0.05 + 1e-3 * max(1, nearest.offset).squareRoot()
        #expect(place.along < nearest.along + doubt, what)
        #expect(way.nearest(to: point, within: place.offset) == place, what)
        #expect(way.nearest(to: point, within: place.offset.nextDown) == nil, what)
      }
    }
  }

  /// The way back is as near as the way there, except for the last bits, and the first counts.
  @Test func thereAndBack() throws {
    for seed in 0..<20 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let there = PointCloud.clustered.positions(count: 5, using: &generator).map(\.coordinate)
      let (way, both) = (
        try #require(Way([there])), try #require(Way([there + there.reversed().dropFirst()]))
      )
      #expect(abs(both.length - 2 * way.length) < 1e-6)
      for point in PointCloud.uniform.positions(count: 20, using: &generator).map(\.coordinate) {
        let (one, other) = (
          try #require(way.nearest(to: point)), try #require(both.nearest(to: point))
        )
        #expect(abs(one.offset - other.offset) < 1e-7, "\(seed) \(point)")
        #expect(abs(one.along - other.along) < 0.05, "\(seed) \(point)")
        #expect(one.side == other.side, "\(seed) \(point)")
      }
    }
  }

  /// On one spot, with noise like a receiver's: lines are kept in order of place, without repetitions.
  @Test func overAndOverOneSpot() throws {
    var generator = SeededGenerator(seed: 7)
    let spots = (0..<40).map { _ in
      Coordinate(
        latitude: 51.5 + .random(in: -2e-5...2e-5, using: &generator),
        longitude: 180 - .random(in: 0...2e-5, using: &generator))
    }
    let points = (0..<3000).map { _ in spots.randomElement(using: &generator)! }
    let way = try #require(Way([points]))
    let oracle = WayOracle([Array(points.prefix(1200))])
    let part = try #require(Way([Array(points.prefix(1200))]))
    for distance in [1e-6, 1e-5, 1e-4, 1e-2] {
      let point = Coordinate(latitude: 51.5 + distance, longitude: -180 + distance / 2)
      let (place, known) = (try #require(part.nearest(to: point)), oracle.nearest(to: point))
      #expect(abs(place.offset - known.offset) < 1e-6)
      #expect(place.along < known.along + 0.1)
      let whole = try #require(way.nearest(to: point))
      #expect(whole.offset <= place.offset + 1e-9)
    }
    let still = try #require(Way([Array(repeating: spots[0], count: 200_000)]))
    #expect(still.points.count == 1 && still.length == 0)
    #expect(still.nearest(to: spots[0])?.side == .on)
  }

  /// There is nothing between two pieces.
  @Test func gapsAreNotJoined() throws {
    let (a, b, c, d) = (
      Coordinate(latitude: 51, longitude: 0), Coordinate(latitude: 51, longitude: 0.1),
      Coordinate(latitude: 51, longitude: 0.3), Coordinate(latitude: 51, longitude: 0.4)
    )
    let way = try #require(Way([[], [a, b], [c, d]]))
    #expect(way.pieces == 2)
    let place = try #require(way.nearest(to: Coordinate(latitude: 51, longitude: 0.19)))
    #expect(place.along == way.lengths[1])
    #expect(
      abs(place.offset - Geodesic.distance(from: b, to: .init(latitude: 51, longitude: 0.19)))
        < 1e-9)
    // The second piece continues the count where the first ends.
    #expect(way.nearest(to: c)?.along == way.lengths[1])
    #expect(Way([]) == nil && Way([[]]) == nil)
  }

  @Test func sides() throws {
    func at(_ north: Double, _ east: Double) -> Coordinate {
      Coordinate(latitude: 50 + north / 1000, longitude: east / 1000)
    }
    func side(_ way: [Coordinate], _ point: Coordinate) -> WayPlace.Side? {
      Way([way])?.nearest(to: point)?.side
    }
    let north = [at(0, 0), at(10, 0)]
    #expect(side(north, at(5, 1)) == .right && side(north, at(5, -1)) == .left)
    #expect(side(north.reversed(), at(5, 1)) == .left)
    #expect(side(north, at(5, 0)) == .on)
    // Beyond the end and before the start, both to one side and straight ahead.
    #expect(side(north, at(11, 1)) == .right && side(north, at(-1, -1)) == .left)
    #expect(side(north, at(11, 0)) == .on && side(north, at(-1, 0)) == .on)
    // Around a corner: a point outside is to the left of both ways, or of one of them.
    let corner = [at(0, 0), at(10, 0), at(10, 10)]
    #expect(side(corner, at(11, -1)) == .left && side(corner, at(9, 2)) == .right)
    let hairpin = [at(0, 0), at(10, 0), at(0, 3)]
    for east in [-1.0, 0, 0.1, 1] { #expect(side(hairpin, at(11, east)) == .left) }
    #expect(side(hairpin, at(9, 0.1)) == .right)
    // On the way straight back, the side is that of the way there.
    let back = [at(0, 0), at(10, 0), at(0, 0)]
    #expect(side(back, at(5, 1)) == .right && side(back, at(11, 1)) == .right)
    // Across the date line.
    let east = [Coordinate(latitude: 0, longitude: 179), Coordinate(latitude: 0, longitude: -179)]
    #expect(side(east, Coordinate(latitude: 1, longitude: 180)) == .left)
    #expect(side(east, Coordinate(latitude: -1, longitude: -180)) == .right)
  }

  @Test(arguments: [PointCloud.clustered, .dateLine, .poles, .uniform])
  func slices(_ cloud: PointCloud) throws {
    for seed in 0..<6 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let pieces = Self.pieces(cloud, using: &generator)
      let way = try #require(Way(pieces))
      let oracle = WayOracle(pieces)
      #expect(way.slice(from: 0, to: .infinity) === way)
      #expect(way.slice(from: way.length + 1, to: .infinity) == nil)
      let cuts = [
        Double.random(in: 0...1, using: &generator), .random(in: 0...1, using: &generator),
      ]
      .sorted().map { $0 * way.length }
      for (from, to) in [
        (cuts[0], cuts[1]), (0, cuts[1]), (cuts[0], .infinity), (cuts[0], cuts[0]),
      ] {
        let part = try #require(way.slice(from: from, to: to), "\(cloud) \(seed)")
        let end = min(to, way.length)
        #expect(abs(part.first - from) < 1e-6 && abs(part.length - end) < 1e-6, "\(cloud) \(seed)")
        for point in cloud.positions(count: 4, using: &generator).map(\.coordinate) {
          let place = try #require(part.nearest(to: point))
          let what: Comment = "\(cloud), seed \(seed), \(from) to \(to), \(point) on \(pieces)"
          #expect(place.along >= from - 1e-6 && place.along <= end + 1e-6, what)
          let measured = oracle.distance(from: point, toPlaceAt: place.along)
          #expect(abs(measured - place.offset) < 1e-5, what)
          // No place between the cuts is nearer.
          for share in 0...20 {
            let along = from + Double(share) / 20 * (end - from)
            let other = oracle.distance(from: point, toPlaceAt: along)
            #expect(other > place.offset - 1e-5, what)
          }
        }
      }
    }
  }
}

/// Where a geodesic leads, against the geodesic between that place and the start.
@Suite struct GeodesicCourseTests {
  @Test func invertsTheInverse() {
    var generator = SeededGenerator(seed: 11)
    var starts = PointCloud.uniform.positions(count: 300, using: &generator).map(\.coordinate)
    starts += [-90.0, -89.9999999, 0, 89.9999999, 90].flatMap { latitude in
      [-180.0, 0, 179.9999999, 180].map { Coordinate(latitude: latitude, longitude: $0) }
    }
    for start in starts {
      for metres in [0, 0.001, 1, 1234.5, 1e5, 3e6, 1.4e7] {
        for bearing in [0, 90, 180, 270, Double.random(in: 0..<360, using: &generator)] {
          let stop = GeodesicCourse(from: start, bearing: bearing).stop(after: metres)
          let path = Geodesic.inverse(from: start, to: stop.point)
          let what: Comment = "\(start), \(bearing), \(metres)"
          #expect(abs(path.distance - metres) < 5e-8, what)
          guard metres >= 1, abs(start.latitude) < 90 else { continue }
          // To a tenth of a micrometre sideways.
          let aside = abs((path.bearing - bearing).remainder(dividingBy: 360)) * .pi / 180
          #expect(aside * min(metres, 6e6) < 2e-7, what)
          let back = Geodesic.inverse(from: stop.point, to: start).bearing + 180 - stop.heading
          #expect(
            abs(back.remainder(dividingBy: 360)) * .pi / 180 * min(metres, 6e6) < 2e-7
              || abs(stop.point.latitude) > 89.9, what)
        }
      }
    }
  }
}
