import FinderEngine

/// Selects the changes that are news, in the journal's form.
///
/// Publishers scatter positions again for each edition: between two real ones 49,338 of 54,754 venues
/// "moved", by 13 m in the median. So a move of less than 100 m does not count, and the venue's other changes
/// are treated as if it had stayed. A change of nothing except the id or the geometry is not news either.
struct NewsChanges {
  private(set) var entries = TextRows<NewsEntry>()
  /// For each entry, the food at its venue.
  private(set) var foods = TextRows<NewsFood>()
  /// The number of changes, if that is too many to keep.
  private(set) var omitted = 0
  /// Whether the editions cover different areas or sources; then the changes are only those of what both
  /// cover.
  private(set) var isPartial = false

  /// In metres.
  static let shortestMove = 100.0
  /// An edition with more changes is another dataset, or as good as one.
  static let mostEntries = 50_000
  static let mostText = 16 << 20

  init() {}

  /// For editions that have nothing in common.
  static var nothing: NewsChanges {
    var changes = NewsChanges()
    changes.isPartial = true
    return changes
  }

  init(
    _ comparison: DatasetComparison, old: NameDirectory, new: NameDirectory,
    _ scope: NewsScope = .all, mostEntries: Int = Self.mostEntries, mostText: Int = Self.mostText
  ) {
    if case .all = scope {} else { isPartial = true }
    let changes = comparison.changes.filter { change in
      Self.kind(of: change) != nil
        && [comparison.oldVenue(change), comparison.newVenue(change)].allSatisfy {
          $0.map(scope.contains) ?? true
        }
    }
    guard scope.isShared(comparison, changes) else { return }
    omitted = changes.count > mostEntries ? changes.count : 0
    guard omitted == 0 else { return }
    let (oldVenues, newVenues) = (NewsVenues(old), NewsVenues(new))
    for change in changes {
      guard let kind = Self.kind(of: change) else { continue }
      let before = comparison.oldVenue(change).map { (oldVenues.venue($0), oldVenues.chain($0)) }
      let after = comparison.newVenue(change).map { (newVenues.venue($0), newVenues.chain($0)) }
      guard let (venue, chain) = after ?? before else { continue }
      add(
        kind, venue, after == nil ? nil : before?.0, chain: chain, fields: Self.fields(of: change))
      guard entries.text.count + foods.text.count <= mostText else {
        (entries, foods, omitted) = (TextRows(), TextRows(), changes.count)
        return
      }
    }
  }

  mutating func add(
    _ kind: DatasetComparison.Kind, _ venue: NewsVenue, _ before: NewsVenue?, chain: UInt64,
    fields: [String]
  ) {
    var writer = NewsTextWriter()
    var flags: UInt32 = 0
    for part in [venue.id, venue.name, venue.postcode] { writer.add(part) }
    if let before {
      if before.id == venue.id { flags |= NewsEntry.sameID } else { writer.add(before.id) }
      if before.name == venue.name { flags |= NewsEntry.sameName } else { writer.add(before.name) }
      if before.postcode == venue.postcode {
        flags |= NewsEntry.samePostcode
      } else {
        writer.add(before.postcode)
      }
    }
    for field in fields { writer.add(field) }
    entries.append(
      NewsEntry(
        place: venue.place, placeBefore: before?.place ?? venue.place, chain: chain,
        textStart: 0, textLength: 0,
        kindNumber: UInt32(NewsEntry.kinds.firstIndex(of: kind) ?? 0), flags: flags), writer.bytes)
    foods.append(NewsFood(venue.food), NewsFood.text(of: venue.food))
  }

  /// `nil` if the change is not news.
  static func kind(of change: DatasetComparison.Change) -> DatasetComparison.Kind? {
    let isNoise = change.kind == .moved && (change.path?.distance ?? 0) < shortestMove
    guard isNoise || change.kind == .changed else { return change.kind }
    if change.isRenamed { return .renamed }
    return fields(of: change).isEmpty ? nil : .changed
  }

  private static let ignored = ["id", "geometry", "bbox"]

  /// Without the name: an entry of a renamed venue has the old name anyway.
  private static func fields(of change: DatasetComparison.Change) -> [String] {
    let fields = change.fields.dropFirst(change.kind == .moved && change.isRenamed ? 1 : 0)
    return fields.filter { !ignored.contains($0) }
  }
}

/// The venues of an edition in the journal's form.
private final class NewsVenues {
  private let names: NameDirectory
  private let ids: UniqueIDs
  private var keys: [Int: UInt64] = [:]

  init(_ names: NameDirectory) {
    self.names = names
    ids = UniqueIDs(names.store)
  }

  func venue(_ venue: Venue) -> NewsVenue {
    var id = ByteBuffer(capacity: 64)
    ids.append(idOf: venue, to: &id)
    return NewsVenue(
      id: String(decoding: id.bytes, as: UTF8.self), name: venue.name,
      postcode: venue.postcode ?? "", place: venue.coordinate, food: venue.food)
  }

  /// Uses the resolver, since each branch of a chain may spell the name differently.
  func chain(_ venue: Venue) -> UInt64 {
    guard let chain = names.chains.chain(ofRow: venue.row) else {
      return ChainKey.keys(for: venue.name).first ?? 0
    }
    if let key = keys[chain] { return key }
    let key = ChainKey.keys(for: names.chains.name(of: chain)).first ?? 0
    keys[chain] = key
    return key
  }
}

/// What can be compared between two editions. A venue that only one of two fetches could have found has
/// neither opened nor closed.
package enum NewsScope {
  case all
  /// Only venues at these places that meet these conditions. If the two editions share less than
  /// `leastShared` of either one's venues, nothing is compared.
  case places((Coordinate) -> Bool, conditions: [Condition] = [], leastShared: Double = 0)
  case nothing

  func contains(_ venue: Venue) -> Bool {
    switch self {
    case .all: true
    case .places(let contains, let conditions, _):
      contains(venue.coordinate)
        && conditions.allSatisfy { $0.holds(ofRow: venue.row, in: venue.store) }
    case .nothing: false
    }
  }

  /// An edition may always miss this many venues, however small it is.
  private static let fewMissing = 10

  fileprivate func isShared(
    _ comparison: DatasetComparison, _ changes: [DatasetComparison.Change]
  ) -> Bool {
    guard case .places(_, _, let least) = self, least > 0 else { return true }
    return [(DatasetComparison.Kind.closed, comparison.old), (.opened, comparison.new)].allSatisfy {
      kind, store in
      let missing = changes.reduce(0) { $1.kind == kind ? $0 + 1 : $0 }
      guard missing > Self.fewMissing else { return true }
      let all = (0..<store.count).reduce(0) { contains(Venue(row: $1, of: store)) ? $0 + 1 : $0 }
      return Double(missing) <= (1 - least) * Double(all)
    }
  }
}
