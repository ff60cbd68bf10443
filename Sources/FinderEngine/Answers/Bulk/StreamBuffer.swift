/// The text of a stream that was read and not used yet.
struct StreamBuffer: ~Copyable {
  private var memory = ByteWindow(capacity: 1 << 18)!
  private(set) var isAtEnd = false
  private let source: TextSource
  /// Of a read behind others that went well: what they brought is answered first.
  private var failure: FileError?

  /// The longest record that is held; what is longer is bad, and memory stays flat.
  static let longestRecord = 16 << 20
  /// As much as is gathered before it is answered, while more is already there.
  private static let enough = 1 << 20

  init(_ source: TextSource) { self.source = source }

  var isLatin1: Bool {
    if case .latin1 = source.form { return true }
    return false
  }

  var bytes: UnsafeMutableBufferPointer<UInt8> { memory.bytes }
  var text: PaddedText { PaddedText(memory) }

  /// No record fits into the memory that there may be.
  var isFull: Bool { memory.count > Self.longestRecord }

  mutating func use(_ count: Int) { memory.use(count) }

  /// Waits for bytes, then takes what more is there without waiting again.
  mutating func fill() throws(FileError) {
    if let failure { throw failure }
    makeRoom()
    try take(source.read(into: memory.space) ?? 0)
    while !isAtEnd, memory.space.count >= TextSource.leastSpace, memory.count < Self.enough {
      do throws(FileError) {
        guard let got = try source.read(into: memory.space, waits: false) else { return }
        take(got)
      } catch {
        failure = error
        return
      }
    }
  }

  private mutating func take(_ count: Int) {
    memory.filled(count)
    isAtEnd = count == 0
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
