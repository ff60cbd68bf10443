/// A file in memory, for reading. It is read page by page as its bytes are used, so that a file that is
/// cut short meanwhile, or lies on a disk that fails, raises SIGBUS at whoever uses them. A program that
/// catches it finds the addresses here.
package final class MappedFile: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer
  private let descriptor: CInt

  /// `nil` with `errno` set where it cannot be mapped.
  init?(_ descriptor: CInt, size: Int) {
    guard let base = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
    else { return nil }
    bytes = UnsafeRawBufferPointer(start: base, count: size)
    self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard let whenMapped = Self.whenMapped else { return }
    Self.latest = (UInt(bitPattern: base), UInt(bitPattern: base) + UInt(size))
    whenMapped()
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    close(descriptor)
  }

  /// Whether it is shorter now than when it was mapped. The rest of its last page is then zero, which
  /// raises no signal.
  var isCut: Bool { stat(of: descriptor).map { Int($0.st_size) < bytes.count } ?? false }

  /// Called when a file is mapped, before any of it is used.
  package nonisolated(unsafe) static var whenMapped: (() -> Void)?

  /// The addresses of the last one: no command uses two. They are read by a signal's handler.
  nonisolated(unsafe) private static var latest: (start: UInt, end: UInt) = (0, 0)

  package static func contains(_ address: UInt) -> Bool {
    address >= latest.start && address < latest.end
  }
}
