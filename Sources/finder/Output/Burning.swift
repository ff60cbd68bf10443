import CommandLineKit
import FinderEngine

/// What a walk is to burn, and how it is reckoned. A class, as `ResultPrinter` is.
final class Burning {
  /// `nil` where kilocalories were given.
  let meal: Meal?
  let kilocalories: Double
  let walk: WalkFigures
  let isReturn: Bool
  /// Those that burn most come first, not the nearest.
  let mostFirst: Bool
  let annulus: Annulus

  init(
    _ meal: Meal?, _ kilocalories: Double, _ walk: WalkFigures, tolerance: Double, isReturn: Bool,
    mostFirst: Bool
  ) {
    self.meal = meal
    self.kilocalories = kilocalories
    self.walk = walk
    self.isReturn = isReturn
    self.mostFirst = mostFirst
    annulus = walk.annulus(burning: kilocalories, tolerance: tolerance)
  }

  /// The venues in their order.
  func hits(_ query: Query, in store: VenueStore) -> [Hit] {
    var searcher = Searcher(store)
    guard mostFirst else { return searcher.search(query) }
    var all = query
    all.limit = nil
    let found = searcher.search(all)
    // The farthest first; those equally far stay in their order.
    var hits: [Hit] = []
    var end = found.count
    while end > 0, hits.count < query.limit ?? .max {
      var start = end - 1
      while start > 0, found[start - 1].distance == found[end - 1].distance { start -= 1 }
      hits += found[start..<end]
      end = start
    }
    if let limit = query.limit, hits.count > limit { hits.removeLast(hits.count - limit) }
    return hits
  }

  /// The same by the walks that a router tells, there and back where that is asked for.
  func hits(_ query: Query, in store: VenueStore, by router: Router) throws -> [WalkedHit] {
    let ways = isReturn ? 2.0 : 1
    var query = query
    let limit = query.limit ?? .max
    if mostFirst { query.limit = nil }
    let found = try router.hits(
      of: query, in: store, lengths: annulus.inner / ways...annulus.outer / ways,
      factor: walk.scale / ways)
    let hits = found.map { walked in
      WalkedHit(
        hit: walked.hit,
        walk: Walk(metres: walked.walk.metres * ways, source: walked.walk.source))
    }
    guard mostFirst else { return hits }
    let order = hits.indices.sorted { a, b in
      let (first, second) = (hits[a].walk.metres, hits[b].walk.metres)
      return first != second ? first > second : a < b
    }
    return order.prefix(limit).map { hits[$0] }
  }

  /// The members of the document's `burn`.
  func append(to output: inout ByteBuffer) {
    output.append(key: "meal", string: meal?.name)
    output.append(key: "kcal", number: kilocalories)
    output.append(energy: walk.energy, isReturn: isReturn)
    output.append(key: "from_m", number: (annulus.inner * 10).rounded() / 10)
    output.append(key: "to_m", number: (annulus.outer * 10).rounded() / 10)
  }

  /// What people are told with a table.
  func note(_ units: ReadableFigures.Units) -> String {
    "an estimate: \(shown(kilocalories)) kcal take \(readable(annulus.inner, units))"
      + "\(isReturn ? " there and back" : "") at \(shown(walk.energy.weight)) kg and "
      + "\(shown(walk.energy.pace)) km/h; 'finder help burn' has the formula"
  }

  private func readable(_ metres: Double, _ units: ReadableFigures.Units) -> String {
    var text = ByteBuffer(capacity: 16)
    text.append(distance: metres, in: units)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

extension ByteBuffer {
  /// How the walk is reckoned.
  mutating func append(energy: WalkingEnergy, isReturn: Bool) {
    append(key: "weight_kg", number: energy.weight)
    append(key: "pace_kmh", number: energy.pace)
    append(key: "mode", string: energy.mode.rawValue)
    append(key: "net", bool: energy.isNet)
    if isReturn { append(key: "return", bool: true) }
    append(
      key: "kcal_per_km", number: (energy.kilocaloriesByKilometre * 1000).rounded() / 1000)
  }
}

extension ResultPrinter {
  /// With the walks' figures, which come from exact distances.
  func list(_ burning: Burning, in store: VenueStore) -> Answer {
    let format = invocation.format()
    let hits = burning.hits(query, in: store)
    let writer = VenueWriter(store, fields: fields, walk: burning.walk)
    var buffer = ByteBuffer(capacity: 4096 + 128 * hits.count)
    switch format {
    case .table where fields != nil: appendFields(hits, of: store, to: &buffer)
    case .table: BurnTable(burning: burning, style: style).append(hits, of: store, to: &buffer)
    case .json: appendDocument(hits, by: writer, to: &buffer)
    default:
      buffer.append(
        hits, by: writer, as: format, hasHeader: !invocation.has(Options.noHeader))
    }
    return Answer(found: hits.count, bytes: buffer)
  }
}
