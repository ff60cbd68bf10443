/// Tells a chain's name from one that many houses share and nobody owns: `The Red Lion`, `Spice Lounge`.
///
/// A name with branches named after their places is a chain's. Of the others these are shared:
///
/// - those of pubs: they end with `Inn`, `Arms`, `Hotel` or `Tavern`, or some of that name do;
/// - those written now with the article and now without, as different owners do;
/// - those of ordinary words alone, each of which is in 25 other names.
///
/// Where houses of one owner have a name of ordinary words and none adds its place, they are taken for
/// independent. Where houses of different owners have a rare name in common, they are taken for a chain.
struct SharedNames {
  typealias Word = WordTable.Word

  private let corpus: ChainCorpus
  private let stems: ChainStems
  private let roles: [WordRole]
  private let uses: [Int]
  private let pubWords: [Word]

  private static let manyBranches = 12
  private static let usesOfOrdinary = 25

  init(_ stems: ChainStems, uses: [Int]) {
    (self.stems, self.uses) = (stems, uses)
    corpus = stems.corpus
    let roles = corpus.table.roles
    self.roles = roles
    pubWords = roles.indices.filter { roles[$0].contains(.pub) }.map { Word($0) }
  }

  /// Of the leader's words; `cores` and `venues` are those of all of its houses.
  func isShared(_ words: ArraySlice<Word>, cores: Int, venues: Int) -> Bool {
    guard let last = words.last else { return true }
    if words.allSatisfy({ roles[Int($0)].isGeneric || roles[Int($0)].contains(.common) }) {
      return true
    }
    let core = corpus.core(of: Array(words))
    let alone = Int(core?.venues ?? 0)
    let stem = stems.stem(of: words)
    let branches = stem.map { stems.all[$0].branches } ?? 0
    let isBranded = stem.map { stems.isBranded[$0] } ?? false
    if roles[Int(last)].contains(.pub) { return !isBranded || branches * 2 < alone }
    if isBranded, branches * 4 >= alone || branches >= Self.manyBranches { return false }
    return isWrittenBothWays(core) || arePubs(words, of: venues)
      || words.allSatisfy { isOrdinary($0, cores) }
  }

  private func isOrdinary(_ word: Word, _ cores: Int) -> Bool {
    !roles[Int(word)].isDisjoint(with: [.trade, .joining])
      || uses[Int(word)] - cores >= Self.usesOfOrdinary
  }

  /// With `the` and without it, each at least once in ten.
  private func isWrittenBothWays(_ core: ChainCorpus.Core?) -> Bool {
    guard let core else { return false }
    let with = core.names.reduce(0) {
      let name = corpus.names[Int(corpus.order[$1])]
      return $0 + (name.hasArticle ? Int(name.venues) : 0)
    }
    let fewer = min(with, Int(core.venues) - with)
    return fewer > 0 && fewer * 10 >= Int(core.venues)
  }

  /// One in fifty says which kind of pub it is.
  private func arePubs(_ words: ArraySlice<Word>, of venues: Int) -> Bool {
    let pubs = pubWords.reduce(0) { $0 + Int(corpus.core(of: words + [$1])?.venues ?? 0) }
    return pubs > 0 && pubs * 50 >= venues
  }
}
