/// The bytes of a file or of standard input in order, a part at a time. Gzip, recognised by its first bytes,
/// is unpacked.
package class UnpackedStream {
  let name: String
  /// The size of the file as stored; `nil` for a pipe.
  var size: Int? { fileSize }
  /// Bytes taken from the file or pipe so far, before unpacking.
  var taken: Int { bytesTaken }

  private let fileSize: Int?
  private var bytesTaken = 0
  /// Bytes that were read before, or all that there are.
  private let beginning: PaddedBytes?
  private var begun = 0

  private let descriptor: CInt
  private let isOwned: Bool
  /// Where reading began, if the file can be read again.
  private let origin: off_t?
  private var inflater: Inflater?
  /// The inflater's input.
  private let packed = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
  private var hasBegun = false

  /// `-` is standard input. Messages may use another name.
  package init(_ path: FilePath, named other: String? = nil) throws(FileError) {
    isOwned = path != "-"
    name = other ?? (isOwned ? "\(path)" : "standard input")
    descriptor = isOwned ? path.open(O_RDONLY) : STDIN_FILENO
    let status = try FileReading.status(of: descriptor, named: name)
    let start = status.isRegular ? lseek(descriptor, 0, SEEK_CUR) : -1
    origin = start >= 0 ? start : nil
    fileSize = start >= 0 ? max(0, Int(status.st_size) - Int(start)) : nil
    beginning = nil
  }

  /// A file or pipe that is already open. It is read from its current position, and stays open. `beginning`
  /// is what has already been read.
  package init(_ descriptor: CInt, named name: String, after beginning: PaddedBytes? = nil) {
    (self.descriptor, self.name, isOwned) = (descriptor, name, false)
    (origin, fileSize) = (nil, nil)
    self.beginning = beginning
  }

  /// Bytes in memory.
  package init(_ bytes: PaddedBytes, named name: String) {
    (descriptor, self.name, isOwned) = (-1, name, false)
    (origin, fileSize) = (nil, bytes.count)
    beginning = bytes
  }

  deinit {
    packed.deallocate()
    if isOwned, descriptor >= 0 { close(descriptor) }
  }

  private var isInMemory: Bool { descriptor < 0 && beginning != nil }

  var canBeReadAgain: Bool { origin != nil || isInMemory }

  func readAgain() throws(FileError) {
    if !isInMemory {
      guard let origin, lseek(descriptor, origin, SEEK_SET) >= 0 else {
        throw .unreadable(path: name, errno: errno)
      }
    }
    begun = 0
    bytesTaken = 0
    inflater = nil
    hasBegun = false
  }

  /// Returns how many bytes were put into `space`, 0 at the end. Without `waits`, `nil` if nothing
  /// is there yet.
  func read(into space: UnsafeMutableBufferPointer<UInt8>, waits: Bool) throws(FileError) -> Int? {
    if !hasBegun {
      guard waits || isReady else { return nil }
      let got = try begin(into: space)
      guard inflater != nil else { return got }
    }
    guard let inflater else { return waits || isReady ? try readAsIs(into: space) : nil }
    while true {
      let count = try inflater.unpack(into: space)
      if count > 0 || inflater.isAtEnd { return count }
      guard waits || isReady else { return nil }
      let got = try readAsIs(into: packed)
      inflater.feed(UnsafeBufferPointer(rebasing: packed[..<got]), isLast: got == 0)
    }
  }

  /// Whether reading would return at once.
  private var isReady: Bool {
    if let beginning, begun < beginning.count || isInMemory { return true }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Reads at least two bytes, and checks whether they begin an archive.
  private func begin(into space: UnsafeMutableBufferPointer<UInt8>) throws(FileError) -> Int {
    hasBegun = true
    let room = min(space.count, packed.count)
    var got = 0
    while got < 2 {
      let more = try readAsIs(into: UnsafeMutableBufferPointer(rebasing: space[got..<room]))
      if more == 0 { break }
      got += more
    }
    guard Gzip.isGzip(UnsafeBufferPointer(rebasing: space[..<got])) else { return got }
    let inflater = try Inflater(named: name)
    packed.baseAddress!.update(from: space.baseAddress!, count: got)
    inflater.feed(UnsafeBufferPointer(rebasing: packed[..<got]), isLast: false)
    self.inflater = inflater
    return 0
  }

  private func readAsIs(into space: UnsafeMutableBufferPointer<UInt8>) throws(FileError) -> Int {
    if let beginning, begun < beginning.count || isInMemory {
      let count = min(space.count, beginning.count - begun)
      space.baseAddress!.update(from: beginning.base + begun, count: count)
      begun += count
      bytesTaken += count
      return count
    }
    let got = try FileReading.some(of: descriptor, named: name, into: space)
    bytesTaken += got
    return got
  }
}
