/// A name as it is looked up: its words folded (`FoldedScalars`), with one space between them and none at
/// either end.
///
///     Joe’s  Café, Leeds    joes cafe leeds
package enum NameKey {
  /// In bytes. Only the beginning of a longer name counts.
  static let most = 1000

  /// Whether a folded name of this length may have been cut.
  static func mayBeCut(_ count: Int) -> Bool { count > most - largestStep }

  /// A space and one character.
  private static let largestStep = 5

  /// Writes the folded name to `place`, which must have room for `most` bytes, and returns its length.
  static func write(_ name: Bytes, to place: UnsafeMutablePointer<UInt8>) -> Int {
    var scalars = FoldedScalars(name)
    var count = 0
    var spaceIsDue = false
    while let scalar = scalars.next() {
      guard scalar != FoldedScalars.separator else {
        spaceIsDue = count > 0
        continue
      }
      guard !mayBeCut(count) else { break }
      if spaceIsDue {
        place[count] = 0x20
        count += 1
        spaceIsDue = false
      }
      count += append(scalar, to: place + count)
    }
    return count
  }

  private static func append(_ scalar: UInt32, to place: UnsafeMutablePointer<UInt8>) -> Int {
    if scalar < 0x80 {
      place[0] = UInt8(scalar)
      return 1
    }
    guard let scalar = Unicode.Scalar(scalar), let units = UTF8.encode(scalar) else { return 0 }
    var count = 0
    for unit in units {
      place[count] = unit
      count += 1
    }
    return count
  }

  package static func bytes(of text: String) -> [UInt8] {
    text.withBytes { bytes in
      [UInt8](unsafeUninitializedCapacity: most) { $1 = write(bytes, to: $0.baseAddress!) }
    }
  }

  /// Calls `body` with the place of each word's first byte. In scripts without spaces, each letter is a word,
  /// as in `--match`.
  static func forEachWord(in text: Bytes, _ body: (Int) -> Void) {
    var cursor = ScalarCursor(text)
    var previous = FoldedScalars.separator
    var place = 0
    while let scalar = cursor.next() {
      if NameMatch.wordBegins(with: scalar, after: previous) { body(place) }
      previous = scalar
      place = cursor.position
    }
  }
}
