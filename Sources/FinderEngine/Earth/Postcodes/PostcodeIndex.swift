/// Rows by postcode, with open addressing in a table at most half full: real tables have up to 2.6 million
/// postcodes, and a dictionary's careful hashing would take longer than reading them. The hash differs
/// between processes, so an attacker cannot make up postcodes that collide.
package struct PostcodeIndex {
  private var slots: [Slot]
  /// By row.
  package private(set) var postcodes: [Postcode] = []

  var count: Int { postcodes.count }

  private struct Slot: BitwiseCopyable {
    /// 0, which is no postcode's text, if the slot is free.
    var key: UInt64 = 0
    var row: Int32 = 0
  }

  private static let multiplier = UInt64.random(in: 0 ... .max) | 1

  package init() { slots = Array(repeating: Slot(), count: 1 << 10) }

  package subscript(postcode: Postcode) -> Int? {
    let slot = slots[place(of: postcode)]
    return slot.key == 0 ? nil : Int(slot.row)
  }

  /// The row of that postcode; if it had none, a new one, numbered after all others.
  package mutating func row(for postcode: Postcode) -> Int {
    let place = place(of: postcode)
    if slots[place].key != 0 { return Int(slots[place].row) }
    let row = count
    slots[place] = Slot(key: postcode.key, row: Int32(row))
    postcodes.append(postcode)
    if 2 * count > slots.count { grow() }
    return row
  }

  /// Its slot, or the free one where it would go.
  @inline(__always) private func place(of postcode: Postcode) -> Int {
    let key = postcode.key
    let mask = slots.count - 1
    let (high, low) = key.multipliedFullWidth(by: Self.multiplier)
    var place = Int(truncatingIfNeeded: high ^ low) & mask
    while slots[place].key != 0, slots[place].key != key { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: 2 * old.count)
    for slot in old where slot.key != 0 { slots[place(of: Postcode(key: slot.key))] = slot }
  }
}
