/// The folder of snapshots. Whatever goes wrong in it costs time and nothing else: a query is
/// answered from the dataset itself, and nobody is told.
package struct SnapshotCache: Sendable {
  package let folder: String
  /// Bytes that all snapshots together may take.
  package let limit: Int

  package static let standardLimit = 2_000_000_000

  package init(folder: String, limit: Int = standardLimit) {
    self.folder = folder
    self.limit = limit
  }

  /// Where the environment says, or `nil` where it says that there is to be none.
  package init?(environment: (String) -> String?) {
    guard environment("FINDER_CACHE") != "off" else { return nil }
    if let base = environment("XDG_CACHE_HOME"), base.hasPrefix("/") {
      self.init(folder: base + "/finder")
    } else if let home = environment("HOME"), !home.isEmpty {
      self.init(folder: home + "/.cache/finder")
    } else {
      return nil
    }
  }

  // MARK: Reading

  /// The dataset's store, if a snapshot of just this state of it is there. One that is of another
  /// state, or damaged, is removed.
  func store(for identity: DatasetIdentity) -> VenueStore? {
    withFile(for: identity) { descriptor, size -> VenueStore? in
      guard
        let snapshot = MappedSnapshot(
          descriptor: descriptor, size: size, identity: identity.words)
      else {
        unlink(path(for: identity))
        return nil
      }
      // Now: the last use, by which the oldest are told.
      futimens(descriptor, nil)
      return VenueStore(snapshot)
    } ?? nil
  }

  /// What a query on a dataset would find here.
  package enum State: String, Sendable {
    /// A snapshot of the dataset as it is.
    case fresh
    /// One of it as it was, or one that cannot be read.
    case stale
    case none
  }

  /// Leaves everything as it is.
  package func state(ofFile path: String) -> State {
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
    // Without O_NONBLOCK a pipe of this name would keep us waiting for a writer.
    let descriptor = open(
      path(for: identity), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, isOurs(status), status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return body(descriptor, Int(status.st_size))
  }

  /// Nobody else may have written it: a snapshot is believed to be finder's own work.
  private func isOurs(_ status: stat) -> Bool {
    status.st_uid == geteuid() && status.st_mode & 0o022 == 0
  }

  // MARK: Writing

  /// Keeps a store for the next query. The file appears whole or not at all.
  func keep(_ store: VenueStore, for identity: DatasetIdentity) {
    // All that may forbid it is asked first: to arrange the rows takes as long as a query.
    guard identity.isSettled, SnapshotWriter.leastBytes(for: store) <= limit, makeFolder()
    else { return }
    let temporary = "\(folder)/.\(identity.fileName).\(getpid()).tmp"
    let descriptor = open(
      temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    let isWritten = write(store, identity, to: descriptor)
    let isClosed = close(descriptor) == 0
    guard isWritten, isClosed, rename(temporary, path(for: identity)) == 0 else {
      unlink(temporary)
      return
    }
    removeOldest(keeping: identity.fileName)
  }

  private func write(
    _ store: VenueStore, _ identity: DatasetIdentity, to descriptor: CInt
  ) -> Bool {
    guard let writer = SnapshotWriter(store, identity), writer.fileBytes <= limit else {
      return false
    }
    return writer.write(to: descriptor)
  }

  func remove(for identity: DatasetIdentity) { unlink(path(for: identity)) }

  private func path(for identity: DatasetIdentity) -> String { folder + "/" + identity.fileName }

  /// Makes the folder and the one above it; false where it is not ours alone to write in.
  private func makeFolder() -> Bool {
    // No more: a home folder that is not there is meant not to be there.
    if let slash = folder.lastIndex(of: "/") { mkdir(String(folder[..<slash]), 0o700) }
    mkdir(folder, 0o700)
    var status = stat()
    return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && isOurs(status)
  }

  // MARK: The folder

  package struct Entry: Sendable {
    package let name: String
    package let bytes: Int
    let lastUse: Int
    /// Left behind by a process that was stopped while it wrote.
    let isUnfinished: Bool
  }

  /// Oldest use first.
  package var entries: [Entry] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while let item = readdir(stream) {
      let name = withUnsafeBytes(of: item.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let entry = entry(name) { entries.append(entry) }
    }
    return entries.sorted { ($0.lastUse, $0.name) < ($1.lastUse, $1.name) }
  }

  private func entry(_ name: String) -> Entry? {
    let isUnfinished = name.hasPrefix(".") && name.hasSuffix(".tmp")
    var status = stat()
    guard isUnfinished || name.hasSuffix(".snapshot"), lstat(folder + "/" + name, &status) == 0
    else { return nil }
    // A file full of holes can claim so much that a sum of sizes would overflow.
    return Entry(
      name: name, bytes: min(Int(status.st_size), 1 << 46), lastUse: status.modificationTime.tv_sec,
      isUnfinished: isUnfinished)
  }

  /// Removes all of them, and says how many.
  package func clear() -> Int {
    entries.reduce(0) { $0 + (unlink(folder + "/" + $1.name) == 0 ? 1 : 0) }
  }

  private func removeOldest(keeping name: String) {
    let hourAgo = time(nil) - 3600
    let all = entries
    // A write takes seconds; one that has been at it for an hour was stopped.
    for entry in all where entry.isUnfinished && entry.lastUse < hourAgo {
      unlink(folder + "/" + entry.name)
    }
    let kept = all.filter { !$0.isUnfinished }
    var total = kept.reduce(0) { $0 + $1.bytes }
    for entry in kept where total > limit && entry.name != name {
      unlink(folder + "/" + entry.name)
      total -= entry.bytes
    }
  }
}
