import TestSupport
import Testing

@testable import FinderEngine

/// Suggestions as they are defined, from all names one by one.
struct SuggestionOracle {
  struct Name {
    let text: String
    let venues: Int
    /// From the first byte of each word to the name's end.
    let entries: [String]
    let coordinates: [Coordinate]
    /// Its chain, and how many venues that has.
    let chain: Chain?

    var branches: Int { chain?.venues ?? venues }
  }

  typealias Chain = (name: String, venues: Int)

  let names: [Name]

  /// `chain` is asked for the number of a venue; which names are one chain is for others to test.
  init(
    _ venues: [(name: String, coordinate: Coordinate)], chain: (Int) -> Chain? = { _ in nil }
  ) {
    var places: [String: [Coordinate]] = [:]
    var chains: [String: Chain] = [:]
    for (number, venue) in venues.enumerated() {
      let name = Self.folded(venue.name)
      places[name, default: []].append(venue.coordinate)
      chains[name] = chain(number)
    }
    names = places.filter { !$0.key.isEmpty }.map { text, coordinates in
      Name(
        text: text, venues: coordinates.count, entries: Self.entries(of: text),
        coordinates: coordinates, chain: chains[text])
    }
    .sorted { Array($0.text.utf8).lexicographicallyPrecedes(Array($1.text.utf8)) }
  }

  static func folded(_ text: String) -> String {
    words(text).joined(separator: " ")
  }

  private static func words(_ text: String) -> [String] {
    let words = Array(text.utf8).withUnsafeBufferPointer { NameMatch.words(in: $0) }
    return words.map { String(String.UnicodeScalarView($0.compactMap { Unicode.Scalar($0) })) }
  }

  private static func entries(of text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.filter {
      NameMatch.wordBegins(
        with: scalars[$0].value, after: $0 == 0 ? 0x20 : scalars[$0 - 1].value)
    }
    .map { String(String.UnicodeScalarView(scalars[$0...])) }
  }

  // MARK: Answers

  struct Line: Equatable {
    let text: String
    let venues: Int
    var distance: Double?
  }

  /// How a name fits: the kind of fit, and the text that does.
  private struct Fit {
    let kind: Int
    let text: String
  }

  func suggest(_ text: String, from point: Coordinate? = nil, limit: Int) -> [Line] {
    let typed = Self.words(text)
    if typed.isEmpty, text.contains(where: { !$0.isWhitespace }) { return [] }
    let fits = names.compactMap { name in fit(of: name, typed).map { (name, $0) } }
    let lines = fits.map { name, fit in
      let distance = point.map { point in
        name.coordinates.map { Geodesic.distance(from: point, to: $0) }.min()!
      }
      return (name, fit, distance ?? 0)
    }
    let sorted = lines.sorted { a, b in
      if a.1.kind != b.1.kind { return a.1.kind < b.1.kind }
      if point != nil, a.2 != b.2 { return a.2 < b.2 }
      if point == nil, a.0.branches != b.0.branches {
        return a.0.branches > b.0.branches
      }
      let (first, second) = (point == nil ? a.1.text : "", point == nil ? b.1.text : "")
      return first != second
        ? Self.precedes(first, second) : Self.precedes(a.0.text, b.0.text)
    }
    var seen: Set<String> = []
    let first = sorted.filter {
      seen.insert($0.0.chain.map { "=\($0.name)" } ?? $0.0.text).inserted
    }
    return first.prefix(limit).map {
      Line(
        text: $0.chain?.name ?? $0.text, venues: $0.branches, distance: point == nil ? nil : $2)
    }
  }

  private static func precedes(_ a: String, _ b: String) -> Bool {
    Array(a.utf8).lexicographicallyPrecedes(Array(b.utf8))
  }

  private func fit(of name: Name, _ typed: [String]) -> Fit? {
    let whole = typed.joined(separator: " ")
    if Self.begins(name.text, whole) { return Fit(kind: 0, text: "") }
    if let entry = first(name.entries.filter { Self.begins($0, whole) }) {
      return Fit(kind: 1, text: entry)
    }
    if typed.count > 1 { return severalWords(name, typed, whole) }
    for errors in 1...2 {
      var fitting = name.entries.filter { entry in
        let word = entry.split(separator: " ")[0]
        return word.utf8.count <= 48
          && Self.errors(typed[0], String(word), isBeginning: true) == errors
      }
      if errors == 1 { fitting += spaced(name, typed, whole) }
      if let entry = first(fitting) { return Fit(kind: 2 + errors, text: entry) }
    }
    return nil
  }

  private func severalWords(_ name: Name, _ typed: [String], _ whole: String) -> Fit? {
    let words = name.text.split(separator: " ").map { String($0) }
    var total = 0
    for (number, word) in typed.enumerated() {
      let fewest = words.compactMap {
        Self.errors(word, $0, isBeginning: number == typed.count - 1)
      }.min()
      guard let fewest else {
        total = 99
        break
      }
      total += fewest
    }
    if total > 1, !spaced(name, typed, whole).isEmpty { total = 1 }
    return total <= 2 ? Fit(kind: 2 + total, text: "") : nil
  }

  /// The entries that begin with the text when one space is taken out or put in.
  private func spaced(_ name: Name, _ typed: [String], _ whole: String) -> [String] {
    guard Self.most(typed.reduce(0) { $0 + $1.unicodeScalars.count }) > 0 else { return [] }
    let scalars = Array(whole.unicodeScalars)
    var others: [String] = []
    for place in 1..<scalars.count {
      var other = scalars
      if scalars[place] == " " {
        other.remove(at: place)
      } else if scalars[place - 1] != " " {
        other.insert(" ", at: place)
      }
      others.append(String(String.UnicodeScalarView(other)))
    }
    return name.entries.filter { entry in others.contains { $0 != whole && Self.begins(entry, $0) }
    }
  }

  private func first(_ entries: [String]) -> String? { entries.min(by: Self.precedes) }

  private static func begins(_ text: String, _ beginning: String) -> Bool {
    Array(text.utf8).starts(with: Array(beginning.utf8))
  }

  // MARK: Errors

  static func most(_ letters: Int) -> Int {
    letters < 4 ? 0 : letters < 7 ? 1 : letters <= 48 ? 2 : 0
  }

  /// By the whole table; `nil` where there are more than are allowed.
  static func errors(_ typed: String, _ word: String, isBeginning: Bool) -> Int? {
    let (a, b) = (Array(typed.unicodeScalars), Array(word.unicodeScalars))
    let most = most(a.count)
    if abs(a.count - b.count) > most, !isBeginning || b.count < a.count { return nil }
    var table = [[Int]](repeating: [Int](repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in 0...a.count { table[i][0] = i }
    for j in 0...b.count { table[0][j] = j }
    for i in 1...max(1, a.count) where !a.isEmpty {
      for j in 1...max(1, b.count) where !b.isEmpty {
        var best = min(table[i - 1][j], table[i][j - 1]) + 1
        best = min(best, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          best = min(best, table[i - 2][j - 2] + 1)
        }
        table[i][j] = best
      }
    }
    let errors = isBeginning ? table[a.count].min()! : table[a.count][b.count]
    return errors <= most ? errors : nil
  }
}
