/// Puts venues in an order that is theirs alone: by name, then by the bytes of the feature.
enum MergeOrder {
  private struct Entry {
    /// The name's first eight bytes, which decide most comparisons.
    let prefix: UInt64
    let row: UInt32
  }

  static func sorted(_ store: VenueStore) -> VenueStore {
    var entries = (0..<store.count).map { row in
      Entry(prefix: store.withName(ofRow: row, prefix), row: UInt32(row))
    }
    entries.sort { $0.prefix < $1.prefix }
    var order: [UInt32] = []
    order.reserveCapacity(entries.count)
    entries.forEachRun {
      $0.prefix == $1.prefix
    } do: { run in
      let rows = run.map(\.row)
      order += rows.count == 1 ? rows : rows.sorted { precedes(Int($0), Int($1), store) }
    }
    return store.rearranged(by: order)
  }

  private static func prefix(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    EightBytes.load(name, at: 0).byteSwapped
  }

  private static func precedes(_ a: Int, _ b: Int, _ store: VenueStore) -> Bool {
    var order = store.withName(ofRow: a) { first in
      store.withName(ofRow: b) { first.order($0) }
    }
    if order == 0 { order = store.featureBytes(ofRow: a).order(store.featureBytes(ofRow: b)) }
    return order < 0
  }
}
