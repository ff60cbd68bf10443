/// Venues by their ids: the rows sorted by their ids' keys; equal keys in the dataset's order. The keys
/// themselves are in the store.
struct IDTable: Sendable {
  let rows: Column<UInt32>

  init(rows: Column<UInt32>) { self.rows = rows }

  init(_ store: VenueStore) {
    let keys = store.columns.idKey.values
    let sorted = KeyedRows.sorted(store.count) { keys[$0].value }
    let base = sorted.base
    KeyedRows.forEachRun(of: sorted.all) { run in
      guard run.count > 1 else { return }
      var rows = UnsafeMutableBufferPointer(start: base + run.lowerBound, count: run.count)
      rows.sort { store.position(ofRow: Int($0.row)) < store.position(ofRow: Int($1.row)) }
    }
    rows = Column(count: store.count) { sorted.all[$0].row }
  }

  /// The venue whose id is exactly this text. O(log n).
  func row(ofID text: Bytes, in store: VenueStore, _ ids: UniqueIDs) -> Int? {
    if let row = row(named: text, among: run(of: VenueIDKey(ownID: text), in: store), store, ids) {
      return row
    }
    // It may be an id shared with others, followed by a number.
    guard let (base, number) = Self.divided(text) else { return nil }
    let run = run(of: VenueIDKey(ownID: base), in: store)
    return row(named: text, among: narrowed(run, to: number, store, ids), store, ids)
  }

  private func row(
    named text: Bytes, among run: Range<Int>, _ store: VenueStore, _ ids: UniqueIDs
  ) -> Int? {
    var id = ByteBuffer(capacity: 64)
    for place in run.prefix(Self.most) {
      guard let row = row(at: place, of: store) else { return nil }
      id.truncate()
      ids.append(idOf: Venue(row: row, of: store), to: &id)
      if id.bytes.hasSameBytes(as: text) { return row }
    }
    return nil
  }

  /// The most different ids with the same key. By chance there are never as many.
  private static let most = 32

  /// `x~12` as `x` and 12.
  private static func divided(_ text: Bytes) -> (base: Bytes, number: UInt32)? {
    guard let mark = text.lastIndex(of: UInt8(ascii: "~")), mark + 1 < text.count,
      let number = UInt32(String(decoding: text[(mark + 1)...], as: UTF8.self))
    else { return nil }
    return (UnsafeBufferPointer(rebasing: text[..<mark]), number)
  }

  /// Among venues with the same id, whose numbers ascend, those from `number` on.
  private func narrowed(
    _ run: Range<Int>, to number: UInt32, _ store: VenueStore, _ ids: UniqueIDs
  ) -> Range<Int> {
    let first = firstPlace(in: run) { place in
      guard let row = row(at: place, of: store) else { return true }
      return (ids.number(ofRow: row, in: store) ?? 1) >= number
    }
    return first..<run.upperBound
  }

  private func run(of key: VenueIDKey, in store: VenueStore) -> Range<Int> {
    func first(from start: Int, _ isReached: (UInt64) -> Bool) -> Int {
      firstPlace(in: start..<rows.count) { place in
        guard let row = row(at: place, of: store) else { return true }
        return isReached(store.columns.idKey[row].value)
      }
    }
    let start = first(from: 0) { $0 >= key.value }
    // Runs are short, so the end is searched for from the start.
    var end = start
    var step = 1
    while end < rows.count, let row = row(at: end, of: store),
      store.columns.idKey[row].value == key.value
    {
      end = min(rows.count, end + step)
      step *= 2
    }
    return
      start..<firstPlace(in: start..<end) { place in
        guard let row = row(at: place, of: store) else { return true }
        return store.columns.idKey[row].value != key.value
      }
  }

  /// Numbers from a file are checked before they are used.
  private func row(at place: Int, of store: VenueStore) -> Int? {
    let row = Int(rows[place])
    if row < store.count { return row }
    rows.owner.noteDamage()
    return nil
  }
}
