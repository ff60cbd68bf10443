/// Reading files and streams with system calls.
package enum FileReading {
  /// All bytes of a regular file, a pipe or a device.
  package static func contents(
    ofFile path: FilePath, upTo most: Int = .max, while isWanted: Judge? = nil
  ) throws(FileError) -> PaddedBytes {
    let descriptor = path.open(O_RDONLY)
    defer { if descriptor >= 0 { close(descriptor) } }
    return try contents(of: descriptor, named: "\(path)", upTo: most, while: isWanted)
  }

  /// Whether something with this beginning is worth reading further; `nil` if that does not show yet.
  package typealias Judge = (Bytes) -> Bool?

  /// Reads only the beginning if that is not wanted: a device may be endless, and a file larger than memory.
  /// More than `most` bytes is an error, found without reading them all.
  package static func contents(
    of descriptor: CInt, named path: String, upTo most: Int = .max,
    while isWanted: Judge? = nil
  ) throws(FileError) -> PaddedBytes {
    let status = try status(of: descriptor, named: path)
    let beginning = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
    defer { beginning.deallocate() }
    var begun = 0
    if let isWanted {
      let isAll = try readBeginning(
        of: descriptor, named: path, into: beginning, &begun, while: isWanted)
      if isAll { return PaddedBytes(copying: beginning[..<begun]) }
    }
    // A sparse file may claim so much that its size in memory would overflow.
    let size = min(Int(status.st_size), 1 << 60)
    guard size <= most else { throw .longer(path: path, limit: most) }
    // One byte more than the file has, to notice its end without growing.
    let expected = status.isRegular ? size + 1 : 1 << 20
    guard var bytes = GrowingList<UInt8>(room: max(expected, begun)) else {
      throw .unreadable(path: path, errno: ENOMEM)
    }
    if let space = bytes.freeSpace() {
      _ = space.update(fromContentsOf: beginning[..<begun])
      bytes.filled(begun)
    }
    if status.isRegular, size >= leastInParts { readParts(of: descriptor, size, into: &bytes) }
    while true {
      guard let space = bytes.freeSpace() else { throw .unreadable(path: path, errno: ENOMEM) }
      let got = try some(of: descriptor, named: path, into: space)
      if got == 0 { return bytes.padded() }
      bytes.filled(got)
      guard bytes.count <= most else { throw .longer(path: path, limit: most) }
    }
  }

  /// For text that should be a JSON object.
  package static func mayBeObject(_ beginning: Bytes) -> Bool? {
    firstCharacter(of: beginning).map { $0 == UInt8(ascii: "{") }
  }

  /// For text that should be JSON objects, or an array of them.
  package static func mayBeObjects(_ beginning: Bytes) -> Bool? {
    firstCharacter(of: beginning).map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }
  }

  private static func firstCharacter(of beginning: Bytes) -> UInt8? {
    let start = beginning.lengthOfByteOrderMark
    return beginning[start...].first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
  }

  /// Returns whether all of it has been read, or as much as is wanted.
  private static func readBeginning(
    of descriptor: CInt, named path: String,
    into space: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int, while isWanted: Judge
  ) throws(FileError) -> Bool {
    // Enough for a message to quote.
    let enough = 64
    while count < space.count {
      let rest = UnsafeMutableBufferPointer(rebasing: space[count...])
      let got = try some(of: descriptor, named: path, into: rest)
      count += got
      if got == 0 { return true }
      guard count >= enough else { continue }
      if let verdict = isWanted(UnsafeBufferPointer(rebasing: space[..<count])) { return !verdict }
    }
    return true
  }

  /// Above this size, copying takes so long that several threads are used.
  private static let leastInParts = 64 << 20
  private static let partSize = 8 << 20

  /// Reads a large file on several threads, as far as that works. The caller then reads the rest and meets
  /// any error.
  private static func readParts(
    of descriptor: CInt, _ size: Int, into bytes: inout GrowingList<UInt8>
  ) {
    let begun = bytes.count
    guard let space = bytes.freeSpace()?.baseAddress, lseek(descriptor, 0, SEEK_CUR) == begun else {
      return
    }
    let start = space - begun
    let parts = (size - begun + partSize - 1) / partSize
    var read = [Bool](repeating: false, count: parts)
    read.withUnsafeMutableBufferPointer { read in
      let read = read.baseAddress!
      Parallel.run(parts) { part in
        let place = begun + part * partSize
        let space = UnsafeMutableRawBufferPointer(
          start: start + place, count: min(partSize, size - place))
        read[part] = fill(space, from: descriptor, at: place)
      }
    }
    let whole = min(size, begun + (read.firstIndex(of: false) ?? parts) * partSize)
    if lseek(descriptor, off_t(whole), SEEK_SET) == whole { bytes.filled(whole - begun) }
  }

  /// Reads from a place in a file; false if it does not have enough bytes there.
  static func fill(
    _ space: UnsafeMutableRawBufferPointer, from descriptor: CInt, at place: Int
  ) -> Bool {
    var got = 0
    while got < space.count {
      let more = pread(
        descriptor, space.baseAddress! + got, space.count - got, off_t(place + got))
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { return false }
      got += more
    }
    return true
  }

  static func some(
    of descriptor: CInt, named path: String, into space: UnsafeMutableBufferPointer<UInt8>
  ) throws(FileError) -> Int {
    let got = some(of: descriptor, into: space)
    guard got >= 0 else { throw .unreadable(path: path, errno: errno) }
    return got
  }

  /// Waits for bytes, and returns how many were put into `space`: 0 at the end, -1 with the reason in
  /// `errno`.
  package static func some(of descriptor: CInt, into space: UnsafeMutableBufferPointer<UInt8>)
    -> Int
  {
    while true {
      let got = read(descriptor, space.baseAddress!, min(space.count, 1 << 30))
      if got >= 0 || !isToBeRepeated(descriptor, POLLIN) { return got }
    }
  }

  /// Whether a call that just failed may succeed now: a signal came, or the descriptor does not block, as
  /// some programs leave standard input and output. In that case this waits for it.
  static func isToBeRepeated(_ descriptor: CInt, _ event: Int32) -> Bool {
    guard errno == EAGAIN else { return errno == EINTR }
    var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    poll(&request, 1, -1)
    return true
  }

  /// The status of a file just opened, which must not be a folder.
  static func status(of descriptor: CInt, named path: String) throws(FileError) -> stat {
    guard descriptor >= 0, let status = stat(of: descriptor) else {
      throw .unreadable(path: path, errno: errno)
    }
    guard !status.isFolder else { throw .unreadable(path: path, errno: EISDIR) }
    return status
  }
}
