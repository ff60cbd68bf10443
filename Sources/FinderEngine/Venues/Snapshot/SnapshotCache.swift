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

  // MARK: File names

  static let ending = ".snapshot"
  static let companionEnding = ".names"
  static let tooLargeEnding = ".too-large"

  func path(for identity: DatasetIdentity) -> FilePath {
    "\(folder)/\(onlyName ?? FilePath(identity.fileName))"
  }

  /// What was made from a dataset's snapshot, and lies beside it.
  func companion(for identity: DatasetIdentity) -> FilePath {
    companion(of: path(for: identity).name)
  }

  func companion(of name: FilePath) -> FilePath {
    "\(folder)/\(name.stem)\(Self.companionEnding)"
  }

  /// An empty file, there once the user was told that this file would be too large.
  func sign(of path: FilePath) -> FilePath { "\(path)\(Self.tooLargeEnding)" }
}
