/// The columns of the input that come back under `query`, each with its key as it is written:
/// `,"name":`. The bytes lie side by side, so that writing them counts no owners.
final class EchoKeys: @unchecked Sendable {
  struct Key {
    let column: Int
    let text: UnsafeBufferPointer<UInt8>
  }

  let all: UnsafeBufferPointer<Key>
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  /// By column; nothing for one that does not come back.
  init(_ texts: [[UInt8]]) {
    bytes = .allocate(capacity: texts.reduce(0) { $0 + $1.count })
    var end = bytes.startIndex
    var keys: [Key] = []
    for (column, text) in texts.enumerated() where !text.isEmpty {
      let place = UnsafeMutableBufferPointer(rebasing: bytes[end..<end + text.count])
      _ = place.initialize(fromContentsOf: text)
      keys.append(Key(column: column, text: UnsafeBufferPointer(place)))
      end += text.count
    }
    let all = UnsafeMutableBufferPointer<Key>.allocate(capacity: keys.count)
    _ = all.initialize(fromContentsOf: keys)
    self.all = UnsafeBufferPointer(all)
  }

  deinit {
    all.deallocate()
    bytes.deallocate()
  }
}
