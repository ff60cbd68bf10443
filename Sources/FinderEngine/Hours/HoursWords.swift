/// The words that hours are kept in: the first 24 in place, as those of nearly all venues are fewer, and
/// an array takes longer than to parse them.
struct HoursWords: Sendable {
  private typealias Eight = (
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
  )
  private static let room = 24

  private var near: (Eight, Eight, Eight) = (
    (0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, 0)
  )
  private var far: [UInt64] = []
  private(set) var count = 0

  subscript(place: Int) -> HoursWord {
    @inline(__always) get {
      guard place < Self.room else { return HoursWord(bits: far[place - Self.room]) }
      return withUnsafeBytes(of: near) {
        HoursWord(bits: $0.load(fromByteOffset: 8 * place, as: UInt64.self))
      }
    }
    @inline(__always) set {
      guard place < Self.room else {
        far[place - Self.room] = newValue.bits
        return
      }
      withUnsafeMutableBytes(of: &near) {
        $0.storeBytes(of: newValue.bits, toByteOffset: 8 * place, as: UInt64.self)
      }
    }
  }

  @inline(__always) mutating func append(_ word: HoursWord) {
    if count >= Self.room { far.append(0) }
    count += 1
    self[count - 1] = word
  }
}
