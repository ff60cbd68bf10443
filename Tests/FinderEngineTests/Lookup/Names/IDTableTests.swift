import TestSupport
import Testing

@testable import FinderEngine

/// Venues by their ids: every printed id leads back to its venue, and nothing else does.
@Suite struct IDTableTests {
  @Test(.slow, arguments: [0, 1, 2, 40, 3000]) func everyPrintedID(count: Int) throws {
    let harness = try SearchHarness.numbered(.clustered, count: count, seed: 301)
    try NamesHarness.with(harness.label, harness.storeAsRead) { names in
      for (kind, directory) in names.directories {
        let store = directory.store
        let ids = UniqueIDs(store)
        for row in 0..<store.count {
          var id = ByteBuffer()
          ids.append(idOf: Venue(row: row, of: store), to: &id)
          let text = String(decoding: id.bytes, as: UTF8.self)
          #expect(directory.row(ofID: text) == row, "\(names.label), \(kind): \(text)")
          // Near misses.
          for other in [text + "~", text + "~1", text + "~999999", "~" + text, text + " "] {
            #expect(directory.row(ofID: other) == nil, "\(names.label), \(kind): \(other)")
          }
          // This examines all of them.
          guard row % 31 == 0 else { continue }
          #expect(store.row(ofID: text) == row, "by a scan, \(names.label), \(kind): \(text)")
        }
        let strangers = ["", "~", "~2", "x~", "x~-3", "x~99999999999", "zzzzzzzzzzzz", "\u{0}"]
        for id in strangers {
          #expect(directory.row(ofID: id) == nil, "\(names.label), \(kind): \(id)")
          #expect(store.row(ofID: id) == nil, "by a scan, \(names.label), \(kind): \(id)")
        }
      }
    }
  }

  /// As many as a file may give one id: the number is looked up, not counted up to.
  @Test func manyWithOneID() throws {
    var generator = SeededGenerator(seed: 302)
    var venues = [TestVenue](.uniform, count: 5000, using: &generator)
    for i in venues.indices { venues[i].idToken = "\"same\"" }
    try NamesHarness.with("5000 of one id", venues) { names in
      for (kind, directory) in names.directories {
        let rows = ([1] + Array(2...5000)).map { number in
          directory.row(ofID: number == 1 ? "same" : "same~\(number)")
        }
        #expect(
          rows.map { $0.map { Int(directory.store.position(ofRow: $0)) } } == Array(0..<5000),
          "\(kind)")
        #expect(directory.row(ofID: "same~5001") == nil && directory.row(ofID: "same~1") == nil)
        for id in ["same", "same~2", "same~5000", "same~5001", "same~1"] {
          #expect(directory.store.row(ofID: id) == directory.row(ofID: id), "\(kind): \(id)")
        }
      }
    }
  }

  @Test(.slow, arguments: [0, 1, 2, 255, 257, 70_000]) func sortedByKey(count: Int) {
    var generator = SeededGenerator(seed: 303)
    for keys in [
      0...0, 0...1, 0...31, 0...300, 0...4095, 0 ... .max, 1 << 56...1 << 58,
    ] as [ClosedRange<UInt64>] {
      var rows = (0..<count).map {
        KeyedRow(key: .random(in: keys, using: &generator), row: UInt32($0))
      }
      // The library's sort is only stable because of these rows.
      let right = rows.sorted { ($0.key, $0.row) < ($1.key, $1.row) }
      rows.withUnsafeMutableBufferPointer { KeyedRows.sort($0) }
      #expect(rows.elementsEqual(right) { $0.key == $1.key && $0.row == $1.row }, "\(keys)")
    }
  }
}
