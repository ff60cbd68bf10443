// What a record is called, for sorting and for finding duplicates.

extension ListRecord {
  /// What finder shows as the name, its UTF-8 as it stands.
  var name: [UInt8] { text { key in VenueKeys.nameRank { key.equals($0) } } }
  var postcode: [UInt8] { text { key in VenueKeys.postcodeRank { key.equals($0) } } }

  /// The best key that says something, the last of equal ones, as when a dataset is read.
  private func text(ranked rank: (Text) -> UInt8?) -> [UInt8] {
    var found: (value: Text, rank: UInt8)?
    for index in 0..<members.count {
      let member = members[index]
      guard let rank = rank(member.key), rank <= found?.rank ?? rank, saysSomething(member.value)
      else { continue }
      found = (member.value, rank)
    }
    return found.map { meaning($0.value) } ?? []
  }

  private func saysSomething(_ value: Text) -> Bool {
    switch value.first ?? 0 {
    case UInt8(ascii: "\""): meaning(value).withUnsafeBufferPointer { !TidyName.string($0).isEmpty }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  private func meaning(_ value: Text) -> [UInt8] {
    value.first == UInt8(ascii: "\"")
      ? CellText.decoded(Text(rebasing: value.dropFirst().dropLast())) : Array(value)
  }

  /// The same for two records with the same tidied name and the same postcode, however that is
  /// spaced and in whatever case. Of venues without a postcode the position must be the same: half
  /// the country may have a branch of that name. `nil` for one that nothing tells from another.
  var duplicateKey: [UInt8]? {
    var key: [UInt8] = []
    name.withUnsafeBufferPointer { TidyName.append($0, to: &key) }
    let postcode = postcode.filter { !$0.isBlank }.map { byte in
      (0x61...0x7A).contains(byte) ? byte & 0xDF : byte
    }
    guard !key.isEmpty, !postcode.isEmpty || coordinate != nil else { return nil }
    key.append(0)
    if postcode.isEmpty, let coordinate {
      withUnsafeBytes(of: coordinate) { key.append(contentsOf: $0) }
      key.append(0)
    }
    return key + postcode
  }
}
