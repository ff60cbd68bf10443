/// Finds the stem, if any, that each core is a branch of.
struct ChainBranches {
  typealias Word = WordTable.Word

  private let stems: ChainStems
  private let corpus: ChainCorpus
  private let roles: [WordRole]
  /// How many cores each word is in.
  private let uses: [Int]
  /// The word `of`: `Duke of York` is not a branch of `Duke` in York.
  private let of: Word
  /// As in `Ego at the Mill`.
  private let at: Word
  /// The word `ta`, which `NameWords` keeps unless a legal ending shows that it means `trading as`.
  private let tradingAs: Word

  /// The stem of each core that is a branch.
  private(set) var stem: [Int?]

  /// A rare word may be a town that was not recognised. A word in more names than this is not rare.
  private static let mostOfRare = 12
  private static let fewestOfStrong = 20
  private static let farMore = 10

  init(_ stems: ChainStems, uses: [Int]) {
    (self.stems, self.uses) = (stems, uses)
    corpus = stems.corpus
    of = corpus.table.number(of: "of")
    at = corpus.table.number(of: "at")
    tradingAs = corpus.table.number(of: "ta")
    roles = corpus.table.roles
    stem = [Int?](repeating: nil, count: corpus.cores.count)
    for core in corpus.cores.indices { stem[core] = stemAtStart(of: corpus.cores[core]) }
    let strong = strongStems()
    let firstWords = Set(
      strong.indices.filter { strong[$0] }.compactMap { stems.words(of: $0).first })
    for core in corpus.cores.indices where stem[core].map({ !strong[$0] }) ?? true {
      if let later = stemFurtherOn(in: corpus.cores[core], strong, firstWords) {
        stem[core] = later
      }
    }
    let known = WellKnownChains(stems, stem)
    for core in corpus.cores.indices {
      guard let stem = wellKnownStem(in: corpus.cores[core], known),
        self.stem[core].map({ isOfBranch($0, of: stem) }) ?? true
      else { continue }
      self.stem[core] = stem
    }
  }

  /// The longest stem that the core begins with, if an address follows it.
  private func stemAtStart(of core: ChainCorpus.Core) -> Int? {
    let words = corpus.words(of: core)
    for count in (1...min(words.count, ChainStem.mostWords)).reversed() {
      guard let stem = stems.stem(of: words.prefix(count)) else { continue }
      if isBranch(core, words, after: count, of: stem) { return chain(of: stem) }
    }
    return nil
  }

  /// The stem that names the whole chain: `Hilton` for `Hilton London`, `McDonalds` for `McDonalds Asda`. A
  /// shorter stem is used if the words it lacks are an address and it has at least twice as many branches, or
  /// if it has ten times as many branches, provided that the longer stem has some. `McDonalds Bakers` has
  /// none: all its venues have exactly that name, so it is a different business.
  private func chain(of stem: Int) -> Int {
    let words = stems.words(of: stem)
    for count in (1..<max(words.count, 1)).reversed() {
      guard let shorter = stems.stem(of: words.prefix(count)), stems.isBranded[shorter] else {
        continue
      }
      let isOfPlace = words.dropFirst(count).allSatisfy { roles[Int($0)].isOfAddress }
      let isFarLarger =
        stems.hasManyBranches(shorter) && stems.all[stem].longer > 0
        && stems.all[shorter].longer >= Self.farMore * stems.all[stem].longer
      let isLarger = stems.all[shorter].branches >= 2 * stems.all[stem].longer
      if isOfPlace && isLarger || isFarLarger { return chain(of: shorter) }
    }
    return stem
  }

  /// Whether the words after the stem mark a branch rather than a different business: in `Pizza Hut` and
  /// `Pizza Express`, the word after `Pizza` is neither a place nor a trade.
  private func isBranch(
    _ core: ChainCorpus.Core, _ words: ArraySlice<Word>, after count: Int, of stem: Int
  ) -> Bool {
    let tail = words.dropFirst(count)
    guard let first = tail.first, !stems.isLocal[stem] else { return true }
    if core.breaks >> count & 1 == 1 { return true }
    let rest = tail.filter { !roles[Int($0)].contains(.trade) }
    if rest.isEmpty || first == of && !stems.isOwn[stem] { return false }
    if rest.allSatisfy({ roles[Int($0)].isOfAddress }) { return true }
    guard stems.isBranded[stem] else { return false }
    if tail.contains(where: { roles[Int($0)].contains(.place) }) { return true }
    if let last = tail.last, !roles[Int(last)].isDisjoint(with: [.address, .number]) {
      return true
    }
    if stems.isDistinct[stem] || first == at { return true }
    if stems.isOwn[stem], rest.contains(where: isRare) { return true }
    return (stems.hasManyBranches(stem) || stems.all[stem].goesOnAsAddress) && areRare(rest)
  }

  /// Whether these are few words, each of an address or rare: a town or a shopping centre that hardly any
  /// other name has.
  private func areRare(_ words: some Collection<Word>) -> Bool {
    words.count <= 3 && words.allSatisfy { roles[Int($0)].isOfAddress || isRare($0) }
  }

  private func isRare(_ word: Word) -> Bool {
    roles[Int(word)].isEmpty && uses[Int(word)] <= Self.mostOfRare
  }

  /// Whether each stem is that of a chain too large to be merely the name of a place or a person.
  private func strongStems() -> [Bool] {
    let venues = stems.venues(stem)
    return stems.all.indices.map {
      stems.isBranded[$0] && venues[$0] >= Self.fewestOfStrong
    }
  }

  /// The stem of a chain whose name comes after a place: `Alsager - Costa Coffee`, `1240 Worle McDonalds`.
  private func stemFurtherOn(
    in core: ChainCorpus.Core, _ strong: [Bool], _ firstWords: Set<Word>
  ) -> Int? {
    let words = corpus.words(of: core)
    guard words.count > 1 else { return nil }
    for start in 1..<words.count where firstWords.contains(words[words.startIndex + start]) {
      let isBroken = core.breaks >> start & 1 == 1
      let head = words.prefix(start)
      guard isBroken || head.allSatisfy({ roles[Int($0)].isOfAddress }) || areRare(head) else {
        continue
      }
      let rest = words.dropFirst(start)
      for count in (1...min(rest.count, ChainStem.mostWords)).reversed() {
        guard let stem = stems.stem(of: rest.prefix(count)), strong[stem],
          isBroken || stems.hasManyBranches(stem),
          isBranch(core, words, after: start + count, of: stem)
            || isTrade(rest.dropFirst(count))
        else { continue }
        return stem
      }
    }
    return nil
  }

  private func isTrade(_ words: ArraySlice<Word>) -> Bool {
    words.allSatisfy { roles[Int($0)].contains(.trade) }
  }

  /// Whether a stem is only part of a branch's name. `Papa Johns West` is, because of West Ealing, West
  /// Hampstead and West Norwood; `Holiday Inn Express` is not a branch of `Holiday Inn`.
  private func isOfBranch(_ stem: Int, of known: Int) -> Bool {
    guard stems.isBranded[stem] else { return true }
    let (words, name) = (stems.words(of: stem), stems.words(of: known))
    return words.starts(with: name)
      && words.dropFirst(name.count).allSatisfy { roles[Int($0)].isOfAddress }
  }

  /// The stem of a well-known chain that the name contains: `KFC New Addington`, `Costa Beeston`, `Queens
  /// Subway`, `M and C Restaurants ta McDonalds`.
  private func wellKnownStem(in core: ChainCorpus.Core, _ known: WellKnownChains) -> Int? {
    let words = corpus.words(of: core)
    for start in words.indices {
      guard let chain = known.chain(at: words[start...]) else { continue }
      let place = start - words.startIndex
      let head = words[..<start]
      let isFirst = head.isEmpty || core.breaks >> place & 1 == 1 || head.last == tradingAs
      let tail = words[(start + chain.words)...]
      let isLast = tail.isEmpty || core.breaks >> (place + chain.words) & 1 == 1
      if chain.isShort {
        // `Costa` on its own is left to `ChainFamilies`.
        guard isFirst, !tail.isEmpty || place > 0, tail.allSatisfy(known.isOfBranch)
        else { continue }
      } else {
        guard isFirst || known.areOfBranch(head, isRare: isRare),
          isLast || tail.first != of && known.areOfBranch(tail, isRare: isRare)
        else { continue }
      }
      return chain.stem
    }
    return nil
  }
}
