import FinderEngine

/// A record as `VisitTallies` has it.
struct TalliedRecord: BitwiseCopyable {
  let row: UInt32
  /// Where its line is in the log, which has a gigabyte at most.
  let start: UInt32
  let length: UInt32
  /// 0 where it has none.
  let rating: UInt16
  let isReview: UInt16

  init(_ record: VisitRecord, row: Int, _ line: Range<Int>) {
    (self.row, start, length) = (UInt32(row), UInt32(line.lowerBound), UInt32(line.count))
    rating = UInt16(record.rating ?? 0)
    isReview = record.kind == .review ? 1 : 0
  }

  func line(of path: FilePath) -> [UInt8]? {
    let descriptor = path.open(O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard length <= VisitLog.mostBytes else { return nil }
    let line = [UInt8](unsafeUninitializedCapacity: Int(length)) { bytes, count in
      count = max(0, pread(descriptor, bytes.baseAddress, Int(length), off_t(start)))
    }
    return line.count == Int(length) ? line : nil
  }
}

/// Which bytes of the log something is of.
struct VisitLogState {
  let faults: UInt64
  let bytes: Int
  let checksum: UInt64
  /// Of the file that has them; zeros where it may still have changed unnoticed.
  var identity: [UInt64]

  private static let words = 9

  init(_ text: UnsafeBufferPointer<UInt8>, faults: Int, identity: [UInt64]?) {
    (self.faults, bytes, checksum) = (UInt64(faults), text.count, Self.checksum(text))
    self.identity = identity ?? Array(repeating: 0, count: Self.words - 3)
  }

  /// To be asked before the file is read: one that changes meanwhile is another one.
  static func settledIdentity(_ identity: DatasetIdentity?) -> [UInt64]? {
    identity.flatMap { $0.isSettled ? $0.words : nil }
  }

  private static let piece = 1 << 16

  private static func checksum(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = StableHash()
    for start in stride(from: 0, to: text.count, by: piece) {
      hash.add(Checksum.of(text.baseAddress! + start, min(piece, text.count - start)))
    }
    return hash.value
  }

  /// Whether a file has just these bytes. In pieces: the page faults on new memory for all of 2 MB took
  /// longer than all else.
  func isAll(ofFile path: FilePath) -> Bool {
    let descriptor = path.open(O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.piece, alignment: 16)
    defer { memory.deallocate() }
    var hash = StableHash()
    for start in stride(from: 0, to: bytes, by: Self.piece) {
      let count = min(Self.piece, bytes - start)
      guard pread(descriptor, memory.baseAddress, count, off_t(start)) == count else {
        return false
      }
      hash.add(Checksum.of(UnsafeRawPointer(memory.baseAddress!), count))
    }
    return hash.value == checksum
  }

  func isBeginning(of text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count >= bytes && Self.checksum(UnsafeBufferPointer(rebasing: text[..<bytes])) == checksum
  }

  // MARK: In the file

  var words: [UInt64] { [faults, UInt64(bytes), checksum] + identity }

  init?(words: UnsafeBufferPointer<UInt64>) {
    guard words.count == Self.words, let bytes = Int(exactly: words[1]) else { return nil }
    (faults, self.bytes, checksum) = (words[0], bytes, words[2])
    identity = Array(words[3...])
  }
}
