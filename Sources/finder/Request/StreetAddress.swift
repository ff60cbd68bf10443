import FinderEngine

/// Words that name a street, or a house in it: `10 Downing Street, London`.
struct StreetAddress {
  /// The words after the street.
  let after: [String]

  /// `nil` if the words name no street. A kind of street is never the first word: Street is also a town.
  init?(_ words: [String]) {
    let place = words.indices.dropFirst().first { place in
      // Street food is not a street.
      if place + 1 < words.count, FoodPhrase("\(words[place]) \(words[place + 1])") != nil {
        return false
      }
      let word = words[place].lowercased()
      let first = words[place - 1].unicodeScalars.first
      return Self.kinds.contains(word.hasSuffix(",") ? String(word.dropLast()) : word)
        && first.map { $0.properties.isUppercase || ("0"..."9").contains($0) } == true
    }
    guard let place else { return nil }
    after = Array(words[(place + 1)...])
  }

  static let kinds: Set = [
    "street", "st", "road", "rd", "lane", "avenue", "ave", "drive", "terrace", "crescent", "square",
    "row", "way", "close", "court", "parade", "mews", "embankment",
  ]
}
