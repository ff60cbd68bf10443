import FinderEngine

/// An answer as received. It may be packed, as requests allow, and may begin with a byte order mark.
package enum PackedAnswer {
  package static func text(
    of bytes: PaddedBytes, mostBytes: Int
  ) throws(FetchFault) -> PaddedBytes {
    let text = try unpacked(bytes, mostBytes: mostBytes)
    let mark = text.bytes.lengthOfByteOrderMark
    return mark == 0 ? text : PaddedBytes(copying: text.bytes.dropFirst(mark))
  }

  private static func unpacked(
    _ bytes: PaddedBytes, mostBytes: Int
  ) throws(FetchFault) -> PaddedBytes {
    guard Gzip.isGzip(bytes.bytes) else { return bytes }
    do {
      return try Gzip.unpack(bytes, named: "the answer", limit: mostBytes)
    } catch {
      switch error {
      case .damagedArchive(_, let byte, let problem):
        throw FetchFault("its answer is damaged or cut short at packed byte \(byte): \(problem)")
      case .tooLarge:
        throw FetchFault("its answer unpacks to more than \(mostBytes / 1_000_000) MB")
      default: throw FetchFault("its answer cannot be unpacked: \(error.message)")
      }
    }
  }
}
