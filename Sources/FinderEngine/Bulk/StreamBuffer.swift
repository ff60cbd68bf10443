/// The bytes of a stream that were read and not used yet.
struct StreamBuffer: ~Copyable {
  private var memory = ByteWindow(capacity: 1 << 18)!
  private(set) var isAtEnd = false
  private let descriptor: CInt
  private let name: String

  /// The longest record that is held; what is longer is bad, and memory stays flat.
  static let longestRecord = 16 << 20
  /// As much as is gathered before it is answered, while more is already there.
  private static let enough = 1 << 20

  init(_ descriptor: CInt, named name: String) { (self.descriptor, self.name) = (descriptor, name) }

  var bytes: UnsafeMutableBufferPointer<UInt8> { memory.bytes }
  var text: PaddedText { PaddedText(memory) }

  /// No record fits into the memory that there may be.
  var isFull: Bool { memory.count > Self.longestRecord }

  mutating func use(_ count: Int) { memory.use(count) }

  /// Waits for bytes, then takes what more is there without waiting again.
  mutating func fill() throws(FileError) {
    makeRoom()
    repeat {
      let got = try FileReading.some(of: descriptor, named: name, into: memory.space)
      memory.filled(got)
      isAtEnd = got == 0
    } while !isAtEnd && memory.space.count > 0 && memory.count < Self.enough && isReady
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
