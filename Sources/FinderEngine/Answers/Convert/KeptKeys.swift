/// Names of elements as members' keys, each kept once; of thousands, those that come later are kept
/// with the record, so that memory stays flat.
final class KeptKeys {
  private let texts = KeptTexts()
  private var places: [[UInt8]: Int] = [:]

  private static let most = 4096

  func key(
    _ name: UnsafeBufferPointer<UInt8>, _ record: inout ListRecord
  ) -> ListRecord.Text {
    let bytes = Array(name)
    if let place = places[bytes] { return texts[place] }
    guard texts.count < Self.most else { return record.keep(name) }
    places[bytes] = texts.count
    return texts.append(text: name)
  }
}
