import TestSupport
import Testing

@testable import FinderEngine

@Suite struct ClusterSearchTests {
  private static let everything = Query(from: Coordinate(latitude: 0, longitude: 0))

  private func groups(_ store: VenueStore, _ size: ClusterSize) -> [Cluster] {
    var search = ClusterSearch(store)
    return search.search(Self.everything, size)
  }

  private func size(_ zoom: Int, _ pixels: Int = 64) throws -> ClusterSize {
    try #require(ClusterSize(zoom: zoom, pixels: pixels))
  }

  private func cell(_ group: Cluster) -> ClusterOracle.Cell {
    let shift = group.cell.size.shift
    return ClusterOracle.Cell(
      row: group.cell.rowEdges.0 >> shift, column: group.cell.columnEdges.0 >> shift)
  }

  /// Every group at every zoom, with and without an index.
  @Test(.slow, arguments: PointCloud.allCases) func bruteForce(cloud: PointCloud) throws {
    for (seed, count) in [0, 1, 2, 50, 400].enumerated() {
      let harness = try SearchHarness(cloud, count: count, seed: UInt64(seed))
      let oracle = ClusterOracle(venues: harness.venues)
      let cells = (0...28).map { level in
        harness.venues.map { ClusterOracle.cell(of: $0.coordinate, level: level) }
      }
      for zoom in ClusterSize.zooms {
        for pixels in zoom % 4 == 0 ? ClusterSize.pixelChoices : [64] {
          let expected = oracle.groups(zoom: zoom, pixels: pixels) { cells[$0] }
          for store in [harness.store, harness.storeAsRead] {
            try check(
              groups(store, size(zoom, pixels)), expected, store,
              "\(harness.label), \(zoom), \(pixels)")
          }
        }
      }
    }
  }

  private func check(
    _ groups: [Cluster], _ expected: [ClusterOracle.Cell: ClusterOracle.Group],
    _ store: VenueStore, _ what: String
  ) throws {
    #expect(groups.count == expected.count, "\(what)")
    for group in groups {
      let face = store.venue(ofRow: group.face)
      let found = ClusterOracle.Group(
        count: group.count, center: group.center, splitsAtZoom: group.splitsAtZoom,
        faceName: store.withName(ofRow: group.face) { String(decoding: $0, as: UTF8.self) },
        facePosition: face.coordinate)
      let wanted = expected[cell(group)]
      if found != wanted {
        Issue.record("\(what): \(found) is not \(String(describing: wanted))")
        return
      }
    }
    let texts = groups.map(\.cell.id)
    #expect(texts == Set(texts).sorted(), "\(what)")
  }

  /// The four cells within a cell have exactly its venues, and their ids begin with the parent's.
  @Test(arguments: PointCloud.allCases) func childrenMakeUpTheirParent(cloud: PointCloud) throws {
    let store = try SearchHarness(cloud, count: 500, seed: 9).store
    for zoom in 0..<20 {
      var left: [Substring: Int] = [:]
      for group in groups(store, try size(zoom)) {
        left[group.cell.id.drop { $0 != "-" }.dropFirst()] = group.count
      }
      #expect(left.values.reduce(0, +) == 500)
      for group in groups(store, try size(zoom + 1)) {
        let id = group.cell.id.drop { $0 != "-" }.dropFirst()
        left[id.dropLast(), default: 0] -= group.count
      }
      #expect(left.values.allSatisfy { $0 == 0 }, "\(cloud), zoom \(zoom)")
    }
  }

  @Test(arguments: [PointCloud.clustered, .oneSpot, .dateLine, .grid])
  func theOrderOfTheFileChangesNothing(cloud: PointCloud) throws {
    var generator = SeededGenerator(seed: 5)
    var venues = [TestVenue](cloud, count: 300, using: &generator)
    for place in venues.indices {
      venues[place].postcode = "N1 \(Int.random(in: 0..<3, using: &generator))AA"
      if Bool.random(using: &generator) { venues[place].idToken = "\(place)" }
    }
    let first = try output(venues)
    for _ in 0..<5 {
      venues.shuffle(using: &generator)
      #expect(try output(venues) == first)
    }
  }

  /// Enough venues that parts of the tree are added up as a whole, and divided where they are not in one
  /// cell.
  @Test(arguments: PointCloud.allCases) func withAnIndexAndWithout(cloud: PointCloud) throws {
    let harness = try SearchHarness(cloud, count: 5_000, seed: 7)
    for zoom in [0, 3, 7, 11, 15, 20] {
      let size = try size(zoom)
      let indexed = groups(harness.store, size)
      let asRead = groups(harness.storeAsRead, size)
      #expect(indexed.count == asRead.count, "\(cloud), zoom \(zoom)")
      for (one, other) in zip(indexed, asRead) {
        let isSame =
          one.cell == other.cell && one.count == other.count && one.center == other.center
          && one.splitsAtZoom == other.splitsAtZoom
          && harness.store.coordinate(ofRow: one.face)
            == harness.storeAsRead.coordinate(ofRow: other.face)
        guard isSame else {
          Issue.record("\(cloud), zoom \(zoom): \(one) is not \(other)")
          return
        }
      }
    }
  }

  /// All groups at some zooms, in JSON.
  private func output(_ venues: [TestVenue]) throws -> [String] {
    let read = try VenueStore(reading: PaddedBytes(copying: venues.geoJSON.utf8))
    let texts = try [read, read.indexed()].map { store in
      let writer = ClusterWriter(store)
      return try [0, 3, 8, 14, 20].flatMap { zoom in
        groups(store, try size(zoom)).map { group in
          var text = ByteBuffer()
          writer.append(jsonOf: group, to: &text)
          return String(decoding: text.bytes, as: UTF8.self)
        }
      }
    }
    #expect(texts[0] == texts[1])
    return texts[0]
  }

  @Test func membersAreThoseCounted() throws {
    for cloud in PointCloud.allCases {
      let harness = try SearchHarness(cloud, count: 200, seed: 3)
      let match = try #require(NameMatch("cafe"))
      for store in [harness.store, harness.storeAsRead] {
        var search = ClusterSearch(store)
        for query in [
          Self.everything, Query(from: Coordinate(latitude: 0, longitude: 0), match: match),
        ] {
          var rows: [Int] = []
          for group in search.search(query, try size(4)) {
            let members = search.members(of: group.cell, query)
            #expect(members.count == group.count && members.contains(group.face))
            rows += members
          }
          #expect(rows.sorted() == Searcher(store).marks(of: query).rows)
        }
      }
    }
  }

  @Test func aBoxLeavesTheRestOut() throws {
    let harness = try SearchHarness(.clustered, count: 400, seed: 12)
    let center = harness.venues[0].coordinate
    let box = BoundingBox(
      south: center.latitude - 0.5, west: center.longitude - 0.5, north: center.latitude + 0.5,
      east: center.longitude + 0.5)
    let query = Query(from: center, area: .box(box))
    for store in [harness.store, harness.storeAsRead] {
      var search = ClusterSearch(store)
      let found = search.search(query, try size(10))
      #expect(found.map(\.count).reduce(0, +) == Searcher(store).count(query))
      #expect(found.allSatisfy { box.contains(store.coordinate(ofRow: $0.face)) })
    }
  }
}

extension Searcher {
  fileprivate func rows(of query: Query) -> [Int] {
    var rows: [Int] = []
    forEachRow(of: query) { rows.append($0) }
    return rows.sorted()
  }
}
