extension WrittenPostcode {
  /// The whole postcode at the beginning or end of an address, ignoring a country after it. An outward code
  /// is not enough, as in `Unit E1`.
  static func inAddress(_ text: String) throws(PointProblem) -> Postcode? {
    var words = text.utf8.split { isSeparator($0) || brackets.contains($0) }.map {
      String(Substring($0))
    }
    while let last = words.last, countries.contains(last.lowercased()) { words.removeLast() }
    guard words.count >= 2 || text.utf8.count > mostBytes else { return nil }
    let found = exact(words.suffix(2)) ?? exact(words.suffix(1))
    let first = exact(words.prefix(2)) ?? exact(words.prefix(1))
    guard let found, let first, found != first else { return found ?? first }
    throw PointProblem("an address", "it has two postcodes, \(first.text) and \(found.text)")
  }

  private static let brackets = Array("()".utf8)
  /// In lower case, each word by itself.
  package static let countries: Set = [
    "uk", "gb", "england", "scotland", "wales", "britain", "great", "united", "kingdom", "ireland",
    "northern",
  ]

  /// Written correctly, except for case and space.
  private static func exact(_ words: ArraySlice<String>) -> Postcode? {
    guard let found = try? reading(words.joined(separator: " ")), found.postcode.level == .postcode,
      found.repairs.isSubset(of: [.letterCase, .missingSpace])
    else { return nil }
    return found.postcode
  }
}
