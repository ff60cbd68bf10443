/// A block of bytes with `padding` zero bytes behind its end.
///
/// The reader works eight bytes at a time and never asks whether eight are left: it may look past
/// the end, but only into the padding, and a zero byte is valid nowhere in JSON, so every loop
/// stops there.
public final class PaddedBytes: @unchecked Sendable {
  public static let padding = 64

  public let base: UnsafePointer<UInt8>
  public let count: Int
  private let release: @Sendable () -> Void

  /// Takes over memory whose `padding` bytes behind `count` are zero; `release` gives it back.
  init(base: UnsafePointer<UInt8>, count: Int, release: @escaping @Sendable () -> Void) {
    self.base = base
    self.count = count
    self.release = release
  }

  /// A copy of `bytes`.
  public convenience init(copying bytes: some Collection<UInt8>) {
    let count = bytes.count
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count + Self.padding)
    _ = memory.update(fromContentsOf: bytes)
    memory[count...].update(repeating: 0)
    let address = UInt(bitPattern: memory.baseAddress)
    self.init(base: UnsafePointer(memory.baseAddress!), count: count) {
      UnsafeMutablePointer<UInt8>(bitPattern: address)?.deallocate()
    }
  }

  deinit { release() }

  public var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }
}
