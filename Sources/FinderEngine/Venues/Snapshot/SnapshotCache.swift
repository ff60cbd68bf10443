/// The folder of snapshots. Whatever goes wrong in it costs only time: the query is then answered
/// from the dataset itself, and nothing is reported.
///
/// A class, as arrays of structs cost a start 11,000 instructions for each kind of them.
package final class SnapshotCache: Sendable {
  package let folder: FilePath
  /// The most bytes that all snapshots together may take, where the user has said so.
  private let chosenLimit: Int?
  /// The one snapshot that lies here, beside its dataset.
  let onlyName: FilePath?

  package convenience init(folder: FilePath, limit: Int? = nil) {
    self.init(folder: folder, limit: limit, onlyName: nil)
  }

  private init(folder: FilePath, limit: Int?, onlyName: FilePath?) {
    self.folder = folder
    chosenLimit = limit
    self.onlyName = onlyName
  }

  /// In the place that the environment names; `nil` where it turns snapshots off. `size` reads a number
  /// of bytes.
  package convenience init?(
    environment: (String) -> FilePath?, size: (String) -> Int? = { Int($0) }
  ) {
    guard environment("FINDER_CACHE") != "off" else { return nil }
    self.init(placedBy: environment, size: size)
  }

  /// Where it would be, off or on; `nil` where there is no place for it.
  package convenience init?(
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
    return SnapshotCache(
      folder: edition.folder ?? ".", limit: .max, onlyName: "\(edition.name.stem)\(Self.ending)")
  }

  /// The most bytes that all snapshots together may take: without a word from the user, half of what
  /// would be free on the disk if there were none.
  package var limit: Int {
    if let chosenLimit { return chosenLimit }
    let taken = entries.reduce(0) { $0 + $1.bytes }
    return Folder.freeBytes(in: folder) / 2 + taken / 2
  }

  static let ending = ".snapshot"
  /// Of what may lie beside a snapshot (`SnapshotCompanion`).
  static let companionEndings: [FilePath] = [".names", ".food"]
  static let tooLargeEnding = ".too-large"

  func path(for identity: DatasetIdentity) -> FilePath {
    "\(folder)/\(onlyName ?? FilePath(identity.fileName))"
  }

  /// What was made from a dataset's snapshot, and lies beside it.
  func path(ofCompanion ending: FilePath, for identity: DatasetIdentity) -> FilePath {
    path(ofCompanion: ending, of: path(for: identity).name)
  }

  private func path(ofCompanion ending: FilePath, of name: FilePath) -> FilePath {
    "\(folder)/\(name.stem)\(ending)"
  }

  private func removeCompanions(of name: FilePath) {
    for ending in Self.companionEndings { path(ofCompanion: ending, of: name).removeFile() }
  }

  /// An empty file, there once the user was told that this file would be too large.
  func tooLargeMark(of path: FilePath) -> FilePath { "\(path)\(Self.tooLargeEnding)" }

  // What lies in the folder.

  package struct Entry: Sendable {
    package let name: FilePath
    /// With what lies beside it.
    package let bytes: Int
    /// Of the files beside it, in the order of `companionEndings`; 0 where there is none.
    package let companionBytes: [Int]
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
    let beside = Self.companionEndings.map { ending in
      stat(ofLink: path(ofCompanion: ending, of: name)).map { min(Int($0.st_size), 1 << 46) } ?? 0
    }
    return Entry(
      name: name, bytes: beside.reduce(min(Int(status.st_size), 1 << 46), +),
      companionBytes: beside, lastUse: status.modificationTime.tv_sec)
  }

  /// The dataset's store, if there is a snapshot of exactly this state of it. A snapshot of another
  /// state, or a damaged one, is removed.
  package func store(for identity: DatasetIdentity) -> VenueStore? {
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

  package enum Outcome: Equatable, Sendable {
    case kept
    case notKept
    /// It would take more than the limit. `isNews` the first time that this is found of a dataset.
    case tooLarge(bytes: Int, limit: Int, isNews: Bool)
  }

  /// Keeps a store for the next query. The file appears whole or not at all.
  @discardableResult
  package func keep(_ store: VenueStore, for identity: DatasetIdentity) -> Outcome {
    // Whatever rules it out is checked first, since arranging the rows takes as long as a query.
    guard onlyName != nil || identity.isSettled, makeFolder() else { return .notKept }
    let (limit, least) = (limit, SnapshotWriter.leastBytes(for: store, identity))
    guard least <= limit else { return tooLarge(least, limit, path(for: identity)) }
    guard let file = ReplacementFile(for: path(for: identity), mode: 0o600) else { return .notKept }
    let writer = SnapshotWriter(store, identity)
    guard let bytes = writer.fileBytes else { return .notKept }
    guard bytes <= limit else { return tooLarge(bytes, limit, path(for: identity)) }
    // What was made from an earlier one goes with it.
    removeCompanions(of: path(for: identity).name)
    guard writer.write(to: file.descriptor), file.commit() == 0 else { return .notKept }
    makeRoom(keeping: path(for: identity), limit)
    return .kept
  }

  /// Keeps what was made from a snapshot beside it. It counts as part of that snapshot, and goes with it.
  func keepCompanion(
    _ ending: FilePath, for identity: DatasetIdentity, bytes: Int,
    _ write: (_ descriptor: CInt) -> Bool
  ) -> Outcome {
    let snapshot = path(for: identity)
    let path = path(ofCompanion: ending, for: identity)
    guard makeFolder(), let status = stat(ofLink: snapshot) else { return .notKept }
    let (limit, all) = (limit, min(Int(status.st_size), 1 << 46) + bytes)
    guard all <= limit else { return tooLarge(all, limit, path) }
    guard let file = ReplacementFile(for: path, mode: 0o600), write(file.descriptor),
      file.commit() == 0
    else { return .notKept }
    makeRoom(keeping: path, limit)
    return .kept
  }

  private func makeRoom(keeping path: FilePath, _ limit: Int) {
    guard onlyName == nil else { return }
    tooLargeMark(of: path).removeFile()
    removeOldest(keeping: path.name.stem, limit)
  }

  private func tooLarge(_ bytes: Int, _ limit: Int, _ path: FilePath) -> Outcome {
    let mark = tooLargeMark(of: path).open(O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    if mark >= 0 { close(mark) }
    return .tooLarge(bytes: bytes, limit: limit, isNews: mark >= 0)
  }

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

  // What is removed, and when: a snapshot always with what lies beside it.

  func remove(for identity: DatasetIdentity) {
    // The companions first: one without its snapshot would be of no use.
    removeCompanions(of: path(for: identity).name)
    path(for: identity).removeFile()
  }

  private func remove(_ entry: Entry) -> Bool {
    removeCompanions(of: entry.name)
    return FilePath("\(folder)/\(entry.name)").removeFile()
  }

  /// Companions whose snapshot is gone: a process was stopped, or two got in each other's way.
  private func removeOrphans() {
    for name in Folder.names(in: folder)
    where Self.companionEndings.contains(where: { name.hasSuffix("\($0)") })
      && stat(ofLink: "\(folder)/\(name.stem)\(Self.ending)") == nil
    {
      FilePath("\(folder)/\(name)").removeFile()
    }
  }

  /// Removes all of them, and returns how many there were.
  package func clear() -> Int {
    TemporaryFile.sweep(folder, olderThan: nil)
    for name in Folder.names(in: folder) where name.hasSuffix(Self.tooLargeEnding) {
      FilePath("\(folder)/\(name)").removeFile()
    }
    defer { removeOrphans() }
    return entries.reduce(0) { $0 + (remove($1) ? 1 : 0) }
  }

  func removeOldest(keeping stem: FilePath, _ limit: Int) {
    removeOrphans()
    let all = entries
    var total = all.reduce(0) { $0 + $1.bytes }
    for entry in all where total > limit && entry.name.stem != stem {
      _ = remove(entry)
      total -= entry.bytes
    }
  }
}
