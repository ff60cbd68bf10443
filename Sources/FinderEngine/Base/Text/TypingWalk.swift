/// How unlikely it is that a typed word was meant for another: the least total cost of errors between them,
/// with lower costs for likely errors (`SpellingCost`). The other word may go on where the typed word ends.
///
///     let walk = TypingWalk(word, most: 9, isBeginning: true)
///     walk.cost(of: first, shared: 0)
///     walk.cost(of: second, shared: 3)    // its first 3 bytes are the first one's
///
/// Each letter takes one row of the usual table, in which only cells within the bound are computed. Rows for
/// the beginning that a word shares with the one before are reused. If a row has no cell within the bound,
/// all words with that beginning are ruled out at once.
final class TypingWalk {
  private let typed: [UInt32]
  private let most: Int
  private let mostOfOthers: Int
  private let isBeginning: Bool
  private let width: Int
  /// By letters of the word, and by letters typed.
  private let cells: UnsafeMutablePointer<UInt8>
  /// By letter of the word and letter typed: the cost of typing the one for the other.
  private let replacing: UnsafeMutablePointer<UInt8>
  /// For each letter typed, the cost if it is an extra one.
  private let extra: [Int]
  /// By letters of the word.
  private let rows: UnsafeMutablePointer<Row>
  private var depth = 0
  /// Where the last word was decided, if that was before its end, and the result.
  private var decidedAt = Int.max
  private var decision: Int?

  private struct Row {
    var letter: UInt32 = 0
    /// Where the letter ends.
    var place = 0
    /// The least cost of all typed letters up to here.
    var least = 0
    /// The cells within the bound.
    var first = 0
    var last = 0
  }

  private static let far: UInt8 = 200

  /// `mostOfOthers` is the bound for words with another first letter, which is seldom typed wrong.
  init(_ typed: [UInt32], most: Int, mostOfOthers: Int? = nil, isBeginning: Bool) {
    self.typed = typed
    self.most = most
    self.mostOfOthers = min(most, mostOfOthers ?? most)
    self.isBeginning = isBeginning
    width = typed.count + 1
    // A missing letter costs at least this.
    let deepest = typed.count + most / SpellingCost.doubled + 2
    cells = .allocate(capacity: width * (deepest + 1))
    cells.initialize(repeating: Self.far, count: width * (deepest + 1))
    replacing = .allocate(capacity: width * SpellingCost.letters)
    replacing.initialize(repeating: UInt8(SpellingCost.error), count: width * SpellingCost.letters)
    rows = .allocate(capacity: deepest + 1)
    rows.initialize(repeating: Row(), count: deepest + 1)
    extra = typed.indices.map { i in
      // Pressing a key twice is common; four times is not an error worth guessing.
      i > 1 && typed[i - 2] == typed[i] && typed[i - 1] == typed[i]
        ? SpellingCost.error
        : SpellingCost.ofLetter(typed[i], after: i > 0 ? typed[i - 1] : nil)
    }
    for i in typed.indices {
      for letter in 0..<SpellingCost.letters {
        replacing[letter * width + i + 1] = UInt8(
          SpellingCost.replacing(UInt32(letter) + 0x61, by: typed[i]))
      }
    }
    cells[0] = 0
    var sum = 0
    for i in 1..<width {
      sum += extra[i - 1]
      cells[i] = UInt8(min(sum, Int(Self.far)))
      if sum <= most { rows[0].last = i }
    }
  }

  deinit {
    cells.deallocate()
    replacing.deallocate()
    rows.deallocate()
  }

  /// Whether a word that shares so many bytes with the last one is ruled out with it.
  func rulesOut(shared: Int) -> Bool { shared >= decidedAt && decision == nil }

  /// `nil` if it costs more than is allowed. The first `shared` bytes are the same as the last word's.
  func cost(of word: Bytes, shared: Int) -> Int? {
    if shared >= decidedAt { return decision }
    while depth > 0, rows[depth].place > min(shared, word.count) { depth -= 1 }
    let start = rows[depth].place
    var cursor = ScalarCursor(UnsafeBufferPointer(rebasing: word[start...]))
    while let letter = cursor.next() {
      depth += 1
      rows[depth].letter = letter
      rows[depth].place = start + cursor.position
      let bound = rows[1].letter == typed.first ? most : mostOfOthers
      fillRow(depth, within: bound)
      if rows[depth].first > rows[depth].last {
        // This decides all words with this beginning.
        decidedAt = rows[depth].place
        decision = costAsBeginning <= bound ? costAsBeginning : nil
        return decision
      }
    }
    decidedAt = .max
    guard depth > 0 else { return nil }
    let cost = min(Int(cells[depth * width + typed.count]), costAsBeginning)
    return cost <= (rows[1].letter == typed.first ? most : mostOfOthers) ? cost : nil
  }

  /// The cost if the word goes on. That costs nothing if everything before it is right.
  private var costAsBeginning: Int {
    let least = rows[depth].least
    guard isBeginning, least < Int(Self.far) else { return .max }
    return least == 0 ? 0 : least + SpellingCost.beginning
  }

  private func fillRow(_ depth: Int, within bound: Int) {
    let row = cells + depth * width
    let above = row - width
    row.update(repeating: Self.far, count: width)
    let letter = rows[depth].letter
    let before = depth > 1 ? rows[depth - 1].letter : nil
    let missing = SpellingCost.ofLetter(letter, after: before)
    let other = letter &- 0x61
    let known = other < UInt32(SpellingCost.letters) ? replacing + Int(other) * width : nil
    let last = rows[depth - 1]
    let swaps = depth > 1
    var i = swaps ? min(last.first, rows[depth - 2].first + 2) : last.first
    let end = swaps ? max(last.last + 1, rows[depth - 2].last + 2) : last.last + 1
    var (lowest, highest) = (Int.max, -1)
    while i < width {
      var best = Int(above[i]) + missing
      if i > 0 {
        var replaced = typed[i - 1] == letter ? 0 : known.map { Int($0[i]) } ?? SpellingCost.error
        if replaced > 0, i == 1 || depth == 1 { replaced += SpellingCost.first }
        best = min(best, Int(above[i - 1]) + replaced, Int(row[i - 1]) + extra[i - 1])
        if swaps, i > 1, typed[i - 2] == letter, typed[i - 1] == before, letter != before {
          best = min(best, Int((above - width)[i - 2]) + SpellingCost.swapped)
        }
      }
      if best <= bound {
        row[i] = UInt8(best)
        lowest = min(lowest, i)
        highest = i
      } else if i >= end {
        break
      }
      i += 1
    }
    (rows[depth].first, rows[depth].last) = (lowest, highest)
    let whole = Int(row[width - 1])
    rows[depth].least = depth > 1 ? min(last.least, whole) : whole
  }
}

/// A text as typed so far, folded like names.
struct TypedText {
  /// The words, with one space between them.
  let bytes: [UInt8]
  /// The letters of each word.
  let words: [[UInt32]]
  /// Whether something was typed, but nothing that can be in a name.
  let isNothingInNames: Bool

  init(_ text: String) {
    bytes = NameKey.bytes(of: text)
    words = bytes.withUnsafeBufferPointer { NameMatch.words(in: $0) }
    isNothingInNames = bytes.isEmpty && text.contains { !$0.isWhitespace }
  }

  var letters: Int { words.reduce(0) { $0 + $1.count } }

  /// The text with one missing or extra space corrected: `pizzaex` as `pizza ex`, `mc donalds` as
  /// `mcdonalds`. Only if it is long enough for an error.
  var withOtherSpaces: [[UInt8]] {
    guard letters >= SpellingCost.fewestLetters else { return [] }
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
