/// Where the parts of a file of checked blocks lie:
///
///     header       what the file is, checksums of the checksums
///     checksums    one of 8 bytes for each block of 4096 bytes of what follows
///     payload      columns, one after another
///
/// The header is verified when the file is opened. A block of the payload is verified when it is
/// first touched, after the block of checksums that holds its own.
struct BlockLayout {
  /// Whole blocks.
  let payloadBytes: Int
  /// The header without the checksums of the checksums.
  let fixedBytes: Int

  static let blockSize = MemoryOwner.blockSize

  var payloadBlocks: Int { Self.blocks(payloadBytes) }
  var checksumBlocks: Int { Self.blocks(payloadBlocks * 8) }
  var headerBytes: Int { Self.blocks(fixedBytes + checksumBlocks * 8) * Self.blockSize }
  var checksumsStart: Int { headerBytes }
  var payloadStart: Int { headerBytes + checksumBlocks * Self.blockSize }
  var fileBytes: Int { payloadStart + payloadBytes }

  static func blocks(_ bytes: Int) -> Int { (bytes + blockSize - 1) / blockSize }

  /// So many bytes and the rest of their last block. So that several threads can write a file, no
  /// block is part of two columns.
  static func rounded(_ bytes: Int) -> Int { blocks(bytes) * blockSize }
}
