import FinderEngine
import Foundation
import Synchronization
import Testing

/// The bytes with the padding that the reader may read, directly followed by a protected page: a reader that
/// goes too far ends the test run.
package func guarded(_ bytes: some Collection<UInt8>) -> PaddedBytes {
  let needed = bytes.count + PaddedBytes.padding
  let block = GuardedBlock.take(atLeast: needed)
  let start = block.end - needed
  _ = UnsafeMutableBufferPointer(start: start, count: bytes.count).update(fromContentsOf: bytes)
  (start + bytes.count).update(repeating: 0, count: PaddedBytes.padding)
  return PaddedBytes(
    base: UnsafePointer(start), count: bytes.count,
    owner: AllocatedMemory(start) { block.giveBack() })
}

/// Writable pages before one that cannot even be read. Blocks of one page are reused: the random tests need
/// half a million of them.
private struct GuardedBlock: @unchecked Sendable {
  let end: UnsafeMutablePointer<UInt8>
  let size: Int

  private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))
  private static let spare = Mutex<[GuardedBlock]>([])

  static func take(atLeast needed: Int) -> GuardedBlock {
    let size = (needed + page - 1) / page * page
    let spare = size == page ? spare.withLock { $0.popLast() } : nil
    return spare ?? GuardedBlock(size: size)
  }

  private init(size: Int) {
    let memory = mmap(
      nil, size + Self.page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)!
    precondition(memory != MAP_FAILED && mprotect(memory + size, Self.page, PROT_NONE) == 0)
    end = (memory + size).assumingMemoryBound(to: UInt8.self)
    self.size = size
  }

  func giveBack() {
    if size == Self.page {
      Self.spare.withLock { $0.append(self) }
    } else {
      munmap(end - size, size + Self.page)
    }
  }
}

/// What `body` writes, after bytes that are already there and across the buffer's growth.
package func output(_ body: (inout ByteBuffer) -> Void) -> String {
  var buffer = ByteBuffer(capacity: 64)
  for _ in 0..<60 { buffer.append(integer: 1) }
  body(&buffer)
  return String(decoding: buffer.bytes.dropFirst(60), as: UTF8.self)
}
