/// A search written in the most obvious way: every venue is measured and tested, one by one, and all that fit
/// are sorted. Slow, but simple enough to be trusted.
///
///     PlainSearch(query, in: store).hits      // nearest first, up to the query's limit
///
/// It needs a store that was just read from its file, without an index. It shares with `Searcher` the meaning
/// of a query (`Query` and its parts), and these, each of which has its own tests:
///
/// - the reading of GeoJSON, and the place of a venue's name (`VenueStore`, `JSONCursor`);
/// - the geodesic (`Geodesic.inverse`), and on which side of an edge a point is (`Orientation`);
/// - case folding (`FoldedScalars`), and the comparison of a text with a condition's value
///   (`ConditionValue`);
/// - the tables of food, and the reading of properties by them (`FoodReader`, `FoodQuestion`);
/// - which venues belong to a chain (`StoreChains`), and what is computed elsewhere for a row: opening
///   hours (`RowTest`), the user's own records (`RowMarks`).
///
/// It shares no index, chord, candidate, row order, column of food, region or quick test of bytes.
package struct PlainSearch {
  struct Ranked {
    let distance: Double
    let row: Int
  }

  private let query: Query
  private let store: VenueStore
  private let filters: PlainFilters
  private let way: PlainWay?

  package init(_ query: Query, in store: VenueStore) {
    (self.query, self.store) = (query, store)
    filters = PlainFilters(query, in: store)
    way = if case .corridor(let corridor) = query.area { PlainWay(corridor) } else { nil }
  }

  /// All venues that are found, in order. Each thread keeps only as many as are wanted, since the nearest of
  /// all are among the nearest of each part: sorting all of 50,000 venues on one thread took a quarter of the
  /// time.
  var ranking: [Ranked] {
    let limit = query.limit ?? .max
    let kept = query.chains?.isOnePerChain == true ? .max : limit
    let found = Parallel.collect(of: store.count, atLeast: 1 << 11) { rows, found in
      for row in rows {
        let coordinate = store.coordinate(ofRow: row)
        let distance = Geodesic.inverse(from: query.point, to: coordinate).distance
        guard isInArea(coordinate, distance), filters.fit(row) else { continue }
        found.append(Ranked(distance: distance, row: row))
      }
      found.sort(by: precedes)
      found.removeLast(max(0, found.count - kept))
    }
    let ranked = filters.firstOfEachChain(found.sorted(by: precedes), row: \.row)
    return Array(ranked.prefix(limit))
  }

  var count: Int { ranking.count }

  /// The hits as in an answer.
  package var hits: [Hit] {
    ranking.map { venue in
      let path = Geodesic.inverse(from: query.point, to: store.coordinate(ofRow: venue.row))
      return Hit(row: venue.row, distance: path.distance, bearing: path.bearing)
    }
  }

  private func isInArea(_ coordinate: Coordinate, _ distance: Double) -> Bool {
    switch query.area {
    case .everywhere: true
    case .circle(let radius): distance <= radius
    case .annulus(let annulus): annulus.contains(distance: distance)
    case .box(let box): box.contains(coordinate)
    case .polygon(let polygon): polygon.plainlyContains(coordinate)
    case .corridor: way?.nearest(to: coordinate) != nil
    case .together(let meeting):
      meeting.points.allSatisfy {
        Geodesic.inverse(from: $0, to: coordinate).distance <= meeting.radius ?? .infinity
      }
    }
  }

  /// By distance, then by the name's bytes, then by position in the file.
  private func precedes(_ a: Ranked, _ b: Ranked) -> Bool {
    a.distance == b.distance
      ? filters.precedesAtSameFigures(a.row, b.row) : a.distance < b.distance
  }
}

/// A query's requirements other than the area, tested one venue at a time.
struct PlainFilters {
  private let query: Query
  private let store: VenueStore
  private let rows: Set<Int>?
  private let words: [[UInt32]]
  private let food: FoodQuestion?
  private let conditions: [PlainCondition]

  init(_ query: Query, in store: VenueStore) {
    (self.query, self.store) = (query, store)
    rows = query.rows.map { Set($0) }
    words = query.match?.foldedWords ?? []
    food = query.food.map { FoodQuestion($0.request) }
    let ids = query.conditions.isEmpty ? nil : UniqueIDs(store)
    conditions = query.conditions.map { PlainCondition(condition: $0, store: store, ids: ids) }
  }

  func fit(_ row: Int) -> Bool {
    (rows?.contains(row) ?? true) && (query.marks?.accepts(row) ?? true) && isOfChain(row)
      && (words.isEmpty || store.withName(ofRow: row) { words.beginWords(of: $0) })
      && hasFood(row) && conditions.allSatisfy { $0.holds(ofRow: row) }
  }

  /// By the name's bytes, then by position in the file.
  func precedesAtSameFigures(_ a: Int, _ b: Int) -> Bool {
    let first = store.withName(ofRow: a) { Array($0) }
    let second = store.withName(ofRow: b) { Array($0) }
    guard first == second else { return first.lexicographicallyPrecedes(second) }
    return store.position(ofRow: a) < store.position(ofRow: b)
  }

  /// For hits in order, if only one branch of each chain is wanted.
  func firstOfEachChain<Hit>(_ all: [Hit], row: (Hit) -> Int) -> [Hit] {
    guard let chains = query.chains, chains.isOnePerChain else { return all }
    var seen: Set<Int> = []
    return all.filter { hit in
      chains.ownedChain(ofRow: row(hit), in: store).map { seen.insert($0).inserted } ?? true
    }
  }

  private func isOfChain(_ row: Int) -> Bool {
    guard let chains = query.chains else { return true }
    return chains.accepts(row, in: store)
  }

  private func hasFood(_ row: Int) -> Bool {
    guard let food else { return true }
    let venue = Venue(row: row, of: store)
    return store.withName(ofRow: row) { food.answer(for: venue.food, named: $0) } == .fits
  }
}

extension [[UInt32]] {
  /// Whether each of these folded words begins a word of a text, all of which is folded first.
  fileprivate func beginWords(of text: Bytes) -> Bool {
    var (folded, scalars) = (FoldedScalars(text), [UInt32]())
    while let scalar = folded.next() { scalars.append(scalar) }
    return allSatisfy { word in
      scalars.indices.contains { start in
        let previous = start > 0 ? scalars[start - 1] : FoldedScalars.separator
        return NameMatch.wordBegins(with: scalars[start], after: previous)
          && scalars[start...].starts(with: word)
      }
    }
  }
}

/// Tests a condition on a venue's properties, all of which are read for it.
private struct PlainCondition {
  let condition: Condition
  let store: VenueStore
  let ids: UniqueIDs?

  func holds(ofRow row: Int) -> Bool { passes(row) != condition.isNegated }

  private func passes(_ row: Int) -> Bool {
    let venue = Venue(row: row, of: store)
    switch condition.subject {
    case .row(let test): return test.accepts(row, of: store)
    case .id:
      var id = ByteBuffer(capacity: 64)
      ids?.append(idOf: venue, to: &id)
      return id.count > 0 && passes(Array(id.bytes))
    case .name: return passes(printed: venue.tokens.name)
    case .postcode: return passes(printed: venue.tokens.postcode)
    case .property(let key):
      guard let value = PlainJSON.properties(of: venue)?.value(at: key.text) else { return false }
      return passes(value, mayBeList: key.mayBeList)
    }
  }

  private func passes(printed token: JSONStringSpan) -> Bool {
    let text = JSONCursor(store.text).withDecoded(token) { Array($0) }
    guard !text.isEmpty else { return false }
    if case .matches = condition.test { return passes(text) }
    let tidied = Array(TidyText.string(String(decoding: text, as: UTF8.self)).utf8)
    return !tidied.isEmpty && passes(tidied)
  }

  private func passes(_ value: PlainJSON, mayBeList: Bool) -> Bool {
    if case .isThere = condition.test { return !value.isNull }
    switch value {
    case .object: return false
    case .array(let elements):
      return elements.contains { element in
        switch element {
        case .object, .array: false
        case .text, .token: passes(scalar: element, mayBeList: mayBeList)
        }
      }
    case .text(let text):
      if passes(scalar: value, mayBeList: mayBeList) { return true }
      guard mayBeList, case .equals(let wanted) = condition.test else { return false }
      return text.split(separator: UInt8(ascii: ";")).map { trimmedBytes($0) }
        .contains { element in
          !element.isEmpty
            && element.withUnsafeBufferPointer { element in
              wanted.contains { $0.isEqual(to: element) }
            }
        }
    case .token: return passes(scalar: value, mayBeList: mayBeList)
    }
  }

  private func passes(scalar value: PlainJSON, mayBeList: Bool) -> Bool {
    switch value {
    case .object, .array: return false
    case .text(let text): return passes(text, isTrimmed: mayBeList)
    case .token(let token):
      if value.isNull {
        guard case .equals = condition.test else { return false }
      }
      return passes(token)
    }
  }

  private func passes(_ text: [UInt8], isTrimmed: Bool = false) -> Bool {
    text.withUnsafeBufferPointer { text in
      switch condition.test {
      case .isThere: true
      case .equals(let wanted):
        wanted.contains { $0.isEqual(to: isTrimmed ? $0.counted(of: text) : text) }
      case .compares(let wanted, let orders):
        wanted.order(of: isTrimmed ? wanted.counted(of: text) : text)
          .map(orders.contains(order:)) ?? false
      case .matches(let match): match.foldedWords.beginWords(of: text)
      }
    }
  }

  private func trimmedBytes(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.withUnsafeBufferPointer { Array($0.trimmed) }
  }
}
