/// A block of bytes with `padding` zero bytes behind its end.
///
/// The reader works eight bytes at a time and never asks whether eight are left: it may look past
/// the end, but only into the padding, and a zero byte is valid nowhere in JSON, so every loop
/// stops there.
public final class PaddedBytes: @unchecked Sendable {
  public static let padding = 64

  public let base: UnsafePointer<UInt8>
  public let count: Int
  private let owner: MemoryOwner

  /// Memory whose `padding` bytes behind `count` are zero.
  init(base: UnsafePointer<UInt8>, count: Int, owner: MemoryOwner) {
    self.base = base
    self.count = count
    self.owner = owner
  }

  /// A copy of `bytes`.
  public convenience init(copying bytes: some Collection<UInt8>) {
    let count = bytes.count
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count + Self.padding)
    _ = memory.update(fromContentsOf: bytes)
    memory[count...].update(repeating: 0)
    self.init(
      base: UnsafePointer(memory.baseAddress!), count: count,
      owner: AllocatedMemory(memory.baseAddress!) { memory.deallocate() })
  }

  public var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  @inline(__always) func prove(_ span: JSONSpan) { owner.prove(base + span.start, span.count) }
}
