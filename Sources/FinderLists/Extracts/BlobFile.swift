import CZlib
import FinderEngine

/// An extract as a sequence of blobs. Each is unpacked by itself.
///
/// The file repeats three parts: the length of a header, in four bytes, highest first; the header, with the
/// blob's type and length; the blob. A blob holds a message, plain or packed, and its unpacked length.
final class BlobFile {
  struct Blob {
    /// Where the length of its header begins.
    let start: Int
    /// Where its bytes are.
    let contents: Range<Int>
  }

  let name: String
  let size: Int
  /// The blobs with data, in the file's order.
  private(set) var blobs: [Blob] = []
  /// Types that finder does not know, with the number of blobs of each.
  private(set) var otherTypes: [(type: String, count: Int)] = []
  /// The number of blobs of unknown types beyond the first twenty.
  private(set) var typesNotNamed = 0
  private(set) var dataMoment: Int?
  /// The box that the file's header gives, if it does.
  private(set) var extent: BoundingBox?
  private let descriptor: CInt

  static let longestHeader = 64 << 10
  static let longestBlob = 32 << 20
  /// The file of the whole planet has a million.
  private static let mostBlobs = 16 << 20

  /// Finds all blobs, and reads the file's header. `descriptor` is of a regular file; it is closed on deinit.
  init(_ descriptor: CInt, named name: String) throws {
    (self.descriptor, self.name) = (descriptor, name)
    let status = stat(of: descriptor)
    size = status.map { Int($0.st_size) } ?? 0
    guard status != nil else { throw FileError.unreadable(path: name, errno: errno) }
    try findBlobs()
  }

  deinit { close(descriptor) }

  func failure(_ problem: String, at byte: Int) -> ListError {
    .malformed(path: name, place: "byte \(byte)", problem: problem, hint: nil)
  }

  private func findBlobs() throws {
    var place = 0
    var hasHeader = false
    // A header has some twenty bytes: one read gets the length and the header, and most often nothing else is
    // needed.
    var head = [UInt8](repeating: 0, count: 4 + Self.longestHeader)
    while place < size {
      guard size - place >= 4 else { throw failure("the file is cut short", at: place) }
      var got = min(128, size - place)
      try read(place, into: &head, got)
      let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= Self.longestHeader else {
        throw failure("expected the header of a blob", at: place)
      }
      guard size - place - 4 >= length else { throw failure("the file is cut short", at: place) }
      if got < 4 + length {
        got = 4 + length
        try read(place, into: &head, got)
      }
      let header = try head.withUnsafeBufferPointer { head in
        try atByte(place) { () throws(ExtractFault) in
          try BlobHeader(Bytes(rebasing: head[4..<4 + length]))
        }
      }
      let start = place + 4 + length
      guard header.size <= size - start else { throw failure("the file is cut short", at: place) }
      let blob = Blob(start: place, contents: start..<start + header.size)
      switch header.type {
      case "OSMHeader":
        try readHeader(blob)
        hasHeader = true
      case _ where !hasHeader:
        throw failure("expected a blob of type 'OSMHeader'", at: place)
      case "OSMData":
        guard blobs.count < Self.mostBlobs else {
          throw failure("expected at most \(Self.mostBlobs) blobs", at: place)
        }
        blobs.append(blob)
      default: note(header.type)
      }
      place = blob.contents.upperBound
    }
    guard hasHeader else { throw failure("the file is empty", at: 0) }
  }

  private func note(_ type: String) {
    if let place = otherTypes.firstIndex(where: { $0.type == type }) {
      otherTypes[place].count += 1
    } else if otherTypes.count < 20 {
      otherTypes.append((type, 1))
    } else {
      typesNotNamed += 1
    }
  }

  /// Calls `body`, and adds the file and the place to a fault.
  func atByte<Result>(
    _ byte: Int, _ body: () throws(ExtractFault) -> Result
  ) throws(ListError) -> Result {
    do throws(ExtractFault) { return try body() } catch { throw failure(error.problem, at: byte) }
  }

  private func read(_ place: Int, into space: inout [UInt8], _ count: Int) throws(FileError) {
    try space.withUnsafeMutableBufferPointer { (space) throws(FileError) in
      try read(place..<place + count, into: space.baseAddress!)
    }
  }

  func read(_ range: Range<Int>, into space: UnsafeMutablePointer<UInt8>) throws(FileError) {
    var got = 0
    while got < range.count {
      let more = pread(descriptor, space + got, range.count - got, off_t(range.lowerBound + got))
      if more < 0, errno == EINTR { continue }
      guard more > 0 else {
        throw .unreadable(path: name, errno: more < 0 ? errno : EIO)
      }
      got += more
    }
  }

  /// Tells the system that this range will be read soon.
  func announce(_ range: Range<Int>) {
    #if canImport(Glibc) || canImport(Musl)
      posix_fadvise(descriptor, off_t(range.lowerBound), off_t(range.count), POSIX_FADV_WILLNEED)
    #endif
  }

  // MARK: The file's header

  private static let known = ["OsmSchema-V0.6", "DenseNodes"]

  private func readHeader(_ blob: Blob) throws {
    let reader = BlobReader()
    let bytes = try reader.contents(of: blob, in: self)
    let needed = try atByte(blob.start) { () throws(ExtractFault) in try self.readHeader(bytes) }
    guard let other = needed.first(where: { !Self.known.contains($0) }) else { return }
    throw failure(
      other == "HistoricalInformation"
        ? "the file holds the history of its objects (HistoricalInformation), which finder cannot read"
        : "the file needs a reader of '\(fitForMessage(other))', which finder is not",
      at: blob.start)
  }

  /// Returns the features that a reader must support.
  private func readHeader(_ bytes: Bytes) throws(ExtractFault) -> [String] {
    var message = Message(bytes)
    var needed: [String] = []
    while let field = try message.next() {
      switch field {
      case 1: extent = try Self.box(try message.message())
      case 4: needed.append(try message.text())
      case 32: dataMoment = Int(try message.int64())
      default: try message.skip()
      }
    }
    return needed
  }

  /// In nanodegrees; `nil` if it is not a box.
  private static func box(_ message: Message) throws(ExtractFault) -> BoundingBox? {
    var message = message
    var edges = [Double?](repeating: nil, count: 5)
    while let field = try message.next() {
      guard 1...4 ~= field else {
        try message.skip()
        continue
      }
      edges[field] = Double(try message.sint64()) / 1e9
    }
    guard let west = edges[1], let east = edges[2], let north = edges[3], let south = edges[4],
      Coordinate(validLatitude: south, longitude: west) != nil,
      Coordinate(validLatitude: north, longitude: east) != nil, south < north
    else { return nil }
    return BoundingBox(south: south, west: west, north: north, east: east)
  }
}

/// The type of the blob that follows, and its length.
private struct BlobHeader {
  var type = ""
  var size = -1

  init(_ bytes: Bytes) throws(ExtractFault) {
    var message = Message(bytes)
    while let field = try message.next() {
      switch field {
      case 1: type = try message.text()
      case 3:
        let length = try message.int64()
        guard (0...Int64(BlobFile.longestBlob)).contains(length) else {
          throw ExtractFault("a blob claims \(length) bytes; the limit is \(BlobFile.longestBlob)")
        }
        size = Int(length)
      default: try message.skip()
      }
    }
    guard !type.isEmpty, size >= 0 else { throw ExtractFault("expected the header of a blob") }
  }
}

/// Reads and unpacks one blob after another, in memory of its own.
final class BlobReader {
  private var packed = Memory()
  private var unpacked = Memory()
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var isReady = false

  init() { stream.initialize(to: z_stream()) }

  deinit {
    if isReady { inflateEnd(stream) }
    stream.deallocate()
  }

  private struct Memory: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>?
    private var room = 0

    deinit { base?.deallocate() }

    mutating func space(_ count: Int) -> UnsafeMutablePointer<UInt8> {
      if let base, count <= room { return base }
      base?.deallocate()
      room = max(count, 2 * room, 1 << 16)
      let base = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
      self.base = base
      return base
    }
  }

  /// The message in a blob, valid until the next is read.
  func contents(of blob: BlobFile.Blob, in file: BlobFile) throws -> Bytes {
    let space = packed.space(blob.contents.count)
    try file.read(blob.contents, into: space)
    let bytes = Bytes(start: space, count: blob.contents.count)
    return try file.atByte(blob.start) { () throws(ExtractFault) in try self.message(in: bytes) }
  }

  private func message(in bytes: Bytes) throws(ExtractFault) -> Bytes {
    var message = Message(bytes)
    var (plain, zlib): (Bytes?, Bytes?)
    var size: Int64?
    while let field = try message.next() {
      switch field {
      case 1: plain = try message.bytes()
      case 2: size = try message.int64()
      case 3: zlib = try message.bytes()
      case 4...7:
        let name = ["LZMA", "bzip2", "LZ4", "zstd"][field - 4]
        throw ExtractFault(
          "the blob is packed with \(name); finder reads blobs that are packed with zlib")
      default: try message.skip()
      }
    }
    if let plain, zlib == nil {
      guard size == nil || size == Int64(plain.count) else {
        throw ExtractFault("the blob has \(plain.count) bytes, not \(size ?? 0)")
      }
      return plain
    }
    guard let zlib, plain == nil, let size else { throw ExtractFault("the blob holds no data") }
    guard (0...Int64(BlobFile.longestBlob)).contains(size) else {
      throw ExtractFault(
        "the blob claims to unpack to \(size) bytes; the limit is \(BlobFile.longestBlob)")
    }
    return try unpack(zlib, to: Int(size))
  }

  private func unpack(_ bytes: Bytes, to size: Int) throws(ExtractFault) -> Bytes {
    // One byte more, to notice if there is more than the blob says.
    let space = unpacked.space(size + 1)
    let isBegun =
      isReady
      ? inflateReset(stream) : inflateInit_(stream, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
    guard isBegun == Z_OK else { throw ExtractFault("there is no memory to unpack the blob") }
    isReady = true
    stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
    stream.pointee.avail_in = UInt32(bytes.count)
    stream.pointee.next_out = space
    stream.pointee.avail_out = UInt32(size + 1)
    let result = inflate(stream, Z_FINISH)
    let made = size + 1 - Int(stream.pointee.avail_out)
    guard result == Z_STREAM_END else {
      let problem =
        result == Z_BUF_ERROR && made > size
        ? "it unpacks to more than its stated \(size) bytes"
        : stream.pointee.msg.map { String(cString: $0) } ?? "it ends too early"
      throw ExtractFault("the blob is damaged: \(problem)")
    }
    guard stream.pointee.avail_in == 0 else {
      throw ExtractFault("the blob is damaged: other data follows what was packed")
    }
    guard made == size else {
      throw ExtractFault("the blob is damaged: it unpacks to \(made) bytes, not \(size)")
    }
    return Bytes(start: space, count: size)
  }
}
