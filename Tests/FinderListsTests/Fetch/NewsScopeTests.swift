import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine
@testable import FinderLists

/// Which part of two editions is compared, depending on how they were fetched.
@Suite struct NewsScopeTests {
  private static let point = Coordinate(latitude: 51.5, longitude: -0.1)
  private static let wide = FetchRequest(sources: [.osm], areas: [.circle(point, radius: 2000)])

  private func record(_ request: String?) -> EditionRecord {
    var record = EditionRecord(
      file: "editions/x", source: "a", sha256: "1", bytes: 1, features: 1, venues: 1,
      installed: Timestamp.text(0))
    record.request = request
    return record
  }

  private func scope(_ old: FetchRequest?, _ new: FetchRequest?) -> NewsScope {
    NewsScope(old: record(old?.text), new: record(new?.text))
  }

  private func isAll(_ scope: NewsScope) -> Bool { if case .all = scope { true } else { false } }
  private func isNothing(_ scope: NewsScope) -> Bool {
    if case .nothing = scope { true } else { false }
  }

  @Test func sameRequest() {
    let box = FetchArea.box(BoundingBox(south: 51, west: 0, north: 51.1, east: 0.1))
    var (one, other) = (Self.wide, Self.wide)
    #expect(isAll(scope(nil, nil)) && isAll(scope(one, other)))
    other.servers[.osm] = WebAddress("http://h")
    #expect(isAll(scope(one, other)))
    one.areas.append(box)
    other.areas.insert(box, at: 0)
    #expect(isAll(scope(one, other)))
  }

  @Test func nothingInCommon() {
    var others = [Self.wide, Self.wide, Self.wide]
    others[0].sources = [.hygiene]
    others[1].sources = [.osm, .hygiene]
    others[2].kinds = [.pub]
    for other in others {
      #expect(isNothing(scope(Self.wide, other)) && isNothing(scope(other, Self.wide)))
    }
    let authority = FetchRequest(sources: [.hygiene], authorities: ["Bath"])
    #expect(isNothing(scope(authority, others[0])) && isAll(scope(authority, authority)))
    #expect(isNothing(scope(nil, Self.wide)) && isNothing(scope(Self.wide, nil)))
    #expect(isNothing(NewsScope(old: record("x"), new: record(Self.wide.text))))
  }

  @Test func overlap() {
    let narrow = FetchRequest(
      sources: [.osm], areas: [.circle(Self.point, radius: 400)])
    for scope in [scope(Self.wide, narrow), scope(narrow, Self.wide)] {
      guard case .places(let contains, let conditions, 0) = scope else {
        Issue.record("\(scope)")
        return
      }
      #expect(contains(Coordinate(latitude: 51.503, longitude: -0.1)) && conditions.isEmpty)
      #expect(!contains(Coordinate(latitude: 51.51, longitude: -0.1)))
    }
  }

  // MARK: Files

  private func file(
    _ source: String, _ choice: String? = nil, extent: BoundingBox? = nil
  ) -> EditionRecord {
    var record = record(nil)
    (record.source, record.choice, record.extent) = (source, choice, extent)
    return record
  }

  private static let usual = VenueChoice().text(isOpenStreetMap: true)
  private static let england = BoundingBox(south: 49, west: -7, north: 56, east: 2)
  private static let wales = BoundingBox(south: 51, west: -6, north: 54, east: -2.5)

  @Test("Files as a whole, if the selection was the same")
  func files() {
    let pubs = VenueChoice(kinds: [.pub]).text(isOpenStreetMap: true)
    let places = VenueChoice().text(isOpenStreetMap: false)
    for (old, new, isAll) in [
      (file("a"), file("a"), true), (file("a"), file("b"), true),
      (file("a", Self.usual), file("a", Self.usual), true),
      // What the two cover is not known.
      (file("a", Self.usual), file("b", Self.usual), false),
      (file("a", places), file("b", places), false), (file("a", places), file("a", places), true),
      (file("a", Self.usual, extent: Self.england), file("b", Self.usual), false),
      (file("a", Self.usual), file("a", pubs), false), (file("a"), file("b", places), false),
      (file("a", Self.usual), file("b", places), false),
      (
        file("a", Self.usual, extent: Self.england), file("b", Self.usual, extent: Self.england),
        true
      ),
      // Of another country, except for an address whose file now states its boundary.
      (
        file("a", Self.usual, extent: Self.england), file("b", Self.usual, extent: Self.wales),
        false
      ),
      (
        file("a", Self.usual, extent: Self.england), file("a", Self.usual, extent: Self.wales),
        true
      ),
    ] {
      for scope in [NewsScope(old: old, new: new), NewsScope(old: new, new: old)] {
        #expect(isAll ? self.isAll(scope) : isNothing(scope), "\(old) \(new)")
      }
    }
  }

  /// Another name column would rename every venue.
  @Test func readInAnotherWay() {
    var (one, other) = (file("a"), file("a"))
    one.reading = "name=Pub"
    #expect(isNothing(NewsScope(old: one, new: other)))
    other.reading = one.reading
    #expect(isAll(NewsScope(old: one, new: other)))
  }

  @Test("A fetch and an extract have in common only what both cover")
  func extract() throws {
    let fetch = record(Self.wide.text)
    let area = PaddedBytes(
      copying: Array(
        #"{"type":"Polygon","coordinates":[[[-1,51.5],[1,51.5],[1,52],[-1,52],[-1,51.5]]]}"#.utf8))
    var choice = VenueChoice(kinds: [.pub, .iceCream], includesPrivate: true)
    (choice.polygon, choice.polygonText) = (try Polygon.read(area), area)
    let extract = file("a", choice.text(isOpenStreetMap: true), extent: Self.england)
    let (north, south) = (
      Coordinate(latitude: 51.503, longitude: -0.1), Coordinate(latitude: 51.497, longitude: -0.1)
    )
    for (old, new) in [(fetch, extract), (extract, fetch)] {
      let scope = NewsScope(old: old, new: new) { _ in area }
      guard case .places(let contains, let conditions, let share) = scope else {
        Issue.record("\(scope)")
        return
      }
      #expect(contains(north) && !contains(south) && share > 0)
      #expect(!contains(Coordinate(latitude: 51.6, longitude: -0.1)))
      let venues =
        [
          ("pub", nil, true), ("pub", "customers", true), ("pub", "private", false),
          ("cafe", nil, false),
          ("ice_cream", nil, false), ("pub", "no", false),
        ] as [(String, String?, Bool)]
      let features = venues.map { kind, access, _ in
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-0.1,51.503]},"properties":"#
          + #"{"kind":"\#(kind)""# + (access.map { #","access":"\#($0)""# } ?? "") + "}}"
      }
      let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
      let store = try VenueStore(reading: PaddedBytes(copying: Array(text.utf8)))
      for row in 0..<store.count {
        #expect(
          conditions.allSatisfy { $0.holds(ofRow: row, in: store) }
            == venues[Int(store.position(ofRow: row))].2)
      }
      // The area is gone.
      #expect(isNothing(NewsScope(old: old, new: new)))
    }
    var away = Self.wide
    away.areas = [.circle(Coordinate(latitude: 40, longitude: 0), radius: 2000)]
    guard
      case .places(let contains, _, _) = NewsScope(
        old: record(away.text), new: file("a", Self.usual, extent: Self.england))
    else {
      Issue.record("nothing")
      return
    }
    #expect(!contains(Coordinate(latitude: 40, longitude: 0)))
  }

  @Test func aFetchAndAnythingElse() {
    var both = Self.wide
    both.sources = [.osm, .hygiene]
    let hygiene = FetchRequest(sources: [.hygiene], areas: Self.wide.areas)
    var pubs = Self.wide
    pubs.kinds = [.pub]
    let cafes = VenueChoice(kinds: [.cafe]).text(isOpenStreetMap: true)
    for (request, choice) in [
      (both, Self.usual), (hygiene, Self.usual), (pubs, cafes),
      (Self.wide, VenueChoice().text(isOpenStreetMap: false)), (Self.wide, "osm&x"),
    ] {
      let (fetch, other) = (record(request.text), file("a", choice))
      #expect(isNothing(NewsScope(old: fetch, new: other)))
      #expect(isNothing(NewsScope(old: other, new: fetch)))
    }
  }
}
