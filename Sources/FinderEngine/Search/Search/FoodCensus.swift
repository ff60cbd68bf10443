/// What there is to eat among some venues: every kind, cuisine, diet and feature that one of them has, how many
/// have it, and which of them comes first.
///
///     let census = FoodCensus(of: query, in: store, columns)
///     for entry in census.entries { print(entry.count, entry.value) }
///
/// A count is that of the venues that a filter for the value alone finds. So `pizza` counts the venues with
/// `neapolitan_pizza` too, one of `restaurant/cafe` counts under both, and one of `diet:vegan=no` under none.
///
/// What names say counts only where no venue says anything, as in a list of names alone: there it is all there
/// is, elsewhere it would be mixed up with what is known.
package struct FoodCensus: Sendable {
  package struct Entry: Equatable, Sendable {
    package let aspect: FoodAspect
    package let value: String
    package let count: Int
    /// The first that has it, in the order in which the rows came.
    package let row: Int
  }

  /// Those of most venues first; of equal counts in the order of their values, then of the aspects.
  package let entries: [Entry]
  package let venues: Int
  /// The entries are what names say, since no venue says anything else.
  package let isOfNames: Bool
  /// By aspect, how many venues have a value of it.
  private let having: [Int]

  /// Of each row once, which are those of the columns' store. O(n)
  package init(of rows: some Collection<Int>, _ columns: FoodColumns) {
    var counter = FoodCounter(of: rows, columns)
    venues = rows.count
    isOfNames = !counter.saysAnything
    having = counter.having
    if isOfNames { counter.countNames(of: rows) }
    entries = counter.entries
  }

  /// Of all that a query finds, whatever its limit: the first of each value is the nearest.
  package init(of query: Query, in store: VenueStore, _ columns: FoodColumns) {
    var all = query
    all.limit = nil
    var searcher = Searcher(store)
    self.init(of: searcher.rank(all), columns)
  }

  /// How many venues have a kind, a cuisine, a diet that they serve, or a feature.
  package func venues(having aspect: FoodAspect) -> Int { having[Int(aspect.rawValue)] }

  package func entries(_ aspect: FoodAspect) -> [Entry] { entries.filter { $0.aspect == aspect } }

  /// Where the first of each entry is, seen from a point.
  package static func hits(
    _ entries: [Entry], from point: Coordinate, in store: VenueStore
  ) -> [Hit] {
    let origin = GeodesicOrigin(point)
    return entries.map { entry in
      let path = origin.path(to: store.coordinate(ofRow: entry.row))
      let hit = Hit(row: entry.row, distance: path.distance, bearing: path.bearing)
      if hit.isOfThisEarth { return hit }
      store.noteDamage()
      return Hit(row: entry.row, distance: 0, bearing: 0)
    }
  }
}

private struct FoodCounter {
  private struct Tally {
    let aspect: FoodAspect
    let value: String
    var count = 0
    var first = 0
    var last = -1
  }

  private let columns: FoodColumns
  private var tallies: [Tally] = []
  /// By place among the dataset's values, in which tallies a venue with it counts.
  private var cuisines: [[Int]]
  private var kinds: [[Int]]
  private(set) var having = [Int](repeating: 0, count: FoodAspect.allCases.count)
  private(set) var saysAnything = false

  init(of rows: some Collection<Int>, _ columns: FoodColumns) {
    self.columns = columns
    cuisines = [[Int]](repeating: [], count: columns.cuisines.count)
    kinds = [[Int]](repeating: [], count: columns.kinds.count)
    findValues(of: rows)
    for row in rows { countValues(of: row) }
    countFacts(of: rows)
  }

  var entries: [FoodCensus.Entry] {
    tallies.filter { $0.count > 0 }.map {
      FoodCensus.Entry(aspect: $0.aspect, value: $0.value, count: $0.count, row: $0.first)
    }.sorted { one, other in
      if one.count != other.count { return one.count > other.count }
      if one.value != other.value {
        return one.value.utf8.lexicographicallyPrecedes(other.value.utf8)
      }
      return one.aspect.rawValue < other.aspect.rawValue
    }
  }

  private mutating func add(_ row: Int, to place: Int) {
    if tallies[place].last == row { return }
    if tallies[place].count == 0 { tallies[place].first = row }
    tallies[place].count += 1
    tallies[place].last = row
  }

  // MARK: Kinds and cuisines

  /// Which values these rows have, of the dataset's perhaps many more.
  private mutating func findValues(of rows: some Collection<Int>) {
    var hasCuisine = [Bool](repeating: false, count: cuisines.count)
    var hasKind = [Bool](repeating: false, count: kinds.count)
    for row in rows {
      for value in columns.values(ofRow: row) {
        let place = FoodMark.place(of: value)
        switch FoodMark.mark(of: value) {
        case FoodMark.cuisine: if place < hasCuisine.count { hasCuisine[place] = true }
        case FoodMark.kind: if place < hasKind.count { hasKind[place] = true }
        default: continue
        }
      }
    }
    cuisines = tally(columns.cuisines, hasCuisine, .cuisine) { [$0[...]] }
    kinds = tally(columns.kinds, hasKind, .kind) { $0.split(separator: "/") }
  }

  /// A tally for each element of the values that rows have. By place, those of which its elements are one.
  private mutating func tally(
    _ values: FoodValues, _ isThere: [Bool], _ aspect: FoodAspect,
    elements: (String) -> [Substring]
  ) -> [[Int]] {
    let places = isThere.indices.filter { isThere[$0] }
    var numbers: [Substring: Int] = [:]
    let found = places.map { place in elements(values[place]) }
    for element in found.joined() where numbers[element] == nil {
      numbers[element] = tallies.count
      tallies.append(Tally(aspect: aspect, value: String(element)))
    }
    var counted = [[Int]](repeating: [], count: isThere.count)
    for (place, elements) in zip(places, found) {
      for element in elements {
        for general in aspect == .cuisine ? FoodValues.general(element) : [element] {
          guard let number = numbers[general], !counted[place].contains(number) else { continue }
          counted[place].append(number)
        }
      }
    }
    return counted
  }

  private mutating func countValues(of row: Int) {
    var (hasCuisine, hasKind) = (false, false)
    for value in columns.values(ofRow: row) {
      let place = FoodMark.place(of: value)
      switch FoodMark.mark(of: value) {
      case FoodMark.cuisine:
        guard place < cuisines.count else { continue }
        hasCuisine = true
        for number in cuisines[place] { add(row, to: number) }
      case FoodMark.kind:
        guard place < kinds.count else { continue }
        hasKind = true
        for number in kinds[place] { add(row, to: number) }
      default: continue
      }
    }
    note(hasKind, .kind)
    note(hasCuisine, .cuisine)
    saysAnything = saysAnything || hasKind || hasCuisine
  }

  private mutating func note(_ isThere: Bool, _ aspect: FoodAspect) {
    if isThere { having[Int(aspect.rawValue)] += 1 }
  }

  // MARK: Diets and features

  private mutating func countFacts(of rows: some Collection<Int>) {
    let diets = addTallies(.diet)
    let features = addTallies(.feature)
    for row in rows {
      let facts = columns.facts(ofRow: row)
      guard facts != FoodFacts() else { continue }
      saysAnything = true
      var (hasDiet, hasFeature) = (false, false)
      for number in 0..<diets.count where facts[diet: number].isServed {
        hasDiet = true
        add(row, to: diets.lowerBound + number)
      }
      for number in 0..<features.count where facts[feature: number] == .yes {
        hasFeature = true
        add(row, to: features.lowerBound + number)
      }
      note(hasDiet, .diet)
      note(hasFeature, .feature)
    }
  }

  /// One for each value of a table.
  private mutating func addTallies(_ aspect: FoodAspect) -> Range<Int> {
    let start = tallies.count
    tallies += FoodLine.all(aspect).map { Tally(aspect: aspect, value: $0.value) }
    return start..<tallies.count
  }

  // MARK: Names

  mutating func countNames(of rows: some Collection<Int>) {
    tallies = []
    for aspect in FoodAspect.allCases { _ = addTallies(aspect) }
    for row in rows {
      for value in columns.values(ofRow: row) where FoodMark.mark(of: value) == FoodMark.name {
        let number = FoodMark.place(of: value)
        if number < tallies.count { add(row, to: number) }
      }
    }
  }
}

extension FoodValues {
  /// What a value is one of, itself first: `neapolitan_pizza`, `pizza`. The reverse of `isOne`.
  package static func general(_ value: Substring) -> [Substring] {
    var all = [value]
    for place in value.utf8.indices.dropFirst() where value.utf8[place] == UInt8(ascii: "_") {
      let rest = value[value.utf8.index(after: place)...]
      if !rest.isEmpty { all.append(rest) }
    }
    return all
  }
}
