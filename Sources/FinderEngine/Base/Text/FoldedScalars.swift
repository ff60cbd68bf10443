/// A text folded for comparison, one scalar at a time, without a copy of it.
///
/// - Letters and digits lose their case, accents and compatibility forms: `É` gives `e`, `ß` gives `ss`, `Ａ`
///   gives `a`, `ﬁ` gives `fi`, a Hangul syllable its jamo (so the composed and the decomposed form agree, as
///   in every other script).
/// - Marks that a letter can do without (accents, points, tones, nuktas), apostrophes, and control and format
///   characters give nothing. A joiner, a direction mark or a stray control is invisible, so it must not
///   split a word either. Vowel signs, viramas and subjoined consonants are letters.
/// - Everything else (punctuation, symbols, emoji, white space, U+200B) gives one `separator` each.
///
/// The table has the scalars that do not fold to themselves. Any other scalar, for example from a later
/// Unicode, is a letter that folds to itself.
package struct FoldedScalars {
  package static let separator: UInt32 = 0x20

  private var source: ScalarCursor
  /// Folded scalars still to be returned, packed as in `fold`.
  private var pending: UInt64 = 0

  package init(_ bytes: Bytes) { source = ScalarCursor(bytes) }

  @inline(__always)
  package mutating func next() -> UInt32? {
    while pending == 0 {
      guard let scalar = source.next() else { return nil }
      pending = Self.fold(scalar)
    }
    return Self.first(of: &pending)
  }

  /// Removes and returns the first of the scalars that `fold` packed; there must be one.
  @inline(__always)
  package static func first(of packed: inout UInt64) -> UInt32 {
    let scalar = UInt32(packed & 0x1F_FFFF)
    packed >>= 21
    guard scalar > 0x10_FFFF else { return scalar }
    packed = UInt64(scalar >> 7 & 0x7F)
    return scalar & 0x7F
  }

  /// Up to three scalars of 21 bits, the first lowest; 0 means none. The last may be two ASCII characters,
  /// the first in its lowest seven bits and the second in the next seven: 0x110000 and more is not a scalar.
  @inline(__always)
  package static func fold(_ scalar: UInt32) -> UInt64 {
    if scalar < 0x80 { return UInt64(foldASCII(UInt8(scalar))) }
    if (0xAC00...0xD7A3).contains(scalar) { return jamo(of: scalar) }
    return lookUp(scalar)
  }

  /// 0 for characters that fold to nothing: control characters, the apostrophe and the backtick.
  @inline(__always)
  static func foldASCII(_ byte: UInt8) -> UInt8 {
    let lower = byte | 0x20
    if lower &- 0x61 < 26 { return lower }
    if byte &- 0x30 < 10 { return byte }
    if byte == 0x27 || byte == 0x60 || byte == 0x7F { return 0 }
    return byte >= 0x20 || byte &- 0x09 < 5 ? 0x20 : 0
  }

  /// The Unicode Standard, 3.12: syllables are ordered by lead, vowel and tail.
  private static func jamo(of syllable: UInt32) -> UInt64 {
    let index = UInt64(syllable - 0xAC00)
    let (lead, vowel, tail) = (0x1100 + index / 588, 0x1161 + index % 588 / 28, index % 28)
    return lead | vowel << 21 | (tail == 0 ? 0 : (0x11A7 + tail) << 42)
  }

  private static func lookUp(_ scalar: UInt32) -> UInt64 {
    guard let row = row(holding: scalar) else { return UInt64(scalar) }
    let action = UnicodeTables.foldActions[row]
    let (kind, target) = (action >> 21, action & 0x1F_FFFF)
    let offset = scalar - (UnicodeTables.foldSpans[row] >> 11)
    return switch kind {
    case 0: UInt64(target + offset)  // А to Я: a run onto a run
    case 1: UInt64(target)  // À to Å: all onto one
    case 2: UInt64(scalar + (offset & 1 ^ 1))  // Ԁ ԁ Ԃ ԃ: every other one onto the next
    default: UnicodeTables.expansions[Int(target)]
    }
  }

  /// The last span that starts at or before the scalar, if it contains the scalar.
  private static func row(holding scalar: UInt32) -> Int? {
    let spans = UnicodeTables.foldSpans
    let next = firstPlace(in: 0..<spans.count) { spans[$0] >> 11 > scalar }
    guard next > 0 else { return nil }
    let (first, more) = (spans[next - 1] >> 11, spans[next - 1] & 0x7FF)
    return scalar - first <= more ? next - 1 : nil
  }
}

/// A whole name folded for comparison. Two names are equal if people would call them the same: `McDonald’s`
/// and `MCDONALDS`, or `Café-Bar` and `cafe bar`.
package struct FoldedName: Hashable, Sendable {
  private let scalars: [UInt32]

  package init(_ name: String) {
    let words = name.withBytes { NameMatch.words(in: $0) }
    // A name of only punctuation or emoji folds to nothing, so it is compared unchanged.
    scalars =
      words.isEmpty
      ? name.unicodeScalars.map(\.value) : Array(words.joined(separator: [FoldedScalars.separator]))
  }

  /// The same for equal names, in every process.
  package var hash: UInt64 {
    var hash = StableHash()
    for scalar in scalars { hash.add(UInt64(scalar)) }
    return hash.value
  }
}
