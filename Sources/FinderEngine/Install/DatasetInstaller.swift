/// Changes what is installed in a data folder. One process at a time has one of these; it ends with
/// the old edition installed or the new one, each whole, wherever it is stopped.
///
///     let installer = try DatasetInstaller(folder: folder, cache: cache) { print("waiting") }
///     try installer.install(candidate, from: .init(source: path))
///
/// The steps: the edition's file is written aside, synced, renamed to its name, and its folder
/// synced; then the same with the record that names it, which is the switch; then what no record
/// names any longer is removed. Stopped before the switch, the new file is only clutter, which the
/// next one removes.
package final class DatasetInstaller {
  package let folder: String
  package private(set) var installed: InstalledDataset?
  private let cache: SnapshotCache?
  private let lock: FolderLock

  /// Seconds to wait for another process.
  package static let standardPatience = 10.0
  private static let editions = "editions"

  package init(
    folder: String, cache: SnapshotCache?, patience: Double = standardPatience,
    whenWaiting: () -> Void = {}
  ) throws {
    self.folder = folder
    self.cache = cache
    try DurableFile.makeFolder(folder)
    lock = try FolderLock(folder, patience: patience, whenWaiting: whenWaiting)
    installed = try InstalledDataset(folder: folder)
    DurableFile.removeLeftovers(in: folder)
    DurableFile.removeLeftovers(in: editionsFolder)
    if installed != nil { removeUnnamedEditions() }
  }

  private var editionsFolder: String { "\(folder)/\(Self.editions)" }

  // MARK: Installing

  /// Where an edition came from, and what the server said of it.
  package struct Origin: Sendable {
    package var source: String
    package var fetched: String?
    package var etag: String?
    package var lastModified: String?

    package init(
      source: String, fetched: String? = nil, etag: String? = nil, lastModified: String? = nil
    ) {
      self.source = source
      self.fetched = fetched
      self.etag = etag
      self.lastModified = lastModified
    }
  }

  /// Makes it the dataset that queries use; false where the very same bytes were that already, whole,
  /// and only what is known of them has changed.
  package func install(_ candidate: DatasetCandidate, from origin: Origin) throws -> Bool {
    let ending = candidate.isPacked ? ".geojson.gz" : ".geojson"
    var edition = EditionRecord(
      file: "\(Self.editions)/\(candidate.sha256.prefix(32))\(ending)", source: origin.source,
      sha256: candidate.sha256, bytes: candidate.bytes.count, features: candidate.tally.features,
      venues: candidate.venues, installed: Timestamp.now, fetched: origin.fetched,
      etag: origin.etag, lastModified: origin.lastModified)
    var previous = installed?.current ?? handPlacedEdition
    let isSame = previous?.sha256 == edition.sha256
    if isSame {
      previous = installed?.previous
      edition.installed = installed?.current.installed ?? edition.installed
    }
    // Not written again where it lies already: its snapshot stays good.
    let isInPlace = isWhole(edition)
    if isInPlace {
      // Whoever put it there may have been stopped before the disk had it.
      try DurableFile.sync("\(folder)/\(edition.file)")
      try DurableFile.syncFolder(editionsFolder)
    } else {
      try DurableFile.makeFolder(editionsFolder)
      try DurableFile.write(candidate.bytes.bytes, to: "\(folder)/\(edition.file)")
    }
    let wasInstalled = installed != nil
    try replaceRecord(
      InstalledDataset(folder: folder, current: edition, previous: previous))
    return !(isSame && wasInstalled && isInPlace)
  }

  /// The server was asked again and has nothing newer. Only the record of when is written, and it
  /// is no failure where that does not go.
  package func noteFetched(_ moment: String) {
    guard var dataset = installed else { return }
    dataset.current.fetched = moment
    try? replaceRecord(dataset)
  }

  /// Back to the edition before this one, which becomes the one before: twice comes back.
  package func rollBack() throws {
    guard let installed, var target = installed.previous else {
      throw InstallError.nothingBefore(folder: folder)
    }
    let path = installed.path(of: target)
    let bytes = try FileReading.contents(ofFile: path)
    if SHA256.hex(of: bytes.bytes) != target.sha256 {
      // A file that was put there by hand may have been changed by hand.
      guard !isEdition(target) else { throw InstallError.damagedEdition(path: path) }
      target = Self.handPlaced(
        try DatasetCandidate(bytes, named: path), file: target.file, path: path)
    }
    try replaceRecord(
      InstalledDataset(folder: folder, current: target, previous: installed.current))
  }

  private func replaceRecord(_ dataset: InstalledDataset) throws {
    try DurableFile.write(dataset.text, to: "\(folder)/\(InstalledDataset.recordName)")
    installed = dataset
    removeUnnamedEditions()
  }

  /// Whether an edition's file lies there as it was installed.
  package func isWhole(_ edition: EditionRecord) -> Bool {
    guard let bytes = try? FileReading.contents(ofFile: "\(folder)/\(edition.file)") else {
      return false
    }
    return bytes.count == edition.bytes && SHA256.hex(of: bytes.bytes) == edition.sha256
  }

  // MARK: A file that was put there by hand

  /// It is what queries use as long as nothing was installed.
  package var handPlacedPath: String? {
    DatasetLocator.handPlacedNames.map { "\(folder)/\($0)" }.first { access($0, F_OK) == 0 }
  }

  /// It stays where it is, and a rollback comes back to it.
  private var handPlacedEdition: EditionRecord? {
    guard let path = handPlacedPath,
      let bytes = try? FileReading.contents(ofFile: path),
      let candidate = try? DatasetCandidate(bytes, named: path)
    else { return nil }
    return Self.handPlaced(
      candidate, file: String(path.dropFirst(folder.count + 1)), path: path)
  }

  private static func handPlaced(
    _ candidate: DatasetCandidate, file: String, path: String
  ) -> EditionRecord {
    var status = stat()
    stat(path, &status)
    return EditionRecord(
      file: file, source: path, sha256: candidate.sha256, bytes: candidate.bytes.count,
      features: candidate.tally.features, venues: candidate.venues,
      installed: Timestamp.text(status.modificationTime.tv_sec))
  }

  /// Usable venues of what queries use now; `nil` where that is nothing, or cannot be read.
  package var presentVenues: Int? { installed?.current.venues ?? handPlacedEdition?.venues }

  // MARK: Old editions

  private func isEdition(_ edition: EditionRecord) -> Bool {
    edition.file.hasPrefix(Self.editions + "/")
  }

  /// Only what finder put there: other files in the folder are somebody's.
  private func removeUnnamedEditions() {
    guard let installed else { return }
    let named = [installed.current, installed.previous].compactMap { $0?.file }
    for name in DurableFile.names(in: editionsFolder)
    where Self.isEditionName(name) && !named.contains("\(Self.editions)/\(name)") {
      let path = "\(editionsFolder)/\(name)"
      if let identity = DatasetIdentity(ofFile: path) { cache?.remove(for: identity) }
      unlink(path)
    }
  }

  private static func isEditionName(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." }
    return stem.utf8.count == 32
      && stem.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
      && [".geojson", ".geojson.gz"].contains(String(name.dropFirst(stem.count)))
  }
}
