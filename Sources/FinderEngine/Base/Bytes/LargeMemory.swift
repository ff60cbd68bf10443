/// Memory from the heap, in pages of 2 MiB where it takes a few of those and the system has them. A
/// query without a snapshot took 18 ms at 55,000 venues, and for 2 of these the system handed out
/// 1,900 pages of 4 KiB one by one. Hundreds of megabytes are better left to the system: at 5.5
/// million venues its time doubled with large pages.
enum LargeMemory {
  private static let pageSize = 2 << 20
  private static let sizes = 2 * pageSize...16 * pageSize

  /// `nil` where there is not so much. `free` and `realloc` work on it.
  static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer? {
    guard sizes.contains(bytes) else { return malloc(bytes) }
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, pageSize, bytes) == 0, let memory else { return nil }
    #if os(Linux)
      // No harm is done where this has no effect.
      madvise(memory, bytes, MADV_HUGEPAGE)
    #endif
    return memory
  }
}
