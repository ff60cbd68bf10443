/// Memory from the heap.
package final class AllocatedMemory: MemoryOwner, @unchecked Sendable {
  private let release: () -> Void

  package init(_ base: UnsafeRawPointer, release: @escaping () -> Void) {
    self.release = release
    super.init(isVerified: true, origin: base, states: nil)
  }

  deinit { release() }
}
