/// What a condition compares with.
struct ConditionValue: Sendable {
  private let bytes: [UInt8]
  /// Its nearest Double, where it is a number.
  private let number: Double?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    number = bytes.withUnsafeBufferPointer { text in
      DecimalNumber.isNumber(text, .free) ? DecimalNumber.value(of: text) : nil
    }
  }

  /// By value where both are numbers, else by bytes.
  func isEqual(to text: UnsafeBufferPointer<UInt8>) -> Bool {
    if let order = numericOrder(of: text) { return order == 0 }
    return bytes.withUnsafeBufferPointer { text.hasSameBytes(as: $0) }
  }

  /// Below 0 where `text` comes first; `nil` where this is a number and the text is none.
  func order(of text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard number == nil else { return numericOrder(of: text) }
    return bytes.withUnsafeBufferPointer { text.order($0) }
  }

  /// A text is a number as JSON writes one: `007` and `+44` are texts.
  private func numericOrder(of text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let number, DecimalNumber.isNumber(text, .json) else { return nil }
    let value = DecimalNumber.value(of: text)
    if value != number { return value < number ? -1 : 1 }
    // Beyond 15 digits several numbers share a Double.
    return bytes.withUnsafeBufferPointer { own in
      guard let first = PlainDecimal(text), let second = PlainDecimal(own.withoutPlus) else {
        return 0
      }
      return first.order(second)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var withoutPlus: UnsafeBufferPointer {
    UnsafeBufferPointer(rebasing: self[(first == UInt8(ascii: "+") ? 1 : 0)...])
  }
}
