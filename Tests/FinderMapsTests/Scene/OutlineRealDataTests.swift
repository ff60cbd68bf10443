import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

/// The outline compared with Natural Earth's coast at 1:10 million, from which it was not drawn.
@Suite(NaturalEarth.needed) struct OutlineRealDataTests {
  /// The British Isles with the Channel Islands, without the land across the Channel.
  private static let isles = (latitudes: 49.0...61.0, longitudes: -11.0...2.0)
  /// In kilometres.
  private static let step = 2.0

  private static func areOfTheIsles(_ ring: [Coordinate]) -> Bool {
    ring.allSatisfy {
      isles.latitudes.contains($0.latitude) && isles.longitudes.contains($0.longitude)
    }
  }

  private static let drawn = Result { () throws -> [[Coordinate]] in
    let path: FilePath = "\(Package.folder)/Data/\(Outline.fileName)"
    return try Outline.read(path).filter { $0.kind == .land }.flatMap(\.lines)
  }

  private static func mean(from coast: Coast, to other: Coast) -> Double {
    let strips = CoastStrips(other)
    let samples = coast.samples(each: step)
    return samples.reduce(0) { $0 + strips.distance(from: $1) } / Double(samples.count)
  }

  /// 0.9 km in one direction and 0.8 km in the other when this was written.
  @Test(.slow) func isNearTheCoastBothWays() throws {
    let drawn = try Self.drawn.get().filter(Self.areOfTheIsles)
    let polygons = drawn.map(Coast.polygon)
    // Only of the islands that are drawn.
    let charted = try NaturalEarth.land.get().filter { island in
      Self.areOfTheIsles(island)
        && Coast.grid(in: island).contains { point in polygons.contains { $0.contains(point) } }
    }
    let there = Self.mean(from: Coast(drawn), to: Coast(charted))
    let back = Self.mean(from: Coast(charted), to: Coast(drawn))
    #expect(there < 1.5)
    #expect(back < 1.5)
  }

  /// The coast from Brest to Ostend, which a map of the south shows.
  @Test func isNearTheCoastAcrossTheChannel() throws {
    let strips = CoastStrips(Coast(try NaturalEarth.land.get()))
    let europe = try #require(try Self.drawn.get().max { Coast.area(of: $0) < Coast.area(of: $1) })
    let samples = Coast([europe]).samples(each: Self.step).filter {
      (48.0...51.3).contains($0.latitude) && (-5.0...3.0).contains($0.longitude)
    }
    #expect(samples.count > 400)
    let mean = samples.reduce(0) { $0 + strips.distance(from: $1) } / Double(samples.count)
    #expect(mean < 4)
  }

  /// Each is mostly covered by one ring: most of them to 81 % and more.
  @Test func noLargeIslandIsMissing() throws {
    let drawn = try Self.drawn.get().map(Coast.polygon)
    let large = try NaturalEarth.land.get().filter {
      Self.areOfTheIsles($0) && Coast.area(of: $0) >= 100
    }
    #expect(large.count >= 20)
    for island in large {
      let grid = Coast.grid(in: island)
      let share = drawn.map { polygon in grid.count { polygon.contains($0) } }.max() ?? 0
      #expect(
        Double(share) >= 0.6 * Double(grid.count),
        "\(Int(Coast.area(of: island))) km² at \(island[0]) are missing")
    }
  }
}
