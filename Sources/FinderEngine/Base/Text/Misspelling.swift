/// Finds the name that a misspelt one was meant for.
///
/// A name is suggested only if it differs by a letter, or by two in a long name if both are likely errors or
/// it is very long, or if it sounds alike: Haworth does not mean Tamworth, or London by Lynton. A name that
/// continues the typed text is suggested too.
///
///     wagamma      wagamama     one letter
///     carrdif      cardiff      two likely ones
///     gloster      gloucester   three, and the sound
///     pateley      pateley bridge
package enum Misspelling {
  /// The name that `typed` most likely means; the first of equally likely ones. With `letters` of 1, only one
  /// that differs by at most a letter.
  package static func closest<Name>(
    to typed: String, within letters: Int = mostLetters, among names: some Sequence<Name>,
    by text: (Name) -> String
  ) -> Name? {
    closest(to: typed, within: letters, among: names) { name, body in text(name).withBytes(body) }
  }

  /// The same, for texts that need no `String`. A hostile dataset has three million, and most are ruled out
  /// by their letters before they are compared.
  package static func closest<Name>(
    to typed: String, within letters: Int = mostLetters, among names: some Sequence<Name>,
    withBytes: (Name, (Bytes) -> Void) -> Void
  ) -> Name? {
    // A pasted megabyte is not a misspelt name.
    guard typed.utf8.count <= 64 else { return nil }
    let wanted = Wanted(typed, within: letters)
    guard !wanted.bytes.isEmpty else { return nil }
    var best: (difference: Difference, name: Name)?
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NameKey.most) { folded in
      for name in names {
        withBytes(name) { text in
          let count = NameKey.write(text, to: folded.baseAddress!)
          let key = Bytes(rebasing: folded[..<count])
          guard wanted.mayBe(key), let difference = wanted.difference(from: Array(key)) else {
            return
          }
          if best.map({ difference < $0.difference }) ?? true { best = (difference, name) }
        }
      }
    }
    return best?.name
  }

  package static let mostLetters = 3

  private struct Difference: Comparable {
    /// More than any error counts, if the name goes on.
    let letters: Int
    /// See `SpellingCost`.
    let cost: Int

    static func < (one: Difference, other: Difference) -> Bool {
      (one.letters, one.cost) < (other.letters, other.cost)
    }
  }

  private struct Wanted {
    let bytes: [UInt8]
    private let letters: [UInt32]
    private let sounds: [UInt8]
    private let alphabet: UInt64
    private let most: Int
    private let walk: TypingWalk

    init(_ typed: String, within most: Int) {
      bytes = NameKey.bytes(of: typed)
      letters = Self.letters(bytes)
      sounds = Sounds.consonants(bytes)
      alphabet = bytes.withUnsafeBufferPointer { Self.alphabet($0) }
      self.most = most
      walk = TypingWalk(letters, most: Self.mostCost, isBeginning: false)
    }

    private static func letters(_ text: [UInt8]) -> [UInt32] {
      String(decoding: text, as: UTF8.self).unicodeScalars.map(\.value)
    }

    /// One bit for each ASCII letter that occurs, and one for all others.
    private static func alphabet(_ text: Bytes) -> UInt64 {
      text.reduce(0) { $0 | 1 << UInt64($1 < 0x80 ? $1 & 0x3F : 0x3F) }
    }

    /// False only if `difference` is certain to find none. A slip changes the number of letters by at most
    /// one, and the alphabet by at most two: it takes one letter out and puts another in.
    func mayBe(_ name: Bytes) -> Bool {
      if name.count > bytes.count, memcmp(name.baseAddress!, bytes, bytes.count) == 0 {
        return true
      }
      let count = name.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
      return abs(count - letters.count) <= most
        && (alphabet ^ Self.alphabet(name)).nonzeroBitCount <= 2 * most
    }

    func difference(from name: [UInt8]) -> Difference? {
      if let wrong = EditDistance.between(letters, Self.letters(name), atMost: most) {
        let cost =
          name.withUnsafeBufferPointer { walk.cost(of: $0, shared: 0) } ?? Self.mostCost + 1
        if isLikely(wrong, cost, name) { return Difference(letters: wrong, cost: cost) }
      }
      guard most > 1, isBeginning(of: name) else { return nil }
      return Difference(letters: most + name.count - bytes.count, cost: 0)
    }

    private func isLikely(_ wrong: Int, _ cost: Int, _ name: [UInt8]) -> Bool {
      if wrong <= 1 { return letters.count > 3 || cost <= SpellingCost.swapped }
      if wrong == 2, letters.count > 6, bytes.first == name.first {
        // As in `Stratford on Avon`.
        if cost <= Self.mostOfTwo || letters.count >= Self.fewestOfAnyTwo { return true }
      }
      return sounds.count >= Self.fewestSounds && Sounds.beginAndEndAlike(bytes, name)
        && sounds == Sounds.consonants(name)
    }

    /// Whole words, or most of the name: Stock is a village, and not the beginning of Stockport.
    private func isBeginning(of name: [UInt8]) -> Bool {
      guard bytes.count > 2, bytes.count < name.count, name.starts(with: bytes) else {
        return false
      }
      return name[bytes.count] == 0x20 || bytes.count * 3 >= name.count * 2
    }

    /// The cost of two errors: enough for a wrong vowel and a swap, but not for a wrong consonant.
    private static let mostOfTwo = SpellingCost.error
    private static let fewestOfAnyTwo = 13
    private static let mostCost = 3 * SpellingCost.error
    private static let fewestSounds = 4
  }
}

/// What folded texts sound like in English.
private enum Sounds {
  /// The sounds of the consonants, one for each run, whatever vowels are between them.
  ///
  ///     gloster, gloucester    g l s t r        doncaster    d n k s t r
  static func consonants(_ text: [UInt8]) -> [UInt8] {
    var sounds: [UInt8] = []
    func add(_ sound: UInt8) {
      if sounds.last != sound { sounds.append(sound) }
    }
    for (place, letter) in text.enumerated() where letter != 0x20 && !isVowel(letter) {
      let next = place + 1 < text.count ? text[place + 1] : 0x20
      switch Unicode.Scalar(letter) {
      case "c": add("eiy".utf8.contains(next) ? UInt8(ascii: "s") : UInt8(ascii: "k"))
      case "q": add(UInt8(ascii: "k"))
      case "z": add(UInt8(ascii: "s"))
      case "x":
        add(UInt8(ascii: "k"))
        add(UInt8(ascii: "s"))
      default: add(letter)
      }
    }
    return sounds
  }

  /// For texts whose consonants sound alike: the first letters are the same or both consonants, and so are
  /// the last.
  static func beginAndEndAlike(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard let (first, last) = ends(a), let (otherFirst, otherLast) = ends(b) else { return false }
    return (first == otherFirst || !isVowel(first) && !isVowel(otherFirst))
      && (last == otherLast || isVowel(last) && isVowel(otherLast))
  }

  private static func ends(_ text: [UInt8]) -> (first: UInt8, last: UInt8)? {
    guard let first = text.first, let last = text.last else { return nil }
    return (first, last)
  }

  private static func isVowel(_ letter: UInt8) -> Bool { SpellingCost.isVowel(UInt32(letter)) }
}
