/// A block of bytes followed by `padding` zero bytes, and its owner. Why: see `PaddedText`.
package final class PaddedBytes: @unchecked Sendable {
  package static let padding = 64

  package let base: UnsafePointer<UInt8>
  package let count: Int
  let owner: MemoryOwner

  /// Memory of which `padding` zero bytes follow the first `count`.
  package init(base: UnsafePointer<UInt8>, count: Int, owner: MemoryOwner) {
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
