/// A block of bytes followed by `padding` zero bytes, with its owner. `PaddedText` explains why.
package final class PaddedBytes: @unchecked Sendable {
  package static let padding = 64

  package let base: UnsafePointer<UInt8>
  package let count: Int
  let owner: MemoryOwner

  /// Memory in which `padding` zero bytes follow the first `count` bytes.
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

  package var bytes: Bytes { UnsafeBufferPointer(start: base, count: count) }

  @inline(__always) func verify(_ range: Range<Int>) {
    owner.verify(base + range.lowerBound, range.count)
  }
}

/// Text followed by zeros, in any memory: the only input for a JSON cursor.
///
/// The reader works eight bytes at a time and never checks whether eight are left. It may read past the end,
/// but only into the `PaddedBytes.padding` zeros there. A zero is never valid in JSON, so every loop stops.
/// Every way to make one ensures this: memory that has the padding, a copy that gets it, and a part of such a
/// text, which is followed by more of the text.
///
/// It does not own its memory, which must outlive it.
package struct PaddedText: BitwiseCopyable, @unchecked Sendable {
  package let base: UnsafePointer<UInt8>
  package let count: Int

  private init(base: UnsafePointer<UInt8>, count: Int) { (self.base, self.count) = (base, count) }

  @inline(__always) package init(_ bytes: PaddedBytes) {
    self.init(base: bytes.base, count: bytes.count)
  }

  @inline(__always) init(_ bytes: borrowing ByteWindow) {
    self.init(base: UnsafePointer(bytes.bytes.baseAddress!), count: bytes.count)
  }

  /// A copy that lasts as long as the arena's other contents.
  init(copying bytes: Bytes, in arena: inout Arena) {
    let place = arena.room(bytes.count + PaddedBytes.padding)
    if let source = bytes.baseAddress { place.update(from: source, count: bytes.count) }
    memset(place + bytes.count, 0, PaddedBytes.padding)
    let taken = arena.take(bytes.count + PaddedBytes.padding)
    self.init(base: taken.baseAddress!, count: bytes.count)
  }

  /// A value of a `ListRecord`, which has been checked, so a reader stops in it. It is in a list's window or
  /// in the record's arena, which both have the padding.
  package init(valueOfRecord value: Bytes) {
    self.init(base: value.baseAddress!, count: value.count)
  }

  /// A reader stops at the part's end only if there is a zero or the end of a value.
  @inline(__always) func part(_ range: Range<Int>) -> PaddedText {
    PaddedText(base: base + range.lowerBound, count: range.count)
  }

  package var bytes: Bytes { UnsafeBufferPointer(start: base, count: count) }
}
