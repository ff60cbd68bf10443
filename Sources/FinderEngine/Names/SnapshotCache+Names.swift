extension SnapshotCache {
  /// The directory beside a store's snapshot.
  func names(of store: VenueStore, for identity: DatasetIdentity) -> NameDirectory? {
    NameDirectory(companion(for: identity), identity: identity, of: store)
  }

  /// Keeps a directory of the snapshot that lies here for the next query. `made` is one that was worked
  /// out already, so that this is not done twice.
  @discardableResult
  func keepNames(for identity: DatasetIdentity, made: NameDirectory? = nil) -> Outcome {
    guard let snapshot = store(for: identity), let digest = snapshot.digest,
      names(of: snapshot, for: identity) == nil
    else { return .notKept }
    let names = made.flatMap { $0.fits(snapshot) ? $0 : nil } ?? NameDirectory(of: snapshot)
    let writer = names.writer(for: identity, digest: digest)
    guard !names.store.isDamaged, let bytes = writer.fileBytes else { return .notKept }
    return keepCompanion(for: identity, bytes: bytes, writer.write)
  }
}

extension NameDirectory {
  /// Whether rows are the same: of that very snapshot, or of the store that it was made from.
  fileprivate func fits(_ snapshot: VenueStore) -> Bool {
    guard !isMapped, store.count == snapshot.count else { return false }
    if let digest = store.digest { return digest == snapshot.digest }
    return store.index != nil
      && (0..<store.count).allSatisfy {
        store.position(ofRow: $0) == snapshot.position(ofRow: $0)
      }
  }
}
