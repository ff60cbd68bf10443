/// An answer as it came, which may be packed: servers were told that it may.
package enum PackedAnswer {
  package static func text(
    of bytes: PaddedBytes, mostBytes: Int
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
