/// What is made from a snapshot and kept beside it, in a file of its own, for the commands that need it. It is
/// used only with the very snapshot that it was made from.
protocol SnapshotCompanion: FileBacked, AnyObject {
  /// Of the file's name.
  static var ending: FilePath { get }
  static var kind: SectionKind { get }
  /// What it was made with, beside the snapshot.
  static var identity: [UInt64] { get }
  var store: VenueStore { get }
  var isMapped: Bool { get }
  /// Worked out.
  init(of store: VenueStore)
  /// `nil` where the columns do not fit.
  init?(_ file: SectionFile, of store: VenueStore)
  func add(to writer: inout SectionWriter)
}

extension SnapshotCompanion {
  /// Whether rows are the same: of that very snapshot, or of the store that it was made from.
  private func fits(_ snapshot: VenueStore) -> Bool {
    guard !isMapped, store.count == snapshot.count else { return false }
    if let digest = store.digest { return digest == snapshot.digest }
    return store.index != nil
      && (0..<store.count).allSatisfy {
        store.position(ofRow: $0) == snapshot.position(ofRow: $0)
      }
  }

  fileprivate func forSnapshot(_ snapshot: VenueStore) -> Self {
    fits(snapshot) ? self : Self(of: snapshot)
  }
}

extension SnapshotCache {
  /// What lies beside a store's snapshot; `nil` unless it is whole and was made from that snapshot.
  func companion<Companion: SnapshotCompanion>(
    _: Companion.Type = Companion.self, of store: VenueStore, for identity: DatasetIdentity
  ) -> Companion? {
    guard let digest = store.digest,
      let file = SectionFile.openIfUsable(
        path(ofCompanion: Companion.ending, for: identity), Companion.kind,
        identity: identity.words + Companion.identity + [digest])
    else { return nil }
    return Companion(file, of: store)
  }

  /// Keeps it beside the snapshot that lies here, for the next query. `made` is one that was worked out
  /// already, so that this is not done twice.
  func keep<Companion: SnapshotCompanion>(
    companion made: Companion, for identity: DatasetIdentity
  ) -> Outcome {
    guard let snapshot = store(for: identity), let digest = snapshot.digest,
      companion(Companion.self, of: snapshot, for: identity) == nil
    else { return .notKept }
    let kept = made.forSnapshot(snapshot)
    var writer = SectionWriter(
      Companion.kind, identity: identity.words + Companion.identity + [digest])
    kept.add(to: &writer)
    guard !kept.store.isDamaged, let bytes = writer.fileBytes else { return .notKept }
    return keepCompanion(Companion.ending, for: identity, bytes: bytes, writer.write)
  }
}
