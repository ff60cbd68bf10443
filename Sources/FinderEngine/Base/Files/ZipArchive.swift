/// The members of a zip file, from the directory at its end: plain and deflated ones, also in zip64.
///
///     let archive = try ZipArchive("codepo_gb.zip")
///     for member in archive.members where member.name.hasSuffix(".csv") {
///       let stream = try archive.stream(of: member)
///     }
///
/// An archive may be hostile. All numbers are checked before they are used. Members may not overlap, or
/// overlap the directory, which is how a few kilobytes are made to hold petabytes. And no member unpacks to
/// more than its stated size. No file is ever written under a member's name.
package final class ZipArchive {
  package struct Member {
    /// For people and for checking endings: the bytes decoded as UTF-8, even if they are not.
    package let name: String
    package let packedSize: Int
    package let size: Int
    let checksum: UInt32
    let isDeflated: Bool
    let isEncrypted: Bool
    let isKnownMethod: Bool
    /// The position of its header.
    fileprivate(set) var start: Int
    /// The range of its packed bytes.
    fileprivate(set) var contents = 0..<0
  }

  let name: String
  package private(set) var members: [Member] = []
  let descriptor: CInt
  private let size: Int

  package static func isZip(_ head: Bytes) -> Bool {
    head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  /// Whether a file begins like a zip archive; false if it cannot be read, which its reader will report.
  package static func isZip(_ path: FilePath) -> Bool {
    let descriptor = path.open(O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard let status = stat(of: descriptor), status.isRegular else { return false }
    var head = [UInt8](repeating: 0, count: 4)
    let got = head.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, 4, 0) }
    return got == 4 && head.withUnsafeBufferPointer { isZip($0) }
  }

  /// Messages may use another name.
  package init(_ path: FilePath, named other: String? = nil) throws(FileError) {
    name = other ?? "\(path)"
    descriptor = path.open(O_RDONLY)
    let status = try FileReading.status(of: descriptor, named: name)
    guard status.isRegular else {
      throw .damagedZip(path: name, problem: "it is not a regular file")
    }
    size = Int(status.st_size)
    let directory = try findDirectory()
    members = try readDirectory(directory)
    for index in members.indices { try locate(&members[index], before: directory.place) }
    try refuseOverlaps()
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func damage(_ problem: String) -> FileError { .damagedZip(path: name, problem: problem) }

  private struct Directory {
    var place: Int
    var bytes: Int
    var members: Int
  }

  private static let endSize = 22
  private static let longestComment = 65_535
  private static let longestDirectory = 64 << 20

  /// Finds the last record of the file, before a comment.
  private func findDirectory() throws(FileError) -> Directory {
    let tail = try bytes(max(0, size - Self.endSize - Self.longestComment)..<size)
    var place = tail.count - Self.endSize
    while place >= 0 {
      let end = ZipRecord(tail[place...])
      if end.hasSignature(0x0605_4B50), Int(end.short(20)) == tail.count - place - Self.endSize {
        return try directory(end, endingAt: size - tail.count + place)
      }
      place -= 1
    }
    throw damage("its directory is missing: it may be cut short")
  }

  private func directory(_ end: ZipRecord, endingAt place: Int) throws(FileError) -> Directory {
    guard end.short(4) == 0 || end.short(4) == 0xFFFF else {
      throw damage("it is one of several parts")
    }
    var directory = Directory(
      place: Int(end.word(16)), bytes: Int(end.word(12)), members: Int(end.short(10)))
    if let large = try zip64(before: place) { directory = large }
    guard directory.bytes <= Self.longestDirectory, directory.members <= directory.bytes / 46,
      directory.place >= 0, directory.place <= place, directory.bytes <= place - directory.place
    else { throw damage("its directory is wrong") }
    return directory
  }

  private func zip64(before place: Int) throws(FileError) -> Directory? {
    guard place >= 20 else { return nil }
    let locator = ZipRecord(try bytes(place - 20..<place)[...])
    guard locator.hasSignature(0x0706_4B50) else { return nil }
    guard let start = locator.long(8), start <= place - 76 else {
      throw damage("its directory is wrong")
    }
    let end = ZipRecord(try bytes(start..<start + 56)[...])
    guard end.hasSignature(0x0606_4B50), let members = end.long(32), let length = end.long(40),
      let first = end.long(48)
    else { throw damage("its directory is wrong") }
    return Directory(place: first, bytes: length, members: members)
  }

  private func readDirectory(_ directory: Directory) throws(FileError) -> [Member] {
    let bytes = try bytes(directory.place..<directory.place + directory.bytes)
    var members: [Member] = []
    var place = 0
    for _ in 0..<directory.members {
      guard place + 46 <= bytes.count else { throw damage("its directory is cut short") }
      let record = ZipRecord(bytes[place...])
      let nameLength = Int(record.short(28))
      let extra = place + 46 + nameLength..<place + 46 + nameLength + Int(record.short(30))
      let next = extra.upperBound + Int(record.short(32))
      guard record.hasSignature(0x0201_4B50), next <= bytes.count else {
        throw damage("its directory is cut short")
      }
      let name = String(decoding: bytes[place + 46..<extra.lowerBound], as: UTF8.self)
      guard let member = record.member(named: name, extra: bytes[extra]) else {
        throw damage("its directory is wrong")
      }
      members.append(member)
      place = next
    }
    return members
  }

  /// Reads the header before its bytes, whose name and extra fields may have other lengths.
  private func locate(_ member: inout Member, before end: Int) throws(FileError) {
    guard member.start >= 0, member.start <= end - 30 else {
      throw damage("a member lies outside it")
    }
    let header = ZipRecord(try bytes(member.start..<member.start + 30)[...])
    let start = member.start + 30 + Int(header.short(26)) + Int(header.short(28))
    guard header.hasSignature(0x0403_4B50), member.packedSize >= 0, start <= end,
      member.packedSize <= end - start
    else { throw damage("a member lies outside it") }
    member.contents = start..<start + member.packedSize
  }

  private func refuseOverlaps() throws(FileError) {
    let spans = members.map { ($0.start, $0.contents.upperBound) }.sorted { $0 < $1 }
    for (one, next) in zip(spans, spans.dropFirst()) where next.0 < one.1 {
      throw damage("its members overlap")
    }
  }

  /// Throws if the members would unpack to more than `most` bytes together.
  package func refuse(_ members: [Member], above most: Int) throws(FileError) {
    var unpacked = 0
    for member in members {
      let (sum, isTooMuch) = unpacked.addingReportingOverflow(member.size)
      unpacked = sum
      guard !isTooMuch, unpacked <= most else { throw .tooLarge(path: name, limit: most) }
    }
  }

  package func stream(of member: Member) throws(FileError) -> ZipMemberStream {
    guard !member.isEncrypted else { throw damage("\(member.name) is encrypted") }
    guard member.isKnownMethod else {
      throw damage("\(member.name) is packed in a way that finder does not know")
    }
    return try ZipMemberStream(member, of: self)
  }

  private func bytes(_ range: Range<Int>) throws(FileError) -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= size else { throw damage("it is cut short") }
    var bytes = [UInt8](repeating: 0, count: range.count)
    let isRead = bytes.withUnsafeMutableBytes { space in
      FileReading.fill(space, from: descriptor, at: range.lowerBound)
    }
    guard isRead else { throw damage("it is cut short") }
    return bytes
  }
}

/// A record of a zip file. Its numbers are little-endian. It must be long enough for the numbers that are
/// read.
private struct ZipRecord {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  private func number(_ offset: Int, _ count: Int) -> UInt64 {
    (0..<count).reduce(0) {
      $0 | UInt64(bytes[bytes.startIndex + offset + $1]) << UInt64(8 * $1)
    }
  }

  func short(_ offset: Int) -> UInt16 { UInt16(number(offset, 2)) }
  func word(_ offset: Int) -> UInt32 { UInt32(number(offset, 4)) }
  /// `nil` if it is larger than any file's size.
  func long(_ offset: Int) -> Int? {
    let value = number(offset, 8)
    return value < 1 << 60 ? Int(value) : nil
  }
  func hasSignature(_ signature: UInt32) -> Bool { word(0) == signature }

  /// From a record of the directory. Sizes that do not fit are in the extra field with number 1, in this
  /// order.
  func member(named name: String, extra: ArraySlice<UInt8>) -> ZipArchive.Member? {
    var large = Self.addition(1, in: extra)
    func size(_ offset: Int) -> Int? {
      let value = word(offset)
      guard value == .max else { return Int(value) }
      guard large.count >= 8 else { return nil }
      defer { large = large.dropFirst(8) }
      return ZipRecord(large).long(0)
    }
    guard let plain = size(24), let packed = size(20), let start = size(42) else { return nil }
    let method = short(10)
    return ZipArchive.Member(
      name: name, packedSize: packed, size: plain, checksum: word(16),
      isDeflated: method == 8, isEncrypted: short(8) & 1 == 1,
      isKnownMethod: method == 0 || method == 8, start: start)
  }

  private static func addition(_ number: UInt16, in extra: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = extra
    while rest.count >= 4 {
      let head = ZipRecord(rest)
      let body = rest.dropFirst(4).prefix(Int(head.short(2)))
      if head.short(0) == number { return body }
      rest = rest.dropFirst(4 + body.count)
    }
    return []
  }
}
