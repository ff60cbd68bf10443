/// A number in a form independent of its spelling: 10^`exponent` times a whole number, whose digits neither
/// begin nor end with a zero. Exact, however many digits there are.
struct PlainDecimal: Equatable {
  private(set) var isNegative = false
  private(set) var digits: [UInt8] = []
  private(set) var exponent = 0

  /// `nil` if the exponent is too large.
  init?(_ text: Bytes) {
    var decimals = 0
    var isPastPoint = false
    for (i, byte) in text.enumerated() {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isPastPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        let written = text[(i + 1)...].drop { $0 == UInt8(ascii: "+") }
        // `abs` would overflow for the smallest Int.
        guard let value = Int(String(decoding: written, as: UTF8.self)),
          value.magnitude < 1 << 60
        else { return nil }
        exponent = value
        normalise(decimals)
        return
      default:
        if isPastPoint { decimals += 1 }
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
      }
    }
    normalise(decimals)
  }

  private mutating func normalise(_ decimals: Int) {
    exponent -= decimals
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { (isNegative, exponent) = (false, 0) }
  }

  /// Below 0 if this is the smaller one.
  func order(_ other: PlainDecimal) -> Int {
    if isNegative != other.isNegative { return isNegative ? -1 : 1 }
    let order = orderOfMagnitudes(other)
    return isNegative ? -order : order
  }

  private func orderOfMagnitudes(_ other: PlainDecimal) -> Int {
    guard !digits.isEmpty, !other.digits.isEmpty else { return digits.count - other.digits.count }
    let (end, othersEnd) = (exponent + digits.count, other.exponent + other.digits.count)
    if end != othersEnd { return end < othersEnd ? -1 : 1 }
    return digits.withUnsafeBufferPointer { mine in
      other.digits.withUnsafeBufferPointer { mine.order($0) }
    }
  }
}
