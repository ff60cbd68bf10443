/// How many columns a text takes in a terminal, and how to fit it to columns.
///
/// A scalar takes two columns if it is East Asian Wide or Fullwidth or an emoji, none if it is a mark, a
/// control or a format character, and otherwise one. A grapheme cluster takes as many as its scalars
/// together, as terminals add them up: two for กำ, नि, ｶﾞ and क्ष. Only an emoji is as wide as its widest
/// scalar; it is also two wide if a selector (❤️) or a keycap (1️⃣) makes it an emoji. The vowels and tails
/// of Hangul syllables count with the letter before them. Characters of East Asian width Ambiguous, such as
/// …, count as one.
package enum DisplayWidth {
  package static func of(_ text: String) -> Int { text.withBytes { of($0) } }

  /// O(length); eight bytes at a time for printable ASCII.
  package static func of(_ text: Bytes) -> Int {
    isPrintableASCII(text)
      ? text.count
      : narrowCount(text)
        ?? String(decoding: text, as: UTF8.self).reduce(0) { $0 + columns(of: $1) }
  }

  /// The number of characters, if each is one scalar of one column: ASCII, letters up to U+02FF, and the
  /// dashes and quotation marks from U+2010 to U+2027. A name with an é or a ’ takes a hundredth of the time
  /// that looking up its characters' properties would.
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

  /// The text itself if it fits; else as much as fits before an ellipsis, cut between grapheme clusters and
  /// without trailing white space. Empty if there is not one column.
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

  /// A flag's letters and a skin tone are wide by themselves; a single scalar is not a sequence.
  private static func isEmojiSequence(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard let first = scalars.first, first.properties.isEmoji else { return false }
    return scalars.contains { $0.value == 0xFE0F || $0.value == 0x20E3 }
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x7F { return scalar.value < 0x20 ? 0 : 1 }
    switch scalar.properties.generalCategory {
    // Terminals draw a soft hyphen as a hyphen, and do not break lines at it.
    case .format: return scalar.value == 0xAD ? 1 : 0
    case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: return 0
    // Emoji that are newer than the table are wide too.
    default: return isWide(scalar.value) || scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }

  private static func isWide(_ scalar: UInt32) -> Bool {
    let ends = UnicodeTables.wideRanges
    let range = firstPlace(in: 0..<ends.count / 2) { ends[2 * $0 + 1] >= scalar }
    return range < ends.count / 2 && ends[2 * range] <= scalar
  }
}
