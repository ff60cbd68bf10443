import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// Venues with the lasting ids of `data fetch`.
@Suite struct LastingIDTests {
  private func feature(_ id: String, _ venue: EditedVenue) -> String {
    "{\"id\":\"\(id)\"," + venue.feature.dropFirst()
  }

  private func comparison(_ old: [String], _ new: [String]) throws -> DatasetComparison {
    DatasetComparison(
      from: try LoadedDataset(features: old).store, to: try LoadedDataset(features: new).store)
  }

  private static let before = EditedVenue(name: "Venue 3", postcode: "N1 1AA", x: 0, y: 51)

  @Test(arguments: [
    ("osm:node/3", "osm:node/3", true), ("fhrs:3", "fhrs:3", true),
    ("osm:node/3", "osm:way/3", false), ("node/3", "node/3", false), ("osm:3", "fhrs:3", false),
  ])
  func renamed(old: String, new: String, isPaired: Bool) throws {
    let after = Self.before.with { ($0.name, $0.more) = ("The Lamb", ",\"r\":1") }
    let found = try comparison([feature(old, Self.before)], [feature(new, after)])
    guard isPaired else {
      #expect(found.changes.map(\.kind) == [.opened, .closed])
      return
    }
    let change = try #require(found.changes.first)
    #expect(found.changes.count == 1 && change.kind == .renamed && change.isRenamed)
    #expect(change.fields == ["r"] && change.path == nil)
    let back = try comparison([feature(new, after)], [feature(old, Self.before)])
    #expect(back.changes.map(\.kind) == [.renamed])
  }

  /// With the distance that it moved.
  @Test(arguments: [(249.0, true), (251, false)])
  func moved(metres: Double, isPaired: Bool) throws {
    let after = Self.before.with {
      ($0.name, $0.postcode, $0.y) = ("The Lamb", "N1 1AB", 51 + metres / 111_247)
    }
    let found = try comparison(
      [feature("osm:node/3", Self.before)], [feature("osm:node/3", after)])
    guard isPaired else {
      #expect(found.changes.map(\.kind) == [.opened, .closed])
      return
    }
    let change = try #require(found.changes.first)
    #expect(found.changes.count == 1 && change.kind == .moved && change.isRenamed)
    #expect(change.fields == ["name", "postcode"] && change.path != nil)
  }

  @Test func otherPostcode() throws {
    let after = Self.before.with { ($0.postcode, $0.y) = ("N1 1AB", 51.0001) }
    let found = try comparison(
      [feature("osm:node/3", Self.before)], [feature("osm:node/3", after)])
    #expect(found.changes.map(\.kind) == [.moved] && found.changes[0].fields == ["postcode"])
    #expect(!found.changes[0].isRenamed)
  }

  /// An id of two venues identifies neither, and a venue that is unchanged takes no part.
  @Test func doubles() throws {
    let other = Self.before.with { $0.name = "The Lamb" }
    let third = Self.before.with { $0.name = "The Crown" }
    let found = try comparison(
      [feature("osm:node/3", Self.before), feature("osm:node/3", other)],
      [feature("osm:node/3", third)])
    #expect(found.changes.map(\.kind) == [.opened, .closed, .closed])
    let kept = try comparison(
      [feature("osm:node/3", Self.before), feature("osm:node/4", other)],
      [feature("osm:node/3", Self.before), feature("osm:node/4", third)])
    #expect(kept.changes.map(\.kind) == [.renamed] && kept.unchanged == 1)
  }
}
