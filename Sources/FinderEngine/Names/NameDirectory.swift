/// What only some commands look up in a dataset: venues by id, postcodes with their mean positions,
/// names in order.
///
/// It lies in a second file beside the snapshot, so that the snapshot stays as small as a query from
/// a point needs it. Where there is no file, each part is worked out when it is first used.
///
///     let names = data.names()
///     names.row(ofID: "1awgxwh9xvbj")
///     names.rows(named: "McDonald's")
///     names.suggest("mcd", limit: 10)
///     names.postcodes.mean(of: postcode)
///
/// Rows are those of `store`. A file is used only with the very snapshot that it was made from.
package final class NameDirectory: @unchecked Sendable {
  package let store: VenueStore
  private let file: SectionFile?

  /// Worked out when it is needed.
  package init(of store: VenueStore) {
    self.store = store
    file = nil
  }

  /// From a file; `nil` unless it is whole and was made from that store's snapshot.
  init?(_ path: FilePath, identity: DatasetIdentity, of store: VenueStore) {
    guard let digest = store.digest,
      let file = SectionFile.openIfUsable(
        path, Self.kind, identity: identity.words + [digest])
    else { return nil }
    self.store = store
    self.file = file
  }

  static let kind = SectionKind("NAME", version: 5)

  /// Whether it is a file, which may turn out to be damaged.
  package var isMapped: Bool { file != nil }
  package var isDamaged: Bool { file?.isDamaged ?? false }
  package var isCut: Bool { file?.isCut ?? false }

  /// Before many queries, whose answers cannot be taken back.
  package func verifyAll() { file?.verifyAll() }

  // MARK: Its parts

  /// Columns of the file by their numbers, in the order in which `writer` adds them.
  private enum First {
    static let ids = 0
    static let postcodes = 1
    static let chains = 5
    static let names = 13
    static let places = 32
  }

  /// Where there is no file: several threads work on all of it, for seconds where it is large.
  private lazy var verifiedStore: VenueStore = {
    store.verifyAll(releasingPages: true)
    return store
  }()

  private lazy var ids =
    file.map { IDTable(rows: $0.column(First.ids, of: UInt32.self)) } ?? IDTable(verifiedStore)
  private lazy var uniqueIDs = UniqueIDs(store)
  private lazy var sourceIDs = SourceIDs(store)

  /// Worked out anew where a file's columns do not fit together, which only a forged one's do not.
  package private(set) lazy var postcodes =
    file.flatMap { PostcodeTable($0, from: First.postcodes) } ?? PostcodeTable(verifiedStore)

  /// Sorted once for chains and names.
  private lazy var venueNames = VenueNames(verifiedStore)

  /// Worked out anew like these.
  package private(set) lazy var chains =
    file.flatMap { StoreChains($0, from: First.chains, of: store) }
    ?? StoreChains(of: verifiedStore, venueNames)

  private(set) lazy var table =
    file.map { NameTable($0, from: First.names) } ?? NameTable(venueNames, chains)

  private(set) lazy var places =
    file.map { NamePlaces(places: $0.column(First.places, of: RoughPlace.self)) }
    ?? NamePlaces(table, of: verifiedStore)

  // MARK: Looking up

  /// The venue that has this id, or one of whose sources has. O(log n).
  package func row(ofID text: String) -> Int? {
    text.withBytes { ids.row(ofID: $0, in: store, uniqueIDs) ?? sourceIDs.row(of: $0) }
  }

  /// The id of a venue.
  package func id(ofRow row: Int) -> String {
    var id = ByteBuffer(capacity: 64)
    uniqueIDs.append(idOf: Venue(row: row, of: store), to: &id)
    return String(decoding: id.bytes, as: UTF8.self)
  }

  /// The venues of that whole name, however it is written. O(log n), and the number of them.
  package func rows(named text: String) -> [Int] {
    let folded = NameKey.bytes(of: text)
    // Of punctuation or emoji alone nothing is left, and each is itself. No text is no name.
    guard !folded.isEmpty else { return text.isEmpty ? [] : rows(spelled: FoldedName(text)) }
    guard let name = table.name(folded) else { return [] }
    return table.rows(of: name).map { Int($0) }.filter { $0 < store.count }
  }

  private func rows(spelled wanted: FoldedName) -> [Int] {
    (0..<store.count).filter { row in
      store.withName(ofRow: row) { FoldedName(String(decoding: $0, as: UTF8.self)) } == wanted
    }
  }

  // MARK: Its file

  /// For the snapshot with that digest, whose rows are those of `store`.
  func writer(for identity: DatasetIdentity, digest: UInt64) -> SectionWriter {
    var writer = SectionWriter(Self.kind, identity: identity.words + [digest])
    writer.add(ids.rows)
    postcodes.add(to: &writer)
    chains.add(to: &writer)
    table.add(to: &writer)
    writer.add(places.places)
    return writer
  }
}
