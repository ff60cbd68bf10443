import FinderEngine

/// The cost of the errors by which a typed word may differ from another, from the complete table. It is here
/// because tests themselves are not optimised, and a real dataset has 30,000 words.
package enum TypingErrors {
  /// The errors allowed in this many letters, at first, and when hardly anything was found.
  package static func most(_ letters: Int, isFar: Bool) -> Int {
    guard isFar else { return letters < 4 ? 0 : 9 }
    return letters < 2 ? 4 : letters < 4 ? 7 : letters < 7 ? 9 : letters < 12 ? 14 : 19
  }

  /// The same for a word, which may begin with another letter.
  package static func most(_ typed: [UInt32], _ word: [UInt32], isFar: Bool) -> Int {
    guard typed.count <= 48 else { return 0 }
    let most = most(typed.count, isFar: isFar)
    return typed.first == word.first ? most : min(most, 9)
  }

  /// For the whole word, or for a beginning of it plus 4, unless it begins without an error.
  package static func cost(_ typed: [UInt32], _ word: [UInt32], isBeginning: Bool) -> Int {
    let width = word.count + 1
    var table = [Int](repeating: 0, count: (typed.count + 1) * width)
    func alone(_ letters: [UInt32], _ i: Int) -> Int {
      SpellingCost.ofLetter(letters[i], after: i > 0 ? letters[i - 1] : nil)
    }
    // The third equal letter in a row, and all after it, are errors like any other.
    let extra = typed.indices.map { i in
      i > 1 && Set(typed[i - 2...i]).count == 1 ? 5 : alone(typed, i)
    }
    for i in typed.indices { table[(i + 1) * width] = table[i * width] + extra[i] }
    for j in word.indices { table[j + 1] = table[j] + alone(word, j) }
    for i in typed.indices {
      for j in word.indices {
        let (here, above) = ((i + 1) * width + j + 1, i * width + j + 1)
        var replaced = SpellingCost.replacing(word[j], by: typed[i])
        if replaced > 0, i == 0 || j == 0 { replaced += 2 }
        var best = min(
          table[above] + extra[i], table[here - 1] + alone(word, j),
          table[above - 1] + replaced)
        if i > 0, j > 0, typed[i] == word[j - 1], typed[i - 1] == word[j], typed[i] != word[j] {
          best = min(best, table[(i - 1) * width + j - 1] + 3)
        }
        table[here] = best
      }
    }
    let whole = table[typed.count * width + word.count]
    guard isBeginning, let begun = table[(typed.count * width + 1)...].min() else { return whole }
    return begun == 0 ? 0 : min(whole, begun + 4)
  }

  /// `nil` if it is more than is allowed.
  package static func costs(
    _ typed: [UInt32], among words: [[UInt32]], isBeginning: Bool, isFar: Bool
  ) -> [Int?] {
    words.map { word in
      let cost = cost(typed, word, isBeginning: isBeginning)
      return cost <= most(typed, word, isFar: isFar) ? cost : nil
    }
  }
}

extension [UInt8] {
  package func begins(with beginning: [UInt8]) -> Bool {
    guard count >= beginning.count else { return false }
    for i in 0..<beginning.count where self[i] != beginning[i] { return false }
    return true
  }

  package func begins(withAnyOf beginnings: [[UInt8]]) -> Bool {
    for beginning in beginnings where begins(with: beginning) { return true }
    return false
  }
}
