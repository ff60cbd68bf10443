/// A block of bytes with `padding` zero bytes behind its end.
///
/// The reader works eight bytes at a time and never asks whether eight are left: it may look past
/// the end, but only into the padding, and a zero byte is valid nowhere in JSON, so every loop
/// stops there.
package final class PaddedBytes: @unchecked Sendable {
  package static let padding = 64

  package let base: UnsafePointer<UInt8>
  package let count: Int
  let owner: MemoryOwner

  /// Memory whose `padding` bytes behind `count` are zero.
  init(base: UnsafePointer<UInt8>, count: Int, owner: MemoryOwner) {
    self.base = base
    self.count = count
    self.owner = owner
  }

  /// A copy of `bytes`.
  package convenience init(copying bytes: some Collection<UInt8>) {
    let count = bytes.count
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count + Self.padding)
    _ = memory.update(fromContentsOf: bytes)
    memory[count...].update(repeating: 0)
    self.init(
      base: UnsafePointer(memory.baseAddress!), count: count,
      owner: AllocatedMemory(memory.baseAddress!) { memory.deallocate() })
  }

  package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  @inline(__always) func verify(_ range: Range<Int>) {
    owner.verify(base + range.lowerBound, range.count)
  }
}
