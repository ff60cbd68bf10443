/// How many slips of the keyboard two names differ by.
package enum EditDistance {
  /// Counts insertions, deletions, replacements and swaps of neighbours, and edits no part twice (the
  /// restricted Damerau-Levenshtein distance). Only the diagonal band that can hold so few slips is computed.
  package static func between(_ a: [UInt32], _ b: [UInt32], atMost most: Int) -> Int? {
    guard abs(a.count - b.count) <= most else { return nil }
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    let tooMany = most + 1
    // Three rows in one array, used in turn. With three arrays that were swapped, Swift 6.3's optimiser gave
    // wrong results.
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
        // Above this is the edge of the band.
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
