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

  package var bytes: Bytes { UnsafeBufferPointer(start: base, count: count) }

  @inline(__always) func verify(_ range: Range<Int>) {
    owner.verify(base + range.lowerBound, range.count)
  }
}

/// Text followed by zeros, wherever it lies: the only entrance to a JSON cursor.
///
/// The reader works eight bytes at a time and never asks whether eight are left. It may look past
/// the end, but only into the `PaddedBytes.padding` zeros there, and a zero is valid nowhere in JSON,
/// so every loop stops. Each way to make one keeps that: the owners of memory that have the padding,
/// a copy that gets it, and a part of such a text, which more of the same text follows.
///
/// It owns nothing and is used while its memory is there.
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

  /// A copy that lasts as long as what else is in the arena.
  init(copying bytes: Bytes, in arena: inout Arena) {
    let place = arena.room(bytes.count + PaddedBytes.padding)
    if let source = bytes.baseAddress { place.update(from: source, count: bytes.count) }
    memset(place + bytes.count, 0, PaddedBytes.padding)
    let taken = arena.take(bytes.count + PaddedBytes.padding)
    self.init(base: taken.baseAddress!, count: bytes.count)
  }

  /// A value of a `ListRecord`, in which a reader stops because it was checked: it lies in a list's window
  /// or in the record's arena, which both have the padding.
  package init(valueOfRecord value: Bytes) {
    self.init(base: value.baseAddress!, count: value.count)
  }

  /// A reader of it stops at its end only if a zero or the end of a value stands there.
  @inline(__always) func part(_ range: Range<Int>) -> PaddedText {
    PaddedText(base: base + range.lowerBound, count: range.count)
  }

  package var bytes: Bytes { UnsafeBufferPointer(start: base, count: count) }
}
