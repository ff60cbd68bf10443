import Foundation
import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

/// The page's own files, with the real dataset.
@Suite struct PageFilesTests {
  private static let folder = "\(Package.folder)/Sources/CPage"

  private func file(_ name: String) throws -> [UInt8] {
    try Files.bytes("\(Self.folder)/\(name)")
  }

  @Test func scriptIsSmallAndMakesNoMarkup() throws {
    let script = try file("page.js")
    #expect(script.count <= 52 << 10)
    let text = String(decoding: script, as: UTF8.self)
    for word in [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(",
      "createContextualFragment", "setAttribute", "fetch(", "XMLHttpRequest", "WebSocket",
      "sendBeacon", "import(", "</script", "<!--", "\r",
    ] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test func bodyAndStyleAskForNothing() throws {
    let text = String(decoding: try file("page.html") + file("page.css"), as: UTF8.self)
    for word in ["<script", " src=", "style=\"", "@import", "url(", " onclick", "\r"] {
      #expect(!text.contains(word), "\(word)")
    }
  }

  @Test(.slow, RealDataset.needed) func realDataWithinAMegabyte() throws {
    let assets = try PageAssets(
      body: file("page.html"), style: file("page.css"), script: file("page.js"))
    let store = try RealDataset.store
    var output = ByteBuffer()
    PageWriter(store).write(PageContents(title: "Venues"), assets, to: &output)
    // The outline and the names of places come to 30 KB.
    #expect(output.count <= 970_000, "\(output.count)")
    let venues = try PageReader(output.bytes).venues
    #expect(venues.count == 54_754)
    let wanted = (0..<store.count).map { row in
      let venue = store.venue(ofRow: row)
      let cell = ClusterOracle.cell(of: venue.coordinate, level: 28)
      return PageReader.Venue(
        row: cell.row, column: cell.column, name: venue.name, postcode: venue.postcode ?? "",
        properties: "")
    }
    #expect(Set(venues) == Set(wanted))
  }
}
