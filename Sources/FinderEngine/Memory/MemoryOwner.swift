/// Keeps memory alive that others point into, and answers for what stands in it.
class MemoryOwner: @unchecked Sendable {
  /// True of memory that this process has filled itself, and once the whole of a file is proven.
  /// Changes only while no other thread is at work.
  final var isProven: Bool

  init(isProven: Bool) { self.isProven = isProven }

  /// Makes sure that the bytes are what was once written, before they are believed.
  @inline(__always) final func prove(_ start: UnsafeRawPointer, _ length: Int) {
    if !isProven { proveBytes(start, length) }
  }

  func proveBytes(_ start: UnsafeRawPointer, _ length: Int) {}
}

/// Memory from the heap.
final class AllocatedMemory: MemoryOwner, @unchecked Sendable {
  private let release: () -> Void

  init(release: @escaping () -> Void) {
    self.release = release
    super.init(isProven: true)
  }

  deinit { release() }
}
