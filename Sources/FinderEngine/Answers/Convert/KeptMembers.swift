/// Members of an object that outlive the window they were read in.
final class KeptMembers {
  private let texts = KeptTexts()

  var count: Int { texts.count / 2 }

  func append(_ key: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
    texts.append(text: key)
    texts.append(text: value)
  }

  func has(_ key: StaticString) -> Bool { (0..<count).contains { texts[2 * $0].equals(key) } }

  /// Each after a comma. A box round features that are moved is one round where they stood.
  func append(to output: inout ByteBuffer, withoutBox: Bool) {
    for index in 0..<count {
      let key = texts[2 * index]
      if withoutBox, key.equals("bbox") { continue }
      output.append(rawKey: key)
      output.append(json: texts[2 * index + 1])
    }
  }
}
