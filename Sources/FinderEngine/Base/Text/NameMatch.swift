/// Whether a name has the words of a typed text: each word of the text must begin some word of the name, in
/// any order, with case and accents folded (see `FoldedScalars`).
///
///     NameMatch("fish chips")!   // Fish & Chips, Chips and Fishcakes; not Fish Chop
///     NameMatch("cafe joes")!    // Joe’s Café
///
/// Words end only at separators, with one exception. Chinese, Japanese, Thai, Lao, Burmese and Khmer are
/// written without spaces. So in a name each of their letters begins a word, and so does the character after
/// one: 飯店 and `bar` find 北京飯店Bar. In the typed text they do not: there 飯店 means the two together.
///
/// Nothing is folded ahead of time. An ASCII name is searched, eight bytes at a time, for a word's first
/// letter in either case, and only the text after it is folded and compared: 98 in 100 real names are ASCII.
/// The others are folded scalar by scalar, without allocation either.
public struct NameMatch: Sendable {
  struct Word {
    /// Its range in the folded words.
    var scalars: Range<Int>
    /// The first scalar in all eight bytes.
    var pattern: UInt64
  }

  private let words: [Word]
  /// The folded words, end to end.
  let scalars: [UInt32]
  /// Whether all words are ASCII. An ASCII name folds to ASCII, so no other word can match it.
  private let isASCII: Bool

  /// `nil` if folding leaves no word, as in a text of punctuation or emoji.
  public init?(_ text: String) {
    let folded = text.withBytes { Self.words(in: $0) }
    guard !folded.isEmpty else { return nil }
    // Long words are rare: tested first, they rule out most names.
    let longestFirst = folded.sorted { $0.count > $1.count }
    var end = 0
    words = longestFirst.map { word in
      defer { end += word.count }
      return Word(
        scalars: end..<end + word.count,
        pattern: EightBytes.repeating(UInt8(truncatingIfNeeded: word[0])))
    }
    scalars = longestFirst.flatMap { $0 }
    isASCII = scalars.allSatisfy { $0 < 0x80 }
  }

  /// O(length of the name) for each word, without allocation.
  package func matches(_ name: Bytes) -> Bool {
    let (nameIsASCII, mayMatch) = screen(name)
    guard nameIsASCII else { return words.allSatisfy { begins(name, $0) } }
    return mayMatch && isASCII && words.allSatisfy { begins(asciiName: name, $0) }
  }

  /// Whether the name is ASCII, and if so whether it contains the first word's first letter. Real names take
  /// 10 ns, since no branch depends on where the letter is.
  @inline(__always)
  private func screen(_ name: Bytes) -> (isASCII: Bool, mayMatch: Bool) {
    var seen: UInt64 = 0
    var hits: UInt64 = 0
    let pattern = words[0].pattern
    EightBytes.forEach(name) { chunk in
      seen |= chunk
      hits |= Self.hits(of: pattern, in: chunk)
    }
    return (seen & EightBytes.highBits == 0, hits != 0)
  }

  /// Where an ASCII chunk has the letter or digit repeated in `pattern`, except directly after a letter of
  /// the same chunk. The bit makes letters lower case; digits already have it.
  @inline(__always)
  private static func hits(of pattern: UInt64, in chunk: UInt64) -> UInt64 {
    let small = chunk | EightBytes.repeating(0x20)
    return EightBytes.equal(small, to: pattern) & ~(EightBytes.smallLetters(small) << 8)
  }

  private func begins(asciiName name: Bytes, _ word: Word) -> Bool {
    for start in stride(from: 0, to: name.count, by: 8) {
      var hits = Self.hits(of: word.pattern, in: EightBytes.load(name, at: start))
      while hits != 0 {
        let index = start + hits.trailingZeroBitCount / 8
        if beginsWord(at: index, of: name), continues(name, from: index, word) { return true }
        hits &= hits - 1
      }
    }
    return false
  }

  /// Whether only a separator, or nothing, comes before. Characters that fold to nothing do not count.
  private func beginsWord(at index: Int, of name: Bytes) -> Bool {
    var index = index
    while index > 0 {
      index -= 1
      let before = FoldedScalars.foldASCII(name[index])
      if before != 0 { return before == FoldedScalars.separator }
    }
    return true
  }

  private func continues(_ name: Bytes, from start: Int, _ word: Word) -> Bool {
    var index = start
    for wanted in scalars[word.scalars] {
      var found: UInt8 = 0
      while found == 0 {
        guard index < name.count else { return false }
        found = FoldedScalars.foldASCII(name[index])
        index += 1
      }
      if found != wanted { return false }
    }
    return true
  }

  /// The cursor is a value: a copy of it can look ahead while the original stays.
  func begins(_ name: Bytes, _ word: Word) -> Bool {
    let first = scalars[word.scalars.lowerBound]
    var text = FoldedScalars(name)
    var previous = FoldedScalars.separator
    while true {
      let here = text
      guard let scalar = text.next() else { return false }
      if scalar == first, Self.wordBegins(with: scalar, after: previous), continues(here, word) {
        return true
      }
      previous = scalar
    }
  }

  private func continues(_ text: FoldedScalars, _ word: Word) -> Bool {
    var text = text
    return scalars[word.scalars].allSatisfy { text.next() == $0 }
  }

  static func wordBegins(with scalar: UInt32, after previous: UInt32) -> Bool {
    guard scalar != FoldedScalars.separator else { return false }
    return previous == FoldedScalars.separator || isUnspaced(scalar) || isUnspaced(previous)
  }

  /// Letters of scripts that have no spaces between words.
  static func isUnspaced(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true  // Thai, Lao; Burmese; Khmer
    case 0x3005...0x3007, 0x3041...0x30FF, 0x31F0...0x31FF: true  // Han signs; kana
    case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF: true  // Han
    default: false
    }
  }

  /// One after the other, for a comparison of another kind.
  var foldedWords: [[UInt32]] { words.map { Array(scalars[$0.scalars]) } }

  static func words(in text: Bytes) -> [[UInt32]] {
    var folded = FoldedScalars(text)
    var scalars: [UInt32] = []
    while let scalar = folded.next() { scalars.append(scalar) }
    return scalars.split(separator: FoldedScalars.separator).map(Array.init)
  }
}
