/// A random order of venues: each gets a number that depends on the seed and the venue's id, and the venues
/// with the lowest numbers come first.
///
///     let lot = Lot(seed: 7)
///     let drawn = searcher.draw(query, by: lot)        // the first `query.limit`, in the lot's order
///
/// Since only the seed and the id count, the same seed gives the same order among the same venues, whatever
/// their order in the file, and adding or removing a venue does not move the others. A shuffle, or a random
/// place in a list, would change with each new edition of a dataset.
///
/// `first` is the first output of SplitMix64 for a state; `^` is exclusive or:
///
///     number(seed, id) = first(word(id) ^ first(seed))
///
/// `word` is the id's `VenueIDKey`: the 60 bits that an id of twelve letters and digits spells in Crockford's
/// base 32, and for any other id its `StableHash` with bit 60 set. These never change, since seeds are used
/// to repeat answers: `LotTests` has numbers for some seeds and ids.
package struct Lot: Sendable {
  package let seed: UInt64
  private let salt: UInt64

  /// The seeds that all JSON readers preserve: whole numbers of 53 bits.
  package static let seeds: ClosedRange<UInt64> = 0...(1 << 53 - 1)

  package init(seed: UInt64) {
    self.seed = seed
    salt = Self.first(seed)
  }

  /// With a seed from the system's generator.
  package static func random() -> Lot { Lot(seed: .random(in: seeds)) }

  package func number(ofID id: Bytes) -> UInt64 { number(VenueIDKey(ownID: id)) }

  @inline(__always) func number(_ id: VenueIDKey) -> UInt64 { Self.first(id.value ^ salt) }

  @inline(__always) private static func first(_ state: UInt64) -> UInt64 {
    var generator = SplitMix64(state: state)
    return generator.next()
  }
}

extension Searcher {
  /// Rows in the lot's order, and how many there were to draw from.
  package struct Drawn: Sendable {
    package let rows: [Int]
    package let candidates: Int
  }

  /// The first `query.limit` by lot among the venues that the query would find. If it takes one venue of each
  /// chain, the nearest one represents the chain.
  ///
  /// O(n) for n candidates, of which only those in doubt at the area's edge are measured, and O(k log k) for
  /// the k that are drawn. An id is read as text only if two venues have the same id or the same number.
  package mutating func draw(_ query: Query, by lot: Lot) -> Drawn {
    var drawing = Drawing(lot, store, wanted: query.limit)
    if let chains = query.chains, chains.isOnePerChain {
      var all = query
      all.limit = nil
      for row in rank(all) { drawing.add(row) }
    } else {
      forEachRow(of: query) { drawing.add($0) }
    }
    return drawing.finish()
  }
}

/// The lowest numbers so far. Once there are twice as many as wanted, the higher half is dropped, and with it
/// every later row with a higher number, so most rows are examined but not kept.
private struct Drawing {
  private let lot: Lot
  private let store: VenueStore
  private let ids: UniqueIDs
  private let wanted: Int
  private let most: Int
  private var kept: [KeyedRow] = []
  private var highest = UInt64.max
  private var candidates = 0

  init(_ lot: Lot, _ store: VenueStore, wanted: Int?) {
    (self.lot, self.store) = (lot, store)
    ids = UniqueIDs(store)
    self.wanted = min(wanted ?? .max, store.count)
    most = 2 * self.wanted + 64
  }

  mutating func add(_ row: Int) {
    candidates += 1
    let number = number(ofRow: row)
    guard number <= highest, wanted > 0 else { return }
    kept.append(KeyedRow(key: number, row: UInt32(truncatingIfNeeded: row)))
    if kept.count == most { cut() }
  }

  mutating func finish() -> Searcher.Drawn {
    cut()
    return Searcher.Drawn(rows: kept.map { Int($0.row) }, candidates: candidates)
  }

  private func number(ofRow row: Int) -> UInt64 {
    // Usually no id has a number, and then the rows' positions need not be read.
    if ids.numbered.count > 0, ids.number(ofRow: row, in: store) != nil {
      return id(ofRow: row).withUnsafeBufferPointer { lot.number(ofID: $0) }
    }
    return lot.number(store.columns.idKey[row])
  }

  private mutating func cut() {
    var rows = kept
    kept = []
    rows.sort { $0.key != $1.key ? $0.key < $1.key : precedes(Int($0.row), Int($1.row)) }
    if rows.count > wanted {
      rows.removeLast(rows.count - wanted)
      highest = rows.last?.key ?? 0
    }
    kept = rows
  }

  /// Two with the same number are ordered by the bytes of their ids.
  private func precedes(_ first: Int, _ second: Int) -> Bool {
    id(ofRow: first).lexicographicallyPrecedes(id(ofRow: second))
  }

  private func id(ofRow row: Int) -> [UInt8] {
    var id = ByteBuffer(capacity: 64)
    ids.append(idOf: Venue(row: row, of: store), to: &id)
    return Array(id.bytes)
  }
}

/// Any venue except some, given by their rows.
package final class OtherThanRows: RowTest {
  private let rows: Set<Int>

  package init(_ rows: Set<Int>) { self.rows = rows }

  package func accepts(_ row: Int, of store: VenueStore) -> Bool { !rows.contains(row) }
}
