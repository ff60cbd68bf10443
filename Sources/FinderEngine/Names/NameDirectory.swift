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
      let file = SectionFile.open(path, Self.kind, identity: identity.words + [digest])
    else { return nil }
    self.store = store
    self.file = file
  }

  static let kind = SectionKind("NAME", version: 3)

  /// Whether it is a file, which may turn out to be damaged.
  package var isMapped: Bool { file != nil }
  package var isDamaged: Bool { file?.isDamaged ?? false }
  package var isCut: Bool { file?.isCut ?? false }

  /// Makes it fit for many threads at once.
  package func verifyAll() {
    file?.verifyAll()
    _ = (ids, uniqueIDs, postcodes, chains, table)
  }

  // MARK: Its parts

  private lazy var ids = file.map { IDTable(rows: $0.column(0, of: UInt32.self)) } ?? IDTable(store)
  private lazy var uniqueIDs = UniqueIDs(store)

  package private(set) lazy var postcodes =
    file.map { file in
      PostcodeTable(
        keys: file.column(1, of: UInt64.self), venues: file.column(2, of: UInt32.self),
        latitudes: file.column(3, of: Int64.self), longitudes: file.column(4, of: Int64.self))
    } ?? PostcodeTable(store)

  /// Worked out anew where a file's columns do not fit together, which only a forged one's do not.
  package private(set) lazy var chains =
    file.flatMap { StoreChains($0, from: Self.firstOfChains, of: store) }
    ?? StoreChains.make(of: store)

  private static let firstOfChains = 5

  private(set) lazy var table =
    file.map { NameTable($0, from: Self.firstOfNames) }
    ?? NameTable(store) { [self] row in
      ownedChain(ofRow: row).map { chains.venues(of: $0) }
    }

  private static let firstOfNames = 13

  // MARK: Looking up

  /// The venue that has this id. O(log n).
  package func row(ofID text: String) -> Int? {
    text.withBytes { ids.row(ofID: $0, in: store, uniqueIDs) }
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

  /// The columns in the order of their numbers.
  func writer(for identity: DatasetIdentity) -> SectionWriter? {
    guard let digest = store.digest else { return nil }
    var writer = SectionWriter(Self.kind, identity: identity.words + [digest])
    writer.add(ids.rows)
    writer.add(postcodes.keys)
    writer.add(postcodes.venues)
    writer.add(postcodes.latitudes)
    writer.add(postcodes.longitudes)
    chains.add(to: &writer)
    table.add(to: &writer)
    return writer
  }
}

extension SnapshotCache {
  /// The directory beside a store's snapshot.
  func names(of store: VenueStore, for identity: DatasetIdentity) -> NameDirectory? {
    NameDirectory(companion(for: identity), identity: identity, of: store)
  }

  /// Makes the directory of the snapshot that lies here, and keeps it for the next query.
  @discardableResult
  func keepNames(for identity: DatasetIdentity) -> Outcome {
    guard let store = store(for: identity), names(of: store, for: identity) == nil else {
      return .notKept
    }
    store.verifyAll()
    guard !store.isDamaged, let writer = NameDirectory(of: store).writer(for: identity),
      let bytes = writer.fileBytes
    else { return .notKept }
    return keepCompanion(for: identity, bytes: bytes, writer.write)
  }
}
