import TestSupport
import Testing

@testable import FinderEngine

@Suite struct ClusterCellTests {
  /// The numbers of Trafalgar Square's tile at zoom 12 are those of any tile server.
  @Test func aKnownTile() throws {
    let size = try #require(ClusterSize(zoom: 12, pixels: 256))
    let square = MercatorSquare()
    let cell = ClusterCell(
      size: size, row: square.row(ofLatitude: 51.508),
      column: MercatorSquare.column(ofLongitude: -0.128))
    #expect(cell.columnEdges.0 >> 16 == 2046)
    #expect(cell.rowEdges.0 >> 16 == 1362)
    #expect(cell.id == "12-256-031313131130")
    #expect(cell.box.west == -0.17578125)
    #expect(cell.box.east == -0.087890625)
  }

  @Test func idsAreReadAgain() {
    var generator = SeededGenerator(seed: 4)
    for zoom in ClusterSize.zooms {
      for pixels in ClusterSize.pixelChoices {
        guard let size = ClusterSize(zoom: zoom, pixels: pixels) else { continue }
        for _ in 0..<5 {
          let cell = ClusterCell(
            size: size, row: .random(in: 0..<1 << 28, using: &generator),
            column: .random(in: 0..<1 << 28, using: &generator))
          #expect(ClusterCell(id: cell.id) == cell)
        }
      }
    }
  }

  @Test(arguments: [
    "", "0", "0-256-", "0-256-0", "0-128", "0-128-", "0-128-4", "0-128-00", "0-128-0-0", "00-128-0",
    "+0-128-0", "-1-256", "21-64-00000000000000000000000", "5-63-0000000", "5-64-000000",
    "5-64-00000000", "5-64-000000a", "5-64-000000é", " 0-256", "0-512",
  ])
  func otherTextsAreNone(text: String) { #expect(ClusterCell(id: text) == nil) }

  @Test func sizes() {
    #expect(ClusterSize(zoom: 21, pixels: 64) == nil)
    #expect(ClusterSize(zoom: -1, pixels: 64) == nil)
    #expect(ClusterSize(zoom: 3, pixels: 48) == nil)
    #expect(ClusterSize(zoom: 3, pixels: 512) == nil)
    #expect(ClusterSize(zoom: 20, pixels: 1)?.shift == 0)
  }
}
