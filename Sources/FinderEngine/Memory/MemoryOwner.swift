/// Keeps memory alive that others point into, and answers for what stands in it, block by block.
class MemoryOwner: @unchecked Sendable {
  /// True of memory that this process has filled itself, and once the whole of a file was held against its checksums.
  /// Changes only while no other thread is at work.
  final var isProven: Bool
  /// Where the blocks begin.
  final let origin: UnsafeRawPointer
  /// By block: 1 once it is proven. Nothing is there where all is proven from the start.
  final let states: UnsafeMutablePointer<UInt8>?

  static let blockSize = 4096

  init(isProven: Bool, origin: UnsafeRawPointer, states: UnsafeMutablePointer<UInt8>?) {
    self.isProven = isProven
    self.origin = origin
    self.states = states
  }

  /// Makes sure that the bytes are what was once written, before they are believed. Asked for at
  /// each value of each row, so that what is known already costs a few instructions.
  @inline(__always) final func prove(_ start: UnsafeRawPointer, _ length: Int) {
    if isProven { return }
    let first = (start - origin) / Self.blockSize
    let last = (start - origin + length - 1) / Self.blockSize
    if first == last, let states, states[first] != 0 { return }
    proveBytes(start, length)
  }

  func proveBytes(_ start: UnsafeRawPointer, _ length: Int) {}
}

/// Memory from the heap.
final class AllocatedMemory: MemoryOwner, @unchecked Sendable {
  private let release: () -> Void

  init(_ base: UnsafeRawPointer, release: @escaping () -> Void) {
    self.release = release
    super.init(isProven: true, origin: base, states: nil)
  }

  deinit { release() }
}
