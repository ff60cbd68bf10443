import FinderEngine
import Testing

@testable import FinderLists

/// What tags say about a place.
@Suite struct OSMTagsTests {
  @Test(
    "Only venues whose tags say so are closed",
    arguments: [
      ("disused", "yes", true), ("disused", "no", false), ("end_date", "2025", true),
      ("end_date", "2026-11-27", false), ("operating_status", "permanently_closed", true),
      ("operating_status", "temporarily_closed", false), ("operating_status", "open", false),
      ("amenity", "permanently_closed", false),
    ])
  func closed(key: String, value: String, isClosed: Bool) {
    let text = Array(value.utf8)
    text.withUnsafeBufferPointer { text in
      var tags = OSMTags()
      tags.set(key, to: text)
      #expect(tags.isClosed(today: "2026-11-27") == isClosed)
    }
  }
}
