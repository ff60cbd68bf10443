// Finds the known word that an unknown one was meant for. Only three kinds of words are worth suggesting:
//
// - Words that differ by one letter, or by two if at least seven were typed and the first is right or
//   missing.
// - Words where one begins with the other: `--lim` for `--limit`, `--latitude` for `--lat`.
// - Words for which the tree lists the typed word as another program's name.
//
// A suggestion is never carried out.

/// The candidate that `typed` most likely means; among equally near ones, the first.
package func nearest<Candidate>(
  to typed: String, among candidates: [Candidate], by name: (Candidate) -> String
) -> Candidate? {
  var best: (score: Int, candidate: Candidate)?
  for candidate in candidates {
    guard let score = difference(typed, name(candidate)) else { continue }
    if best.map({ score < $0.score }) ?? true { best = (score, candidate) }
  }
  return best?.candidate
}

/// How far apart two words are: 0 if they differ only in case, `nil` if they are too far apart to suggest one
/// for the other.
private func difference(_ typed: String, _ candidate: String) -> Int? {
  // Names are short. A pasted megabyte is not a misspelling of one.
  guard typed.utf8.count <= 64 else { return nil }
  let typed = Array(typed.lowercased().unicodeScalars)
  let candidate = Array(candidate.lowercased().unicodeScalars)
  let shorter = min(typed.count, candidate.count)
  // `uninstall` is the opposite of `install`.
  guard !typed.starts(with: Array("un".unicodeScalars) + candidate) else { return nil }
  let distance = editDistance(typed, candidate)
  // The first letter is seldom wrong; if it is, the rest must be right.
  let beginsAlike = typed.first == candidate.first || typed.first == candidate.dropFirst().first
  let most = typed.count < 2 ? 0 : typed.count < 7 || !beginsAlike ? 1 : 2
  if distance <= min(most, shorter / 2) {
    // Of equally near words, one that only adds letters at the end is likelier: `of` is `off`, not `on`.
    let goesOn = candidate.starts(with: typed) && distance > 0
    return 3 * distance - (goesOn ? 1 : 0) + (beginsAlike ? 0 : 1)
  }
  guard shorter >= 3, typed.starts(with: candidate) || candidate.starts(with: typed) else {
    return nil
  }
  return 200 + distance
}

/// How many insertions, deletions, replacements and swaps of neighbours turn one into the other: the
/// restricted Damerau-Levenshtein distance, which edits no part twice. O(a × b) time, three rows of memory.
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

/// What another program's word says about the value, as it is written in a tree.
enum ImpliedValue {
  /// `max`: nothing; the value is what was typed.
  case typed
  /// `no-color=never`: the value itself.
  case fixed(String)
  /// `kitchen=cuisine=`: what comes before the typed value.
  case prefix(String)
  /// `km=#km`: what comes after the typed number.
  case unit(String)

  fileprivate init(_ text: Substring) {
    self =
      if text.first == "#" { .unit(String(text.dropFirst())) } else if text.last == "=" {
        .prefix(String(text))
      } else { .fixed(String(text)) }
  }
}

/// Looks for `wanted` among words separated by spaces.
func meaning(of wanted: String, in words: String) -> ImpliedValue? {
  for word in words.split(separator: " ") {
    let parts = word.split(separator: "=", maxSplits: 1)
    if parts[0] == wanted { return parts.count > 1 ? ImpliedValue(parts[1]) : .typed }
  }
  return nil
}

/// The name that was typed as an option, without its dashes.
func typedName(_ flag: String) -> String {
  String(flag.unicodeScalars.drop { $0 == "-" }).lowercased()
}

struct SuggestedOption {
  let path: [String]
  let option: Option
  let isElsewhere: Bool
  var value = ImpliedValue.typed

  var text: String {
    switch value {
    case .typed, .unit: option.flag
    case .fixed(let text), .prefix(let text): "\(option.flag) \(text)"
    }
  }
}

extension CommandTable {
  /// Suggests commands at the same level first, then those of groups, then topics: `validate` finds `data
  /// validate`, and `points` finds `help points`. An exact name comes first, then a word that other programs
  /// use, then a name spelt alike. If several are equally good, returns all, shorter paths first and then by
  /// the alphabet: `import` finds `data import` and `favourites import`.
  func suggestedCommands(
    for word: String, under path: [String], orElsewhere looksElsewhere: Bool
  ) -> [String] {
    let all = commands.filter { !$0.path.isEmpty }
    let beside = all.filter { $0.path.count == path.count + 1 && $0.path.starts(with: path) }
    let word = word.lowercased()
    for commands in looksElsewhere ? [beside, all] : [beside] {
      var close = commands.filter { $0.path.last == word }.map(\.path)
      if close.isEmpty {
        close = commands.compactMap { path, command in
          guard let meant = meaning(of: word, in: command.otherWords) else { return nil }
          return if case .fixed(let argument) = meant { path + [argument] } else { path }
        }
      }
      if close.isEmpty {
        close =
          nearest(to: word, among: commands) { $0.path[$0.path.count - 1] }.map { [$0.path] } ?? []
      }
      guard close.isEmpty else {
        return close.map { ($0.count, $0.joined(separator: " ")) }.sorted { $0 < $1 }.map(\.1)
      }
    }
    return Option.builtIn.first { $0.name == word }.map { [$0.flag] } ?? []
  }

  /// Options of the command itself come first, then those of others; within each, words that other programs
  /// use come before names spelt alike.
  func suggestedOption(for flag: String, under path: [String]) -> SuggestedOption? {
    let name = typedName(flag)
    let all = commands.flatMap { path, command in
      command.options.map { SuggestedOption(path: path, option: $0, isElsewhere: true) }
    }
    let own = (all.filter { $0.path.starts(with: path) }.map(\.option) + Option.builtIn).map {
      SuggestedOption(path: path, option: $0, isElsewhere: false)
    }
    for options in [own, all.filter { !$0.path.isEmpty }] {
      if let close = options.allMeant(by: name).first { return close }
      if let close = nearest(to: name, among: options, by: \.option.name) { return close }
    }
    return nil
  }

  /// The command's own option for what another command calls `name`.
  func ownOption(meantBy name: String, under path: [String]) -> SuggestedOption? {
    ownOptions(meantBy: name, under: path, isElsewhere: true).first
  }

  /// All options of the command that may be meant. If no other command has an option with that name, they
  /// include options that take the name as a value, and the one spelt most alike.
  func ownOptions(
    meantBy name: String, under path: [String], isElsewhere: Bool
  ) -> [SuggestedOption] {
    let own = own(path)
    let close = isElsewhere ? nil : nearest(to: name, among: own, by: \.option.name)
    return own.allMeant(by: name, orValues: !isElsewhere) + (close.map { [$0] } ?? [])
  }

  private func own(_ path: [String]) -> [SuggestedOption] {
    (command(at: path)?.options ?? []).map {
      SuggestedOption(path: path, option: $0, isElsewhere: false)
    }
  }
}

extension [SuggestedOption] {
  fileprivate func allMeant(by name: String, orValues takesValues: Bool = true) -> [SuggestedOption]
  {
    compactMap { suggestion in
      let option = suggestion.option
      let named = takesValues ? option.reading?.named : nil
      guard
        let value = meaning(of: name, in: option.otherWords) ?? named?(name).map(ImpliedValue.fixed)
      else { return nil }
      if case .fixed(let choice) = value, !option.choices.isEmpty, !option.choices.contains(choice)
      {
        return nil
      }
      var suggestion = suggestion
      suggestion.value = value
      return suggestion
    }
  }
}
