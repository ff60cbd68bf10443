/// The folder of snapshots. Any failure in it costs only time: the query is then answered from the dataset
/// itself, and nothing is reported.
///
/// A class, since each kind of array of structs costs a start 11,000 instructions.
package final class SnapshotCache: Sendable {
  package let folder: FilePath
  /// The maximum number of bytes for all snapshots together, if the user set a limit.
  private let chosenLimit: Int?
  /// The name of the only snapshot here, if the folder is its dataset's.
  let onlyName: FilePath?

  package convenience init(folder: FilePath, limit: Int? = nil) {
    self.init(folder: folder, limit: limit, onlyName: nil)
  }

  private init(folder: FilePath, limit: Int?, onlyName: FilePath?) {
    self.folder = folder
    chosenLimit = limit
    self.onlyName = onlyName
  }

  /// In the place given by the environment; `nil` if it turns snapshots off. `size` parses a number of bytes.
  package convenience init?(
    environment: (String) -> FilePath?, size: (String) -> Int? = { Int($0) }
  ) {
    guard !Self.isOff(environment) else { return nil }
    self.init(placedBy: environment, size: size)
  }

  package static func isOff(_ environment: (String) -> FilePath?) -> Bool {
    environment("FINDER_CACHE") == "off"
  }

  /// The place where it would be, on or off; `nil` if there is none.
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

  /// The place beside an installed edition: the snapshot belongs to it, and does not count towards the limit.
  func beside(_ edition: FilePath) -> SnapshotCache {
    return SnapshotCache(
      folder: edition.folder ?? ".", limit: .max, onlyName: "\(edition.name.stem)\(Self.ending)")
  }

  /// The maximum number of bytes for all snapshots together. Unless the user set it, half of the disk space
  /// that would be free without any snapshots.
  package var limit: Int {
    if let chosenLimit { return chosenLimit }
    let taken = entries.reduce(0) { $0 + $1.bytes }
    return Folder.freeBytes(in: folder) / 2 + taken / 2
  }

  static let ending = ".snapshot"
  /// The endings of files beside a snapshot (`SnapshotCompanion`).
  static let companionEndings = [namesEnding, foodEnding]
  static let namesEnding: FilePath = ".names"
  static let foodEnding: FilePath = ".food"
  static let tooLargeEnding = ".too-large"

  func path(for identity: DatasetIdentity) -> FilePath {
    "\(folder)/\(onlyName ?? FilePath(identity.fileName))"
  }

  /// A file made from a dataset's snapshot and kept beside it.
  func path(ofCompanion ending: FilePath, for identity: DatasetIdentity) -> FilePath {
    path(ofCompanion: ending, of: path(for: identity).name)
  }

  private func path(ofCompanion ending: FilePath, of name: FilePath) -> FilePath {
    "\(folder)/\(name.stem)\(ending)"
  }

  private func removeCompanions(of name: FilePath) {
    for ending in Self.companionEndings { path(ofCompanion: ending, of: name).removeFile() }
  }

  /// An empty file, created once the user has been told that the snapshot would be too large.
  func tooLargeMark(of path: FilePath) -> FilePath { "\(path)\(Self.tooLargeEnding)" }

  // The folder's contents.

  package struct Entry: Sendable {
    package let name: FilePath
    /// Including the files beside it.
    package let bytes: Int
    /// Those of the names beside it; 0 if there are none.
    package let namesBytes: Int
    package let foodBytes: Int
    let lastUse: Int
  }

  /// The least recently used first.
  package var entries: [Entry] {
    Folder.names(in: folder).compactMap(entry)
      .sorted { ($0.lastUse, $0.name.description) < ($1.lastUse, $1.name.description) }
  }

  private func entry(_ name: FilePath) -> Entry? {
    // A sparse file may claim so much that a sum of sizes would overflow.
    func bytes(_ status: stat) -> Int { min(Int(status.st_size), 1 << 46) }
    guard name.hasSuffix(Self.ending), let status = stat(ofLink: "\(folder)/\(name)") else {
      return nil
    }
    let names = stat(ofLink: path(ofCompanion: Self.namesEnding, of: name)).map(bytes) ?? 0
    let food = stat(ofLink: path(ofCompanion: Self.foodEnding, of: name)).map(bytes) ?? 0
    return Entry(
      name: name, bytes: bytes(status) + names + food, namesBytes: names, foodBytes: food,
      lastUse: status.modificationTime.tv_sec)
  }

  /// The dataset's store, if there is a snapshot of exactly this state. A snapshot of another state, or a
  /// damaged one, is removed.
  package func store(for identity: DatasetIdentity) -> VenueStore? {
    PrivateFile.with(path(for: identity)) { descriptor, size -> VenueStore? in
      guard let store = VenueStore(snapshot: descriptor, size: size, of: identity.words) else {
        // If there is no memory to map it, it may well be valid.
        if errno != ENOMEM { remove(for: identity) }
        return nil
      }
      // The file's time is the time of its last use, which `removeOldest` depends on.
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
    /// The folder cannot be used: see `refusal`.
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
    /// It would exceed the limit. `isNews` is true the first time this is found for a dataset.
    case tooLarge(bytes: Int, limit: Int, isNews: Bool)
  }

  /// Saves a store for the next query. The file appears completely or not at all.
  @discardableResult
  package func keep(_ store: VenueStore, for identity: DatasetIdentity) -> Outcome {
    // Anything that rules it out is checked first, since arranging the rows takes as long as a query.
    guard onlyName != nil || identity.isSettled, makeFolder() else { return .notKept }
    let (limit, least) = (limit, SnapshotWriter.leastBytes(for: store, identity))
    guard least <= limit else { return tooLarge(least, limit, path(for: identity)) }
    guard let file = ReplacementFile(for: path(for: identity), mode: 0o600) else { return .notKept }
    let writer = SnapshotWriter(store, identity)
    guard let bytes = writer.fileBytes else { return .notKept }
    guard bytes <= limit else { return tooLarge(bytes, limit, path(for: identity)) }
    // Files made from an earlier snapshot are removed with it.
    removeCompanions(of: path(for: identity).name)
    guard writer.write(to: file.descriptor), file.commit() == 0 else { return .notKept }
    makeRoom(keeping: path(for: identity), limit)
    return .kept
  }

  /// Saves a file made from a snapshot beside it. It counts as part of that snapshot, and is removed with it.
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

  /// Makes the folder and the one above it. Returns false if other users may write in it.
  private func makeFolder() -> Bool {
    if onlyName == nil {
      // At most these two levels: a missing home folder should stay missing.
      _ = folder.folder?.withCString { mkdir($0, 0o700) }
      _ = folder.withCString { mkdir($0, 0o700) }
    }
    return stat(ofLink: folder) != nil && refusal == nil
  }

  /// Why nothing is saved in the folder; `nil` if it is finder's own, or can still be created.
  package var refusal: String? {
    guard let status = stat(ofLink: folder) else { return nil }
    if !status.isFolder { return "it is not a folder" }
    if status.st_uid != geteuid() { return "it belongs to another user (\(status.st_uid))" }
    return PrivateFile.isOurs(status)
      ? nil : "others may write in it (mode \(String(status.st_mode & 0o777, radix: 8)))"
  }

  // Removing: a snapshot always goes with the files beside it.

  func remove(for identity: DatasetIdentity) {
    // The companions go first: without the snapshot they are useless.
    removeCompanions(of: path(for: identity).name)
    path(for: identity).removeFile()
  }

  private func remove(_ entry: Entry) -> Bool {
    removeCompanions(of: entry.name)
    return FilePath("\(folder)/\(entry.name)").removeFile()
  }

  /// Companions without a snapshot, left by a stopped process or by two that interfered.
  private func removeOrphans() {
    for name in Folder.names(in: folder)
    where Self.companionEndings.contains(where: { name.hasSuffix("\($0)") })
      && stat(ofLink: "\(folder)/\(name.stem)\(Self.ending)") == nil
    {
      FilePath("\(folder)/\(name)").removeFile()
    }
  }

  /// Removes all snapshots, and returns how many there were.
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
