import FinderEngine

/// Hashes of the parts in which venues are compared, by row: worked out once, on several threads, and put
/// together for each step.
struct PartHashes {
  private struct Parts {
    var name: UInt64 = 0
    var postcode: UInt64 = 0
    var position: UInt64 = 0
  }

  private let rows: [Parts]
  private let mask: UInt64

  init(_ store: VenueStore, mask: UInt64) {
    self.mask = mask
    rows = [Parts](unsafeUninitializedCapacity: store.count) { rows, count in
      count = store.count
      guard let base = rows.baseAddress else { return }
      let ranges = Parallel.ranges(of: count, atLeast: 1 << 12)
      Parallel.run(ranges.count) { part in
        for row in ranges[part] {
          (base + row).initialize(to: Self.parts(ofRow: row, in: store))
        }
      }
    }
  }

  private static func parts(ofRow row: Int, in store: VenueStore) -> Parts {
    var (name, postcode, place) = (StableHash(), StableHash(), StableHash())
    store.withTidiedName(ofRow: row) { name.add($0) }
    store.withTidiedPostcode(ofRow: row) { postcode.add(postcode: $0) }
    let position = store.coordinate(ofRow: row).canonical
    place.add(position.latitude.bitPattern)
    place.add(position.longitude.bitPattern)
    return Parts(name: name.value, postcode: postcode.value, position: place.value)
  }

  func hash(ofRow row: Int, _ parts: VenueKeyParts) -> UInt64 {
    var hash = StableHash()
    if parts.contains(.name) { hash.add(rows[row].name) }
    if parts.contains(.postcode) { hash.add(rows[row].postcode) }
    if parts.contains(.position) { hash.add(rows[row].position) }
    return hash.value & mask
  }
}

extension StableHash {
  fileprivate mutating func add(postcode bytes: UnsafeBufferPointer<UInt8>) {
    var word: UInt64 = 0
    var count: UInt64 = 0
    for byte in PlainPostcode(bytes) {
      word = word << 8 | UInt64(byte)
      count += 1
      if count & 7 == 0 { add(word) }
    }
    add(word)
    add(count)
  }
}
