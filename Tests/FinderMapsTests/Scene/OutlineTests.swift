import Foundation
import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists
@testable import FinderMaps

/// The outline that comes with finder: whether it is complete, and how close to the coast it is.
@Suite struct OutlineTests {
  private static let folder = FilePath("\(Package.folder)/Data")
  private static let shapes = Result { try Outline.read("\(folder)/\(Outline.fileName)") }

  private static func rings(_ kind: MapShape.Kind) throws -> [[Coordinate]] {
    try shapes.get().filter { $0.kind == kind }.flatMap(\.lines)
  }

  /// It is read for each map.
  @Test func fileIsSmall() throws {
    let bytes = try FileReading.contents(ofFile: "\(Self.folder)/\(Outline.fileName)").count
    #expect(bytes <= 80_000)
    let points = try Self.shapes.get().flatMap(\.lines).joined()
    #expect((1_500...3_500).contains(points.count))
  }

  @Test func holdsWhatAMapOfTheCountryShows() throws {
    let shapes = try Self.shapes.get()
    let names = Set(shapes.map(\.name))
    let expected = [
      "Britain", "Ireland", "Lewis and Harris", "Skye", "Orkney", "Shetland", "Isle of Man",
      "Anglesey", "Isle of Wight", "Jersey", "Europe", "Lough Neagh", "Loch Ness", "Windermere",
    ]
    #expect(names.isSuperset(of: expected))
    #expect(shapes.filter { $0.kind == .border }.count == 3)
    #expect(Set(shapes.map(\.kind)) == [.land, .lake, .border])
    // A shape in two pieces would have its name twice.
    #expect(names.count == shapes.count)
    #expect(shapes.allSatisfy { !$0.name.isEmpty && $0.isClosed == $0.kind.isArea })
    // Land beyond the North Sea is closed off so far out that no view of the country shows it.
    let points = shapes.flatMap(\.lines).joined()
    #expect(points.allSatisfy { (41...66).contains($0.latitude) })
    #expect(points.allSatisfy { (-12...15).contains($0.longitude) })
  }

  @Test func ringsDoNotCrossThemselves() throws {
    for shape in try Self.shapes.get() where shape.isClosed {
      for ring in shape.lines {
        let edges = Coast.edges(of: ring)
        #expect(edges.allSatisfy { $0.start != $0.end }, "\(shape.name)")
        for (number, edge) in edges.enumerated() {
          for other in (number + 2)..<max(edges.count, number + 2) {
            // The last edge ends where the first begins.
            if number == 0 && other == edges.count - 1 { continue }
            #expect(!Self.meet(edge, edges[other]), "\(shape.name): \(edge.start)")
          }
        }
      }
    }
  }

  private static func meet(_ one: Coast.Edge, _ other: Coast.Edge) -> Bool {
    func side(_ edge: Coast.Edge, _ point: Coordinate) -> Double {
      let (a, b) = (edge.start, edge.end)
      return (b.longitude - a.longitude) * (point.latitude - a.latitude)
        - (b.latitude - a.latitude) * (point.longitude - a.longitude)
    }
    return side(one, other.start) * side(one, other.end) <= 0
      && side(other, one.start) * side(other, one.end) <= 0
  }

  @Test func islandsAndLakesDoNotOverlap() throws {
    let land = try Self.rings(.land).map { (ring: $0, polygon: Coast.polygon($0)) }
    for (number, one) in land.enumerated() {
      for (otherNumber, other) in land.enumerated() where number != otherNumber {
        #expect(!one.ring.contains { other.polygon.contains($0) }, "\(one.ring[0])")
      }
    }
    for lake in try Self.rings(.lake) {
      #expect(land.contains { $0.polygon.contains(lake[0]) }, "\(lake[0])")
      #expect(
        lake.allSatisfy { point in land.contains { $0.polygon.contains(point) } }, "\(lake[0])")
    }
  }

  /// All of them when this was written; a place added later may be on the shore.
  @Test func placesAreOnLand() throws {
    let land = try Self.rings(.land).map(Coast.polygon)
    let lakes = try Self.rings(.lake).map(Coast.polygon)
    let sample = try #require(SamplePlaces(in: [Self.folder]))
    var (count, ashore) = (0, 0)
    sample.visit { place in
      count += 1
      let isLand = land.contains { $0.contains(place.coordinate) }
      if isLand, !lakes.contains(where: { $0.contains(place.coordinate) }) { ashore += 1 }
    }
    #expect(count > 900)
    #expect(Double(ashore) >= 0.99 * Double(count))
  }
}
