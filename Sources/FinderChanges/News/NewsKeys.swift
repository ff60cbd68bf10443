import FinderEngine

/// The keys by which entries are looked up. Two texts may have the same key, so the entries found must be
/// compared.
enum NewsKeys {
  static func key(ofID id: String) -> UInt64 { StableHash.of(id) }

  /// `nil` without a name or a postcode: a venue needs both to be recognised elsewhere.
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

  /// Includes the id that the venue had before, since users may have kept that.
  static func all(of venue: NewsVenue, idBefore: String?) -> [UInt64] {
    var keys = [key(ofID: venue.id)]
    if let key = key(ofName: venue.name, postcode: venue.postcode) { keys.append(key) }
    if let idBefore { keys.append(key(ofID: idBefore)) }
    return keys
  }
}

extension NewsJournal {
  /// The entries that may have this key, in no particular order.
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

  /// Hashes are spread evenly, so the search begins where the key is likely to be. For 300,000 keys it reads
  /// a block or two instead of ten.
  private func firstPlace(ofKey key: UInt64) -> Int {
    let likely = Int(key.multipliedFullWidth(by: UInt64(keys.count)).high)
    var (low, high, step) = (likely, likely, 256)
    while low > 0, keys[low - 1] >= key { (low, step) = (max(0, low - step), step * 2) }
    while high < keys.count, keys[high] < key {
      (high, step) = (min(keys.count, high + step), step * 2)
    }
    return FinderEngine.firstPlace(in: low..<high) { keys[$0] >= key }
  }

  /// No real venue has as many.
  private static let mostOfAKey = 1 << 12

  /// The changes of the venue that has this id now, or had it before.
  package func entries(ofID id: String) -> [Int] {
    entries(withKey: NewsKeys.key(ofID: id)).filter {
      guard let item = item($0) else { return false }
      return item.venue.id == id || item.before?.id == id
    }
  }
}
