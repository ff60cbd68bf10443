/// The fewest letters too many, missing, wrong or swapped with a neighbour between what was typed and a
/// word. Here because tests themselves are not optimised, and a real dataset has 30,000 words.
package enum TypingErrors {
  /// As many as are allowed in so many letters.
  package static func most(_ letters: Int) -> Int {
    letters < 4 ? 0 : letters < 7 ? 1 : letters <= 48 ? 2 : 0
  }

  /// By the whole table; `nil` where there are more than are allowed.
  package static func count(
    _ typed: [UInt32], _ word: [UInt32], isBeginning: Bool
  ) -> Int? {
    let most = most(typed.count)
    if abs(typed.count - word.count) > most, !isBeginning || word.count < typed.count {
      return nil
    }
    let width = word.count + 1
    var table = [Int](repeating: 0, count: (typed.count + 1) * width)
    for i in 0...typed.count { table[i * width] = i }
    for j in 0...word.count { table[j] = j }
    for i in 1...max(1, typed.count) where !typed.isEmpty {
      for j in 1...max(1, word.count) where !word.isEmpty {
        let (here, above) = (i * width + j, (i - 1) * width + j)
        var best = min(table[above], table[here - 1]) + 1
        best = min(best, table[above - 1] + (typed[i - 1] == word[j - 1] ? 0 : 1))
        if i > 1, j > 1, typed[i - 1] == word[j - 2], typed[i - 2] == word[j - 1] {
          best = min(best, table[(i - 2) * width + j - 2] + 1)
        }
        table[here] = best
      }
    }
    let errors =
      isBeginning ? table[(typed.count * width)...].min()! : table[typed.count * width + word.count]
    return errors <= most ? errors : nil
  }

  package static func counts(
    _ typed: [UInt32], among words: [[UInt32]], isBeginning: Bool
  ) -> [Int?] {
    words.map { count(typed, $0, isBeginning: isBeginning) }
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
