import FinderEngine

/// What entries are looked up by. Those found are to be compared: two texts may have one key.
enum NewsKeys {
  static func key(ofID id: String) -> UInt64 { StableHash.of(id) }

  /// `nil` without a name or a postcode, which a venue must have to be known again elsewhere.
  static func key(ofName name: String, postcode: String) -> UInt64? {
    let plain = plain(postcode)
    guard !name.isEmpty, !plain.isEmpty else { return nil }
    var hash = StableHash()
    name.withBytes { hash.add($0) }
    plain.withUnsafeBufferPointer { hash.add($0) }
    return hash.value
  }

  static func plain(_ postcode: String) -> [UInt8] {
    postcode.withBytes { Array(PlainPostcode($0)) }
  }

  /// Somebody may have kept the id that a venue had before.
  static func all(of venue: NewsVenue, idBefore: String?) -> [UInt64] {
    var keys = [key(ofID: venue.id)]
    if let key = key(ofName: venue.name, postcode: venue.postcode) { keys.append(key) }
    if let idBefore { keys.append(key(ofID: idBefore)) }
    return keys
  }
}

extension NewsJournal {
  /// The entries that a key may be of, in no order.
  func entries(withKey key: UInt64) -> [Int] {
    var found: [Int] = []
    var place = firstPlace(ofKey: key)
    while place < keys.count, keys[place] == key, found.count < Self.mostOfAKey {
      let entry = Int(keyEntries[place])
      if entry < entries.count { found.append(entry) } else { file.noteDamage() }
      place += 1
    }
    return found
  }

  /// Hashes are spread evenly, so the search begins where the key is likely to lie: of 300,000 it reads a
  /// block or two rather than ten.
  private func firstPlace(ofKey key: UInt64) -> Int {
    let likely = Int(key.multipliedFullWidth(by: UInt64(keys.count)).high)
    var (low, high, step) = (likely, likely, 256)
    while low > 0, keys[low - 1] >= key { (low, step) = (max(0, low - step), step * 2) }
    while high < keys.count, keys[high] < key {
      (high, step) = (min(keys.count, high + step), step * 2)
    }
    return FinderEngine.firstPlace(in: low..<high) { keys[$0] >= key }
  }

  /// Of real venues none has as many.
  private static let mostOfAKey = 1 << 12

  /// The changes of the venue that has this id now, or had it before.
  package func entries(ofID id: String) -> [Int] {
    entries(withKey: NewsKeys.key(ofID: id)).filter {
      guard let item = item($0) else { return false }
      return item.venue.id == id || item.before?.id == id
    }
  }
}
