/// Keeps memory alive that others point into, and answers for what it holds, block by block.
class MemoryOwner: @unchecked Sendable {
  /// True of memory that this process filled itself, and of a file once the whole of it has matched
  /// its checksums. Changes only while no other thread is at work.
  final var isVerified: Bool
  /// Something in it cannot be what was once written: no answer worked out from it may be shown.
  private(set) final var isDamaged = false
  /// Where the blocks begin.
  final let origin: UnsafeRawPointer
  /// By block: 1 once it is verified. `nil` for memory that needs no verifying.
  final let states: UnsafeMutablePointer<UInt8>?

  static let blockSize = 4096

  init(isVerified: Bool, origin: UnsafeRawPointer, states: UnsafeMutablePointer<UInt8>?) {
    self.isVerified = isVerified
    self.origin = origin
    self.states = states
  }

  /// Whether it is a file, and not the process's own memory.
  final var isFile: Bool { states != nil }

  /// Makes sure that the bytes are what was once written, before they are used. Called for each
  /// value of each row, so what is verified already costs a few instructions.
  @inline(__always) final func verify(_ start: UnsafeRawPointer, _ length: Int) {
    if isVerified { return }
    let first = (start - origin) / Self.blockSize
    let last = (start - origin + length - 1) / Self.blockSize
    if first == last, let states, states[first] != 0 { return }
    verifyBlocks(start, length)
  }

  func verifyBlocks(_ start: UnsafeRawPointer, _ length: Int) {}

  func verifyAll() {}

  final func noteDamage() { isDamaged = true }
}

/// Memory from the heap.
final class AllocatedMemory: MemoryOwner, @unchecked Sendable {
  private let release: () -> Void

  init(_ base: UnsafeRawPointer, release: @escaping () -> Void) {
    self.release = release
    super.init(isVerified: true, origin: base, states: nil)
  }

  deinit { release() }
}
