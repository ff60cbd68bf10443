/// What there is to eat at some venues: every kind, cuisine, diet and feature that any of them has, how many
/// have it, and which of them comes first.
///
///     let census = FoodCensus(of: query, in: store, columns)
///     for entry in census.entries { print(entry.count, entry.value) }
///
/// A count is the number of venues that a filter for that value alone would find. So `pizza` also counts
/// venues with `neapolitan_pizza`, a `restaurant/cafe` counts under both, and one with `diet:vegan=no` under
/// none.
///
/// Names count only if no venue has any other information, as in a list of names alone. There, they are all
/// there is; elsewhere, guesses would be mixed with facts.
package struct FoodCensus: Sendable {
  package struct Entry: Equatable, Sendable {
    package let aspect: FoodAspect
    package let value: String
    package let count: Int
    /// The first venue that has it, in the order of the rows.
    package let row: Int
  }

  /// Sorted by the number of venues, most first, then by value, then by aspect.
  package let entries: [Entry]
  package let venues: Int
  /// Whether the entries come from names, since no venue has any other information.
  package let isOfNames: Bool
  /// For each aspect, how many venues have a value of it.
  private let having: [Int]

  /// Takes each row once; rows are those of the columns' store. O(n)
  package init(of rows: some Collection<Int>, _ columns: FoodColumns) {
    var counter = FoodCounter(of: rows, columns)
    venues = rows.count
    isOfNames = !counter.saysAnything
    having = counter.having
    if isOfNames { counter.countNames(of: rows) }
    entries = counter.entries
  }

  /// For everything that a query finds, ignoring its limit: the first venue of each value is the nearest.
  package init(of query: Query, in store: VenueStore, _ columns: FoodColumns) {
    var all = query
    all.limit = nil
    var searcher = Searcher(store)
    self.init(of: searcher.rank(all), columns)
  }

  /// How many venues have a kind, a cuisine, a diet that they serve, or a feature.
  package func venues(having aspect: FoodAspect) -> Int { having[Int(aspect.rawValue)] }

  package func entries(_ aspect: FoodAspect) -> [Entry] { entries.filter { $0.aspect == aspect } }

  /// The first venue of each entry, as hits from a point.
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

/// A hostile dataset may have as many values as words, so the data on each is kept in columns.
private struct FoodCounter {
  /// The values of an aspect, each with a tally; the tallies of all aspects are consecutive.
  private struct Values {
    let aspect: FoodAspect
    let first: Int
    let texts: TextNumbers

    func value(ofTally number: Int) -> Bytes { texts.bytes(of: number - first) }
  }

  /// For each of the dataset's values, the tallies in which a venue with it counts.
  private struct Counted {
    private(set) var numbers: [UInt32] = []
    private var ends: [UInt32] = []

    var count: Int { ends.count }

    func numbers(at place: Int) -> Range<Int> {
      (place == 0 ? 0 : Int(ends[place - 1]))..<Int(ends[place])
    }

    mutating func add(_ number: Int) {
      let first = Int(ends.last ?? 0)
      if !numbers[first...].contains(UInt32(number)) { numbers.append(UInt32(number)) }
    }

    mutating func end() { ends.append(UInt32(numbers.count)) }
  }

  private let columns: FoodColumns
  private var values: [Values] = []
  /// By number of the tally: the count of venues, the first one, and the last one.
  private var (counts, firsts, lasts): ([UInt32], [UInt32], [UInt32]) = ([], [], [])
  private var (cuisines, kinds) = (Counted(), Counted())
  private(set) var having = [Int](repeating: 0, count: FoodAspect.allCases.count)
  private(set) var saysAnything = false

  init(of rows: some Collection<Int>, _ columns: FoodColumns) {
    self.columns = columns
    findValues(of: rows)
    for row in rows { countValues(of: row) }
    countFacts(of: rows)
  }

  var entries: [FoodCensus.Entry] {
    // By value within each aspect, then all by count: of equal counts, most are in order already.
    var numbers: [UInt32] = []
    for values in values {
      let order = TextSort.order(of: values.texts.count, values.texts)
      for place in 0..<order.count where counts[values.first + Int(order[place])] > 0 {
        numbers.append(UInt32(values.first) + order[place])
      }
    }
    numbers.sort { one, other in
      let (one, other) = (Int(one), Int(other))
      if counts[one] != counts[other] { return counts[one] > counts[other] }
      let order = values(ofTally: one).value(ofTally: one).order(
        values(ofTally: other).value(ofTally: other))
      // Aspects are ordered by number.
      return order != 0 ? order < 0 : one < other
    }
    return numbers.map { number in
      let number = Int(number)
      let values = values(ofTally: number)
      return FoodCensus.Entry(
        aspect: values.aspect,
        value: String(decoding: values.value(ofTally: number), as: UTF8.self),
        count: Int(counts[number]), row: Int(firsts[number]))
    }
  }

  private func values(ofTally number: Int) -> Values {
    values[(values.firstIndex { $0.first > number } ?? values.count) - 1]
  }

  private mutating func add(_ row: Int, to number: Int) {
    if lasts[number] == UInt32(row) { return }
    if counts[number] == 0 { firsts[number] = UInt32(row) }
    counts[number] += 1
    lasts[number] = UInt32(row)
  }

  /// A tally for each.
  private mutating func addTallies(_ aspect: FoodAspect, _ texts: TextNumbers) {
    values.append(Values(aspect: aspect, first: counts.count, texts: texts))
    counts += repeatElement(0, count: texts.count)
    firsts += repeatElement(0, count: texts.count)
    // Not a row's number: all rows are below it.
    lasts += repeatElement(.max, count: texts.count)
  }

  // MARK: Kinds and cuisines

  /// Finds which of the dataset's values, perhaps very many, these rows have.
  private mutating func findValues(of rows: some Collection<Int>) {
    var hasCuisine = [Bool](repeating: false, count: columns.cuisines.count)
    var hasKind = [Bool](repeating: false, count: columns.kinds.count)
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
    kinds = tally(columns.kinds, hasKind, .kind)
    cuisines = tally(columns.cuisines, hasCuisine, .cuisine)
  }

  /// Makes a tally for each element of the values that rows have, and records where each value counts.
  private mutating func tally(
    _ all: FoodValues, _ isThere: [Bool], _ aspect: FoodAspect
  ) -> Counted {
    let (texts, first) = (TextNumbers(), counts.count)
    var counted = Counted()
    for place in isThere.indices where isThere[place] {
      Self.forEachElement(of: all.bytes(at: place), aspect) { _ = texts.add($0) }
    }
    for place in isThere.indices {
      if isThere[place] {
        Self.forEachCounted(of: all.bytes(at: place), aspect) { element in
          if let number = texts.number(of: element) { counted.add(first + number) }
        }
      }
      counted.end()
    }
    addTallies(aspect, texts)
    return counted
  }

  private static func forEachElement(
    of value: Bytes, _ aspect: FoodAspect, _ body: (Bytes) -> Void
  ) {
    if aspect == .kind { FoodValues.forEachKind(of: value, body) } else { body(value) }
  }

  /// A cuisine also counts as every more general one.
  private static func forEachCounted(
    of value: Bytes, _ aspect: FoodAspect, _ body: (Bytes) -> Void
  ) {
    if aspect == .cuisine {
      FoodValues.forEachGeneral(value, body)
    } else {
      forEachElement(of: value, aspect, body)
    }
  }

  private mutating func countValues(of row: Int) {
    var (hasCuisine, hasKind) = (false, false)
    for value in columns.values(ofRow: row) {
      let place = FoodMark.place(of: value)
      switch FoodMark.mark(of: value) {
      case FoodMark.cuisine:
        guard place < cuisines.count else { continue }
        hasCuisine = true
        for number in cuisines.numbers(at: place) { add(row, to: Int(cuisines.numbers[number])) }
      case FoodMark.kind:
        guard place < kinds.count else { continue }
        hasKind = true
        for number in kinds.numbers(at: place) { add(row, to: Int(kinds.numbers[number])) }
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

  /// Adds a tally for each value of a table, in its order.
  private mutating func addTallies(_ aspect: FoodAspect) -> Range<Int> {
    let (texts, start) = (TextNumbers(), counts.count)
    for line in FoodLine.all(aspect) { _ = line.value.withBytes { texts.add($0) } }
    addTallies(aspect, texts)
    return start..<counts.count
  }

  // MARK: Names

  mutating func countNames(of rows: some Collection<Int>) {
    (values, counts, firsts, lasts) = ([], [], [], [])
    for aspect in FoodAspect.allCases { _ = addTallies(aspect) }
    for row in rows {
      for value in columns.values(ofRow: row) where FoodMark.mark(of: value) == FoodMark.name {
        let number = FoodMark.place(of: value)
        if number < counts.count { add(row, to: number) }
      }
    }
  }
}
