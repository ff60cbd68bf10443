/// The words that hours are kept in. Places in a tuple beside the rest of the hours would need no memory of
/// their own, but be copied with it from call to call: that took two fifths of reading hours.
struct HoursWords: Sendable {
  private var bits: [UInt64] = []

  /// Those of nearly all venues are fewer.
  private static let usual = 16

  init() { bits.reserveCapacity(Self.usual) }

  var count: Int { bits.count }

  subscript(place: Int) -> HoursWord {
    @inline(__always) get { HoursWord(bits: bits[place]) }
    @inline(__always) set { bits[place] = newValue.bits }
  }

  @inline(__always) mutating func append(_ word: HoursWord) { bits.append(word.bits) }
}
