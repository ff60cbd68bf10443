/// The bytes of a stream that were read and not used yet.
struct StreamBuffer: ~Copyable {
  private var memory = ByteWindow(capacity: 1 << 18)!
  private(set) var isAtEnd = false
  private let descriptor: CInt

  /// The longest record that is held; what is longer is bad, and memory stays flat.
  static let longestRecord = 16 << 20
  /// As much as is gathered before it is answered, while more is already there.
  private static let enough = 1 << 20

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  var bytes: UnsafeMutableBufferPointer<UInt8> { memory.bytes }
  var text: PaddedText { PaddedText(memory) }

  /// No record fits into the memory that there may be.
  var isFull: Bool { memory.count > Self.longestRecord }

  mutating func use(_ count: Int) { memory.use(count) }

  /// Waits for bytes, then takes what more is there without waiting again. Returns the system's
  /// error number where reading failed.
  mutating func fill() -> CInt {
    makeRoom()
    repeat {
      let got = FileReading.some(of: descriptor, into: memory.space)
      guard got >= 0 else { return errno }
      if got > 0 { memory.filled(got) }
      if got == 0 { isAtEnd = true }
    } while !isAtEnd && memory.space.count > 0 && memory.count < Self.enough && isReady
    return 0
  }

  /// Whether reading would not wait.
  private var isReady: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Moves what is left to the front, and doubles the memory when that is most of it.
  private mutating func makeRoom() {
    memory.moveToFront()
    if memory.count * 2 > memory.capacity { precondition(memory.grow(), "no memory is left") }
  }
}

extension RawRecord {
  /// Held or not: whether a record may be answered must not depend on how much of it came at once.
  var isTooLong: Bool { range.count > StreamBuffer.longestRecord }

  static var isTooLongProblem: String {
    "is longer than \(StreamBuffer.longestRecord >> 20) MiB"
  }
}
