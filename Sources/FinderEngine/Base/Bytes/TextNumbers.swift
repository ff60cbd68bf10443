/// Numbers texts from 0, in the order in which they are added. It is a hash table over texts that are stored
/// one after another in one block.
///
///     let numbers = TextNumbers()
///     numbers.add("pizza".bytes)          // 0
///     numbers.add("thai".bytes)           // 1
///     numbers.number(of: "pizza".bytes)   // 0
///
/// Each text takes at most 40 bytes besides its own. A dictionary of arrays takes three times that and an
/// allocation for each text: a gigabyte for three million texts.
final class TextNumbers: NumberedBytes, @unchecked Sendable {
  // Exclusivity checks cost a tenth of a look-up, and no method here calls code from elsewhere.
  @exclusivity(unchecked) private var text = GrowingList<UInt8>()
  @exclusivity(unchecked) private var ends = GrowingList<Int>()
  /// A slot has the upper half of a text's hash above the text's number plus 1. A free slot is 0; at least
  /// half of them are free.
  @exclusivity(unchecked) private var slots: UnsafeMutableBufferPointer<UInt64>

  init() { slots = Self.slots(64) }

  deinit { slots.deallocate() }

  var count: Int { ends.count }

  /// Valid until the next text is added.
  func bytes(of number: Int) -> Bytes {
    let start = number == 0 ? 0 : ends[number - 1]
    return Bytes(rebasing: text.all[start..<ends[number]])
  }

  func number(of text: Bytes) -> Int? {
    let found = slots[place(of: text, StableHash.of(text))]
    return found == 0 ? nil : Self.number(in: found)
  }

  /// The number of the text, which is added if it is new. O(length)
  func add(_ added: Bytes) -> Int {
    let hash = StableHash.of(added)
    let place = place(of: added, hash)
    if slots[place] != 0 { return Self.number(in: slots[place]) }
    let number = count
    precondition(number < Int(UInt32.max) - 1, "too many texts")
    text.extend(by: added.count).update(from: added)
    ends.append(text.count)
    slots[place] = hash & Self.upper | UInt64(number + 1)
    if count * 2 > slots.count { grow() }
    return number
  }

  private static let upper: UInt64 = ~0 << 32

  private static func number(in slot: UInt64) -> Int { Int(truncatingIfNeeded: slot & ~upper) - 1 }

  private static func slots(_ count: Int) -> UnsafeMutableBufferPointer<UInt64> {
    let slots = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: count)
    slots.initialize(repeating: 0)
    return slots
  }

  /// The slot of the text, or the free one where it would go.
  private func place(of text: Bytes, _ hash: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[place] != 0 {
      if slots[place] & Self.upper == hash & Self.upper,
        bytes(of: Self.number(in: slots[place])).hasSameBytes(as: text)
      {
        return place
      }
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }

  private func grow() {
    slots.deallocate()
    slots = Self.slots(slots.count * 2)
    for number in 0..<count {
      let hash = StableHash.of(bytes(of: number))
      var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[place] != 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = hash & Self.upper | UInt64(number + 1)
    }
  }
}

extension UnsafeMutablePointer<UInt8> {
  fileprivate func update(from bytes: Bytes) {
    if let base = bytes.baseAddress { update(from: base, count: bytes.count) }
  }
}
