/// Writes the payload of a file of checked blocks, then its checksums.
struct BlockWriter {
  let blocks: BlockLayout

  /// Returns the checksums of the checksums, which the header ends with; `nil` with the reason in
  /// `errno` where writing failed.
  func write(_ sections: [PieceWriter.Section], to descriptor: CInt) -> [UInt64]? {
    let size = BlockLayout.blockSize
    var checksums = [UInt64](repeating: 0, count: blocks.checksumBlocks * size / 8)
    // A block of nothing but a column's padding is not written: it is a hole in the file.
    let hole = [UInt8](repeating: 0, count: size).withUnsafeBytes {
      Checksum.of($0.baseAddress!, size)
    }
    for block in 0..<blocks.payloadBlocks { checksums[block] = hole }
    let isWritten = checksums.withUnsafeMutableBufferPointer { checksums in
      // The header comes last: without it the file is nothing.
      let bytes = UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(checksums))
      guard let first = checksums.baseAddress else { return true }
      return PieceWriter(descriptor, start: blocks.payloadStart, checksums: first).write(sections)
        && FileWriting.all(bytes, to: descriptor, at: blocks.checksumsStart)
        && ftruncate(descriptor, off_t(blocks.fileBytes)) == 0
    }
    guard isWritten else { return nil }
    return checksums.withUnsafeBytes { bytes in
      (0..<blocks.checksumBlocks).map { Checksum.of(bytes.baseAddress! + $0 * size, size) }
    }
  }
}
