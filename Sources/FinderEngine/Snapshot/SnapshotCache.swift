/// The folder of snapshots. Whatever goes wrong in it costs only time: the query is then answered
/// from the dataset itself, and nothing is reported.
package struct SnapshotCache: Sendable {
  package let folder: FilePath
  /// The most bytes that all snapshots together may take, where the user has said so.
  private let chosenLimit: Int?
  /// The one snapshot that lies here, beside its dataset.
  private let onlyName: FilePath?

  package init(folder: FilePath, limit: Int? = nil) {
    self.init(folder: folder, limit: limit, onlyName: nil)
  }

  private init(folder: FilePath, limit: Int?, onlyName: FilePath?) {
    self.folder = folder
    chosenLimit = limit
    self.onlyName = onlyName
  }

  /// In the place that the environment names; `nil` where it turns snapshots off. `size` reads a number
  /// of bytes.
  package init?(environment: (String) -> FilePath?, size: (String) -> Int? = { Int($0) }) {
    guard environment("FINDER_CACHE") != "off" else { return nil }
    self.init(placedBy: environment, size: size)
  }

  /// Where it would be, off or on; `nil` where there is no place for it.
  package init?(
    placedBy environment: (String) -> FilePath?, size: (String) -> Int? = { Int($0) }
  ) {
    let limit = environment("FINDER_CACHE_SIZE").flatMap { size("\($0)") }
    if let base = environment("XDG_CACHE_HOME"), base.hasPrefix("/") {
      self.init(folder: "\(base)/finder", limit: limit)
    } else if let home = environment("HOME"), !home.isEmpty {
      self.init(folder: "\(home)/.cache/finder", limit: limit)
    } else {
      return nil
    }
  }

  /// The place beside an installed edition: its snapshot belongs to it, and counts towards no limit.
  func beside(_ edition: FilePath) -> SnapshotCache {
    let stem = FilePath(bytes: edition.name.bytes.prefix { $0 != UInt8(ascii: ".") })
    return SnapshotCache(
      folder: edition.folder ?? ".", limit: .max, onlyName: "\(stem)\(Self.ending)")
  }

  static let ending = ".snapshot"

  /// The most bytes that all snapshots together may take: without a word from the user, half of what
  /// would be free on the disk if there were none.
  package var limit: Int {
    if let chosenLimit { return chosenLimit }
    let taken = entries.reduce(0) { $0 + $1.bytes }
    return Folder.freeBytes(in: folder) / 2 + taken / 2
  }

  // MARK: Reading

  /// The dataset's store, if there is a snapshot of exactly this state of it. A snapshot of another
  /// state, or a damaged one, is removed.
  func store(for identity: DatasetIdentity) -> VenueStore? {
    PrivateFile.with(path(for: identity)) { descriptor, size -> VenueStore? in
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
    return PrivateFile.with(self.path(for: identity)) { descriptor, size -> State in
      MappedSnapshot(descriptor: descriptor, size: size, identity: identity.words) == nil
        ? .stale : .fresh
    } ?? .none
  }

  // MARK: Writing

  /// What became of a snapshot.
  package enum Outcome: Equatable, Sendable {
    case kept
    case notKept
    /// It would take more than the limit. `isNews` the first time that this is found of a dataset.
    case tooLarge(bytes: Int, limit: Int, isNews: Bool)
  }

  /// Keeps a store for the next query. The file appears whole or not at all.
  @discardableResult
  func keep(_ store: VenueStore, for identity: DatasetIdentity) -> Outcome {
    // Whatever rules it out is checked first, since arranging the rows takes as long as a query.
    guard onlyName != nil || identity.isSettled, makeFolder() else { return .notKept }
    let (limit, least) = (limit, SnapshotWriter.leastBytes(for: store))
    guard least <= limit else { return tooLarge(least, limit, identity) }
    guard let file = ReplacementFile(for: path(for: identity), mode: 0o600),
      let writer = SnapshotWriter(store, identity)
    else { return .notKept }
    guard writer.fileBytes <= limit else { return tooLarge(writer.fileBytes, limit, identity) }
    guard writer.write(to: file.descriptor), file.commit() == 0 else { return .notKept }
    if onlyName == nil {
      sign(of: identity).removeFile()
      removeOldest(keeping: FilePath(identity.fileName), limit)
    }
    return .kept
  }

  private func tooLarge(_ bytes: Int, _ limit: Int, _ identity: DatasetIdentity) -> Outcome {
    let sign = sign(of: identity).open(O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    if sign >= 0 { close(sign) }
    return .tooLarge(bytes: bytes, limit: limit, isNews: sign >= 0)
  }

  func remove(for identity: DatasetIdentity) { path(for: identity).removeFile() }

  private func path(for identity: DatasetIdentity) -> FilePath {
    "\(folder)/\(onlyName ?? FilePath(identity.fileName))"
  }

  /// An empty file, there once the user was told that this dataset's snapshot is too large.
  private func sign(of identity: DatasetIdentity) -> FilePath {
    "\(folder)/\(identity.fileName)\(Self.tooLargeEnding)"
  }

  private static let tooLargeEnding = ".too-large"

  /// Makes the folder and the one above it. Returns false where others may write in it.
  private func makeFolder() -> Bool {
    if onlyName == nil {
      // No more than one: a missing home folder is meant to be missing.
      _ = folder.folder?.withCString { mkdir($0, 0o700) }
      _ = folder.withCString { mkdir($0, 0o700) }
    }
    return stat(ofLink: folder) != nil && refusal == nil
  }

  /// Why nothing is kept in the folder; `nil` where it is finder's own, or can still be made.
  package var refusal: String? {
    guard let status = stat(ofLink: folder) else { return nil }
    if !status.isFolder { return "it is not a folder" }
    if status.st_uid != geteuid() { return "it belongs to another user (\(status.st_uid))" }
    return PrivateFile.isOurs(status)
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
    guard name.hasSuffix(Self.ending), let status = stat(ofLink: "\(folder)/\(name)") else {
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
    for name in Folder.names(in: folder) where name.hasSuffix(Self.tooLargeEnding) {
      FilePath("\(folder)/\(name)").removeFile()
    }
    return entries.reduce(0) { $0 + (path(of: $1).removeFile() ? 1 : 0) }
  }

  private func removeOldest(keeping name: FilePath, _ limit: Int) {
    let all = entries
    var total = all.reduce(0) { $0 + $1.bytes }
    for entry in all where total > limit && entry.name != name {
      path(of: entry).removeFile()
      total -= entry.bytes
    }
  }
}
