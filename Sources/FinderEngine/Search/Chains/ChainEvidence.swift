/// Looks up facts about a name's venues, as evidence of whether they have one owner.
struct VenuesOfNames {
  /// At most `most` rows of a name, spread evenly over all of its rows.
  var rows: (_ name: Int, _ most: Int) -> [Int]
  /// How many different spellings the name's venues use.
  var spellings: (_ name: Int) -> Int
  var position: (_ row: Int) -> Coordinate
  /// The postcode district as a number; 0 if no postcode can be read.
  var district: (_ row: Int) -> UInt64
}

/// Counts the areas in which a chain has branches: postcode districts or, for venues without a postcode,
/// squares of about two kilometres. Counting stops at three, which is enough.
struct BranchAreas {
  static let enough = 3
  private var found: [UInt64] = []

  var areEnough: Bool { found.count == Self.enough }

  mutating func add(_ row: Int, of venues: VenuesOfNames) {
    let district = venues.district(row)
    let area = district != 0 ? district : Self.square(of: venues.position(row))
    if !areEnough, !found.contains(area) { found.append(area) }
  }

  /// The top bit is set, so the number differs from those of all districts, which have at most four
  /// characters.
  private static func square(of position: Coordinate) -> UInt64 {
    // A damaged snapshot may hold any number.
    guard abs(position.latitude) <= 90, abs(position.longitude) <= 180 else { return 1 << 63 }
    let row = (position.latitude / 0.02).rounded(.down)
    let narrowing = SineAndCosine(degrees: SIMD2(repeating: row * 0.02)).cosine.x
    let column = (position.longitude * max(narrowing, 0.01) / 0.02).rounded(.down)
    return 1 << 63 | UInt64(UInt16(bitPattern: Int16(row))) << 16
      | UInt64(UInt16(bitPattern: Int16(column)))
  }
}

/// Which venues are within 25 km of each other. Distances are computed as on a plane.
enum Nearness {
  private static let nearby = 25_000.0

  /// How many of the positions are near one of the others.
  static func count(of positions: [Coordinate]) -> Int {
    positions.indices.count { place in
      positions.indices.contains { $0 != place && areNear(positions[$0], positions[place]) }
    }
  }

  /// Whether all are in one region, so that each can be reached from any other in steps of less than 25 km.
  /// If two venues are in one town and two in another, each has a neighbour, but they are not together.
  static func areTogether(_ positions: [Coordinate]) -> Bool {
    var (reached, left) = (Array(positions.prefix(1)), Array(positions.dropFirst()))
    while let last = reached.popLast() {
      let split = left.partition { areNear($0, last) }
      reached += left[split...]
      left.removeSubrange(split...)
    }
    return left.isEmpty
  }

  private static func areNear(_ a: Coordinate, _ b: Coordinate) -> Bool {
    let metres = 111_200.0
    let north = (a.latitude - b.latitude) * metres
    guard abs(north) < nearby else { return false }
    let narrowing = SineAndCosine(degrees: SIMD2(repeating: a.latitude)).cosine.x
    let east = (a.longitude - b.longitude) * metres * narrowing
    return north * north + east * east < nearby * nearby
  }
}

/// Distinguishes a chain's name from one that many independent venues share: `The Red Lion`, `Spice Lounge`.
///
/// A chain must have branches in three postcode districts. Beyond that, points for and against are added up:
///
/// - for a chain: branches named after their places; venues that all spell the name alike, as a single owner
///   would; venues closer to each other than unrelated ones would be; a word that no other name has;
/// - against: words that many other names have; venues whose names continue with a word that is not a place;
///   an article, especially if only some of the venues use it; a typical name for a pub.
///
/// The result is a guess: the venues of a small chain with an ordinary name are taken for independent.
struct ChainEvidence {
  typealias Word = WordTable.Word

  private let corpus: ChainCorpus
  private let stems: ChainStems
  private let roles: [WordRole]
  private let uses: [Int]
  private let pubWords: [Word]

  private static let pointsOfChain = 3
  private static let manyBranches = 12
  private static let manyVenues = 6
  private static let usesOfOrdinary = 25
  /// Among more venues than this, some are always near each other, even if they are unrelated.
  private static let mostMeasured = 40
  /// At most this many venues of a name are examined.
  private static let mostRows = 32
  /// The share of all pairs of names that are near each other; in Great Britain it is one in 26.
  private let shareNearby: Double

  init(_ stems: ChainStems, uses: [Int]) {
    (self.stems, self.uses) = (stems, uses)
    corpus = stems.corpus
    let roles = corpus.table.roles
    self.roles = roles
    shareNearby = MapSquares.pairs(of: corpus.squares(MapSquares.wide))
    pubWords = roles.indices.filter { roles[$0].contains(.pub) }.map { Word($0) }
  }

  /// `words` are those of the group's leader. Postcodes are read last, and only if the result depends on
  /// them.
  func isChain(
    _ group: ChainGroups.Group, _ words: ArraySlice<Word>, _ venues: VenuesOfNames
  ) -> Bool {
    guard let last = words.last, !words.allSatisfy({ roles[Int($0)].isGeneric }),
      group.venues >= BranchAreas.enough
    else { return false }
    let stem = stems.stem(of: words)
    let isBranded = stem.map { stems.isBranded[$0] } ?? false
    let isPub = roles[Int(last)].contains(.pub)
    let core = corpus.core(of: words)
    let alone = Int(core?.venues ?? 0)
    let named = stem.map { stems.all[$0].branches } ?? 0
    if isBranded, named >= Self.manyBranches, !isPub || named * 2 >= alone {
      return isInSeveralAreas(group, venues)
    }
    var points = stem.map { pointsForBranches($0, group, alone) } ?? 0
    let (pointsForNear, areAllNear) = pointsForNeighbours(group, isBranded: isBranded, venues)
    points += pointsForNear
    points += pointsForWords(words, group)
    points -= pointsOfOthers(stem, words, group) + pointsOfArticle(group, isBranded: isBranded)
    if isPub || arePubs(words, of: group.venues) { points -= alone > 0 ? 3 : 0 }
    if let core {
      points += pointsForSpelling(core, words, group, venues, areAllNear: areAllNear)
    }
    return points >= Self.pointsOfChain && isInSeveralAreas(group, venues)
  }

  private func isInSeveralAreas(
    _ group: ChainGroups.Group, _ venues: VenuesOfNames
  ) -> Bool {
    var areas = BranchAreas()
    forEachName(of: group) { name, _ in
      for row in venues.rows(name, Self.mostRows) where !areas.areEnough {
        areas.add(row, of: venues)
      }
      return !areas.areEnough
    }
    return areas.areEnough
  }

  private func forEachName(
    of group: ChainGroups.Group, _ body: (Int, ChainCorpus.Name) -> Bool
  ) {
    for core in group.cores {
      for place in corpus.cores[core].names {
        let name = Int(corpus.order[place])
        guard body(name, corpus.names[name]) else { return }
      }
    }
  }

  private func pointsForBranches(
    _ number: Int, _ group: ChainGroups.Group, _ alone: Int
  ) -> Int {
    let stem = stems.all[number]
    guard stems.isBranded[number] else {
      return stem.branches > (group.venues < Self.manyVenues ? 1 : 0) ? 1 : 0
    }
    let likely = min(max(stem.likely, 3), 6)
    var points = alone == 0 ? likely : group.venues - alone >= alone ? 4 : 3
    if stems.isOwn[number] { points += 1 }
    if stem.likely * 2 < stem.children { points -= 2 }
    if stem.afterBreak > 2, stem.afterBreak == stem.children { points += 2 }
    if stem.likely > 3, stem.likely * 10 >= stem.children * 9 { points += 2 }
    return points
  }

  private func pointsForNeighbours(
    _ group: ChainGroups.Group, isBranded: Bool, _ venues: VenuesOfNames
  ) -> (points: Int, areAllNear: Bool) {
    guard group.venues <= Self.mostMeasured else { return (0, false) }
    var positions: [Coordinate] = []
    forEachName(of: group) { name, _ in
      positions += venues.rows(name, Self.mostMeasured).map(venues.position)
      return true
    }
    let near = Nearness.count(of: positions)
    var strangers = 1.0
    for _ in positions.dropFirst() { strangers *= 1 - shareNearby }
    let more = Double(near) - Double(positions.count) * (1 - strangers)
    if near == 0, !isBranded { return (-1, false) }
    let areAllNear = near == positions.count && Nearness.areTogether(positions)
    return (areAllNear && near > 3 ? 3 : more >= 2.5 ? 2 : more >= 1.2 ? 1 : 0, areAllNear)
  }

  private func pointsForSpelling(
    _ core: ChainCorpus.Core, _ words: ArraySlice<Word>, _ group: ChainGroups.Group,
    _ venues: VenuesOfNames, areAllNear: Bool
  ) -> Int {
    let alone = Int(core.venues)
    guard alone > 2 else { return 0 }
    let count = core.names.reduce(0) { $0 + venues.spellings(Int(corpus.order[$1])) }
    if count * 4 > alone, count > 1 {
      return count * 4 > alone * 3 && alone * 2 > group.venues ? -1 : 0
    }
    let isLong = words.count > 1
    // Unrelated venues do not share a spelling in one region and nowhere else.
    if count == 1, areAllNear { return alone > 5 ? 6 : alone > 3 ? 5 : isLong ? 3 : 2 }
    if alone >= (count == 1 ? 8 : 10), count <= 2 { return 6 }
    if alone >= 6 { return 4 }
    if count == 1, alone > 3 { return 3 }
    return isLong || alone == 5 ? 2 : 1
  }

  private func pointsForWords(_ words: ArraySlice<Word>, _ group: ChainGroups.Group) -> Int {
    let telling = words.filter { roles[Int($0)].isDisjoint(with: [.trade, .joining]) }
    guard let rarest = telling.min(by: { uses[Int($0)] < uses[Int($1)] }) else { return -2 }
    let own = group.cores.count { corpus.words(of: corpus.cores[$0]).contains(rarest) }
    let others = uses[Int(rarest)] - own
    // Two owners rarely choose the same three ordinary words.
    let isLong = words.count { !roles[Int($0)].contains(.joining) } > 2
    let isPlain = telling.allSatisfy { uses[Int($0)] - group.cores.count >= Self.usesOfOrdinary }
    let points =
      switch others {
      case ...0: 3
      case 1...2: 2
      case 3...5: 1
      case 6...10: 0
      default: others <= 15 || isLong ? -1 : -2
      }
    return points - (isPlain && !isLong ? 2 : 0)
  }

  /// Points against a chain, for names that begin with its words but are not in the group.
  private func pointsOfOthers(
    _ stem: Int?, _ words: ArraySlice<Word>, _ group: ChainGroups.Group
  ) -> Int {
    let own = group.cores.count {
      let core = corpus.cores[$0]
      return core.count > words.count && corpus.words(of: core).starts(with: words)
    }
    let others = (stem.map { stems.all[$0].longer } ?? own) - own
    return others * 2 >= group.venues ? 2 : others >= 3 && others * 5 >= group.venues ? 1 : 0
  }

  private func pointsOfArticle(_ group: ChainGroups.Group, isBranded: Bool) -> Int {
    var with = 0
    forEachName(of: group) { _, name in
      if name.hasArticle { with += Int(name.venues) }
      return true
    }
    let fewer = min(with, group.venues - with)
    if fewer > 0, fewer * 10 >= group.venues { return 3 }
    guard with * 2 > group.venues else { return 0 }
    // In a chain of this size, some venues would be named after their places.
    return group.venues > Self.mostMeasured && !isBranded ? 10 : 1
  }

  /// Whether at least one venue in fifty adds a pub's word to the name, as in `Red Lion Inn`.
  private func arePubs(_ words: ArraySlice<Word>, of venues: Int) -> Bool {
    let pubs = pubWords.reduce(0) { $0 + Int(corpus.core(of: words + [$1])?.venues ?? 0) }
    return pubs > 0 && pubs * 50 >= venues
  }
}
