import FinderEngine
import FinderLists
import FinderOwn

/// The energy that a walk should burn, and how it is worked out. A class, like `Search`.
final class Burning: Sendable {
  /// `nil` if the user gave kilocalories.
  let meal: Meal?
  let kilocalories: Double
  let walk: WalkFigures
  let isReturn: Bool
  /// Whether walks that burn most come first, rather than the nearest.
  let mostFirst: Bool
  let annulus: Annulus

  init(
    _ meal: Meal?, _ kilocalories: Double, _ walk: WalkFigures, tolerance: Double, isReturn: Bool,
    mostFirst: Bool
  ) {
    (self.meal, self.kilocalories, self.walk) = (meal, kilocalories, walk)
    (self.isReturn, self.mostFirst) = (isReturn, mostFirst)
    annulus = walk.annulus(burning: kilocalories, tolerance: tolerance)
  }

  /// The venues in order, by straight-line distance.
  func hits(_ query: Query, in store: VenueStore) -> [WalkedHit] {
    straightHits(query, in: store).map {
      WalkedHit(hit: $0, walk: .estimate($0.distance, walk.scale))
    }
  }

  private func straightHits(_ query: Query, in store: VenueStore) -> [Hit] {
    var searcher = Searcher(store)
    guard mostFirst else { return searcher.search(query) }
    var all = query
    all.limit = nil
    let found = searcher.search(all)
    // The farthest first; venues at the same distance keep their order.
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

  /// The same by a router's walks, there and back if the user asked for that.
  func hits(_ query: Query, in store: VenueStore, by router: RouterSession) throws -> [WalkedHit] {
    let ways = isReturn ? 2.0 : 1
    let found = try router.hits(
      of: query, in: store, lengths: annulus.inner / ways...annulus.outer / ways,
      factor: walk.scale / ways, longestFirst: mostFirst)
    return found.map { walked in
      WalkedHit(
        hit: walked.hit,
        walk: Walk(metres: walked.walk.metres * ways, source: walked.walk.source))
    }
  }

  func append(to output: inout ByteBuffer) {
    output.append(key: "meal", string: meal?.name)
    output.append(key: "kcal", number: kilocalories)
    output.append(energy: walk.energy, isReturn: isReturn)
    output.append(key: "from_m", tenths: annulus.inner)
    output.append(key: "to_m", tenths: annulus.outer)
  }

  func note(_ units: ReadableFigures.Units) -> String {
    "an estimate: \(shown(kilocalories)) kcal take \(readable(annulus.inner, units))"
      + "\(isReturn ? " there and back" : "") at \(walk.energy.bodyAndPace); 'finder help burn' has "
      + "the formula"
  }
}

extension ByteBuffer {
  mutating func append(energy: WalkingEnergy, isReturn: Bool) {
    append(key: "weight_kg", number: energy.weight.inThousandths)
    append(key: "pace_kmh", number: energy.pace.inThousandths)
    append(key: "mode", string: energy.mode.rawValue)
    append(key: "net", bool: energy.isNet)
    if isReturn { append(key: "return", bool: true) }
    append(key: "kcal_per_km", number: energy.kilocaloriesByKilometre.inThousandths)
  }
}

struct BurnTable {
  let burning: Burning
  let style: TableStyle
  var additions = VenueAdditions()

  private static let layout = TableLayout(
    headers: ["WALK", "TIME", "KCAL", "OVER", "DIR", "NAME", "POSTCODE"],
    numberColumns: [0, 1, 2, 3], cutColumns: [5], narrowestCut: 12,
    dispensableColumns: [4, 6, 3, 1], styledColumn: 5)

  func append(_ hits: [WalkedHit], of store: VenueStore, to output: inout ByteBuffer) {
    guard !hits.isEmpty else { return }
    let layout = Self.layout.with(additions)
    var cells = layout.cells(rows: hits.count)
    for hit in hits { add(hit, store.venue(hit.hit), to: &cells) }
    layout.print(cells, style, to: &output)
  }

  private func add(_ walked: WalkedHit, _ venue: Venue, to cells: inout TableCells) {
    let (hit, metres) = (walked.hit, walked.walk.metres)
    let burnt = burning.walk.energy.kilocalories(over: metres)
    cells.add(column: 0) { $0.append(distance: metres, in: style.figures.units) }
    let minutes = burning.walk.minutes(walking: metres)
    cells.add(column: 1) {
      if walked.walk.source == .router {
        $0.append(minutes: Int(minutes.rounded(.up)))
      } else {
        $0.append(estimated: minutes)
      }
    }
    cells.add(column: 2) { $0.append(integer: Int(burnt.rounded())) }
    cells.add(column: 3) { output in
      output.append("+")
      output.append(integer: Int((burnt - burning.kilocalories).rounded()))
    }
    cells.add(directionOf: hit, column: 4)
    cells.add(venue, additions, from: 5)
  }
}
