/// Members of an object that outlive the window they were read in.
final class KeptMembers {
  private let texts = KeptTexts()

  var count: Int { texts.count / 2 }

  subscript(index: Int) -> ListRecord.Member {
    ListRecord.Member(key: texts[2 * index], value: texts[2 * index + 1])
  }

  func append(_ key: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
    texts.append(text: key)
    texts.append(text: value)
  }

  /// Each after a comma. A box round features that are moved is one round where they stood.
  func append(to output: inout ByteBuffer, withoutBox: Bool) {
    for index in 0..<count {
      let member = self[index]
      if withoutBox, member.key.elementsEqual("bbox".utf8) { continue }
      output.append(rawKey: member.key)
      output.append(json: member.value)
    }
  }
}
