/// Keeps memory alive that others point into, and verifies its contents block by block.
package class MemoryOwner: @unchecked Sendable {
  /// True for memory that this process filled itself, and for a file once all of it has matched its
  /// checksums. It changes only while no other thread is at work.
  final var isVerified: Bool
  private final var hasWrongBytes = false
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

  /// Whether it is a file rather than the process's own memory.
  final var isFile: Bool { states != nil }

  /// Makes sure, before bytes are used, that they are what was once written. This is called for
  /// each value of each row, so bytes that are verified already cost only a few instructions.
  @inline(__always) final func verify(_ start: UnsafeRawPointer, _ length: Int) {
    if isVerified { return }
    let first = (start - origin) / Self.blockSize
    let last = (start - origin + length - 1) / Self.blockSize
    if first == last, let states, states[first] != 0 { return }
    verifyBlocks(start, length)
  }

  func verifyBlocks(_ start: UnsafeRawPointer, _ length: Int) {}

  func verifyAll(releasingPages: Bool = false) {}

  /// Gives back memory that its file would fill again.
  func releasePages() {}

  /// It is a file, and shorter now than it was.
  var isCut: Bool { false }

  /// Something in it is not what was once written, or is no longer there. No answer that used it may be
  /// shown.
  package final var isDamaged: Bool { hasWrongBytes || isCut }

  package final func noteDamage() { hasWrongBytes = true }
}

/// What may lie in a file that turns out to be damaged: asked once, before an answer is shown.
package protocol FileBacked {
  var owner: MemoryOwner { get }
}

extension FileBacked {
  package var isDamaged: Bool { owner.isDamaged }
  package var isCut: Bool { owner.isCut }
}

/// Memory from the heap.
package final class AllocatedMemory: MemoryOwner, @unchecked Sendable {
  private let release: () -> Void

  package init(_ base: UnsafeRawPointer, release: @escaping () -> Void) {
    self.release = release
    super.init(isVerified: true, origin: base, states: nil)
  }

  deinit { release() }
}
