/// Changes what is installed in a data folder. Only one process at a time can have one of these. Wherever it
/// is stopped, either the old edition or the new one is installed, and complete.
///
///     let installer = try DatasetInstaller(folder: folder, cache: cache) { print("waiting") }
///     try installer.install(candidate, from: .init(source: path))
///
/// First the edition's file is written under a temporary name, synced and renamed, and its folder is synced.
/// Then the same is done with the record that names it, which switches to the new edition. Last, editions
/// that no record names any longer are removed. If the process is stopped before the switch, the new file is
/// not used, and the next installer removes it.
package final class DatasetInstaller {
  package let folder: FilePath
  package private(set) var installed: InstalledDataset?
  /// Whether a snapshot should have been saved beside the edition, and could not be.
  package private(set) var lacksSnapshot = false
  private let cache: SnapshotCache?
  private let lock: FolderLock

  /// How many seconds to wait for another process.
  package static let standardPatience = 10.0
  private static let editions = InstalledDataset.editions

  package init(
    folder: FilePath, cache: SnapshotCache?, patience: Double = standardPatience,
    whenWaiting: () -> Void = {}
  ) throws {
    self.folder = folder
    self.cache = cache
    try Folder.make(folder)
    lock = try FolderLock(folder, patience: patience, whenWaiting: whenWaiting)
    installed = try InstalledDataset(folder: folder)
    // The lock keeps other processes away from the folder.
    for folder in [folder, editionsFolder] { TemporaryFile.sweep(folder, olderThan: nil) }
    if installed != nil { removeUnnamedEditions() }
  }

  private var editionsFolder: FilePath { "\(folder)/\(Self.editions)" }

  /// Throws if an install could not create its files; checked before a server is asked.
  package func refuseReadOnly() throws(FileError) {
    for folder in [folder, editionsFolder]
    where folder.isAccessible() && !folder.isAccessible(W_OK | X_OK) {
      throw .cannotCreate(path: "\(folder)", errno: errno)
    }
  }

  /// Where an edition came from, and what the server said about it.
  package struct Origin: Sendable {
    package var source: String
    package var fetched: String?
    package var etag: String?
    package var lastModified: String?
    package var modified: String?
    package var user: String?
    package var request: String?
    package var sources: [String: Int]
    package var choice: String?
    package var reading: String?
    /// The text of the chosen polygon. A copy is kept.
    package var polygon: PaddedBytes?
    package var extent: BoundingBox?
    /// Each file or address, if there are several.
    package var inputs: [String]

    package init(
      source: String, fetched: String? = nil, etag: String? = nil, lastModified: String? = nil,
      modified: String? = nil, user: String? = nil, request: String? = nil,
      sources: [String: Int] = [:], choice: String? = nil, reading: String? = nil,
      polygon: PaddedBytes? = nil, extent: BoundingBox? = nil, inputs: [String] = []
    ) {
      self.source = source
      self.fetched = fetched
      self.etag = etag
      self.lastModified = lastModified
      self.modified = modified
      self.user = user
      self.request = request
      self.sources = sources
      self.choice = choice
      self.reading = reading
      self.polygon = polygon
      self.extent = extent
      self.inputs = inputs
    }
  }

  /// Makes it the dataset that queries use. Returns false if the same bytes were already installed, and only
  /// the record changed.
  package func install(_ candidate: DatasetCandidate, from origin: Origin) throws -> Bool {
    let ending = candidate.isPacked ? ".geojson.gz" : ".geojson"
    var edition = EditionRecord(
      file: "\(Self.editions)/\(candidate.sha256.prefix(32))\(ending)", source: origin.source,
      sha256: candidate.sha256, bytes: candidate.bytes.count, features: candidate.tally.features,
      venues: candidate.venues, installed: momentOfInstall, fetched: origin.fetched,
      etag: origin.etag, lastModified: origin.lastModified, modified: origin.modified,
      user: origin.user, request: origin.request, sources: origin.sources, choice: origin.choice,
      reading: origin.reading, polygon: origin.polygon.map(Self.polygonName),
      extent: origin.extent, inputs: origin.inputs)
    var previous = installed?.current ?? handPlacedEdition
    let isSame = previous?.sha256 == edition.sha256
    if isSame {
      previous = installed?.previous
      edition.installed = installed?.current.installed ?? edition.installed
      // A copy of a fetched file adds nothing about its origin.
      if origin.fetched == nil, let current = installed?.current, current.fetched != nil {
        edition = current
      }
    }
    // A file that is there already is not written again, so its snapshot stays valid.
    let isInPlace = isWhole(edition)
    if isInPlace {
      // The process that wrote it may have been stopped before it was synced.
      try Folder.sync("\(folder)/\(edition.file)")
      try Folder.sync(editionsFolder)
    } else {
      try Folder.make(editionsFolder)
      try ReplacementFile.write(candidate.bytes.bytes, to: "\(folder)/\(edition.file)")
    }
    // If the record was kept, it names a different polygon or none.
    if let name = edition.polygon, let polygon = origin.polygon,
      name == Self.polygonName(polygon)
    {
      try ReplacementFile.write(polygon.bytes, to: "\(folder)/\(name)")
    }
    keepSnapshot(of: edition) { candidate.store }
    let wasInstalled = installed != nil
    try replaceRecord(
      InstalledDataset(folder: folder, current: edition, previous: previous))
    return !(isSame && wasInstalled && isInPlace)
  }

  /// Now, but later than the last install: if the same file was installed twice, the journal of changes
  /// distinguishes the two by their times. Times from a clock that was far ahead are ignored.
  private var momentOfInstall: String {
    let now = Int(time(nil))
    guard let last = installed.flatMap({ Timestamp.seconds(of: $0.current.installed) }),
      (now..<now + 60).contains(last)
    else { return Timestamp.text(now) }
    return Timestamp.text(last + 1)
  }

  /// The server has nothing newer. Only the time of asking is recorded, and it does not matter if that fails.
  package func noteFetched(_ moment: String) {
    guard var dataset = installed else { return }
    dataset.current.fetched = moment
    try? replaceRecord(dataset)
  }

  /// Goes back to the previous edition, and makes the current one the previous: doing it twice changes
  /// nothing.
  package func rollBack() throws {
    let target = try readyPrevious()
    try replaceRecord(
      InstalledDataset(folder: folder, current: target, previous: installed?.current))
  }

  /// The previous edition, verified and with its snapshot.
  private func readyPrevious() throws -> EditionRecord {
    guard let installed, var target = installed.previous else {
      throw InstallError.nothingBefore(folder: "\(folder)")
    }
    let path = installed.path(of: target)
    let bytes = try FileReading.contents(ofFile: path)
    if SHA256.hex(of: bytes.bytes) != target.sha256 {
      // Users may have changed a file that they put there.
      guard !isEdition(target) else { throw InstallError.damagedEdition(path: "\(path)") }
      target = Self.handPlaced(
        try DatasetCandidate(bytes, named: "\(path)"), file: target.file, path: path)
    }
    keepSnapshot(of: target) { try? DatasetCandidate(bytes, named: "\(path)").store }
    return target
  }

  /// Removes an edition with its file and everything that belongs to it. If it is in use, queries go back to
  /// the one before, if there is one. A file that a user put there stays. Returns false if that edition is
  /// not installed.
  package func remove(_ edition: EditionRecord) throws -> Bool {
    guard let installed else { return false }
    let remaining: EditionRecord
    if edition == installed.previous {
      remaining = installed.current
    } else if edition != installed.current {
      return false
    } else if installed.previous == nil {
      return try removeAll() > 0
    } else {
      remaining = try readyPrevious()
    }
    try replaceRecord(InstalledDataset(folder: folder, current: remaining, previous: nil))
    return true
  }

  /// Removes all editions, including those left by a stopped process. Returns how many were installed.
  ///
  /// The record goes first: without it no edition is in use, and files left over do no harm.
  package func removeAll() throws -> Int {
    let count = installed?.editions.count ?? 0
    let record: FilePath = "\(folder)/\(InstalledDataset.recordName)"
    if installed != nil {
      guard record.removeFile() || errno == ENOENT else {
        throw FileError.cannotWrite(path: "\(record)", errno: errno)
      }
      installed = nil
      try Folder.sync(folder)
    }
    removeUnnamedEditions()
    return count
  }

  /// Makes the first query as fast as later ones. A failure only slows that query; the edition is installed
  /// all the same.
  private func keepSnapshot(of edition: EditionRecord, _ store: () -> VenueStore?) {
    guard let cache, isEdition(edition) else { return }
    let path: FilePath = "\(folder)/\(edition.file)"
    let place = cache.beside(path)
    guard let identity = DatasetIdentity(ofFile: path) else { return }
    if place.state(ofFile: path) != .fresh {
      guard let store = store() else { return }
      lacksSnapshot = place.keep(store, for: identity) != .kept
    }
    place.keepNames(for: identity)
  }

  private func replaceRecord(_ dataset: InstalledDataset) throws {
    try ReplacementFile.write(dataset.text, to: "\(folder)/\(InstalledDataset.recordName)")
    installed = dataset
    removeUnnamedEditions()
  }

  /// Whether an edition's file is there, unchanged since it was installed.
  package func isWhole(_ edition: EditionRecord) -> Bool {
    guard let bytes = try? FileReading.contents(ofFile: "\(folder)/\(edition.file)") else {
      return false
    }
    return bytes.count == edition.bytes && SHA256.hex(of: bytes.bytes) == edition.sha256
  }

  /// Queries use this file if nothing is installed.
  package var handPlacedPath: FilePath? { DatasetLocator.handPlaced(in: folder) }

  /// The file stays in place, so a rollback can return to it.
  private var handPlacedEdition: EditionRecord? {
    guard let path = handPlacedPath,
      let bytes = try? FileReading.contents(ofFile: path),
      let candidate = try? DatasetCandidate(bytes, named: "\(path)")
    else { return nil }
    return Self.handPlaced(
      candidate, file: "\(path.name)", path: path)
  }

  private static func handPlaced(
    _ candidate: DatasetCandidate, file: String, path: FilePath
  ) -> EditionRecord {
    let modified = stat(ofFile: path)?.modificationTime.tv_sec ?? 0
    return EditionRecord(
      file: file, source: "\(path)", sha256: candidate.sha256, bytes: candidate.bytes.count,
      features: candidate.tally.features, venues: candidate.venues,
      installed: Timestamp.text(modified))
  }

  /// The number of usable venues in the dataset that queries use now; `nil` if there is none or it cannot be
  /// read.
  package var presentVenues: Int? { installed?.current.venues ?? handPlacedEdition?.venues }

  private func isEdition(_ edition: EditionRecord) -> Bool {
    edition.file.hasPrefix(Self.editions + "/")
  }

  /// Removes only files that finder put there: any others belong to the user.
  private func removeUnnamedEditions() {
    let named = installed?.editions.map(\.file) ?? []
    let stems = named.map { Self.stem("\(FilePath($0).name)") }
    for name in Folder.names(in: editionsFolder).map(\.description) {
      let isSnapshot = ([SnapshotCache.ending] + SnapshotCache.companionEndings)
        .contains { name == "\(Self.stem(name))\($0)" }
      let isUnnamed =
        isSnapshot
        ? InstalledDataset.isEditionName(Self.stem(name) + ".geojson")
          && !stems.contains(Self.stem(name))
        : InstalledDataset.isEditionName(name) && !named.contains("\(Self.editions)/\(name)")
      guard isUnnamed else { continue }
      let path: FilePath = "\(editionsFolder)/\(name)"
      if let identity = DatasetIdentity(ofFile: path) { cache?.remove(for: identity) }
      path.removeFile()
    }
    removeUnnamedPolygons()
  }

  private func removeUnnamedPolygons() {
    let named = [installed?.current, installed?.previous].compactMap { $0?.polygon }
    for name in Folder.names(in: editionsFolder).map(\.description)
    where name.hasSuffix(Self.polygonEnding)
      && InstalledDataset.isEditionName(Self.stem(name) + ".geojson")
      && !named.contains("\(Self.editions)/\(name)")
    { ("\(editionsFolder)/\(name)" as FilePath).removeFile() }
  }

  private static let polygonEnding = ".polygon"

  private static func polygonName(_ text: PaddedBytes) -> String {
    "\(editions)/\(SHA256.hex(of: text.bytes).prefix(32))\(polygonEnding)"
  }

  private static func stem(_ name: String) -> String { String(name.prefix { $0 != "." }) }
}

package enum InstallError: Error, Sendable {
  /// Neither XDG_DATA_HOME nor HOME is set.
  case noDataFolder
  case nothingBefore(folder: String)
  /// An edition's file has changed since it was installed.
  case damagedEdition(path: String)
  case webPage(name: String)
  case noVenue(name: String, features: Int)

  /// One line for people, without the program's name.
  package var message: String {
    switch self {
    case .noDataFolder: "no data folder: neither XDG_DATA_HOME nor HOME is set"
    case .nothingBefore(let folder):
      "nothing to go back to: no earlier dataset is kept in \(folder)"
    case .damagedEdition(let path): "\(path) is damaged: it is not what was installed"
    case .webPage(let name): "\(name) is a web page or other markup, not GeoJSON"
    case .noVenue(let name, let features):
      features == 0
        ? "\(name) has no venues" : "\(name) has no venue that can be used, of \(features) features"
    }
  }
}
