extension SnapshotCache {
  /// The dataset's store, if there is a snapshot of exactly this state of it. A snapshot of another
  /// state, or a damaged one, is removed.
  func store(for identity: DatasetIdentity) -> VenueStore? {
    PrivateFile.with(path(for: identity)) { descriptor, size -> VenueStore? in
      guard let store = VenueStore(snapshot: descriptor, size: size, of: identity.words) else {
        // Where there is no room to map it, it may well be whole.
        if errno != ENOMEM { remove(for: identity) }
        return nil
      }
      // The file's time is that of its last use. `removeOldest` goes by it.
      futimens(descriptor, nil)
      return store
    } ?? nil
  }

  /// What a query on a dataset would find here.
  package enum State: String, Sendable {
    /// A snapshot of the dataset as it is now.
    case fresh
    /// A snapshot of an earlier state, or one that cannot be read.
    case stale
    case none
    /// The folder is not used: see `refusal`.
    case refused
  }

  /// Changes nothing.
  package func state(ofFile path: FilePath) -> State {
    if refusal != nil { return .refused }
    guard let identity = DatasetIdentity(ofFile: path) else { return .none }
    return PrivateFile.with(self.path(for: identity)) { descriptor, size -> State in
      VenueStore(snapshot: descriptor, size: size, of: identity.words) == nil
        ? .stale : .fresh
    } ?? .none
  }
}
