import CZlib

/// The bytes of one member of a zip archive, unpacked a part at a time. Its length and checksum are compared
/// at the end.
package final class ZipMemberStream: UnpackedStream {
  private let archive: ZipArchive
  private let member: ZipArchive.Member
  private let inflater: Inflater?
  private let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
  /// The position in the archive of the next packed bytes.
  private var place: Int
  private var unpacked = 0
  private var checksum: UInt = 0

  init(_ member: ZipArchive.Member, of archive: ZipArchive) throws(FileError) {
    self.archive = archive
    self.member = member
    place = member.contents.lowerBound
    let name = "\(archive.name): \(member.name)"
    inflater = member.isDeflated ? try Inflater(named: name, form: .bare) : nil
    super.init(archive.descriptor, named: name)
  }

  deinit { room.deallocate() }

  override var size: Int? { member.packedSize }
  override var taken: Int { place - member.contents.lowerBound }

  override func read(
    into space: UnsafeMutableBufferPointer<UInt8>, waits: Bool
  ) throws(FileError) -> Int? {
    let got = member.isDeflated ? try unpack(into: space) : try readAsIs(into: space)
    guard unpacked + got <= member.size else {
      throw archive.damage("\(member.name) is longer than it says")
    }
    unpacked += got
    checksum = crc32_z(checksum, space.baseAddress, got)
    if got == 0 {
      guard unpacked == member.size, UInt32(truncatingIfNeeded: checksum) == member.checksum else {
        throw archive.damage("\(member.name) is not what was packed")
      }
    }
    return got
  }

  private func unpack(into space: UnsafeMutableBufferPointer<UInt8>) throws(FileError) -> Int {
    guard let inflater else { return 0 }
    while !inflater.isAtEnd {
      let count = try inflater.unpack(into: space)
      if count > 0 { return count }
      guard !inflater.isAtEnd else { break }
      let got = try readAsIs(into: room)
      inflater.feed(UnsafeBufferPointer(rebasing: room[..<got]), isLast: got == 0)
    }
    return 0
  }

  private func readAsIs(into space: UnsafeMutableBufferPointer<UInt8>) throws(FileError) -> Int {
    let count = min(space.count, member.contents.upperBound - place)
    while count > 0 {
      let got = pread(archive.descriptor, space.baseAddress, count, off_t(place))
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { throw archive.damage("it is cut short") }
      place += got
      return got
    }
    return 0
  }
}
