/// The ids of a store's venues, made different from one another: where two features would have the
/// same, the later ones get `~2`, `~3` behind it.
///
/// Only the exceptions are kept; finding them takes one pass over the ids' keys, about 10 ns a venue,
/// and where there are doubles another over those. An id that some feature really has is never given away: after `x`, `x~2`, the
/// second `x` becomes `x~3`.
public struct UniqueIDs: Sendable {
  /// By position in the dataset: the number that an id needs.
  let ordinals: [UInt32: Int]

  public init(_ store: VenueStore) {
    if let kept = store.snapshot?.numberedIDs {
      ordinals = kept
      return
    }
    var finder = DuplicateFinder(store)
    ordinals = finder.run()
  }

  func append(idOf venue: Venue, to output: inout ByteBuffer) {
    venue.append(baseIDTo: &output)
    guard !ordinals.isEmpty, let ordinal = ordinals[venue.store.position(ofRow: venue.row)] else {
      return
    }
    output.append("~")
    output.append(integer: ordinal)
  }
}

extension Venue {
  /// The id before any number is put behind it. An own one that looks like a derived one has its
  /// key, and so comes out right.
  fileprivate func append(baseIDTo output: inout ByteBuffer) {
    let key = idKey
    if key.isDerived { return key.appendDerived(to: &output) }
    let feature = readFeature()
    guard !feature.id.isNone else { return }
    cursor.withDecoded(cursor.idToken(feature.id)) { output.append($0) }
  }
}

private struct DuplicateFinder {
  private let store: VenueStore
  /// Open addressing; `free` marks an empty place, and no key is as large.
  private var table: [UInt64]
  private var ordinals: [UInt32: Int] = [:]
  /// How often each id that came twice has come.
  private var seen: [VenueIDKey: Int] = [:]

  private static let free = UInt64.max

  init(_ store: VenueStore) {
    self.store = store
    var capacity = 64
    while capacity < store.count * 2 { capacity *= 2 }
    table = Array(repeating: Self.free, count: capacity)
  }

  mutating func run() -> [UInt32: Int] {
    for key in store.columns.idKey.values { insertOwn(key) }
    guard !seen.isEmpty else { return [:] }
    number()
    return ordinals
  }

  private mutating func insertOwn(_ key: VenueIDKey) {
    if !insert(key) { seen[key] = 0 }
  }

  /// False where the key was there already.
  private mutating func insert(_ key: VenueIDKey) -> Bool {
    let mask = table.count - 1
    var place = Int(truncatingIfNeeded: (key.value &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
    while table[place] != Self.free {
      if table[place] == key.value { return false }
      place = (place + 1) & mask
    }
    table[place] = key.value
    return true
  }

  /// Goes through the dataset in its own order and numbers all but the first of each id.
  private mutating func number() {
    for row in store.rowsInDatasetOrder {
      let key = store.columns.idKey[row]
      guard let earlier = seen[key] else { continue }
      seen[key] = earlier == 0 ? 1 : numberRow(row, after: earlier)
    }
  }

  private mutating func numberRow(_ row: Int, after earlier: Int) -> Int {
    let venue = Venue(row: row, of: store)
    var ordinal = earlier
    var id = ByteBuffer()
    repeat {
      ordinal += 1
      id.truncate()
      venue.append(baseIDTo: &id)
      id.append("~")
      id.append(integer: ordinal)
    } while !insert(VenueIDKey(ownID: id.bytes))
    ordinals[store.position(ofRow: row)] = ordinal
    return ordinal
  }
}
