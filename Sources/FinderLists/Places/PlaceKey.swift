import FinderEngine

/// A place's name as it is compared: folded as names of venues are, with one space between words, and `saint`
/// as it is usually written.
///
///     PlaceKey.of("Saint  Ives"), PlaceKey.of("st. ives")      // both "st ives"
///     PlaceKey.of("Stoke-on-Trent")                            // "stoke on trent"
package enum PlaceKey {
  /// Longer than any place's name; the longest in Britain has 58 letters.
  static let mostBytes = 200

  /// Empty if the text has no letters, or too many.
  static func of(_ text: Bytes) -> [UInt8] {
    guard text.count <= mostBytes else { return [] }
    var key: [UInt8] = []
    key.reserveCapacity(text.count + 4)
    var folded = FoldedScalars(text)
    var wordStart = 0
    while let scalar = folded.next() {
      if scalar == FoldedScalars.separator {
        endWord(&key, from: wordStart)
        if !key.isEmpty, key.last != space { key.append(space) }
        wordStart = key.count
      } else if scalar < 0x80 {
        key.append(UInt8(scalar))
      } else if let character = Unicode.Scalar(scalar) {
        key += UTF8.encode(character)!
      }
    }
    endWord(&key, from: wordStart)
    if key.last == space { key.removeLast() }
    return key
  }

  package static func of(_ text: String) -> [UInt8] { text.withBytes { of($0) } }

  static let space = UInt8(ascii: " ")

  private static func endWord(_ key: inout [UInt8], from start: Int) {
    let word = key[start...]
    guard word.count == 5 || word.count == 6, word.starts(with: "saint".utf8),
      word.count == 5 || word.last == UInt8(ascii: "e")
    else { return }
    key.replaceSubrange(start..., with: "st".utf8)
  }

  /// Once this much of a name is typed, what the place's key must have from the start of some word on: `sai`
  /// may become St Ives or Saintfield. Empty if the text cannot begin a name.
  static func beginnings(of text: String) -> [[UInt8]] {
    // A letter is added so that the last word does not count as complete.
    var typed = of(text + "x")
    guard typed.popLast() != nil else { return [] }
    let start = typed.lastIndex(of: space).map { $0 + 1 } ?? 0
    let word = typed[start...]
    if word.isEmpty {
      // `St ` is not a beginning of Stoke.
      if !typed.isEmpty, typed != Array("st ".utf8) { typed.removeLast() }
      return typed.isEmpty && text.contains { !$0.isWhitespace } ? [] : [typed]
    }
    let isSaint = word.count > 2 && Array("sainte".utf8).starts(with: word)
    return isSaint ? [typed, typed[..<start] + Array("st ".utf8)] : [typed]
  }

  /// The part of a name that people leave out begins with one of these: they say Stoke, Newcastle, Southend
  /// and Weston.
  private static let linkingWords: [StaticString] = [
    "upon", "on", "under", "in", "le", "by", "next", "super",
  ]

  private static func isLinking(_ word: ArraySlice<UInt8>) -> Bool {
    word.withUnsafeBufferPointer { word in linkingWords.contains { word.equals($0) } }
  }

  /// The length of the short name in a key; `nil` if nothing can be left out.
  static func shortLength(of key: [UInt8]) -> Int? {
    var start = 0
    while let end = key[start...].firstIndex(of: space) {
      let word = key[start..<end]
      if start > 0, isLinking(word) { return start - 1 }
      start = end + 1
    }
    return nil
  }
}
