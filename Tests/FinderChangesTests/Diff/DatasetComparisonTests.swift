import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// What changed from one edition of a dataset to the next.
@Suite struct DatasetComparisonTests {
  private static let before = EditedVenue(name: "Joe's Cafe", postcode: "N1 1AA", x: 0, y: 51)

  /// The kinds and fields of the changes, in order.
  private func changes(_ old: [String], _ new: [String]) throws -> [String] {
    let comparison = DatasetComparison(
      from: try LoadedDataset(features: old).store, to: try LoadedDataset(features: new).store)
    return comparison.changes.map {
      ([$0.kind.rawValue] + $0.fields).joined(separator: " ")
    }
  }

  private func changes(_ edit: (inout EditedVenue) -> Void) throws -> [String] {
    try changes([Self.before.feature], [Self.before.with(edit).feature])
  }

  @Test func kinds() throws {
    #expect(try changes { _ in } == [])
    #expect(try changes { $0.x = 0.001 } == ["moved"])
    #expect(try changes { $0.name = "JOES CAFE LTD" } == ["renamed"])
    #expect(try changes { $0.name = "Joe's Caffe" } == ["renamed"])
    #expect(try changes { $0.more = ",\"rating\":5" } == ["changed rating"])
    #expect(try changes { $0.postcode = "N1 1AB" } == ["changed postcode"])
    #expect(
      try changes {
        $0.postcode = "N1 1AB"
        $0.more = ",\"b\":1,\"a\":1"
      } == ["changed postcode a b"])
    #expect(try changes { $0.name = "Costa" } == ["opened", "closed"])
    #expect(
      try changes {
        $0.name = "Joes Cafe"
        $0.x = 1
      } == ["opened", "closed"])
    #expect(
      try changes {
        $0.postcode = "N1 1AB"
        $0.x = 1
      } == ["opened", "closed"])
    // What differs besides the place or the name.
    #expect(
      try changes {
        $0.x = 0.001
        $0.more = ",\"rating\":5,\"geometry\":1"
      } == ["moved geometry rating"])
    #expect(
      try changes {
        $0.name = "JOES CAFE LTD"
        $0.more = ",\"rating\":5"
      } == ["renamed rating"])
    #expect(try changes([], []) == [])
    #expect(try changes([], [Self.before.feature]) == ["opened"])
    #expect(try changes([Self.before.feature], []) == ["closed"])
  }

  /// Without a name or a postcode, two venues are not recognised as one that moved.
  @Test func movedWithoutNameOrPostcode() throws {
    for (name, postcode) in [("Costa", ""), ("Costa", " - "), ("", "N1 1AA"), ("", ""), (" ", "")] {
      let venue = Self.before.with { ($0.name, $0.postcode) = (name, postcode) }
      let elsewhere = venue.with { $0.x = 3 }
      #expect(
        try changes([venue.feature], [elsewhere.feature]) == ["opened", "closed"], "\(venue)")
      #expect(try changes([venue.feature], [venue.feature]) == [])
    }
    let bare = Self.before.feature.replacing(",\"postcode\":\"N1 1AA\"", with: "")
    #expect(!bare.contains("postcode"))
    #expect(
      try changes([bare], [bare.replacing("[0.0,", with: "[1.0,")]) == ["opened", "closed"])
  }

  /// A geometry alone identifies a feature that has nothing else.
  @Test func bareGeometry() throws {
    func point(_ longitude: String, _ more: String = "") -> String {
      "{\"type\":\"Point\",\"coordinates\":[\(longitude),51]\(more)}"
    }
    func feature(_ geometry: String, _ properties: String = "{}") -> String {
      "{\"type\":\"Feature\",\"geometry\":\(geometry),\"properties\":\(properties)}"
    }
    func changes(_ old: String, _ new: String) throws -> [String] {
      let found = DatasetComparison(
        from: try LoadedDataset(old).store, to: try LoadedDataset(new).store)
      return found.changes.map { ([$0.kind.rawValue] + $0.fields).joined(separator: " ") }
    }
    for properties in ["{}", "null"] {
      #expect(try changes(point("0"), feature(point("0.0"), properties)) == [])
      #expect(try changes(feature(point("0"), properties), point("0")) == [])
    }
    #expect(try changes(point("0"), point("0.0")) == [])
    let other = point("0", ",\"bbox\":[0,51,0,51]")
    for (old, new) in [(point("0"), feature(other)), (other, point("0"))] {
      #expect(try changes(old, new) == ["changed geometry"])
    }
    #expect(try changes(point("0"), feature(point("0"), "{\"a\":1}")) == ["changed a"])
  }

  /// Differences in spelling that mean the same.
  @Test func noChange() throws {
    #expect(try changes { $0.name = "  Joe's \\t Cafe " } == [])
    #expect(try changes { $0.name = "\\u004aoe's Cafe" } == [])
    for postcode in ["n11aa", "N11 AA", "(N1-1AA)"] {
      #expect(try changes { $0.postcode = postcode } == [])
    }
    let feature = Self.before.feature
    for other in [
      feature.replacing(":", with: " : ").replacing(
        ",", with: ",\\n ".replacing("\\n", with: "\n")),
      feature.replacing("[0.0,51.0]", with: "[-0,51]"),
      feature.replacing("[0.0,51.0]", with: "[0e5,5.1e1]"),
      feature.replacing("\"name\"", with: "\"Name\""),
      "{\"geometry\":{\"coordinates\":[0,51],\"type\":\"Point\"},\"properties\":"
        + "{\"postcode\":\"N1 1AA\",\"name\":\"Joe's Cafe\"},\"type\":\"Feature\"}",
    ] {
      #expect(try changes([feature], [other]) == [], "\(other)")
      #expect(try changes([other], [feature]) == [], "\(other)")
    }
    // One place, with two longitudes.
    func at(_ x: Double, _ y: Double) -> String {
      Self.before.with { ($0.x, $0.y) = (x, y) }.feature
    }
    #expect(try changes([at(180, 10)], [at(-180, 10)]) == ["changed geometry"])
    #expect(try changes([at(5, 90)], [at(0, 90)]) == ["changed geometry"])
  }

  @Test func members() throws {
    let feature = Self.before.feature
    let geometry = "{\"type\":\"Point\",\"coordinates\":[0.0,51.0]}"
    #expect(feature.contains(geometry))
    for (other, field) in [
      (feature.replacing("\"type\":\"Feature\"", with: "\"type\":\"Feature\",\"id\":7"), "id"),
      (feature.replacing("51.0]", with: "51.0,12]"), "geometry"),
      (
        feature.replacing(
          geometry, with: "{\"type\":\"LineString\",\"coordinates\":[[-1,50],[1,52]]}"), "geometry"
      ),
      (feature.replacing("\"type\":\"Feature\"", with: "\"type\":\"Feature\",\"x\":[]"), "x"),
      (Self.before.with { $0.more = ",\"é\":null" }.feature, "é"),
      (Self.before.with { $0.more = ",\"title\":\"y\"" }.feature, "title"),
    ] {
      #expect(try changes([feature], [other]) == ["changed \(field)"], "\(other)")
      #expect(try changes([other], [feature]) == ["changed \(field)"], "\(other)")
    }
    // Beyond the precision of a Double.
    let big = (1...2).map { n in Self.before.with { $0.more = ",\"n\":1234567890123456789\(n)" } }
    #expect(try changes([big[0].feature], [big[1].feature]) == ["changed n"])
  }

  /// Of identical venues, each finds its own partner.
  @Test func multisets() throws {
    let venue = Self.before
    func rated(_ ratings: [Int]) -> [String] {
      ratings.map { rating in venue.with { $0.more = ",\"r\":\(rating)" }.feature }
    }
    #expect(try changes(rated([1, 2, 3, 3]), rated([3, 2, 3, 1])) == [])
    #expect(try changes(rated([1, 1, 1]), rated([1])) == ["closed", "closed"])
    #expect(try changes(rated([1, 2]), rated([2, 3, 4])) == ["opened", "changed r"])
    // The nearest first, in whatever order the file has them.
    func at(_ places: [Double]) -> [String] {
      places.map { x in venue.with { $0.x = x }.feature }
    }
    let comparison = DatasetComparison(
      from: try LoadedDataset(features: at([1, 5, 2])).store,
      to: try LoadedDataset(features: at([2, 1.5, 9, 4.5])).store)
    let moves = comparison.changes.filter { $0.kind == .moved }.map { change in
      [comparison.oldVenue(change)!, comparison.newVenue(change)!].map(\.coordinate.longitude)
    }
    #expect(moves == [[1, 1.5], [5, 4.5]])
    #expect(comparison.count(of: .opened) == 1 && comparison.unchanged == 1)
    let path = try #require(comparison.changes.first { $0.kind == .moved }?.path)
    #expect(path == Geodesic.inverse(from: Coordinate(51, 1), to: Coordinate(51, 1.5)))
  }

  @Test func order() throws {
    func venue(_ name: String, _ postcode: String, _ x: Double) -> String {
      EditedVenue(name: name, postcode: postcode, x: x, y: 50).feature
    }
    let comparison = DatasetComparison(
      from: try LoadedDataset(features: [venue("z", "", 9)]).store,
      to: try LoadedDataset(features: [
        venue("b", "N1", 1), venue("a", "N2", 2), venue("a", "N1", 4), venue("a", "N1", 3),
        venue("alphabet 2", "", 1), venue("alphabet 1", "", 1), venue("Ä", "", 1), venue("", "", 1),
      ]).store)
    let shown = comparison.changes.map { change in
      let venue = comparison.newVenue(change) ?? comparison.oldVenue(change)!
      return "\(venue.name) \(venue.postcode ?? "") \(venue.coordinate.longitude)"
    }
    #expect(
      shown == [
        "  1.0", "a N1 3.0", "a N1 4.0", "a N2 2.0", "alphabet 1  1.0", "alphabet 2  1.0",
        "b N1 1.0", "Ä  1.0", "z  9.0",
      ])
  }

}
