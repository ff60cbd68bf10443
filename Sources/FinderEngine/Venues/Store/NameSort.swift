/// Sorts rows by their names' bytes, then as in the dataset, as `precedesAtSameDistance` has it, for as
/// many as a file may put on one spot, or in an order that is its caller's.
///
/// Eight bytes of each name at a time, compared as numbers; those that agree in them go on with the next
/// eight. A million names take a second; comparing whole names in the text took four.
package struct NameSort {
  private let store: VenueStore
  /// By the names' bytes first, as here.
  private let precedes: (Int, Int) -> Bool

  private struct Item: BitwiseCopyable {
    var chunk: UInt64
    var row: UInt32
    /// The name has more bytes.
    var goesOn: Bool
  }

  static func sorted(_ rows: [UInt32], of store: VenueStore) -> [UInt32] {
    sorted(rows, of: store) { store.precedesAtSameDistance($0, $1) }
  }

  package static func sorted(
    _ rows: [UInt32], of store: VenueStore, _ precedes: @escaping (Int, Int) -> Bool
  ) -> [UInt32] {
    let sort = NameSort(store: store, precedes: precedes)
    guard rows.count > 1 else { return rows }
    var items = rows.map { Item(chunk: 0, row: $0, goesOn: true) }
    items.withUnsafeMutableBufferPointer { sort.sort($0, from: 0) }
    return items.map(\.row)
  }

  /// Names that agree so far are compared as a whole: a chunk of one that is very long, or written with
  /// escapes, takes as long to find as all of it.
  private static let farthest = 64

  /// Sorts names that agree in all bytes before `offset`.
  private func sort(_ items: UnsafeMutableBufferPointer<Item>, from offset: Int) {
    for i in items.indices { load(&items[i], offset) }
    var all = items
    all.sort { $0.chunk < $1.chunk }
    var start = 0
    while start < items.count {
      var end = start + 1
      while end < items.count, items[end].chunk == items[start].chunk { end += 1 }
      sortAlike(UnsafeMutableBufferPointer(rebasing: items[start..<end]), from: offset + 8)
      start = end
    }
  }

  private func sortAlike(_ items: UnsafeMutableBufferPointer<Item>, from offset: Int) {
    guard items.count > 1 else { return }
    if offset < Self.farthest, items.allSatisfy(\.goesOn) {
      sort(items, from: offset)
    } else {
      // Most often all are the same and end here. Where some end, the others may go on with a zero byte.
      var all = items
      all.sort { precedes(Int($0.row), Int($1.row)) }
    }
  }

  private func load(_ item: inout Item, _ offset: Int) {
    store.withName(ofRow: Int(item.row)) { name in
      item.chunk = offset < name.count ? EightBytes.load(name, at: offset).byteSwapped : 0
      item.goesOn = name.count > offset + 8
    }
  }
}
