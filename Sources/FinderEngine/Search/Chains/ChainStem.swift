/// The words that the names of a chain begin with.
///
/// Either several venues have exactly these words as a name, or the words are followed by different places:
/// `itsu Leeds`, `itsu Ealing`, `itsu Bicester Village`. The latter is the stronger sign: a place follows
/// `Starbucks` in one longer name in three, and `Royal` in one in twenty.
struct ChainStem {
  typealias Word = WordTable.Word

  /// The first core that begins with the words, and the number of words.
  var core: Int
  var count: Int
  /// Venues with exactly these words as a name.
  var venues: UInt32 = 0
  /// How many different names continue after the words.
  var longer = 0
  /// How many continue with a place.
  var branches = 0
  /// How many continue with `at`: `Ego at the Mill`.
  var atSomewhere = 0

  // The following count different next words: sixty names continue with `Johns` after `Papa`, which count
  // once.

  /// How many different words follow.
  var children = 0
  /// How many of those start an address that ends with a place or a street: `Five Guys Victoria Square
  /// Belfast`.
  var addressed = 0
  /// How many start what may be an address: places, and words that hardly any other name has.
  var likely = 0
  /// How many are such a word or are followed by one, whatever else the name contains: `Mercure Albrighton
  /// Hall Hotel & Spa`.
  var named = 0
  /// How many are a place or are followed by one, or are in a name that ends like an address: `NVS Blyth
  /// Community Hospital`.
  var placed = 0
  /// How many come after a break: `LFH (Woolley Grange)`.
  var afterBreak = 0

  /// Names whose next word also comes next in another name and is not part of an address: for `Tony`, that is
  /// `Tony Macaroni Glasgow` beside `Tony Macaroni`.
  var repeats = 0
  /// Names that contain a pub's word further on: `Chandos Arms`, `Chandos Hall Hotel`.
  var pubs = 0
  /// Names whose next word occurs in addresses, but does not start one here: `Woodcote Park Golf Club`.
  var estates = 0

  // The following are computed only if they may matter, and are 0 or false otherwise.

  /// How many of the names have another one nearby.
  var near = 0
  /// Whether all of them are in one region.
  var areTogether = false
  /// Whether some have the article and others do not.
  var mixesArticle = false
  /// Whether some are in capitals and others are not.
  var mixesCapitals = false

  /// Words beyond this number are ignored.
  static let mostWords = 8
  private static let fewestVenues: UInt32 = 3
  private static let fewestBranches = 3
  private static let venuesOfAPlace: UInt32 = 20

  /// Whether it has branches named after their places. `uses` is the number of cores that have the rarest of
  /// the words.
  func isBranded(_ roles: [WordRole], _ words: ArraySlice<Word>, uses: Int) -> Bool {
    guard let last = words.last.map({ roles[Int($0)] }),
      last.isDisjoint(with: [.joining, .number, .numbering]), !isGeneric(roles, words)
    else { return false }
    if isOwn(uses: uses) || isOfPlaces(words: words.count, last, uses: uses) { return true }
    guard addressed + atSomewhere > 0 else { return false }
    if isDistinct(uses: uses) { return true }
    return isExclusive
      || branches >= Self.fewestBranches && branches * 4 >= longer && !last.contains(.place)
  }

  /// Whether nearly all names that begin with the words are branches: `Caffe Ginevra Blyth`, and those in
  /// Denton and Prudhoe, even though no other name shows that these are places.
  var isExclusive: Bool {
    guard goesOnAsAddress, addressed > 1 else { return false }
    return addressed * 2 >= children || likely * 5 >= children * 4 && addressed * 5 >= children * 2
  }

  /// Whether what follows is mostly an address, or may be one.
  var goesOnAsAddress: Bool { likely >= Self.fewestBranches && likely * 5 >= children * 3 }

  /// Whether nearly all names with the rarest of the words begin with the stem, followed by a different place
  /// or rare word each.
  func isDistinct(uses: Int) -> Bool {
    let somewhere = branches + (atSomewhere > Self.fewestDistinct ? atSomewhere : 0)
    let named = named + somewhere - branches
    return named >= Self.fewestDistinct && somewhere > 1 && named * 5 >= children * 4
      && somewhere * (named >= 2 * Self.fewestDistinct ? 10 : 5) >= longer && uses <= longer + 2
  }

  private static let fewestDistinct = 5

  /// How many different names begin with the words.
  var names: Int { longer + (venues > 0 ? 1 : 0) }

  /// Whether no other name has the rarest of the words, and what follows distinguishes branches: a place, or
  /// anything at all if the venues are in one region, as with `Kutis Of Wickham`, `Kutis Noorani` and `Kutis
  /// Brasserie`. Pubs are excluded, since many pubs of one county may have a landowner's name.
  func isOwn(uses: Int) -> Bool {
    guard names > 1, uses <= names, repeats == 0 else { return false }
    if atSomewhere >= Self.fewestBranches, atSomewhere * 2 >= longer { return true }
    if areTogether, names > 2, pubs == 0, estates * 2 <= longer { return true }
    guard isMostlyPlaced, areTogether || !mixesArticle else { return false }
    if afterBreak > 2 || placed > 1 && areTogether { return true }
    // This excludes words like `Chez`: hardly any of the words that follow it are known places.
    guard addressed > 0, addressed * 8 >= children else { return false }
    return addressed > 1
      || !mixesCapitals && placed > 2 && (placed * 5 >= children * 4 || near * 2 >= names)
  }

  /// Whether the stem is several words that other names have too, but followed by places. If no more than one
  /// venue has the words alone, it is enough that places follow a break, as in `Casa Brasil (Bristol)`, or
  /// that half of the venues are near each other. Otherwise few other names may have the rarest of the words.
  func isOfPlaces(words: Int, _ last: WordRole, uses: Int) -> Bool {
    guard words > 1, names > 2 else { return false }
    if isHardlyAlone {
      if afterBreak >= Self.fewestBranches, afterBreak == children { return true }
      if atSomewhere >= Self.fewestDistinct, atSomewhere * 2 >= longer { return true }
    }
    guard placed > 1, isMostlyPlaced else { return false }
    if isHardlyAlone, near > 2, near * 2 >= names { return true }
    return venues <= longer && addressed > 1 && uses <= 2 * names && !last.contains(.trade)
  }

  private var isHardlyAlone: Bool { venues < 2 }

  private var isMostlyPlaced: Bool { placed * 3 >= children * 2 }

  var areAllNear: Bool { near == names }

  /// Whether it matters how many of the names are near each other. Among many names, some always are.
  func needsNear(words: Int, uses: Int) -> Bool {
    guard (2...Self.mostMeasured).contains(names) else { return false }
    return repeats == 0 && uses <= names
      || words > 1 && isHardlyAlone && placed > 1 && isMostlyPlaced
  }

  private static let mostMeasured = 24

  func isWorthKeeping(_ roles: [WordRole], _ words: ArraySlice<Word>, uses: Int) -> Bool {
    if isBranded(roles, words, uses: uses) { return true }
    guard venues >= Self.fewestVenues, let last = words.last, !isGeneric(roles, words),
      !roles[Int(last)].contains(.joining)
    else { return false }
    let isOfPlaces = words.allSatisfy {
      roles[Int($0)].isGeneric || roles[Int($0)].contains(.place)
    }
    return !isOfPlaces || venues >= Self.venuesOfAPlace
  }

  private func isGeneric(_ roles: [WordRole], _ words: ArraySlice<Word>) -> Bool {
    words.allSatisfy { roles[Int($0)].isGeneric }
  }
}

/// All stems of a corpus, which can be looked up by their words.
struct ChainStems {
  typealias Word = WordTable.Word

  /// After a stem with this many branches, rare words are the place of a branch: `Costa Coffee Dereham`.
  private static let wellKnown = 30
  /// A rare word may be an unrecognised place. A word in more names than this is not rare.
  private static let mostOfRare = 6

  let corpus: ChainCorpus
  /// How many cores each word is in.
  private let uses: [Int]
  /// As in `Ego at the Mill`.
  private let at: Int
  private(set) var all: [ChainStem] = []
  private(set) var isBranded: [Bool] = []
  private(set) var isDistinct: [Bool] = []
  /// Whether the words have one owner, as `ChainStem.isOwn` or `ChainStem.isOfPlaces` shows.
  private(set) var isOwn: [Bool] = []
  /// Whether that is so, and all of the names are near each other.
  private(set) var isLocal: [Bool] = []
  private var numbers: [UInt64: Int] = [:]

  init(_ corpus: ChainCorpus, uses: [Int]) {
    (self.corpus, self.uses) = (corpus, uses)
    at = Int(corpus.table.number(of: "at"))
    collect()
  }

  func words(of stem: Int) -> ArraySlice<Word> {
    let first = corpus.cores[all[stem].core].start
    return corpus.words[first..<first + all[stem].count]
  }

  func hasManyBranches(_ stem: Int) -> Bool { all[stem].branches >= Self.wellKnown }

  /// The venues of each stem. `stem` gives, for each core, the stem that it is a branch of.
  func venues(_ stem: [Int?]) -> [Int] {
    var venues = [Int](repeating: 0, count: all.count)
    for (core, stem) in zip(corpus.cores, stem) {
      if let stem { venues[stem] += Int(core.venues) }
    }
    return venues
  }

  func stem(of words: ArraySlice<Word>) -> Int? {
    guard let number = numbers[WordTable.key(of: words)], self.words(of: number) == words else {
      return nil
    }
    return number
  }

  /// Cores that begin with the same words are adjacent, so one pass counts for all stems.
  private mutating func collect() {
    var open: [ChainStem] = []
    var previous: ArraySlice<Word> = []
    for (number, core) in corpus.cores.enumerated() {
      let words = corpus.words(of: core)
      let shared = zip(previous, words).prefix { $0 == $1 }.count
      while open.count > shared { close(open.removeLast()) }
      for count in open.count..<min(words.count, ChainStem.mostWords) {
        open.append(ChainStem(core: number, count: count + 1))
      }
      count(core, words, shared: shared, in: &open)
      previous = words
    }
    while let stem = open.popLast() { close(stem) }
  }

  private func count(
    _ core: ChainCorpus.Core, _ words: ArraySlice<Word>, shared: Int, in open: inout [ChainStem]
  ) {
    if words.count <= open.count { open[words.count - 1].venues = core.venues }
    let roles = corpus.table.roles
    var (isAddress, hasPlace, isLikely, isNamed) = (true, false, true, false)
    var hasPub = false
    for place in (1..<max(1, words.count)).reversed() {
      let word = Int(words[words.startIndex + place])
      let role = roles[word]
      let isRare = role.isEmpty && uses[word] <= Self.mostOfRare
      isAddress = isAddress && role.isOfAddress
      hasPlace = hasPlace || role.contains(.place)
      isLikely = isLikely && (role.isOfAddress || isRare)
      isNamed = isNamed || role.contains(.place) || isRare
      hasPub = hasPub || role.contains(.pub)
      guard place <= open.count else { continue }
      open[place - 1].longer += 1
      let isAfterBreak = core.breaks >> place & 1 == 1
      if isAddress && hasPlace { open[place - 1].branches += 1 }
      if word == at { open[place - 1].atSomewhere += 1 }
      if hasPub { open[place - 1].pubs += 1 }
      if !isAddress, role.contains(.address), !role.contains(.joining) {
        open[place - 1].estates += 1
      }
      guard place >= shared else {
        let tellsNothing = role.isOfAddress || !role.isDisjoint(with: [.trade, .joining])
        if !tellsNothing { open[place - 1].repeats += 1 }
        continue
      }
      open[place - 1].children += 1
      // Such as `Menai Bridge`.
      let isUnknownPlace = isLikely && place < words.count - 1 && isOfAddress(words.last)
      let isAddressed =
        isAddress && hasPlace || isUnknownPlace || endsAsAddress(words.dropFirst(place))
      if isAddressed { open[place - 1].addressed += 1 }
      if isLikely || isAfterBreak || isAddressed { open[place - 1].likely += 1 }
      if isAfterBreak { open[place - 1].afterBreak += 1 }
      if isNamed || isAfterBreak { open[place - 1].named += 1 }
      if hasPlace || isLikely || isAfterBreak || isOfAddress(words.last) {
        open[place - 1].placed += 1
      }
    }
  }

  /// The cores that begin with the stem are adjacent.
  private func compareNames(of stem: inout ChainStem) {
    let cores = corpus.cores[stem.core..<stem.core + stem.names]
    let positions = cores.map { corpus.names[Int(corpus.order[$0.names.lowerBound])].position }
    stem.near = Nearness.count(of: positions)
    stem.areTogether = Nearness.areTogether(positions)
    let names = cores.flatMap { $0.names.map { corpus.names[Int(corpus.order[$0])] } }
    stem.mixesArticle = Set(names.map(\.hasArticle)).count > 1
    stem.mixesCapitals = Set(names.map(\.isInCapitals)).count > 1
  }

  private func isOfAddress(_ word: Word?) -> Bool {
    word.map { corpus.table.roles[Int($0)].contains(.address) } ?? false
  }

  /// As in `Bar Soba (Albion St)`, `Five Guys Victoria Square Belfast`.
  private func endsAsAddress(_ tail: ArraySlice<Word>) -> Bool {
    let roles = corpus.table.roles
    guard tail.count > 1, let last = tail.last else { return false }
    return !roles[Int(last)].isDisjoint(with: [.street, .place])
      && tail.allSatisfy { roles[Int($0)].isDisjoint(with: [.trade, .common, .joining]) }
  }

  private mutating func close(_ closed: ChainStem) {
    var stem = closed
    let start = corpus.cores[stem.core].start
    let words = corpus.words[start..<start + stem.count]
    let roles = corpus.table.roles
    let fewest = words.map { uses[Int($0)] }.min() ?? 0
    if stem.needsNear(words: words.count, uses: fewest) { compareNames(of: &stem) }
    guard stem.isWorthKeeping(roles, words, uses: fewest) else { return }
    numbers[WordTable.key(of: words)] = all.count
    let isBranded = stem.isBranded(roles, words, uses: fewest)
    let last = words.last.map { roles[Int($0)] } ?? []
    let isOwn =
      isBranded
      && (stem.isOwn(uses: fewest) || stem.isOfPlaces(words: words.count, last, uses: fewest))
    self.isBranded.append(isBranded)
    self.isOwn.append(isOwn)
    isLocal.append(isOwn && stem.areAllNear)
    isDistinct.append(stem.isDistinct(uses: fewest))
    all.append(stem)
  }
}
