/// Bytes on their way out, gathered so that a result costs one `write` and no `String`.
public struct ByteBuffer: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var used = 0

  @inlinable public var count: Int { used }

  public init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  @inlinable public var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: base, count: count)
  }

  /// Forgets the bytes from `count` on, and keeps the memory.
  public mutating func truncate(to count: Int = 0) {
    precondition(count <= self.count)
    used = count
  }

  /// Forgets the first bytes; those behind them move to the front.
  mutating func removeFirst(_ bytes: Int) {
    used -= bytes
    memmove(base, base + bytes, count)
  }

  @inlinable @inline(__always) mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(by: more) }
  }

  @inline(never) @usableFromInline mutating func grow(by more: Int) {
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.update(from: base, count: count)
    base.deallocate()
    base = moved
    capacity = larger
  }

  @inline(__always) mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    used += 1
  }

  @inlinable @inline(__always)
  public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (base + count).update(from: source, count: bytes.count)
    used += bytes.count
  }

  @inlinable @inline(__always) public mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  public mutating func append(text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// So many spaces, and then the bytes.
  @inlinable @inline(__always)
  public mutating func append(spaces columns: Int, then bytes: UnsafeBufferPointer<UInt8>) {
    reserve(columns + bytes.count)
    (base + count).update(repeating: 0x20, count: columns)
    used += columns
    append(bytes)
  }

  mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }
}

// MARK: - Numbers

extension ByteBuffer {
  public mutating func append(integer value: Int) {
    if value < 0 { append("-") }
    appendDigits(value.magnitude, atLeast: 1)
  }

  /// The shortest decimal that reads back as the same Double, without an exponent where the number
  /// is one that people write, and without ".0".
  ///
  /// Coordinates take the quick way: if the number times 10^7, rounded, divided again gives the same
  /// Double, then these at most 15 digits are the shortest there are, because two decimals of 15
  /// digits never share a Double.
  ///
  /// What is no number is written `null`, so that the output stays JSON whatever came before.
  public mutating func append(number value: Double) {
    let scaled = (value * 1e7).rounded()
    if abs(scaled) < 1e15, scaled / 1e7 == value {
      append(scaled: Int(scaled), decimals: 7)
    } else if !value.isFinite {
      append("null")
    } else {
      let text = value.description
      append(text: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }
  }

  /// Rounded to one decimal, halves away from zero.
  mutating func append(tenthsOf value: Double) {
    let tenths = (value * 10).rounded()
    append(scaled: abs(tenths) < 1e15 ? Int(tenths) : 0, decimals: 1)
  }

  /// `value` / 10^`decimals`, without zeros at the end.
  private mutating func append(scaled value: Int, decimals: Int) {
    if value < 0 { append("-") }
    var digits = value.magnitude
    var decimals = decimals
    while decimals > 0, digits % 10 == 0 {
      digits /= 10
      decimals -= 1
    }
    appendDigits(digits, atLeast: decimals + 1, pointBefore: decimals)
  }

  /// The length is worked out first, so that each digit is written once and to its place.
  private mutating func appendDigits(
    _ value: UInt, atLeast width: Int, pointBefore decimals: Int = 0
  ) {
    let digits = max(Self.digitCount(value), width)
    reserve(digits + 1)
    guard decimals > 0 else {
      write(value, digits: digits, at: count)
      used += digits
      return
    }
    let (whole, fraction) = value.quotientAndRemainder(dividingBy: Self.powerOfTen(decimals))
    let wholeDigits = digits - decimals
    write(whole, digits: wholeDigits, at: count)
    base[count + wholeDigits] = UInt8(ascii: ".")
    write(fraction, digits: decimals, at: count + wholeDigits + 1)
    used += digits + 1
  }

  /// Two digits at a time, the last ones first; zeros in front where there are fewer.
  @inline(__always)
  private mutating func write(_ value: UInt, digits: Int, at start: Int) {
    var rest = value
    var place = start + digits
    while place >= start + 2 {
      let pair = Int(truncatingIfNeeded: rest % 100)
      rest /= 100
      place -= 2
      base[place] = Self.pairs.utf8Start[2 * pair]
      base[place + 1] = Self.pairs.utf8Start[2 * pair + 1]
    }
    if place > start { base[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10) }
  }

  @inline(__always) private static func digitCount(_ value: UInt) -> Int {
    var count = 1
    var limit: UInt = 10
    while value >= limit {
      count += 1
      let (next, isTooLarge) = limit.multipliedReportingOverflow(by: 10)
      if isTooLarge { break }
      limit = next
    }
    return count
  }

  private static func powerOfTen(_ n: Int) -> UInt {
    n == 7 ? 10_000_000 : (0..<n).reduce(1) { power, _ in power * 10 }
  }

  private static var pairs: StaticString {
    """
    0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
    5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """
  }
}
