/// What somebody has typed so far, folded as names are.
struct TypedText {
  /// The words, with one space between them.
  let bytes: [UInt8]
  /// By word, its letters.
  let words: [[UInt32]]
  /// Something was typed, but nothing that is in names.
  let isNothingInNames: Bool

  init(_ text: String) {
    bytes = NameKey.bytes(of: text)
    words = bytes.withUnsafeBufferPointer { NameMatch.words(in: $0) }
    isNothingInNames = bytes.isEmpty && text.contains { !$0.isWhitespace }
  }

  /// The same with one space too few or too many put right: `pizzaex` as `pizza ex`, `mc donalds` as
  /// `mcdonalds`. Only where the text is long enough for an error.
  var withOtherSpaces: [[UInt8]] {
    guard TypingWalk.mostErrors(letters: words.reduce(0) { $0 + $1.count }) > 0 else { return [] }
    return bytes.indices.dropFirst().compactMap { place in
      var other = bytes
      if bytes[place] == 0x20 {
        other.remove(at: place)
      } else if bytes[place - 1] != 0x20, bytes[place] & 0xC0 != 0x80 {
        other.insert(0x20, at: place)
      } else {
        return nil
      }
      return other
    }
  }
}
