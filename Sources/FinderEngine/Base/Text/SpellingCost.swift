/// The costs of typing errors: the likelier an error, the lower its cost. A letter that is missing, extra or
/// wrong for no particular reason costs five; the others are slips at a keyboard, or spelling by ear.
///
///     dishom → dishoom     2   one of a double letter
///     londen → london      2   a vowel for another
///     crwon → crown        3   two neighbours swapped
///     resturant → …aurant  3   a vowel, or an h, is missing or too many
///     fone → vone          3   letters that sound alike
///     pizzs → pizza        4   the key beside it
///
/// Tuned on one half of some lists of real misspellings and tested on the other: `.ci/checks/suggest`.
package enum SpellingCost {
  package static let error = 5
  package static let neighbour = 4
  package static let swapped = 3
  package static let sound = 3
  /// A vowel that is missing or extra.
  package static let vowel = 3
  package static let otherVowel = 2
  package static let doubled = 2
  /// Added if the first letter is wrong, which it seldom is.
  package static let first = 2
  /// Added if the word that was meant goes on.
  package static let beginning = 4
  /// A space that is missing or extra.
  package static let space = 3

  /// Shorter texts are not treated as misspelt.
  static let fewestLetters = 4

  static let letters = 26

  /// For a letter that is missing or extra, after the one before it in its word.
  package static func ofLetter(_ letter: UInt32, after before: UInt32?) -> Int {
    let cost = letter == before ? doubled : isVowel(letter) || letter == 0x68 ? vowel : error
    return before == nil ? cost + first : cost
  }

  package static func replacing(_ letter: UInt32, by typed: UInt32) -> Int {
    guard letter != typed else { return 0 }
    if isVowel(letter), isVowel(typed) { return otherVowel }
    let (a, b) = (place(of: letter), place(of: typed))
    guard let a, let b else { return error }
    if alike[a] >> UInt32(b) & 1 == 1 { return sound }
    return beside[a] >> UInt32(b) & 1 == 1 ? neighbour : error
  }

  static func isVowel(_ letter: UInt32) -> Bool {
    switch letter {
    case 0x61, 0x65, 0x69, 0x6F, 0x75, 0x79: true
    default: false
    }
  }

  private static func place(of letter: UInt32) -> Int? {
    let place = letter &- 0x61
    return place < UInt32(letters) ? Int(place) : nil
  }

  /// For each letter, the letters that sound like it, one bit each.
  private static let alike = table(
    ["ck", "cs", "sz", "kq", "gj", "mn", "dt", "bp", "fv", "vw", "cq", "sx", "cx", "lr"])

  /// For each letter, the letters whose keys are beside it.
  private static let beside = table(
    [
      "qw", "we", "er", "rt", "ty", "yu", "ui", "io", "op", "as", "sd", "df", "fg", "gh", "hj",
      "jk", "kl", "zx", "xc", "cv", "vb", "bn", "nm", "qa", "wa", "ws", "es", "ed", "rd", "rf",
      "tf", "tg", "yg", "yh", "uh", "uj", "ij", "ik", "ok", "ol", "pl", "sz", "az", "sx", "dx",
      "dc", "fc", "fv", "gv", "gb", "hb", "hn", "jn", "jm", "km",
    ])

  private static func table(_ pairs: [StaticString]) -> [UInt32] {
    var table = [UInt32](repeating: 0, count: letters)
    for pair in pairs {
      let (a, b) = (Int(pair.utf8Start[0]) - 0x61, Int(pair.utf8Start[1]) - 0x61)
      table[a] |= 1 << UInt32(b)
      table[b] |= 1 << UInt32(a)
    }
    return table
  }
}
