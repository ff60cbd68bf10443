/// The name that was meant where one is misspelt.
///
/// Only what differs by a letter or two, or sounds alike, is worth saying: nobody who types Haworth means
/// Tamworth. A name that goes on where the typed text ends is meant too, and the first words of the text.
package enum Misspelling {
  /// The one that `typed` most likely stands for; of those as likely the first.
  package static func closest<Name>(
    to typed: String, among names: some Sequence<Name>, by text: (Name) -> String
  ) -> Name? {
    // A pasted megabyte is no name that was misspelt.
    guard typed.utf8.count <= 64 else { return nil }
    let wanted = Wanted(typed)
    guard !wanted.bytes.isEmpty else { return nil }
    var best: (cost: Int, name: Name)?
    for name in names {
      guard let cost = wanted.cost(of: NameKey.bytes(of: text(name))) else { continue }
      if best.map({ cost < $0.cost }) ?? true { best = (cost, name) }
    }
    return best?.name
  }

  private struct Wanted {
    let bytes: [UInt8]
    private let letters: Int
    private let walk: TypingWalk

    init(_ typed: String) {
      bytes = NameKey.bytes(of: typed)
      let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
      letters = scalars.count
      walk = TypingWalk(scalars, most: Self.mostBySound, isBeginning: false)
    }

    func cost(of name: [UInt8]) -> Int? {
      if let cost = name.withUnsafeBufferPointer({ walk.cost(of: $0, shared: 0) }) {
        if cost <= most || letters > 4 && SpellingCost.soundAlike(bytes, name) { return cost }
      }
      guard min(name.count, bytes.count) >= 3 else { return nil }
      if name.starts(with: bytes) { return Self.byBeginning + name.count - bytes.count }
      return bytes.starts(with: name + [0x20]) ? Self.byBeginning + bytes.count - name.count : nil
    }

    /// One letter up to six, two in longer names; of three only a likely error.
    private var most: Int {
      letters < 4 ? SpellingCost.swapped : (letters < 7 ? 1 : 2) * SpellingCost.error
    }

    private static let mostBySound = 3 * SpellingCost.error
    /// Comes after all that are misspelt.
    private static let byBeginning = 100
  }
}
