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
  /// The letters that are compared; empty where there is nothing to compare.
  let core: [UInt32]
  /// Words that only one of two names may have.
  let extras: [[UInt32]]

  /// Longer texts, in bytes, are not names, and never close.
  private static let longestName = 1024
  /// Names with more letters must be the same.
  private static let longestCore = 128
  private static let lettersPerSlip = 5
  private static let mostSlips = 5

  /// Of at most eight letters.
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
    return most == 0 ? nil : Self.editDistance(core, other.core, atMost: most)
  }

  private func hasDigits(of other: CloseName) -> Bool {
    core.lazy.filter(Self.isDigit).elementsEqual(other.core.lazy.filter(Self.isDigit))
  }

  private func hasNoOtherExtras(than other: CloseName) -> Bool {
    extras.allSatisfy(other.extras.contains)
  }

  /// Counts insertions, deletions, replacements and swaps of neighbours, and edits no part twice
  /// (Damerau and Levenshtein's distance in its restricted form). Only the diagonal band that can
  /// hold so few slips is computed.
  package static func editDistance(_ a: [UInt32], _ b: [UInt32], atMost most: Int) -> Int? {
    guard abs(a.count - b.count) <= most else { return nil }
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    let tooMany = most + 1
    // Three rows in one array, used in turn. With three arrays that changed places the optimiser of
    // Swift 6.3 gave wrong results.
    let width = b.count + 1
    var table = [Int](repeating: tooMany, count: 3 * width)
    for j in 0...min(most, b.count) { table[j] = j }
    for i in a.indices {
      let (beforeLast, last, row) = ((i + 2) % 3 * width, i % 3 * width, (i + 1) % 3 * width)
      let low = max(0, i - most)
      table[row + low] = low == 0 ? min(i + 1, tooMany) : tooMany
      var least = table[row + low]
      for j in low...min(b.count - 1, i + most) {
        var slips = min(table[last + j] + (a[i] == b[j] ? 0 : 1), table[row + j] + 1)
        // Above that lies the band's edge.
        if j < i + most { slips = min(slips, table[last + j + 1] + 1) }
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          slips = min(slips, table[beforeLast + j - 1] + 1)
        }
        table[row + j + 1] = min(slips, tooMany)
        least = min(least, table[row + j + 1])
      }
      guard least <= most else { return nil }
    }
    let slips = table[a.count % 3 * width + b.count]
    return slips <= most ? slips : nil
  }
}
