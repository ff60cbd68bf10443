/// Texts that every record needs, such as members' keys. They do not move.
package final class KeptTexts {
  private var arena = Arena()
  @exclusivity(unchecked) private var texts: [Bytes] = []

  package var count: Int { texts.count }
  @inline(__always) package subscript(index: Int) -> Bytes { texts[index] }

  @discardableResult
  package func append(key: [UInt8]) -> Bytes {
    let quoted = key.withUnsafeBufferPointer { arena.jsonString($0) }
    texts.append(UnsafeBufferPointer(rebasing: quoted[1..<quoted.count - 1]))
    return texts[count - 1]
  }

  @discardableResult
  package func append(text: Bytes) -> Bytes {
    texts.append(arena.copy(text))
    return texts[count - 1]
  }
}

extension Arena {
  /// A JSON string with its quotes, for `bytes`.
  @inline(__always)
  package mutating func jsonString(_ bytes: Bytes) -> UnsafeBufferPointer<
    UInt8
  > {
    let place = room(bytes.count + 10)
    place[0] = UInt8(ascii: "\"")
    guard bytes.copyIfPlainInJSON(to: place + 1) else { return escaped(bytes) }
    place[bytes.count + 1] = UInt8(ascii: "\"")
    return take(bytes.count + 2)
  }

  @inline(never)
  private mutating func escaped(_ bytes: Bytes) -> Bytes {
    var text = ByteBuffer(capacity: bytes.count + 16)
    text.append(jsonString: bytes)
    return copy(text.bytes)
  }
}
