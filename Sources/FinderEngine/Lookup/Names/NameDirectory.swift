/// Tables that only some commands need: venues by id, postcodes with their mean positions, names in order.
///
/// They are in a second file beside the snapshot, so the snapshot has only what a query from a point needs.
/// If there is no file, each part is computed when it is first used.
///
///     let names = data.names()
///     names.row(ofID: "1awgxwh9xvbj")
///     names.rows(named: "McDonald's")
///     names.suggest("mcd", limit: 10)
///     names.postcodes.mean(of: postcode)
///
/// Rows are those of `store`. A file is used only with exactly the snapshot that it was made from.
package final class NameDirectory: SnapshotCompanion, @unchecked Sendable {
  package let store: VenueStore
  private let file: SectionFile?

  /// Computed when needed.
  package init(of store: VenueStore) {
    self.store = store
    file = nil
  }

  /// From a file, whose parts are read when needed.
  init?(_ file: SectionFile, of store: VenueStore) {
    self.store = store
    self.file = file
  }

  static let ending: FilePath = ".names"
  static let kind = SectionKind("NAME", version: 8)
  static let identity: [UInt64] = []

  /// Whether it is from a file, which may turn out to be damaged.
  package var isMapped: Bool { file != nil }
  package var owner: MemoryOwner { file ?? store.owner }

  /// To be called before many queries whose answers cannot be taken back.
  package func verifyAll() { file?.verifyAll() }

  /// The numbers of the file's columns, in the order in which `writer` adds them.
  private enum First {
    static let ids = 0
    static let postcodes = 1
    static let chains = 5
    static let names = 13
    static let places = 32
  }

  /// For use without a file: several threads go through all of it, which takes seconds if it is large.
  private lazy var verifiedStore: VenueStore = {
    store.verifyAll(releasingPages: true)
    return store
  }()

  private lazy var ids =
    file.map { IDTable(rows: $0.column(First.ids, of: UInt32.self)) } ?? IDTable(verifiedStore)
  private lazy var uniqueIDs = UniqueIDs(store)
  private lazy var sourceIDs = SourceIDs(store)

  /// Computed if the file's columns do not fit together, which happens only in a forged one.
  package private(set) lazy var postcodes =
    file.flatMap { PostcodeTable($0, from: First.postcodes) } ?? PostcodeTable(verifiedStore)

  /// Sorted once, for both chains and names.
  private lazy var venueNames = VenueNames(verifiedStore)

  /// Computed in the same case.
  package private(set) lazy var chains =
    file.flatMap { StoreChains($0, from: First.chains, of: store) }
    ?? StoreChains(of: verifiedStore, venueNames)

  private(set) lazy var table =
    file.map { NameTable($0, from: First.names) } ?? NameTable(venueNames, chains)

  private(set) lazy var places =
    file.map { NamePlaces(places: $0.column(First.places, of: RoughPlace.self)) }
    ?? NamePlaces(table, of: verifiedStore)

  /// The venue with this id, or with a source's id that is this. O(log n).
  package func row(ofID text: String) -> Int? {
    text.withBytes { ids.row(ofID: $0, in: store, uniqueIDs) ?? sourceIDs.row(of: $0) }
  }

  package func id(ofRow row: Int) -> String {
    var id = ByteBuffer(capacity: 64)
    uniqueIDs.append(idOf: Venue(row: row, of: store), to: &id)
    return String(decoding: id.bytes, as: UTF8.self)
  }

  /// The venues with that whole name, in any spelling. O(log n), plus the number of venues.
  package func rows(named text: String) -> [Int] {
    let folded = NameKey.bytes(of: text)
    // A name of only punctuation or emoji folds to nothing, so it is compared unchanged. Empty text is not a
    // name.
    guard !folded.isEmpty else { return text.isEmpty ? [] : rows(spelled: FoldedName(text)) }
    guard let name = table.name(folded) else { return [] }
    return table.rows(of: name).map { Int($0) }.filter { $0 < store.count }
  }

  private func rows(spelled wanted: FoldedName) -> [Int] {
    (0..<store.count).filter { row in
      store.withName(ofRow: row) { FoldedName(String(decoding: $0, as: UTF8.self)) } == wanted
    }
  }

  func add(to writer: inout SectionWriter) {
    writer.add(ids.rows)
    postcodes.add(to: &writer)
    chains.add(to: &writer)
    table.add(to: &writer)
    writer.add(places.places)
  }

  /// Those of the rows in `marks` whose names have the typed words. Each name is compared once, not once per
  /// row, so with 5.5 million venues a filter redraws before the next key.
  package func marks(of match: NameMatch, among marks: RowMarks?) -> RowMarks {
    let found = RowMarks(rows: store.count, keepsMarked: true)
    let (table, fits) = (table, fits(of: match))
    // No two parts share a word of the marks.
    let parts = Parallel.ranges(of: store.count / 64 + 1, atLeast: 1 << 10)
    Parallel.run(parts.count) { part in
      let rows = parts[part].lowerBound * 64..<min(parts[part].upperBound * 64, store.count)
      guard let names = table.names.nameOfRow.values(in: rows) else {
        return table.names.nameOfRow.owner.noteDamage()
      }
      func look(_ row: Int) {
        let name = Int(names[row - rows.lowerBound])
        guard name < fits.count, let fits = fits[name] else {
          // For a long name, the table has only the beginning.
          return store.withName(ofRow: row) { if match.matches($0) { found.mark(row) } }
        }
        if fits { found.mark(row) }
      }
      if let marks { marks.forEach(in: rows, look) } else { rows.forEach(look) }
    }
    found.countRows()
    return found
  }

  /// For each name; `nil` if the table cannot decide.
  private func fits(of match: NameMatch) -> [Bool?] {
    (0..<table.count).map { name in
      let text = table.text(of: name)
      return NameKey.mayBeCut(text.count) ? nil : match.matches(text)
    }
  }

  /// Names for a text that is being typed, the best matches first; see `SuggestionSearch`. `limit` is `nil`
  /// for all.
  package func suggest(_ text: String, from point: Coordinate? = nil, limit: Int?) -> [Suggestion] {
    var search = SuggestionSearch(self, from: point, limit: limit)
    search.run(TypedText(text))
    return search.found.compactMap(suggestion)
  }

  private func suggestion(_ found: SuggestionSearch.Found) -> Suggestion? {
    guard let face = table.names.faces.value(at: found.name), face < store.count else { return nil }
    let row = Int(face)
    if case .chain = found.group, let chain = chain(ofRow: row) {
      return Suggestion(
        text: chain.name.withBytes(TidyText.string), kind: .chain, venues: chain.venues,
        distance: found.distance)
    }
    let venues = table.venueCount(of: found.name)
    return Suggestion(
      text: Venue(row: row, of: store).name, kind: .venue, venues: venues,
      row: venues == 1 ? row : nil, distance: found.distance)
  }

  /// A chain of venues, as far as names show.
  package struct Chain: Sendable {
    let number: Int
    package let name: String
    package let venues: Int
  }

  /// The chain that a venue is a branch of; `nil` if it belongs to none, or has a name that many unrelated
  /// venues share.
  package func chain(ofRow row: Int) -> Chain? {
    guard row < store.count, let number = chains.ownedChain(ofRow: row) else { return nil }
    return Chain(
      number: number, name: chains.name(of: number), venues: chains.venueCount(of: number))
  }
}

extension StoreChains {
  /// From a file's columns, starting with number `first`; `nil` if they do not fit together.
  convenience init?(_ file: SectionFile, from first: Int, of store: VenueStore) {
    self.init(
      chainOfRow: file.column(first), rowStart: file.column(first + 1),
      rows: file.column(first + 2), shared: file.column(first + 3),
      nameStart: file.column(first + 4), text: file.column(first + 5),
      keys: file.column(first + 6), chainOfKey: file.column(first + 7), of: store)
  }

  /// In the order in which they are read.
  func add(to writer: inout SectionWriter) {
    writer.add(chainOfRow, rowStart, rows, shared, nameStart, text, keys, chainOfKey)
  }
}

extension PostcodeTable {
  /// The same.
  init?(_ file: SectionFile, from first: Int) {
    keys = file.column(first, of: UInt64.self)
    venues = file.column(first + 1, of: UInt32.self)
    latitudes = file.column(first + 2, of: Int64.self)
    longitudes = file.column(first + 3, of: Int64.self)
    let counts = [venues.count, latitudes.count, longitudes.count]
    guard counts.allSatisfy({ $0 == keys.count + 1 }) else { return nil }
  }

  func add(to writer: inout SectionWriter) { writer.add(keys, venues, latitudes, longitudes) }
}

extension SnapshotCache {
  /// The directory saved beside a store's snapshot.
  package func names(of store: VenueStore, for identity: DatasetIdentity) -> NameDirectory? {
    companion(of: store, for: identity)
  }

  /// Saves a directory beside the snapshot here; if none was `made`, it is computed.
  @discardableResult
  package func keepNames(for identity: DatasetIdentity, made: NameDirectory? = nil) -> Outcome {
    guard let made = made ?? store(for: identity).map({ NameDirectory(of: $0) }) else {
      return .notKept
    }
    return keep(companion: made, for: identity)
  }
}
