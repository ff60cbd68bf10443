/// A cache of the parts of answers that do not depend on the point (id, name, postcode, place), as they were
/// written for a point nearby. Of a million points in a dataset of 55,000 venues, 96 in 100 find theirs here,
/// which saves reading six columns and the text.
///
/// Each row has one slot, which it may share with others; the last one written stays. Slots are zeroed memory
/// from the system, which takes pages only as they are used. Each thread has its own cache.
final class RenderedVenues {
  /// A row's number and a length, 4 bytes each, then the bytes: in 39,173 real venues 97 on average, 157 at
  /// most.
  private static let slotSize = 192
  private static let mostBytes = slotSize - 8
  /// 12 MiB.
  private static let mostSlots = 1 << 16

  private let memory: UnsafeMutableRawPointer
  private let slots: UnsafeMutableRawPointer
  private let mask: Int

  /// For one of several threads. Together they use at most twice `mostSlots`.
  init(venues: Int, threads: Int) {
    var count = 16
    let most = max(count, Self.mostSlots * 2 / max(threads, 2))
    while count < venues, count * 2 <= most { count *= 2 }
    mask = count - 1
    // Slots are aligned to cache lines.
    memory = calloc(count * Self.slotSize + 64, 1)!
    slots = memory.alignedUp(toMultipleOf: 64)
  }

  deinit { free(memory) }

  /// Appends what `write` appends for this row, which must always be the same. `write` returns whether to
  /// keep it.
  @inline(__always)
  func append(row: Int, to output: inout ByteBuffer, write: (inout ByteBuffer) -> Bool) {
    let slot = slots + (row & mask) * Self.slotSize
    let tag = UInt32(truncatingIfNeeded: row &+ 1)
    let bytes = (slot + 8).assumingMemoryBound(to: UInt8.self)
    if slot.load(as: UInt32.self) == tag {
      let count = Int(slot.load(fromByteOffset: 4, as: UInt32.self))
      return output.append(UnsafeBufferPointer(start: bytes, count: count))
    }
    let start = output.count
    guard write(&output) else { return }
    let count = output.count - start
    guard count <= Self.mostBytes else { return }
    memcpy(bytes, output.base + start, count)
    slot.storeBytes(of: tag, as: UInt32.self)
    slot.storeBytes(of: UInt32(count), toByteOffset: 4, as: UInt32.self)
  }
}
