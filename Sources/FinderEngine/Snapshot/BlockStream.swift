/// Bytes on their way to a file, with a checksum for each block.
struct BlockStream: ~Copyable {
  private let descriptor: CInt
  private var pending = ByteBuffer(capacity: enough + SnapshotLayout.blockSize)
  private var written = 0
  private(set) var checksums: [UInt64] = []
  private(set) var hasFailed = false

  private static let enough = 256 * SnapshotLayout.blockSize

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  @inline(__always) mutating func append<Element: BitwiseCopyable>(_ element: Element) {
    withUnsafeBytes(of: element) { pending.append($0.assumingMemoryBound(to: UInt8.self)) }
    if pending.count >= Self.enough { flush() }
  }

  mutating func append<Element: BitwiseCopyable>(_ elements: UnsafeBufferPointer<Element>) {
    let bytes = UnsafeRawBufferPointer(elements).assumingMemoryBound(to: UInt8.self)
    for start in stride(from: 0, to: bytes.count, by: Self.enough) {
      let end = min(start + Self.enough, bytes.count)
      pending.append(UnsafeBufferPointer(rebasing: bytes[start..<end]))
      if pending.count >= Self.enough { flush() }
    }
  }

  /// Writes zeros up to `offset`.
  mutating func fill(to offset: Int) {
    while written + pending.count < offset { append(0 as UInt8) }
  }

  /// Writes the whole blocks that are there, and nothing more once a write has failed.
  mutating func flush() {
    let whole = pending.count / SnapshotLayout.blockSize * SnapshotLayout.blockSize
    let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(pending.bytes)[..<whole])
    for start in stride(from: 0, to: whole, by: SnapshotLayout.blockSize) {
      checksums.append(Checksum.of(bytes.baseAddress! + start, SnapshotLayout.blockSize))
    }
    if !hasFailed { hasFailed = !FileWriting.all(bytes, to: descriptor) }
    pending.removeFirst(whole)
    written += whole
  }
}
