/// A file in memory, for reading. It is read page by page as its bytes are used. So if the file is cut short
/// meanwhile, or its disk fails, using the bytes raises SIGBUS. A program that catches the signal finds the
/// file's addresses here.
package final class MappedFile: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer
  let descriptor: CInt

  /// `nil` with `errno` set if it cannot be mapped.
  init?(_ descriptor: CInt, size: Int) {
    guard let base = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
    else { return nil }
    bytes = UnsafeRawBufferPointer(start: base, count: size)
    self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard let whenMapped = Self.whenMapped else { return }
    Self.note(UInt(bitPattern: base), size: UInt(size))
    whenMapped()
  }

  deinit {
    Self.forget(UInt(bitPattern: bytes.baseAddress!))
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    close(descriptor)
  }

  /// Called when a file is mapped, before any of it is used.
  package nonisolated(unsafe) static var whenMapped: (() -> Void)?

  /// More than any command maps at once. A fault in a file beyond these ends the process as usual.
  private static let most = 8
  /// The start addresses of all files, followed by their end addresses in the same order; zeros for none. A
  /// signal handler reads them, so they are in memory that never moves.
  nonisolated(unsafe) private static var places: UnsafeMutablePointer<UInt>?

  private static func note(_ start: UInt, size: UInt) {
    if places == nil { places = calloc(2 * most, 8)?.assumingMemoryBound(to: UInt.self) }
    guard let places else { return }
    for i in 0..<most where places[most + i] == 0 {
      (places[i], places[most + i]) = (start, start + size)
      return
    }
  }

  private static func forget(_ start: UInt) {
    guard let places else { return }
    for i in 0..<most where places[i] == start { (places[i], places[most + i]) = (0, 0) }
  }

  package static func contains(_ address: UInt) -> Bool {
    guard let places else { return false }
    for i in 0..<most where address >= places[i] && address < places[most + i] { return true }
    return false
  }
}
