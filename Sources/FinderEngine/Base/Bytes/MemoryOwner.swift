/// Keeps memory alive while others point into it, and verifies its contents block by block.
package class MemoryOwner: @unchecked Sendable {
  /// True for memory that this process filled itself, and for a file once all of it has matched its
  /// checksums. Changes only while no other thread is running.
  final var isVerified: Bool
  private final var hasWrongBytes = false
  /// Where the blocks begin.
  final let origin: UnsafeRawPointer
  /// For each block, 1 once it is verified. `nil` for memory that needs no verification.
  final let states: UnsafeMutablePointer<UInt8>?

  static let blockSize = 4096

  init(isVerified: Bool, origin: UnsafeRawPointer, states: UnsafeMutablePointer<UInt8>?) {
    self.isVerified = isVerified
    self.origin = origin
    self.states = states
  }

  /// Whether it is a file, not the process's own memory.
  final var isFile: Bool { states != nil }

  /// Checks bytes against their checksum before they are used. This is called for each value of each row, so
  /// for bytes already verified it takes only a few instructions.
  @inline(__always) final func verify(_ start: UnsafeRawPointer, _ length: Int) {
    if isVerified { return }
    let first = (start - origin) / Self.blockSize
    let last = (start - origin + length - 1) / Self.blockSize
    if first == last, let states, states[first] != 0 { return }
    verifyBlocks(start, length)
  }

  func verifyBlocks(_ start: UnsafeRawPointer, _ length: Int) {}

  func verifyAll(releasingPages: Bool = false) {}

  /// Gives back memory that can be read from the file again.
  func releasePages() {}

  /// Whether it is a file that is shorter now than before.
  var isCut: Bool { false }

  /// Whether some of it failed its checksum or no longer exists. Answers that used it must not be shown.
  package final var isDamaged: Bool { hasWrongBytes || isCut }

  package final func noteDamage() { hasWrongBytes = true }
}

/// A value whose file may turn out to be damaged. This is checked once, before an answer is shown.
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
