import TestSupport
import Testing

@testable import FinderEngine

/// Suggestions by their definition, from all names one by one.
struct SuggestionOracle {
  struct Name {
    let text: String
    let bytes: [UInt8]
    let venues: Int
    let entries: [Entry]
    /// The words by their numbers.
    let words: [Int]
    let coordinates: [Coordinate]
    /// Its chain, and how many venues that has.
    let chain: Chain?

    /// Whether a word that fits means the chain: it is one of the chain's own, or the beginning of one.
    func isChains(_ entry: String) -> Bool {
      guard let chain else { return false }
      let words = SuggestionOracle.words(chain.name)
      let first = String(entry.prefix { $0 != " " })
      return chain.venues == venues
        || (words + [words.joined()]).contains { word in
          word == first
            || min(word.utf8.count, first.utf8.count) >= 3
              && (Array(word.utf8).begins(with: Array(first.utf8))
                || Array(first.utf8).begins(with: Array(word.utf8)))
        }
    }

    func venues(asChain: Bool) -> Int { asChain ? chain?.venues ?? venues : venues }
  }

  /// From the first byte of a word to the end of the name.
  struct Entry {
    let text: String
    let bytes: [UInt8]
    let word: Int
  }

  typealias Chain = (name: String, venues: Int)

  let names: [Name]
  /// All words of names and entries, without duplicates: errors are counted in these.
  private let words: Words

  private struct Words {
    private(set) var letters: [[UInt32]] = []
    private(set) var bytes: [Int] = []
    private var numbers: [String: Int] = [:]

    mutating func number(of word: Substring) -> Int {
      let word = String(word)
      if let number = numbers[word] { return number }
      numbers[word] = letters.count
      letters.append(word.unicodeScalars.map(\.value))
      bytes.append(word.utf8.count)
      return letters.count - 1
    }
  }

  /// `chain` returns the chain of a venue's number; other tests check which names are one chain.
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
    var words = Words()
    names = places.filter { !$0.key.isEmpty }.map { text, coordinates in
      Name(
        text: text, bytes: Array(text.utf8), venues: coordinates.count,
        entries: Self.entries(of: text).map {
          Entry(
            text: $0, bytes: Array($0.utf8), word: words.number(of: $0.split(separator: " ")[0]))
        },
        words: text.split(separator: " ").map { words.number(of: $0) }, coordinates: coordinates,
        chain: chains[text])
    }
    .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    self.words = words
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

  /// How a name fits: the kind of fit, the text that fits, and whether it means the chain.
  private struct Fit {
    let name: Name
    let kind: Int
    let text: String
    let isChains: Bool
    /// The cost of its errors.
    var cost = 0
  }

  func suggest(_ text: String, from point: Coordinate? = nil, limit: Int) -> [Line] {
    let words = Self.words(text)
    if words.isEmpty, text.contains(where: { !$0.isWhitespace }) { return [] }
    let typed = Typed(words, self.words)
    var fits = names.flatMap { self.fits(of: $0, typed) }
    // Beside names with several words as they were typed, only a likely error counts.
    let hasRight = fits.contains { $0.cost == 0 }
    if words.count > 1, hasRight { fits.removeAll { $0.cost > 4 } }
    let sorted = point.map { nearest(fits, from: $0) } ?? largest(fits)
    var seen: Set<String> = []
    var lines: [Line] = []
    var near = 0
    for (fit, distance) in sorted where lines.count < limit {
      if fit.kind >= Self.far, near >= 3 || hasRight { break }
      let chain = fit.name.chain.map { "=\($0.name)" }
      if let chain, seen.contains(chain) { continue }
      let isChain = fit.isChains && chain != nil
      guard seen.insert(isChain ? chain! : fit.name.text).inserted else { continue }
      lines.append(
        Line(
          text: isChain ? fit.name.chain!.name : fit.name.text,
          venues: fit.name.venues(asChain: isChain), distance: distance))
      if fit.kind < Self.far { near = lines.count }
    }
    return lines
  }

  private func largest(_ fits: [Fit]) -> [(Fit, Double?)] {
    fits.sorted { a, b in
      if a.kind != b.kind { return a.kind < b.kind }
      let (first, second) = (
        a.name.venues(asChain: a.isChains), b.name.venues(asChain: b.isChains)
      )
      if first != second { return first > second }
      return a.text != b.text
        ? Self.precedes(a.text, b.text) : Self.precedes(a.name.text, b.name.text)
    }
    .map { ($0, nil) }
  }

  /// If one name of a chain means the chain, all of its names that fit do. Chains and names at equal
  /// distances are in order of their first names.
  private func nearest(_ fits: [Fit], from point: Coordinate) -> [(Fit, Double?)] {
    func key(_ fit: Fit) -> String? { fit.name.chain.map { "\(fit.kind)\($0.name)" } }
    var leaders: [String: String] = [:]
    for fit in fits where fit.isChains {
      guard let key = key(fit) else { continue }
      leaders[key] =
        leaders[key].map { Self.precedes(fit.name.text, $0) ? fit.name.text : $0 }
        ?? fit.name.text
    }
    let measured = fits.map { fit in
      let leader = key(fit).flatMap { leaders[$0] }
      let isChains = leader != nil
      return (
        Fit(
          name: fit.name, kind: fit.kind, text: leader ?? fit.name.text, isChains: isChains,
          cost: fit.cost),
        distance(from: point, to: fit.name, asChain: isChains)
      )
    }
    return measured.sorted { a, b in
      if a.0.kind != b.0.kind { return a.0.kind < b.0.kind }
      return a.1 != b.1 ? a.1 < b.1 : Self.precedes(a.0.text, b.0.text)
    }
    .map { ($0.0, $0.1) }
  }

  /// A chain's distance is that of its nearest branch, whichever name fits.
  private func distance(from point: Coordinate, to name: Name, asChain: Bool) -> Double {
    let branches =
      (asChain ? name.chain : nil).map { chain in
        names.filter { $0.chain?.name == chain.name }.flatMap(\.coordinates)
      } ?? name.coordinates
    return branches.map { Geodesic.distance(from: point, to: $0) }.min()!
  }

  private static func precedes(_ a: String, _ b: String) -> Bool {
    Array(a.utf8).lexicographicallyPrecedes(Array(b.utf8))
  }

  /// What is the same for all names.
  private struct Typed {
    let whole: [UInt8]
    let count: Int
    let letters: Int
    /// For each typed word, the cost of its errors in each word of names; the last word as a beginning.
    let near: [[Int?]]
    let far: [[Int?]]
    /// With one space removed or inserted.
    let spaced: [[UInt8]]

    init(_ typed: [String], _ words: Words) {
      let text = typed.joined(separator: " ")
      whole = Array(text.utf8)
      count = typed.count
      func costs(isFar: Bool) -> [[Int?]] {
        typed.enumerated().map { number, word in
          TypingErrors.costs(
            word.unicodeScalars.map(\.value), among: words.letters,
            isBeginning: number == typed.count - 1, isFar: isFar)
        }
      }
      (near, far) = (costs(isFar: false), costs(isFar: true))
      letters = typed.reduce(0) { $0 + $1.unicodeScalars.count }
      spaced = letters < 4 ? [] : Self.withOtherSpaces(text)
    }

    private static func withOtherSpaces(_ text: String) -> [[UInt8]] {
      let scalars = Array(text.unicodeScalars)
      return scalars.indices.dropFirst().compactMap { place in
        var other = scalars
        if scalars[place] == " " {
          other.remove(at: place)
        } else if scalars[place - 1] != " " {
          other.insert(" ", at: place)
        } else {
          return nil
        }
        return Array(String(String.UnicodeScalarView(other)).utf8)
      }
    }
  }

  /// All fits of the best kind.
  private func fits(of name: Name, _ typed: Typed) -> [Fit] {
    func fit(_ kind: Int, _ entry: Entry, cost: Int = 0) -> Fit {
      Fit(
        name: name, kind: kind, text: entry.text, isChains: name.isChains(entry.text), cost: cost)
    }
    if name.bytes.begins(with: typed.whole) {
      return [Fit(name: name, kind: 0, text: "", isChains: name.isChains(name.text))]
    }
    let entries = name.entries.filter { $0.bytes.begins(with: typed.whole) }
    if !entries.isEmpty { return entries.map { fit(1, $0) } }
    let isSeveral = typed.count > 1
    for isFar in [false, true] where !isFar || typed.letters >= 3 {
      let errors = isFar ? typed.far : typed.near
      let kind = 2 + (isFar ? Self.far : 0)
      // In three letters, one error and no more.
      let most = min(
        TypingErrors.most(typed.letters, isFar: isFar), typed.letters < 4 ? 5 : .max)
      var cost = isSeveral ? costOfAll(name, errors) : nil
      let costs = isSeveral ? [] : name.entries.map { self.cost(of: $0, errors[0]) }
      if !isSeveral { cost = costs.compactMap { $0 }.min() }
      let spaced = isFar ? [] : spaced(name, typed)
      if !spaced.isEmpty { cost = min(cost ?? 3, 3) }
      guard let cost, cost <= most else { continue }
      if isSeveral {
        return [
          Fit(name: name, kind: kind + cost, text: "", isChains: name.chain != nil, cost: cost)
        ]
      }
      // The name begins with the word, or has it later.
      if costs[0] == cost {
        return [
          Fit(
            name: name, kind: kind + 2 * cost, text: "", isChains: name.isChains(name.text),
            cost: cost)
        ]
      }
      let fitting = zip(name.entries, costs).filter { $1 == cost }.map(\.0)
      return (fitting + (cost == 3 ? spaced : [])).map {
        fit(kind + 2 * cost + 1, $0, cost: cost)
      }
    }
    return []
  }

  /// From here on, the kinds of distant fits.
  private static let far = 100

  private func cost(of entry: Entry, _ errors: [Int?]) -> Int? {
    words.bytes[entry.word] <= 48 ? errors[entry.word] : nil
  }

  private func costOfAll(_ name: Name, _ errors: [[Int?]]) -> Int? {
    var total = 0
    for errors in errors {
      guard let least = name.words.compactMap({ errors[$0] }).min() else { return nil }
      total += least
    }
    return total
  }

  private func spaced(_ name: Name, _ typed: Typed) -> [Entry] {
    typed.spaced.isEmpty ? [] : name.entries.filter { $0.bytes.begins(withAnyOf: typed.spaced) }
  }
}
