// Which known word was meant by an unknown one. A suggestion must be worth reading: it differs by a
// few typing errors, in at most a third of the word, or one word begins with the other (`--lim` for
// `--limit`, `--latitude` for `--lat`). Otherwise nothing is suggested.

/// The candidate that `typed` most likely stands for; of equally near ones the first.
func nearest<Candidate>(
  to typed: String, among candidates: [Candidate], by name: (Candidate) -> String
) -> Candidate? {
  var best: (score: Int, candidate: Candidate)?
  for candidate in candidates {
    guard let score = unlikeness(typed, name(candidate)) else { continue }
    if best.map({ score < $0.score }) ?? true { best = (score, candidate) }
  }
  return best?.candidate
}

/// How far apart two words are: 0 if they differ only in case, `nil` if too far to be suggested.
private func unlikeness(_ typed: String, _ candidate: String) -> Int? {
  // Names are short. A pasted megabyte is not a misspelling of one.
  guard typed.utf8.count <= 64 else { return nil }
  let typed = Array(typed.lowercased().unicodeScalars)
  let candidate = Array(candidate.lowercased().unicodeScalars)
  let shorter = min(typed.count, candidate.count)
  let distance = editDistance(typed, candidate)
  if distance <= min((typed.count + 1) / 3, shorter / 2) { return distance }
  guard shorter >= 3, typed.starts(with: candidate) || candidate.starts(with: typed) else {
    return nil
  }
  return 100 + distance
}

/// How many insertions, deletions, replacements and swaps of neighbours turn one into the other:
/// Damerau and Levenshtein's distance in its restricted form, which edits no part twice.
/// O(a × b) time, three rows of memory.
func editDistance<Element: Equatable>(_ a: [Element], _ b: [Element]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        least = min(least, beforeLast[j - 1] + 1)
      }
      row.append(least)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}

extension CommandTable {
  /// Commands beside the unknown one first, then those of groups, then topics: `validate` finds
  /// `data validate`, and `points` finds `help points`.
  func suggestedCommand(for word: String, under path: [String]) -> [String]? {
    let all = commands.map(\.path).filter { !$0.isEmpty }
    let beside = all.filter { $0.count == path.count + 1 && $0.starts(with: path) }
    return nearest(to: word, among: beside) { $0[$0.count - 1] }
      ?? nearest(to: word, among: all) { $0[$0.count - 1] }
  }

  /// Options of the command itself first, then those of the others.
  func suggestedOption(
    for flag: String, under path: [String]
  ) -> (path: [String], option: Option, isElsewhere: Bool)? {
    let name = String(flag.drop { $0 == "-" })
    let all = commands.flatMap { path, command in command.options.map { (path, $0) } }
    let own = all.filter { $0.0.starts(with: path) }.map(\.1) + Option.builtIn
    if let close = nearest(to: name, among: own, by: \.name) { return (path, close, false) }
    let others = all.filter { !$0.0.isEmpty }
    return nearest(to: name, among: others) { $0.1.name }.map { ($0.0, $0.1, true) }
  }
}
