/// The keys of members that columns become, each of them different.
package struct ColumnKeys {
  private let texts = KeptTexts()
  private var taken: TakenNames

  /// `ours` are keys that no other column may have.
  package init(taken ours: [String]) { taken = TakenNames(ours) }

  func isTaken(_ name: [UInt8]) -> Bool { taken.contains(name) }

  /// The name as a key, with a number where it is taken.
  package mutating func unused(_ name: [UInt8]) -> ListRecord.Text {
    // In two steps: as an argument, it would copy `taken` each time.
    let name = taken.unused(name)
    return key(name)
  }

  /// One of ours.
  package func key(_ name: String) -> ListRecord.Text { key(Array(name.utf8)) }

  func key(_ name: [UInt8]) -> ListRecord.Text { texts.append(key: name) }

  /// A key as it is spelled in JSON, between its quotes.
  func key(spelled spelling: ListRecord.Text) -> ListRecord.Text {
    texts.append(text: spelling)
  }
}
