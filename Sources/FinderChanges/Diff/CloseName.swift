import FinderEngine

/// Decides whether two names at one spot belong to one venue.
///
/// Both are folded (case, accents, apostrophes and other punctuation), and words that say nothing
/// about the venue are left out: `the`, `and`, and the legal forms `ltd`, `limited`, `plc`, `llp`,
/// `lp`, `llc`, `inc` and `cic`. The rest, without its spaces, must be the same, or differ by at
/// most one letter in five of the longer one, and by at most five. A slip is one letter more, one
/// less or another one, or two neighbours swapped. Digits distinguish venues, so they must be the
/// same in both. So `JOE'S CAFE LTD` is `Joes Café`, and `Zizi` is `Zizzi`, but `Bar One` is not
/// `Bar Two`, nor `Unit 1 Cafe` `Unit 2 Cafe`.
package struct CloseName {
  /// The letters that are compared; empty if there are none.
  let core: [UInt32]
  /// Words that may be missing from one of the two names.
  let extras: [[UInt32]]

  /// In bytes. A longer text is not a name, and is never close to another.
  private static let longestName = 1024
  /// Names with more letters must be the same.
  private static let longestCore = 128
  private static let lettersPerSlip = 5
  private static let mostSlips = 5

  /// None is longer than eight letters, so each fits in one number.
  private static let emptyWords: [UInt64] =
    ["the", "and", "ltd", "limited", "plc", "llp", "lp", "llc", "inc", "cic"]
    .map { $0.utf8.reduce(0) { $0 << 8 | UInt64($1) } }

  package init(_ name: Bytes) {
    guard name.count <= Self.longestName else {
      self.init(core: [])
      return
    }
    let core = Self.letters(name, leavingOutEmptyWords: true)
    self.init(core: core.isEmpty ? Self.letters(name, leavingOutEmptyWords: false) : core)
  }

  private static func letters(_ name: Bytes, leavingOutEmptyWords: Bool) -> [UInt32] {
    var letters: [UInt32] = []
    letters.reserveCapacity(name.count)
    var scalars = FoldedScalars(name)
    // The word so far: where it begins, and its letters in one number.
    var (start, word) = (0, UInt64(0))
    func endWord() {
      if leavingOutEmptyWords, (2...8).contains(letters.count - start), emptyWords.contains(word) {
        letters.removeSubrange(start...)
      }
      (start, word) = (letters.count, 0)
    }
    while let scalar = scalars.next() {
      guard scalar != FoldedScalars.separator else {
        endWord()
        continue
      }
      letters.append(scalar)
      word = word << 8 | UInt64(scalar < 0x80 ? scalar : 0)
    }
    endWord()
    return letters
  }

  init(core: [UInt32], extras: [[UInt32]] = []) {
    self.core = core
    self.extras = extras
  }

  private static func isDigit(_ letter: UInt32) -> Bool {
    guard letter >= 0x80 else { return letter &- 0x30 < 10 }
    return Unicode.Scalar(letter)?.properties.numericType != nil
  }

  /// The number of slips between the two, if they are close.
  package func slips(to other: CloseName) -> Int? {
    let longer = max(core.count, other.core.count)
    guard !core.isEmpty, !other.core.isEmpty else { return nil }
    guard hasNoOtherExtras(than: other) || other.hasNoOtherExtras(than: self) else { return nil }
    if core == other.core { return 0 }
    guard longer <= Self.longestCore, hasDigits(of: other) else { return nil }
    let most = min(longer / Self.lettersPerSlip, Self.mostSlips)
    return most == 0 ? nil : EditDistance.between(core, other.core, atMost: most)
  }

  private func hasDigits(of other: CloseName) -> Bool {
    core.lazy.filter(Self.isDigit).elementsEqual(other.core.lazy.filter(Self.isDigit))
  }

  private func hasNoOtherExtras(than other: CloseName) -> Bool {
    extras.allSatisfy(other.extras.contains)
  }
}
