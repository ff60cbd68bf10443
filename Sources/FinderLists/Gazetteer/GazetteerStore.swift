import FinderEngine

/// Changes the gazetteer in a data folder. Only one process at a time can have one of these.
///
///     gazetteer/gazetteer.snapshot          the combined file that queries use: all sources and their record
///     gazetteer/sources/2f8a….snapshot      each source by itself, in the same form
///     gazetteer/sources/2f8a….damaged       one that could not be read when the combined file was lost
///     gazetteer/removed                     the combined file, while the sources are being removed too
///
/// Queries need a single file. But removing a source must bring back what it hid, so each source is kept too,
/// and the combined file is built again from them. One `rename` replaces that file, so wherever a process is
/// stopped, queries find the old file or the new one, complete. To remove the gazetteer, the file is renamed,
/// which needs no room on the disk.
package final class GazetteerStore {
  package let folder: FilePath
  package private(set) var sources: [GazetteerSource] = []
  /// Files of sources that could not be read when the combined file was rebuilt from the others.
  package private(set) var setAside: [FilePath] = []
  private let lock: FolderLock

  package static let standardPatience = 10.0

  package init(
    dataFolder: FilePath, patience: Double = standardPatience, whenWaiting: () -> Void = {}
  ) throws(FileError) {
    folder = "\(dataFolder)/\(Gazetteer.folderName)"
    try Folder.make(dataFolder)
    try Folder.make(folder)
    try Folder.make("\(folder)/\(Self.sourcesName)")
    lock = try FolderLock(folder, patience: patience, whenWaiting: whenWaiting)
    // The lock keeps other processes away from the folder.
    for folder in [folder, sourcesFolder] { TemporaryFile.sweep(folder, olderThan: nil) }
    if stat(ofLink: removed) != nil { try finishRemoving() }
    if let sources = try Self.sources(in: folder) {
      self.sources = sources
    } else {
      sources = try sourcesFound()
    }
  }

  private static let sourcesName = "sources"
  private static let ending = ".snapshot"
  private static let damagedEnding = ".damaged"
  private var removed: FilePath { "\(folder)/removed" }
  private var sourcesFolder: FilePath { "\(folder)/\(Self.sourcesName)" }
  private var path: FilePath { "\(folder)/\(Gazetteer.fileName)" }

  private func path(of source: GazetteerSource) -> FilePath {
    "\(sourcesFolder)/\(source.id)\(Self.ending)"
  }

  /// Whether there is a gazetteer: complete, damaged or left by a process that was stopped.
  package static func isThere(inDataFolder folder: FilePath) throws(GazetteerFault) -> Bool {
    do throws(GazetteerFault) {
      if try Gazetteer.open(inDataFolder: folder) != nil { return true }
    } catch {
      guard case .damaged = error else { throw error }
      return true
    }
    return Folder.names(in: "\(folder)/\(Gazetteer.folderName)/\(sourcesName)").contains {
      isOurs("\($0)")
    }
  }

  private static func isOurs(_ name: String) -> Bool {
    [ending, damagedEnding].contains { ending in
      name.hasSuffix(ending) && GazetteerSource.isID(String(name.dropLast(ending.utf8.count)))
    }
  }

  /// The sources that were added; none if there is no gazetteer.
  package static func sources(
    inDataFolder folder: FilePath
  ) throws(GazetteerFault) -> [GazetteerSource] {
    guard let gazetteer = try Gazetteer.open(inDataFolder: folder) else { return [] }
    guard let sources = sources(of: gazetteer) else { throw .damaged(path: gazetteer.path) }
    return sources
  }

  private static func sources(in folder: FilePath) throws(FileError) -> [GazetteerSource]? {
    try Gazetteer.open("\(folder)/\(Gazetteer.fileName)").flatMap(sources)
  }

  private static func sources(of gazetteer: Gazetteer) -> [GazetteerSource]? {
    let sources = try? GazetteerSource.all(in: gazetteer.sources)
    return gazetteer.isDamaged ? nil : sources
  }

  /// If the combined file is gone, each source's own file has its record. Files that cannot be read are set
  /// aside, since the next change would remove them as left by a stopped process.
  private func sourcesFound() throws(FileError) -> [GazetteerSource] {
    var found: [GazetteerSource] = []
    for name in Folder.names(in: sourcesFolder)
    where name.hasSuffix(Self.ending) && Self.isOurs("\(name)") {
      let path: FilePath = "\(sourcesFolder)/\(name)"
      if let source = try Gazetteer.open(path).flatMap(Self.sources(of:))?.first,
        "\(source.id)\(Self.ending)" == "\(name)"
      {
        found.append(source)
        continue
      }
      let id = "\(name)".dropLast(Self.ending.utf8.count)
      let aside: FilePath = "\(sourcesFolder)/\(String(id))\(Self.damagedEnding)"
      guard path.rename(to: aside) else { throw .cannotWrite(path: "\(path)", errno: errno) }
      setAside.append(aside)
    }
    return found.sorted { ($0.added, $0.name) < ($1.added, $1.name) }
  }

  /// Adds the sources read, replacing earlier ones with the same names.
  @discardableResult
  package func add(_ readings: [GazetteerReading]) throws -> [GazetteerSource] {
    var changed = sources
    var added: [GazetteerSource] = []
    var latest: GazetteerColumns?
    do {
      for reading in readings {
        let (source, columns) = reading.finish()
        try columns.write([source], to: path(of: source))
        changed.removeAll { $0.name == source.name }
        changed.append(source)
        added.append(source)
        latest = changed.count == 1 ? columns : nil
      }
      try replace(changed, columns: latest)
    } catch {
      // On a full disk, the next attempt may need the space that these files take. But if only the last step
      // failed, syncing the folder, the combined file is in place and needs them. If it cannot be read, they
      // stay.
      let needed = sources + (try Self.sources(in: folder) ?? [])
      for source in added where !needed.contains(where: { $0.id == source.id }) {
        path(of: source).removeFile()
      }
      throw error
    }
    return added
  }

  /// Removes the sources with these names.
  package func remove(_ names: [String]) throws {
    try replace(sources.filter { !names.contains($0.name) })
  }

  /// Removes everything, damaged or not.
  package func removeAll() throws {
    if !path.rename(to: removed), errno != ENOENT {
      throw FileError.cannotWrite(path: "\(path)", errno: errno)
    }
    try Folder.sync(folder)
    sources = []
    setAside = []
    try finishRemoving()
  }

  private func finishRemoving() throws(FileError) {
    for name in Folder.names(in: sourcesFolder) where Self.isOurs("\(name)") {
      try remove("\(sourcesFolder)/\(name)")
    }
    // Removed last, once the sources are gone from the disk.
    try Folder.sync(sourcesFolder)
    try remove(removed)
  }

  private func remove(_ path: FilePath) throws(FileError) {
    guard path.removeFile() || errno == ENOENT else {
      throw .cannotWrite(path: "\(path)", errno: errno)
    }
  }

  private func replace(_ changed: [GazetteerSource], columns: GazetteerColumns? = nil) throws {
    guard !changed.isEmpty else { return try removeAll() }
    try (columns ?? merged(changed)).write(changed, to: path)
    sources = changed
    removeUnnamed()
  }

  private func merged(_ sources: [GazetteerSource]) throws -> GazetteerColumns {
    let builder = GazetteerBuilder()
    var damaged: [GazetteerSource] = []
    for source in sources {
      builder.beginSource()
      let gazetteer = try Gazetteer.open(path(of: source))
      if let gazetteer { builder.add(gazetteer) }
      if gazetteer?.isDamaged ?? true { damaged.append(source) }
    }
    guard damaged.isEmpty else { throw damage(of: damaged) }
    if let reached = builder.reached { throw ListError(reached, in: "all sources together") }
    return builder.columns()
  }

  /// Names all damaged sources: as long as one is left, the gazetteer cannot be built.
  private func damage(of sources: [GazetteerSource]) -> ListError {
    let names = sources.map { fitForMessage($0.name) }
    let words = names.map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " ")
    return .malformed(
      path: "\(path(of: sources[0]))", place: "",
      problem: "the gazetteer's copy of \(names.joined(separator: ", ")) is damaged",
      hint: "  remove it, then add it again: finder data gazetteer remove \(words)")
  }

  /// Removes the files of sources that are no longer recorded, or that a stopped process left.
  private func removeUnnamed() {
    let named = sources.map { "\($0.id)\(Self.ending)" }
    for name in Folder.names(in: sourcesFolder).map(\.description)
    where name.hasSuffix(Self.ending) && Self.isOurs(name) && !named.contains(name) {
      FilePath("\(sourcesFolder)/\(name)").removeFile()
    }
  }
}
