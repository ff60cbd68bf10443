import CZlib

/// The bytes of a file or of standard input from the first to the last, unpacked where they are
/// gzip, a part at a time.
final class UnpackedStream {
  let name: String
  /// Of the file as it lies there; `nil` of a pipe.
  let size: Int?
  /// Bytes taken from the file or pipe so far, before unpacking.
  private(set) var taken = 0

  private let descriptor: CInt
  private let isOwned: Bool
  /// Where reading began in a file that can be read again.
  private let origin: off_t?
  private var unpacker: GzipStream?
  private var hasBegun = false

  /// `-` is standard input.
  init(_ path: String) throws(FileError) {
    isOwned = path != "-"
    name = isOwned ? path : "standard input"
    descriptor = isOwned ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      throw .unreadable(path: name, errno: errno)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw .unreadable(path: name, errno: EISDIR)
    }
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    let start = isRegular ? lseek(descriptor, 0, SEEK_CUR) : -1
    origin = start >= 0 ? start : nil
    size = start >= 0 ? max(0, Int(status.st_size) - Int(start)) : nil
  }

  deinit { if isOwned, descriptor >= 0 { close(descriptor) } }

  var canBeReadAgain: Bool { origin != nil }

  func readAgain() throws(FileError) {
    guard let origin, lseek(descriptor, origin, SEEK_SET) >= 0 else {
      throw .unreadable(path: name, errno: errno)
    }
    taken = 0
    unpacker = nil
    hasBegun = false
  }

  /// How many bytes were put into `space`, 0 at the end.
  func read(into space: UnsafeMutableBufferPointer<UInt8>) throws(FileError) -> Int {
    if !hasBegun {
      let got = try begin(into: space)
      guard unpacker != nil else { return got }
    }
    guard let unpacker else { return try readPlain(into: space) }
    return try unpack(unpacker, into: space)
  }

  /// The first bytes tell whether it is packed.
  private func begin(into space: UnsafeMutableBufferPointer<UInt8>) throws(FileError) -> Int {
    hasBegun = true
    var got = 0
    while got < 2 {
      let more = try readPlain(into: UnsafeMutableBufferPointer(rebasing: space[got...]))
      if more == 0 { break }
      got += more
    }
    let first = UnsafeBufferPointer(rebasing: space[..<got])
    guard Gzip.isGzip(first) else { return got }
    guard let unpacker = GzipStream(holding: first) else {
      throw .unreadable(path: name, errno: ENOMEM)
    }
    self.unpacker = unpacker
    return 0
  }

  private func readPlain(
    into space: UnsafeMutableBufferPointer<UInt8>
  ) throws(FileError) -> Int {
    while true {
      let got = systemRead(descriptor, space.baseAddress!, min(space.count, 1 << 30))
      if got >= 0 {
        taken += got
        return got
      }
      if errno == EAGAIN {
        // Some programs leave their standard input so that it does not block.
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&request, 1, -1)
      } else if errno != EINTR {
        throw .unreadable(path: name, errno: errno)
      }
    }
  }

  private func unpack(
    _ unpacker: GzipStream, into space: UnsafeMutableBufferPointer<UInt8>
  ) throws(FileError) -> Int {
    while true {
      if unpacker.isHungry {
        let got = try readPlain(into: unpacker.space)
        unpacker.filled(got)
      }
      let unpacked: Int
      do {
        unpacked = try unpacker.unpack(into: space)
      } catch {
        throw .damagedArchive(path: name, atByte: error.offset, problem: error.problem)
      }
      if unpacked > 0 || unpacker.isDone { return unpacked }
    }
  }
}

/// Unpacks a stream of gzip, part by part, as strictly as `Gzip` does a whole one: each member's CRC
/// and length is compared, and nothing but zeros may stand behind the last.
private final class GzipStream {
  /// In a place of its own: the unpacker holds on to where it is.
  private let stream: UnsafeMutablePointer<z_stream>
  private let packed: UnsafeMutablePointer<UInt8>
  private var start = 0
  private var end = 0
  private var used = 0
  private var isInMember = true
  private var isAtEnd = false
  private(set) var isDone = false

  private static let capacity = 1 << 16

  struct Damage: Error {
    let offset: Int
    let problem: String

    init(_ offset: Int, _ problem: String) { (self.offset, self.problem) = (offset, problem) }
  }

  init?(holding first: UnsafeBufferPointer<UInt8>) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    packed = .allocate(capacity: max(Self.capacity, first.count))
    packed.update(from: first.baseAddress!, count: first.count)
    end = first.count
    let isReady = inflateInit2_(
      stream, 15 + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
    guard isReady == Z_OK else { return nil }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    packed.deallocate()
  }

  var isHungry: Bool { start == end && !isAtEnd }

  var space: UnsafeMutableBufferPointer<UInt8> {
    UnsafeMutableBufferPointer(start: packed, count: Self.capacity)
  }

  func filled(_ count: Int) {
    (start, end) = (0, count)
    isAtEnd = count == 0
  }

  func unpack(
    into space: UnsafeMutableBufferPointer<UInt8>
  ) throws(Damage) -> Int {
    if !isInMember { try beginNextMember() }
    guard isInMember, !isHungry else { return 0 }
    stream.pointee.next_in = packed + start
    stream.pointee.avail_in = UInt32(end - start)
    stream.pointee.next_out = space.baseAddress
    stream.pointee.avail_out = UInt32(min(space.count, 1 << 30))
    let room = Int(stream.pointee.avail_out)
    let result = inflate(stream, Z_NO_FLUSH)
    let took = end - start - Int(stream.pointee.avail_in)
    start += took
    used += took
    let unpacked = room - Int(stream.pointee.avail_out)
    switch result {
    case Z_STREAM_END:
      isInMember = false
      inflateReset(stream)
    case Z_OK: break
    case Z_BUF_ERROR where !isAtEnd || unpacked > 0: break
    case Z_BUF_ERROR: throw Damage(used, "it ends too early")
    default:
      throw Damage(used, stream.pointee.msg.map { String(cString: $0) } ?? "error \(result)")
    }
    return unpacked
  }

  /// Zeros are padding, as tape archives have it; anything else begins another member.
  private func beginNextMember() throws(Damage) {
    while start < end, packed[start] == 0 {
      start += 1
      used += 1
    }
    if start < end { isInMember = true } else { isDone = isAtEnd }
  }
}

/// The system's call, for those who have a method of that name themselves.
func systemRead(_ descriptor: CInt, _ space: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
  read(descriptor, space, count)
}
