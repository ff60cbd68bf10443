import CZlib

/// Unpacks gzip with zlib, a part at a time, and checks all of it: each member's checksum and length are
/// compared, and only zeros, as in tape archives, may follow the last. Members of zip archives are bare: the
/// archive's reader compares their checksums.
///
///     let inflater = try Inflater(named: "venues.geojson.gz")
///     while !inflater.isAtEnd {
///       if inflater.needsInput { inflater.feed(bytes, isLast: isEnd) }
///       let count = try inflater.unpack(into: space)
///     }
final class Inflater {
  private let name: String
  // zlib keeps a pointer back to it, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var input = Bytes(start: nil, count: 0)
  private var isLastInput = false
  /// Bytes of the archive taken so far.
  private var used = 0
  private var isInMember = true
  private var isPadded = false
  private let form: Form
  private(set) var isAtEnd = false

  /// 15 for the largest window, plus 16 for gzip's header and trailer.
  static let windowBits: CInt = 15 + 16

  enum Form {
    case gzip
    /// A member of a zip archive: without a header, a trailer or a second member.
    case bare
  }

  init(named name: String, form: Form = .gzip) throws(FileError) {
    self.name = name
    self.form = form
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let isReady = inflateInit2_(
      stream, form == .gzip ? Self.windowBits : -15, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)
    )
    guard isReady == Z_OK else { throw .unreadable(path: name, errno: ENOMEM) }
  }

  /// For a whole archive in memory, which must outlive this.
  convenience init(_ packed: PaddedBytes, named name: String) throws(FileError) {
    try self.init(named: name)
    feed(packed.bytes, isLast: true)
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Whether all input so far is used, and there is more to come.
  var needsInput: Bool { input.isEmpty && !isLastInput }

  /// The archive's next bytes, which must stay in place until they are used.
  func feed(_ bytes: Bytes, isLast: Bool) { (input, isLastInput) = (bytes, isLast) }

  /// Returns how many bytes were put into `space`: all that fit, unless the input ended or is faulty. Bytes
  /// before a fault are returned first; the next call throws.
  func unpack(into space: UnsafeMutableBufferPointer<UInt8>) throws(FileError) -> Int {
    var filled = 0
    do throws(FileError) {
      while !isAtEnd, !needsInput {
        if isInMember {
          guard filled < space.count else { break }
          filled += try inflateSome(into: space.baseAddress! + filled, room: space.count - filled)
        } else {
          try beginNextMember()
        }
      }
    } catch {
      guard filled > 0 else { throw error }
    }
    return filled
  }

  private func inflateSome(
    into space: UnsafeMutablePointer<UInt8>, room: Int
  ) throws(FileError) -> Int {
    let (room, available) = (min(room, 1 << 30), min(input.count, 1 << 30))
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    stream.pointee.avail_in = UInt32(available)
    stream.pointee.next_out = space
    stream.pointee.avail_out = UInt32(room)
    let result = inflate(stream, Z_NO_FLUSH)
    let taken = available - Int(stream.pointee.avail_in)
    input = UnsafeBufferPointer(rebasing: input[taken...])
    used += taken
    switch result {
    case Z_OK: break
    case Z_STREAM_END:
      isInMember = false
      isAtEnd = form == .bare
      inflateReset(stream)
    case Z_BUF_ERROR where !input.isEmpty || !isLastInput: break
    case Z_BUF_ERROR: throw damage("it ends too early")
    default: throw damage(stream.pointee.msg.map { String(cString: $0) } ?? "error \(result)")
    }
    return room - Int(stream.pointee.avail_out)
  }

  /// Skips zeros; only the end may follow them.
  private func beginNextMember() throws(FileError) {
    guard let start = input.firstIndex(where: { $0 != 0 }) else {
      isPadded = isPadded || !input.isEmpty
      input = UnsafeBufferPointer(rebasing: input[input.count...])
      isAtEnd = isLastInput
      return
    }
    guard start == 0, !isPadded else { throw damage("incorrect header check") }
    isInMember = true
  }

  private func damage(_ problem: String) -> FileError {
    form == .bare
      ? .damagedZip(path: name, problem: "its data is damaged at byte \(used): \(problem)")
      : .damagedArchive(path: name, atByte: used, problem: problem)
  }
}
