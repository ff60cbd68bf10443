import TestSupport
import Testing

@testable import FinderEngine

/// Numbers from a damaged snapshot may be anything.
@Suite struct ClusterDamageTests {
  @Test(arguments: [Double.nan, .infinity, -.infinity, 90.5, -181, 1e300, -1e308])
  func positions(bad: Double) throws {
    let whole = try SearchHarness(.clustered, count: 400, seed: 2).store
    for rows in [[0], [3, 177, 399], Array(0..<400)] {
      for isLatitude in [true, false] {
        let store = whole.with(bad, inRows: Set(rows), isLatitude: isLatitude)
        for zoom in [0, 9, 20] {
          let size = try #require(ClusterSize(zoom: zoom, pixels: 64))
          var search = ClusterSearch(store)
          let groups = search.search(Query(from: Coordinate(latitude: 0, longitude: 0)), size)
          let isReal = bad == 90.5 && !isLatitude
          let left = isReal ? 400 : 400 - rows.count
          #expect(groups.map(\.count).reduce(0, +) == left, "\(bad), \(rows.count), \(zoom)")
          #expect(store.isDamaged != isReal)
        }
      }
    }
  }
}

extension VenueStore {
  fileprivate func with(_ bad: Double, inRows rows: Set<Int>, isLatitude: Bool) -> VenueStore {
    let position = columns.position
    return VenueStore(
      text: PaddedBytes(copying: UnsafeBufferPointer(start: text.base, count: text.count)),
      columns: VenueColumns(
        position: DegreeColumns(
          latitude: Column(count: count) {
            isLatitude && rows.contains($0) ? bad : position.latitude[$0]
          },
          longitude: Column(count: count) {
            !isLatitude && rows.contains($0) ? bad : position.longitude[$0]
          }),
        featureStart: columns.featureStart, featureLength: columns.featureLength,
        text: columns.text, idKey: columns.idKey),
      tally: tally, positions: positions, index: index, numberedIDs: numberedIDs)
  }
}
