/// Bytes on their way out, gathered so that a result costs one `write` and no `String`.
public struct ByteBuffer: ~Copyable {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  public private(set) var count = 0

  public init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    base = .allocate(capacity: self.capacity)
  }

  deinit { base.deallocate() }

  public var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// Forgets the bytes from `count` on, and keeps the memory.
  public mutating func truncate(to count: Int = 0) {
    precondition(count <= self.count)
    self.count = count
  }

  /// Forgets the first bytes; those behind them move to the front.
  mutating func removeFirst(_ bytes: Int) {
    count -= bytes
    memmove(base, base + bytes, count)
  }

  @inline(__always) mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(by: more) }
  }

  @inline(never) private mutating func grow(by more: Int) {
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
    count += 1
  }

  @inline(__always) public mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (base + count).update(from: source, count: bytes.count)
    count += bytes.count
  }

  @inline(__always) public mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  public mutating func append(text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// So many spaces, and then the bytes.
  public mutating func append(spaces columns: Int, then bytes: UnsafeBufferPointer<UInt8>) {
    reserve(columns + bytes.count)
    memset(base + count, 0x20, columns)
    count += columns
    append(bytes)
  }

  mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

  /// The first `length` bytes of `word`, its lowest first. Room for eight is there already.
  @inline(__always) mutating func appendReserved(_ word: UInt64, length: Int) {
    UnsafeMutableRawPointer(base + count).storeBytes(of: word.littleEndian, as: UInt64.self)
    count &+= length
  }

  /// Room for it is there already.
  @inline(__always) mutating func appendReserved(_ byte: UInt8) {
    base[count] = byte
    count &+= 1
  }

  /// Counts in what was written behind the last byte.
  @inline(__always) mutating func take(_ written: Int) { count &+= written }
}
