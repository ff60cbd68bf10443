/// Finds for each core the stem that it is a branch of.
struct ChainBranches {
  typealias Word = WordTable.Word

  private let stems: ChainStems
  private let corpus: ChainCorpus
  private let roles: [WordRole]
  /// How many cores each word is in.
  private let uses: [Int]
  /// `Duke of York` is not a `Duke` in York.
  private let of: Word
  /// As in `Ego at the Mill`.
  private let at: Word
  /// `ta`, which `NameWords` keeps if nothing else shows that it means `trading as`.
  private let tradingAs: Word

  /// For each core.
  private(set) var stem: [Int?]

  /// A word in more names than this is not an unrecognised town.
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

  /// For `Hilton London` that is `Hilton`, and for `McDonalds Asda` it is `McDonalds`. The shorter stem is
  /// used if the words between are one place of several, or if it has far more branches than the longer stem,
  /// which must have some. All venues named `McDonalds Bakers` have exactly that name, so they are a
  /// different business.
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

  /// Whether the words after the stem make it a branch, not a different business: `Pizza Hut` and `Pizza
  /// Express` continue with a word that is neither place nor trade.
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

  /// Few words, each in few names: a town or a shopping centre that no other name has.
  private func areRare(_ words: some Collection<Word>) -> Bool {
    words.count <= 3 && words.allSatisfy { roles[Int($0)].isOfAddress || isRare($0) }
  }

  private func isRare(_ word: Word) -> Bool {
    roles[Int(word)].isEmpty && uses[Int(word)] <= Self.mostOfRare
  }

  /// Stems of chains large enough not to be the name of a place or a person.
  private func strongStems() -> [Bool] {
    let venues = stems.venues(stem)
    return stems.all.indices.map {
      stems.isBranded[$0] && venues[$0] >= Self.fewestOfStrong
    }
  }

  /// As in `Alsager - Costa Coffee`, `1240 Worle McDonalds`.
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

  /// `Papa Johns West` is a stem too, from Ealing, Hampstead and Norwood; `Holiday Inn Express` is not a
  /// branch of `Holiday Inn`.
  private func isOfBranch(_ stem: Int, of known: Int) -> Bool {
    guard stems.isBranded[stem] else { return true }
    let (words, name) = (stems.words(of: stem), stems.words(of: known))
    return words.starts(with: name)
      && words.dropFirst(name.count).allSatisfy { roles[Int($0)].isOfAddress }
  }

  /// As in `KFC New Addington`, `Costa Beeston`, `Queens Subway`, `M and C Restaurants ta McDonalds`.
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
        // `ChainFamilies` handles `Costa` alone.
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
