import TestSupport
import Testing

@testable import FinderEngine

/// Suggestions as they are defined, from all names one by one.
struct SuggestionOracle {
  struct Name {
    let text: String
    let bytes: [UInt8]
    let venues: Int
    let entries: [Entry]
    /// By their numbers.
    let words: [Int]
    let coordinates: [Coordinate]
    /// Its chain, and how many venues that has.
    let chain: Chain?

    var branches: Int { chain?.venues ?? venues }
  }

  /// From the first byte of a word to the name's end.
  struct Entry {
    let text: String
    let bytes: [UInt8]
    let word: Int
  }

  typealias Chain = (name: String, venues: Int)

  let names: [Name]
  /// All words of names and entries, each once: errors are counted in these.
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

  /// How a name fits: the kind of fit, and the text that does.
  private struct Fit {
    let kind: Int
    let text: String
  }

  func suggest(_ text: String, from point: Coordinate? = nil, limit: Int) -> [Line] {
    let words = Self.words(text)
    if words.isEmpty, text.contains(where: { !$0.isWhitespace }) { return [] }
    let typed = Typed(words, self.words)
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
    return withChainsDistances(Array(first.prefix(limit)), point).map {
      Line(
        text: $0.chain?.name ?? $0.text, venues: $0.branches, distance: point == nil ? nil : $2)
    }
  }

  /// A chain is as far as its nearest branch, whichever name fits, and of one kind of fit the nearest
  /// comes first.
  private func withChainsDistances(
    _ lines: [(Name, Fit, Double)], _ point: Coordinate?
  ) -> [(Name, Fit, Double)] {
    guard let point else { return lines }
    let measured = lines.map { name, fit, distance in
      guard let chain = name.chain?.name else { return (name, fit, distance) }
      let branches = names.filter { $0.chain?.name == chain }.flatMap(\.coordinates)
      return (name, fit, branches.map { Geodesic.distance(from: point, to: $0) }.min()!)
    }
    return measured.sorted { a, b in
      if a.1.kind != b.1.kind { return a.1.kind < b.1.kind }
      return a.2 != b.2 ? a.2 < b.2 : Self.precedes(a.0.text, b.0.text)
    }
  }

  private static func precedes(_ a: String, _ b: String) -> Bool {
    Array(a.utf8).lexicographicallyPrecedes(Array(b.utf8))
  }

  /// What is the same for all names.
  private struct Typed {
    let whole: [UInt8]
    let count: Int
    /// For each typed word the errors in each word of names, the last word as a beginning.
    let errors: [[Int?]]
    /// With one space taken out or put in.
    let spaced: [[UInt8]]

    init(_ typed: [String], _ words: Words) {
      let text = typed.joined(separator: " ")
      whole = Array(text.utf8)
      count = typed.count
      errors = typed.enumerated().map { number, word in
        TypingErrors.counts(
          word.unicodeScalars.map(\.value), among: words.letters,
          isBeginning: number == typed.count - 1)
      }
      let letters = typed.reduce(0) { $0 + $1.unicodeScalars.count }
      spaced = TypingErrors.most(letters) > 0 ? Self.withOtherSpaces(text) : []
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

  private func fit(of name: Name, _ typed: Typed) -> Fit? {
    if name.bytes.begins(with: typed.whole) { return Fit(kind: 0, text: "") }
    if let entry = first(name.entries.filter { $0.bytes.begins(with: typed.whole) }) {
      return Fit(kind: 1, text: entry)
    }
    if typed.count > 1 { return severalWords(name, typed) }
    for errors in 1...2 {
      var fitting = name.entries.filter { entry in
        typed.errors[0][entry.word] == errors && words.bytes[entry.word] <= 48
      }
      if errors == 1 { fitting += spaced(name, typed) }
      if let entry = first(fitting) { return Fit(kind: 2 + errors, text: entry) }
    }
    return nil
  }

  private func severalWords(_ name: Name, _ typed: Typed) -> Fit? {
    var total = 0
    for errors in typed.errors {
      guard let fewest = name.words.compactMap({ errors[$0] }).min() else {
        total = 99
        break
      }
      total += fewest
    }
    if total > 1, !spaced(name, typed).isEmpty { total = 1 }
    return total <= 2 ? Fit(kind: 2 + total, text: "") : nil
  }

  private func spaced(_ name: Name, _ typed: Typed) -> [Entry] {
    typed.spaced.isEmpty ? [] : name.entries.filter { $0.bytes.begins(withAnyOf: typed.spaced) }
  }

  private func first(_ entries: [Entry]) -> String? {
    entries.map(\.text).min(by: Self.precedes)
  }
}
