/// The folder of snapshots. Whatever goes wrong in it costs only time: the query is then answered
/// from the dataset itself, and nothing is reported.
package struct SnapshotCache: Sendable {
  package let folder: FilePath
  /// The most bytes that all snapshots together may take.
  package let limit: Int

  package static let standardLimit = 2_000_000_000

  package init(folder: FilePath, limit: Int = standardLimit) {
    self.folder = folder
    self.limit = limit
  }

  /// In the place that the environment names; `nil` where it turns snapshots off.
  package init?(environment: (String) -> FilePath?) {
    guard environment("FINDER_CACHE") != "off" else { return nil }
    self.init(placedBy: environment)
  }

  /// Where it would be, off or on; `nil` where there is no place for it.
  package init?(placedBy environment: (String) -> FilePath?) {
    if let base = environment("XDG_CACHE_HOME"), base.hasPrefix("/") {
      self.init(folder: "\(base)/finder")
    } else if let home = environment("HOME"), !home.isEmpty {
      self.init(folder: "\(home)/.cache/finder")
    } else {
      return nil
    }
  }

  // MARK: Reading

  /// The dataset's store, if there is a snapshot of exactly this state of it. A snapshot of another
  /// state, or a damaged one, is removed.
  func store(for identity: DatasetIdentity) -> VenueStore? {
    withFile(for: identity) { descriptor, size -> VenueStore? in
      errno = 0
      guard
        let snapshot = MappedSnapshot(
          descriptor: descriptor, size: size, identity: identity.words)
      else {
        // Where there is no room to map it, it may well be whole.
        if errno != ENOMEM { remove(for: identity) }
        return nil
      }
      // The file's time is that of its last use. `removeOldest` goes by it.
      futimens(descriptor, nil)
      return VenueStore(snapshot)
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
    return withFile(for: identity) { descriptor, size -> State in
      MappedSnapshot(descriptor: descriptor, size: size, identity: identity.words) == nil
        ? .stale : .fresh
    } ?? .none
  }

  /// Calls `body` with the open file that a dataset's snapshot would be, if there is one.
  private func withFile<Result>(
    for identity: DatasetIdentity, _ body: (_ descriptor: CInt, _ size: Int) -> Result
  ) -> Result? {
    // Without O_NONBLOCK a pipe of this name would make us wait for a writer.
    let descriptor = path(for: identity).open(O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let status = stat(of: descriptor), isOurs(status), status.isRegular else { return nil }
    return body(descriptor, Int(status.st_size))
  }

  /// No other user can have written it: snapshots are trusted to be finder's own.
  private func isOurs(_ status: stat) -> Bool {
    status.st_uid == geteuid() && status.st_mode & 0o022 == 0
  }

  // MARK: Writing

  /// Keeps a store for the next query. The file appears whole or not at all.
  func keep(_ store: VenueStore, for identity: DatasetIdentity) {
    // Whatever rules it out is checked first, since arranging the rows takes as long as a query.
    guard identity.isSettled, SnapshotWriter.leastBytes(for: store) <= limit, makeFolder()
    else { return }
    guard let file = ReplacementFile(for: path(for: identity), mode: 0o600),
      let writer = SnapshotWriter(store, identity), writer.fileBytes <= limit,
      writer.write(to: file.descriptor), file.commit() == 0
    else { return }
    removeOldest(keeping: FilePath(identity.fileName))
  }

  func remove(for identity: DatasetIdentity) { path(for: identity).removeFile() }

  private func path(for identity: DatasetIdentity) -> FilePath { "\(folder)/\(identity.fileName)" }

  /// Makes the folder and the one above it. Returns false where others may write in it.
  private func makeFolder() -> Bool {
    // No more than one: a missing home folder is meant to be missing.
    _ = folder.folder?.withCString { mkdir($0, 0o700) }
    _ = folder.withCString { mkdir($0, 0o700) }
    return stat(ofLink: folder) != nil && refusal == nil
  }

  /// Why nothing is kept in the folder; `nil` where it is finder's own, or can still be made.
  package var refusal: String? {
    guard let status = stat(ofLink: folder) else { return nil }
    if !status.isFolder { return "it is not a folder" }
    if status.st_uid != geteuid() { return "it belongs to another user (\(status.st_uid))" }
    return isOurs(status)
      ? nil : "others may write in it (mode \(String(status.st_mode & 0o777, radix: 8)))"
  }

  // MARK: The folder

  package struct Entry: Sendable {
    package let name: FilePath
    package let bytes: Int
    let lastUse: Int
  }

  /// Oldest use first.
  package var entries: [Entry] {
    Folder.names(in: folder).compactMap(entry)
      .sorted { ($0.lastUse, $0.name.description) < ($1.lastUse, $1.name.description) }
  }

  private func entry(_ name: FilePath) -> Entry? {
    guard name.hasSuffix(".snapshot"), let status = stat(ofLink: "\(folder)/\(name)") else {
      return nil
    }
    // A file full of holes can claim so much that a sum of sizes would overflow.
    return Entry(
      name: name, bytes: min(Int(status.st_size), 1 << 46), lastUse: status.modificationTime.tv_sec)
  }

  private func path(of entry: Entry) -> FilePath { "\(folder)/\(entry.name)" }

  /// Removes all of them, and returns how many there were.
  package func clear() -> Int {
    TemporaryFile.sweep(folder, olderThan: 0)
    return entries.reduce(0) { $0 + (path(of: $1).removeFile() ? 1 : 0) }
  }

  private func removeOldest(keeping name: FilePath) {
    let all = entries
    var total = all.reduce(0) { $0 + $1.bytes }
    for entry in all where total > limit && entry.name != name {
      path(of: entry).removeFile()
      total -= entry.bytes
    }
  }
}
