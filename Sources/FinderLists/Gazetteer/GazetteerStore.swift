import FinderEngine

/// Changes the gazetteer in a data folder. One process at a time can have one of these.
///
///     gazetteer/gazetteer.snapshot          what queries use: all sources together, and their record
///     gazetteer/sources/2f8a….snapshot      each source by itself, in the same form
///     gazetteer/sources/2f8a….damaged       one that could not be read when the file of all was lost
///     gazetteer/removed                     the file of all, while the sources are taken away as well
///
/// Queries need one file, and whoever takes a source away wants back what it hid: so each is kept, and
/// the file of all is made again from them. Replacing that file, by one `rename`, is the step from one
/// state to the next; wherever a process is stopped, queries find the old or the new, and it is whole.
/// Renaming it away, which needs no room on the disk, is the step to none.
package final class GazetteerStore {
  package let folder: FilePath
  package private(set) var sources: [GazetteerSource] = []
  /// Files of sources that could not be read when the file of all was made again from the others.
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
    // Nobody else is at work under the folder's lock.
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

  /// Whether anything is, whole, damaged or left by a process that was stopped.
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

  /// What was added; nothing where there is no gazetteer.
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

  /// Where the file of all is gone, what is kept of each says what it was. Those that cannot say it are
  /// set aside: the next change would take them for what a stopped process has left.
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

  /// Adds what was read, and takes away what was added under the same names before.
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
      // On a full disk they would be in the way of the next attempt, however small. Where only the last
      // step failed, to sync the folder, the file of all is in place and needs them.
      // Where nobody can tell what that needs, they stay.
      let needed = sources + (try Self.sources(in: folder) ?? [])
      for source in added where !needed.contains(where: { $0.id == source.id }) {
        path(of: source).removeFile()
      }
      throw error
    }
    return added
  }

  /// Takes away the sources of these names.
  package func remove(_ names: [String]) throws {
    try replace(sources.filter { !names.contains($0.name) })
  }

  /// Takes away all there is, damaged or not.
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
    // Once they are gone from the disk.
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

  /// All of them: the gazetteer cannot be made without one as long as another is damaged.
  private func damage(of sources: [GazetteerSource]) -> ListError {
    let names = sources.map { fitForMessage($0.name) }
    let words = names.map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " ")
    return .malformed(
      path: "\(path(of: sources[0]))", place: "",
      problem: "what is kept of \(names.joined(separator: ", ")) is damaged",
      hint: "  remove what is damaged, then add it again: finder data gazetteer remove \(words)")
  }

  /// What no record names any longer, and what a process that was stopped has left.
  private func removeUnnamed() {
    let named = sources.map { "\($0.id)\(Self.ending)" }
    for name in Folder.names(in: sourcesFolder).map(\.description)
    where name.hasSuffix(Self.ending) && Self.isOurs(name) && !named.contains(name) {
      FilePath("\(sourcesFolder)/\(name)").removeFile()
    }
  }
}
