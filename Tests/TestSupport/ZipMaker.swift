/// Makes zip archives for tests byte by byte, including invalid ones. Members are stored as given: for a
/// deflated one, pass its packed bytes with `method` 8.
package struct ZipMaker {
  package struct Member {
    package var name: String
    /// As they are in the archive.
    package var bytes: [UInt8]
    /// What they unpack to.
    package var content: [UInt8]
    package var method: UInt16 = 0
    package var flags: UInt16 = 0
    /// In place of the right ones.
    package var checksum: UInt32?
    package var size: Int?
    /// Sizes and place are in a 64-bit extra field.
    package var isZip64 = false
    /// Where the directory claims to begin, if that is wrong.
    package var start: Int?

    package init(_ name: String, _ content: [UInt8], packed: [UInt8]? = nil) {
      self.name = name
      self.content = content
      bytes = packed ?? content
      if packed != nil { method = 8 }
    }

    package init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
  }

  package var members: [Member]
  package var comment: [UInt8] = []
  /// The end record says that the directory is too large for it, and another record has its numbers.
  package var isZip64 = false
  /// In place of the right number of members.
  package var count: Int?

  package init(_ members: [Member]) { self.members = members }

  package var bytes: [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for member in members {
      directory += entry(member, start: member.start ?? file.count)
      file += header(member) + member.bytes
    }
    let (start, count) = (file.count, count ?? members.count)
    file += directory
    if isZip64 {
      let place = file.count
      file += number(0x0606_4B50, 4) + number(44, 8) + number(45, 2) + number(45, 2)
      file += number(0, 8) + number(count, 8) + number(count, 8)
      file += number(directory.count, 8) + number(start, 8)
      file += number(0x0706_4B50, 4) + number(0, 4) + number(place, 8) + number(1, 4)
    }
    let most = isZip64 ? 0xFFFF : count
    file += number(0x0605_4B50, 4) + number(0, 4) + number(most, 2) + number(most, 2)
    file += number(isZip64 ? 0xFFFF_FFFF : directory.count, 4)
    file += number(isZip64 ? 0xFFFF_FFFF : start, 4)
    return file + number(comment.count, 2) + comment
  }

  private func header(_ member: Member) -> [UInt8] {
    // Sizes here do not count, as in an archive written to a pipe: the directory has them.
    number(0x0403_4B50, 4) + number(20, 2) + number(Int(member.flags), 2)
      + number(Int(member.method), 2) + number(0, 16) + number(member.name.utf8.count, 2)
      + number(4, 2) + Array(member.name.utf8) + [0x99, 0x99, 0, 0]
  }

  private func entry(_ member: Member, start: Int) -> [UInt8] {
    let size = member.size ?? member.content.count
    let (packed, most) = (member.bytes.count, 0xFFFF_FFFF)
    let extra =
      member.isZip64
      ? number(0x9999, 2) + number(1, 2) + [0] + number(1, 2) + number(24, 2) + number(size, 8)
        + number(packed, 8) + number(start, 8) : []
    let checksum = member.checksum ?? Self.checksum(member.content)
    return number(0x0201_4B50, 4) + number(20, 2) + number(20, 2) + number(Int(member.flags), 2)
      + number(Int(member.method), 2) + number(0, 4) + number(Int(checksum), 4)
      + number(member.isZip64 ? most : packed, 4) + number(member.isZip64 ? most : size, 4)
      + number(member.name.utf8.count, 2) + number(extra.count, 2) + number(0, 2) + number(0, 8)
      + number(member.isZip64 ? most : start, 4) + Array(member.name.utf8) + extra
  }

  private func number(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }

  /// CRC-32 by its definition.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
  }
}
