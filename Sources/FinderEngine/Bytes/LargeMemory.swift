/// Memory from the heap, in pages of 2 MiB where it is a few of those and the system has them. Of the
/// 18 ms that a query without a snapshot took at 55,000 venues, 2 were the system's, handing out 1,900
/// pages of 4 KiB one by one. Hundreds of megabytes are better left to the system: at 5.5 million
/// venues its time doubled with large pages.
enum LargeMemory {
  private static let pageSize = 2 << 20
  private static let sizes = 2 * pageSize...16 * pageSize

  /// `nil` where there is not so much. For `free` and `realloc`.
  static func allocate(_ bytes: Int) -> UnsafeMutableRawPointer? {
    guard sizes.contains(bytes) else { return malloc(bytes) }
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, pageSize, bytes) == 0, let memory else { return nil }
    #if os(Linux)
      // Where it does nothing, nothing is lost.
      madvise(memory, bytes, MADV_HUGEPAGE)
    #endif
    return memory
  }
}
