import TestSupport
import Testing

@testable import FinderEngine

@Suite struct VenueIDLookupTests {
  /// Every id in answers leads to its venue, and no other text leads to any.
  @Test func everyID() throws {
    let features = ["7", "\"x\"", "\"x\"", "\"x~2\"", "\"x\"", "\"node/5\"", "null", "null"].map {
      #"{"type":"Feature","id":\#($0),"properties":{"name":"A"},"#
        + #""geometry":{"type":"Point","coordinates":[0,51]}}"#
    }
    let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    let plain = try VenueStore(reading: PaddedBytes(copying: Array(text.utf8)))
    for store in [plain, plain.indexed()] {
      let ids = UniqueIDs(store)
      for row in 0..<store.count {
        var id = ByteBuffer()
        ids.append(idOf: Venue(row: row, of: store), to: &id)
        #expect(store.row(ofID: String(decoding: id.bytes, as: UTF8.self)) == row)
      }
      for none in ["", "~", "x~", "x~5", "x~02", "X", "8", "7~2", "node/5~1", "zzzzzzzzzzzz"] {
        #expect(store.row(ofID: none) == nil, "\(none)")
      }
    }
  }
}
