/// The bytes of a stream that were read and not used yet, followed by the padding that a JSON cursor
/// needs.
struct StreamBuffer: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity = 1 << 18
  private var start = 0
  private var end = 0
  private(set) var isAtEnd = false
  private let descriptor: CInt

  /// The longest record that is held; what is longer is bad, and memory stays flat.
  static let longestRecord = 16 << 20
  /// As much as is gathered before it is answered, while more is already there.
  private static let enough = 1 << 20

  init(_ descriptor: CInt) {
    self.descriptor = descriptor
    base = .allocate(capacity: capacity + PaddedBytes.padding)
  }

  deinit { base.deallocate() }

  var bytes: UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(start: base + start, count: end - start)
  }

  /// No record fits into the memory that there may be.
  var isFull: Bool { end - start > Self.longestRecord }

  mutating func use(_ count: Int) { start += count }

  /// Waits for bytes, then takes what more is there without waiting again. Returns the system's
  /// error number where reading failed.
  mutating func fill() -> CInt {
    makeRoom()
    repeat {
      let got = read(descriptor, base + end, capacity - end)
      if got > 0 { end += got }
      if got == 0 { isAtEnd = true }
      if got < 0, errno == EAGAIN {
        // Some programs leave their standard input so that it does not block.
        _ = isReady(waiting: -1)
      } else if got < 0, errno != EINTR {
        return errno
      }
    } while !isAtEnd && end < capacity && end - start < Self.enough && isReady(waiting: 0)
    (base + end).update(repeating: 0, count: PaddedBytes.padding)
    return 0
  }

  /// Whether reading would not wait, at the latest after so many milliseconds; -1 for ever.
  private func isReady(waiting milliseconds: CInt) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// Moves what is left to the front, and doubles the memory when that is most of it.
  private mutating func makeRoom() {
    let left = end - start
    if left * 2 > capacity {
      let larger = UnsafeMutablePointer<UInt8>.allocate(
        capacity: capacity * 2 + PaddedBytes.padding)
      larger.update(from: base + start, count: left)
      base.deallocate()
      base = larger
      capacity *= 2
    } else if start > 0 {
      memmove(base, base + start, left)
    }
    start = 0
    end = left
  }
}

extension RawRecord {
  /// Held or not: whether a record may be answered must not depend on how much of it came at once.
  var isTooLong: Bool { range.count > StreamBuffer.longestRecord }

  static var isTooLongProblem: String {
    "is longer than \(StreamBuffer.longestRecord >> 20) MiB"
  }
}
