import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine
@testable import FinderLists

/// What of two editions is compared, by what they were fetched with.
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
      guard case .places = scope else {
        Issue.record("\(scope)")
        return
      }
      #expect(scope.contains(Coordinate(latitude: 51.503, longitude: -0.1)))
      #expect(!scope.contains(Coordinate(latitude: 51.51, longitude: -0.1)))
    }
  }
}
