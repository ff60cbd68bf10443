/// Counts the typing errors between a typed word and words in order, or their beginnings: a letter too
/// many, one that is missing, a wrong one, or two neighbours swapped (the optimal string alignment).
///
///     let walk = TypingWalk(word, most: 1, isBeginning: true)
///     walk.errors(of: first, shared: 0)
///     walk.errors(of: second, shared: 3)    // its first 3 bytes are the first one's
///
/// One row of the usual table a letter, of which only the cells about the diagonal can hold so few errors
/// as are allowed. Rows for what a word shares with the one before it are there already; and where no cell
/// of a row is within the bound, all words that begin like this are ruled out at once.
final class TypingWalk {
  private let typed: [UInt32]
  private let most: Int
  private let isBeginning: Bool
  private let width: Int
  /// By letters read, and by letters typed.
  private let cells: UnsafeMutablePointer<UInt8>
  /// By letters read: the letter, where it ends, and the fewest errors up to it.
  private var letters: [UInt32]
  private var places: [Int]
  private var fewest: [Int]
  private var depth = 0
  /// Where the last word was decided, and how: at a place before its end.
  private var decidedAt = Int.max
  private var decision: Int?

  private static let far: UInt8 = 200

  init(_ typed: [UInt32], most: Int, isBeginning: Bool) {
    self.typed = typed
    self.most = most
    self.isBeginning = isBeginning
    width = typed.count + 2
    let deepest = typed.count + most + 2
    cells = .allocate(capacity: width * (deepest + 1))
    cells.initialize(repeating: Self.far, count: width * (deepest + 1))
    letters = Array(repeating: 0, count: deepest + 1)
    places = letters.map { _ in 0 }
    fewest = letters.map { _ in typed.count }
    for i in 0...typed.count { cells[i] = UInt8(min(i, Int(Self.far))) }
  }

  deinit { cells.deallocate() }

  /// One error from four letters on, two from seven on.
  static func mostErrors(letters: Int) -> Int {
    letters < 4 ? 0 : letters < 7 ? 1 : letters <= WordList.longest ? 2 : 0
  }

  /// `nil` where there are more than are allowed. The first `shared` bytes are the last word's.
  func errors(of word: Bytes, shared: Int) -> Int? {
    if shared >= decidedAt { return decision }
    while depth > 0, places[depth] > min(shared, word.count) { depth -= 1 }
    var cursor = ScalarCursor(UnsafeBufferPointer(rebasing: word[places[depth]...]))
    let start = places[depth]
    while let letter = cursor.next() {
      depth += 1
      letters[depth] = letter
      places[depth] = start + cursor.position
      let least = fillRow()
      fewest[depth] = min(fewest[depth - 1], Int(cells[depth * width + typed.count]))
      if least > most || isBeginning && depth >= typed.count + most {
        decidedAt = places[depth]
        decision = isBeginning && fewest[depth] <= most ? fewest[depth] : nil
        return decision
      }
    }
    decidedAt = .max
    let errors = isBeginning ? fewest[depth] : Int(cells[depth * width + typed.count])
    return errors <= most ? errors : nil
  }

  /// Returns the least of the row.
  private func fillRow() -> Int {
    let row = cells + depth * width
    let above = row - width
    let letter = letters[depth]
    let first = max(1, depth - most)
    let last = min(typed.count, depth + most)
    row[first - 1] = first == 1 && depth <= most ? UInt8(depth) : Self.far
    var least = row[first - 1]
    row[typed.count] = Self.far
    guard first <= last else { return Int(least) }
    for i in first...last {
      let isSame = typed[i - 1] == letter
      var best = above[i - 1] + (isSame ? 0 : 1)
      best = min(best, above[i] + 1, row[i - 1] + 1)
      if i > 1, depth > 1, typed[i - 2] == letter, typed[i - 1] == letters[depth - 1] {
        best = min(best, (above - width)[i - 2] + 1)
      }
      row[i] = min(best, Self.far)
      least = min(least, row[i])
    }
    if last < typed.count { row[last + 1] = Self.far }
    return Int(least)
  }
}

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
