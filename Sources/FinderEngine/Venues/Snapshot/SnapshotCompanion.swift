/// Data made from a snapshot and kept in a file beside it, for the commands that need it. It is used only
/// with exactly that snapshot.
protocol SnapshotCompanion: FileBacked, AnyObject {
  /// The ending of the file's name.
  static var ending: FilePath { get }
  static var kind: SectionKind { get }
  /// What else it was made with, in addition to the snapshot.
  static var identity: [UInt64] { get }
  var store: VenueStore { get }
  var isMapped: Bool { get }
  init(of store: VenueStore)
  /// `nil` if the columns do not fit.
  init?(_ file: SectionFile, of store: VenueStore)
  func add(to writer: inout SectionWriter)
}

extension SnapshotCompanion {
  /// Whether the rows are the same: those of that snapshot, or of the store that it was made from.
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
  /// The companion beside a store's snapshot; `nil` unless it is complete and was made from that snapshot.
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

  /// Saves it beside the snapshot here, for the next query. `made` was computed before, so it is not computed
  /// twice.
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
