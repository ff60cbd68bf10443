/// The ids of a store's venues, made unique: if several features have the same id, `~2`, `~3` and so on are
/// added to the later ones.
///
/// Only the exceptions are kept. Finding them takes one pass over the ids' keys, about 10 ns a venue, and
/// another over all rows if there are duplicates. An id that some feature really has is never given to
/// another: after `x` and `x~2`, the second `x` becomes `x~3`.
package struct UniqueIDs: Sendable {
  /// The ids that need a number, by position in the dataset. They are searched in place, so that a
  /// query with a snapshot reads a few of them rather than all.
  let numbered: Column<NumberedID>

  package init(_ store: VenueStore) {
    if let kept = store.numberedIDs {
      numbered = kept
      return
    }
    var finder = DuplicateFinder(store)
    let found = finder.run()
    numbered = Column(count: found.count) { found[$0] }
  }

  package func append(idOf venue: Venue, to output: inout ByteBuffer) {
    venue.append(baseIDTo: &output)
    guard numbered.count > 0, let number = number(at: venue.store.position(ofRow: venue.row)) else {
      return
    }
    output.append("~")
    output.append(integer: Int(number))
  }

  /// `nil` if the id needs none.
  func number(ofRow row: Int, in store: VenueStore) -> UInt32? {
    number(at: store.position(ofRow: row))
  }

  private func number(at position: UInt32) -> UInt32? {
    let place = firstPlace(in: 0..<numbered.count) { numbered[$0].position >= position }
    guard place < numbered.count, numbered[place].position == position else { return nil }
    return numbered[place].number
  }
}

extension Venue {
  /// The id without a number. A feature's own id that looks like a derived one has that one's key, so this is
  /// right for it too.
  fileprivate func append(baseIDTo output: inout ByteBuffer) {
    let key = idKey
    if key.isDerived { return key.appendDerived(to: &output) }
    let feature = readFeature()
    guard !feature.id.isNone else { return }
    cursor.withDecoded(cursor.idToken(feature.id)) { output.append($0) }
  }
}

private struct DuplicateFinder: ~Copyable {
  private let store: VenueStore
  private var keys: KeySet
  /// In the order in which they are found, which is by position.
  private var numbered: [NumberedID] = []
  /// How often each duplicated id has occurred.
  private var seen: [VenueIDKey: Int] = [:]

  init(_ store: VenueStore) {
    self.store = store
    keys = KeySet(capacity: store.count)
  }

  mutating func run() -> [NumberedID] {
    let column = store.columns.idKey
    let all = UnsafeRawBufferPointer(column.values).bindMemory(to: UInt64.self)
    for key in withExtendedLifetime(column, { keys.insert(all) }) {
      seen[VenueIDKey(value: key)] = 0
    }
    guard !seen.isEmpty else { return [] }
    var marks = KeyMarks()
    for key in seen.keys { marks.insert(key) }
    // All but the first of each id get a number, in the dataset's own order.
    for row in store.rowsInDatasetOrder {
      let key = store.columns.idKey[row]
      guard marks.mayContain(key), let earlier = seen[key] else { continue }
      seen[key] = earlier == 0 ? 1 : numberRow(row, after: earlier)
    }
    return numbered
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
    } while !keys.insert(VenueIDKey(ownID: id.bytes).value)
    numbered.append(
      NumberedID(position: store.position(ofRow: row), number: UInt32(clamping: ordinal)))
    return ordinal
  }
}

/// Which keys have occurred, by 13 bits of each. Few ids occur twice, and asking a dictionary for every
/// venue's took a seventh of all instructions of `near` without a snapshot.
private struct KeyMarks {
  private var words = [UInt64](repeating: 0, count: 1 << 7)

  mutating func insert(_ key: VenueIDKey) { words[Self.word(key)] |= 1 << (key.value & 63) }

  func mayContain(_ key: VenueIDKey) -> Bool { words[Self.word(key)] >> (key.value & 63) & 1 == 1 }

  private static func word(_ key: VenueIDKey) -> Int { Int(key.value >> 6 & 0x7F) }
}

/// An id with the number to add to it.
package struct NumberedID: BitwiseCopyable, Equatable {
  var position: UInt32
  var number: UInt32
}
