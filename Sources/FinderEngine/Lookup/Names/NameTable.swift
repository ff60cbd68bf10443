/// The names of a dataset's venues, folded, each once and sorted; all their words, sorted; and for each what
/// is needed to show the best first.
///
///     name    a number, in the order of the folded texts
///     entry   a place in a name where a word begins, in the order of the texts from there on
///     word    a word that some name has, as a range of entries
///
/// Entries are a suffix array over words: all names that have a text at the beginning of some word are one
/// range. Names, entries and words together take about 70 bytes a name, and 8 a venue.
///
/// The names of many branches include their operator or street: `Starling Ltd t/a McDonald's`. A user who
/// types `star` does not mean the chain. So a match counts for the name's chain only if the matching word is
/// one of the chain's (`ChainsWords`), and otherwise for the name itself.
///
/// Numbers from a file are checked before they are used as indices.
struct NameTable: Sendable {
  let names: NameColumns
  /// For each name, its chain, or `ChainList.none`.
  let chains: Column<UInt32>
  /// For each name, the next name of its chain, and after the last the first: a ring. The name itself if
  /// there is no other.
  let nextNames: Column<UInt32>
  /// For each name, 1 if it begins with a word of its chain.
  let chainFirst: Column<UInt8>
  /// For each entry, 1 if it begins with a word of its name's chain.
  let chainEntries: Column<UInt8>
  /// For each name, how many venues its chain has, or else the name itself.
  let branches: Column<UInt32>
  let entryNames: Column<UInt32>
  let entryOffsets: Column<UInt16>
  let nameRanks: Column<UInt32>
  let entryRanks: Column<UInt32>
  let words: WordList

  var count: Int { branches.count }

  /// The folded text; empty for a name that does not exist.
  func text(of name: Int) -> Bytes {
    names.text.values(from: names.starts.value(at: name), to: names.starts.value(at: name + 1))
  }

  /// The range of a name's rows among the rows of all names.
  func places(of name: Int) -> Range<Int> { places(ofNames: name..<name + 1) }

  func places(ofNames range: Range<Int>) -> Range<Int> {
    names.rows.rows(
      from: names.rowStarts.value(at: range.lowerBound).map { Int($0) },
      to: names.rowStarts.value(at: range.upperBound).map { Int($0) })
  }

  func rows(of name: Int) -> UnsafeBufferPointer<UInt32> {
    let places = places(of: name)
    return names.rows.values(from: places.lowerBound, to: places.upperBound)
  }

  func venueCount(of name: Int) -> Int { places(of: name).count }

  /// The name of a row, which must be one of the store's.
  func name(ofRow row: Int) -> Int? {
    guard let name = names.nameOfRow.value(at: row), name < count else { return nil }
    return Int(name)
  }

  func chain(of name: Int) -> Int? {
    guard let chain = chains.value(at: name), chain != ChainList.none else { return nil }
    return Int(chain)
  }

  /// Higher ranks are suggested first. Only names that must not be suggested have rank 0.
  func rank(of name: Int, asChain: Bool) -> UInt32 {
    let branches = branches.value(at: name) ?? 0
    return asChain || branches == 0 ? branches : UInt32(clamping: venueCount(of: name))
  }

  func rank(ofName name: Int) -> UInt32 { rank(of: name, asChain: beginsAsChain(name)) }

  func rank(ofEntry entry: Int) -> UInt32 {
    name(ofEntry: entry).map { rank(of: $0, asChain: isChains(entry)) } ?? 0
  }

  func beginsAsChain(_ name: Int) -> Bool { chainFirst.value(at: name) == 1 }

  func isChains(_ entry: Int) -> Bool { chainEntries.value(at: entry) == 1 }

  /// A chain, or a name by itself.
  enum Group: Hashable {
    case chain(Int)
    case name(Int)
  }

  func names(beginningWith prefix: [UInt8]) -> Range<Int> {
    prefix.withUnsafeBufferPointer { prefix in
      range(of: prefix, count: count) { text(of: $0) }
    }
  }

  func name(_ wanted: [UInt8]) -> Int? {
    let first = names(beginningWith: wanted).lowerBound
    guard first < count, text(of: first).elementsEqual(wanted) else { return nil }
    return first
  }

  func name(ofEntry entry: Int) -> Int? {
    guard let name = entryNames.value(at: entry), name < count else { return nil }
    return Int(name)
  }

  /// The rest of a name, from a word on.
  func text(ofEntry entry: Int) -> Bytes {
    let name = name(ofEntry: entry)
    let start = name.flatMap { names.starts.value(at: $0) }
    let offset = entryOffsets.value(at: entry).map { Int($0) }
    return names.text.values(
      from: start.flatMap { start in offset.map { start &+ $0 } },
      to: name.flatMap { names.starts.value(at: $0 + 1) })
  }

  func entries(beginningWith prefix: [UInt8]) -> Range<Int> {
    prefix.withUnsafeBufferPointer { prefix in
      range(of: prefix, count: entryNames.count) { text(ofEntry: $0) }
    }
  }

  /// Among sorted texts, those that begin with `prefix`.
  private func range(of prefix: Bytes, count: Int, _ text: (Int) -> Bytes) -> Range<Int> {
    func order(_ place: Int) -> Int {
      let text = text(place)
      let beginning = UnsafeBufferPointer(rebasing: text[..<min(text.count, prefix.count)])
      return beginning.order(prefix)
    }
    let first = firstPlace(in: 0..<count) { order($0) >= 0 }
    return first..<firstPlace(in: first..<count) { order($0) > 0 }
  }

  var rankedNames: RankTree { RankTree(largest: nameRanks, count: count) }
  var rankedEntries: RankTree { RankTree(largest: entryRanks, count: entryNames.count) }

  /// From a file's columns, starting with number `first`.
  init(_ file: SectionFile, from first: Int) {
    names = NameColumns(
      text: file.column(first), starts: file.column(first + 1), rowStarts: file.column(first + 2),
      rows: file.column(first + 3), nameOfRow: file.column(first + 4),
      faces: file.column(first + 5))
    chains = file.column(first + 6)
    branches = file.column(first + 7)
    entryNames = file.column(first + 8)
    entryOffsets = file.column(first + 9)
    nameRanks = file.column(first + 10)
    entryRanks = file.column(first + 11)
    words = WordList(
      text: file.column(first + 12), starts: file.column(first + 13),
      shared: file.column(first + 14), entries: file.column(first + 15))
    nextNames = file.column(first + 16)
    chainFirst = file.column(first + 17)
    chainEntries = file.column(first + 18)
  }

  /// In the order in which they are read.
  func add(to writer: inout SectionWriter) {
    writer.add(
      names.text, names.starts, names.rowStarts, names.rows, names.nameOfRow, names.faces, chains,
      branches, entryNames, entryOffsets, nameRanks, entryRanks, words.text, words.starts,
      words.shared, words.entries, nextNames, chainFirst, chainEntries)
  }
}

/// The distinct words of a dataset's names, sorted, for comparison with a word that may be misspelt.
///
/// Each has the number of bytes that it shares with the one before. So a walk over them can resume where they
/// differ, and skip all words with a beginning that does not fit.
struct WordList: Sendable {
  let text: Column<UInt8>
  /// Where each word begins, and the end of the last.
  let starts: Column<UInt32>
  /// How many bytes it has in common with the one before.
  let shared: Column<UInt8>
  let entries: Column<EntryRange>

  struct EntryRange: BitwiseCopyable {
    var first: UInt32
    var end: UInt32
  }

  /// Longer words are found only if typed correctly.
  static let longest = 48

  var count: Int { entries.count }

  func text(of word: Int) -> Bytes? {
    guard let start = starts.value(at: word), let end = starts.value(at: word + 1),
      start <= end, end - start <= Self.longest
    else { return nil }
    return text.values(in: Int(start)..<Int(end))
  }

  func entries(of word: Int, among all: Int) -> Range<Int>? {
    guard let range = entries.value(at: word), range.first <= range.end, range.end <= all else {
      return nil
    }
    return Int(range.first)..<Int(range.end)
  }
}
