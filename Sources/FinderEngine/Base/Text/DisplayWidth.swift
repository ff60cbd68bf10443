/// How many columns of a terminal a text takes, and fitting text to columns.
///
/// A scalar takes two columns for East Asian Wide and Fullwidth and for emoji, none for marks,
/// controls and format characters, else one; a grapheme cluster as many as its scalars together, as
/// terminals add them up: two for กำ, नि, ｶﾞ and क्ष. Only an emoji is as wide as its widest scalar, and
/// two wide too where a selector (❤️) or a keycap (1️⃣) makes it one. The vowels and tails of Hangul
/// syllables count with the letter before them. Characters of East Asian width Ambiguous, … among them,
/// count as one.
package enum DisplayWidth {
  package static func of(_ text: String) -> Int { text.withBytes { of($0) } }

  /// O(length); eight bytes at a time for printable ASCII.
  package static func of(_ text: Bytes) -> Int {
    isPrintableASCII(text)
      ? text.count
      : narrowCount(text)
        ?? String(decoding: text, as: UTF8.self).reduce(0) { $0 + columns(of: $1) }
  }

  /// How many characters there are, where each is one scalar of one column: ASCII, letters up to
  /// U+02FF, and from U+2010 to U+2027 the dashes and quotation marks. A name with an é or a ’ takes
  /// a hundredth of what its characters' properties would.
  private static func narrowCount(_ text: Bytes) -> Int? {
    var (count, i) = (0, 0)
    while i < text.count {
      switch text[i] {
      case 0x20...0x7E: i += 1
      case 0xC2 where i + 1 < text.count && text[i + 1] >= 0xA0: i += 2
      case 0xC3...0xCB: i += 2
      case 0xE2
      where i + 2 < text.count && text[i + 1] == 0x80 && (0x90...0xA7).contains(text[i + 2]):
        i += 3
      default: return nil
      }
      count += 1
    }
    return i == text.count ? count : nil
  }

  /// The text itself if it fits; else what fits before an ellipsis, cut between grapheme clusters
  /// and without white space at its end. Empty when there is not one column.
  package static func truncated(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    guard columns > 0 else { return "" }
    var room = columns - 1
    var kept = text.prefix { character in
      room -= self.columns(of: character)
      return room >= 0
    }
    while kept.last?.isWhitespace == true { kept.removeLast() }
    return kept + "…"
  }

  private static func isPrintableASCII(_ text: Bytes) -> Bool {
    for index in stride(from: 0, to: text.count, by: 8) {
      let chunk = EightBytes.filled(EightBytes.load(text, at: index), to: text.count - index)
      guard chunk & EightBytes.highBits == 0, EightBytes.controls(chunk) == 0 else { return false }
    }
    return true
  }

  private static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    if isEmojiSequence(scalars) { return 2 }
    let isEmoji = scalars.first?.properties.isEmoji ?? false
    return scalars.reduce(0) { sum, scalar in
      if isEmoji { return max(sum, columns(of: scalar)) }
      return sum == 0 || !endsSyllable(scalar) ? sum + columns(of: scalar) : sum
    }
  }

  /// Hangul's vowels and tails.
  private static func endsSyllable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: true
    default: false
    }
  }

  /// A flag's letters and a skin tone are wide as they are; one scalar alone is no sequence.
  private static func isEmojiSequence(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard let first = scalars.first, first.properties.isEmoji else { return false }
    return scalars.contains { $0.value == 0xFE0F || $0.value == 0x20E3 }
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x7F { return scalar.value < 0x20 ? 0 : 1 }
    switch scalar.properties.generalCategory {
    // A soft hyphen is drawn as a hyphen by terminals, which do not break lines at it.
    case .format: return scalar.value == 0xAD ? 1 : 0
    case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: return 0
    // Emoji newer than the table are wide too.
    default: return isWide(scalar.value) || scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }

  private static func isWide(_ scalar: UInt32) -> Bool {
    let ends = UnicodeTables.wideRanges
    let range = firstPlace(in: 0..<ends.count / 2) { ends[2 * $0 + 1] >= scalar }
    return range < ends.count / 2 && ends[2 * range] <= scalar
  }
}
