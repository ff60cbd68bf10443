/// Changes the gazetteer in a data folder. One process at a time can have one of these.
///
///     gazetteer/gazetteer.snapshot          what queries use: all sources together, and their record
///     gazetteer/sources/2f8a….snapshot      each source by itself, in the same form
///
/// Queries need one file, and whoever takes a source away wants back what it hid: so each is kept, and
/// the file of all is made again from them. Replacing that file, by one `rename`, is the step from one
/// state to the next; wherever a process is stopped, queries find the old or the new, and it is whole.
package final class GazetteerStore {
  package let folder: FilePath
  package private(set) var sources: [GazetteerSource] = []
  private let lock: FolderLock

  package static let standardPatience = 10.0

  /// Makes the folder.
  package init(
    dataFolder: FilePath, patience: Double = standardPatience, whenWaiting: () -> Void = {}
  ) throws(FileError) {
    folder = "\(dataFolder)/\(Gazetteer.folderName)"
    try Folder.make(dataFolder)
    try Folder.make(folder)
    try Folder.make("\(folder)/\(Self.sourcesName)")
    lock = try FolderLock(folder, patience: patience, whenWaiting: whenWaiting)
    // Nobody else is at work under the folder's lock.
    for folder in [folder, sourcesFolder] { TemporaryFile.sweep(folder, olderThan: 0) }
    sources = Self.sources(in: folder) ?? sourcesFound()
  }

  private static let sourcesName = "sources"
  private static let ending = ".snapshot"
  private var sourcesFolder: FilePath { "\(folder)/\(Self.sourcesName)" }
  private var path: FilePath { "\(folder)/\(Gazetteer.fileName)" }

  private func path(of source: GazetteerSource) -> FilePath {
    "\(sourcesFolder)/\(source.id)\(Self.ending)"
  }

  // MARK: What is there

  /// What was added; nothing where there is no gazetteer.
  package static func sources(
    inDataFolder folder: FilePath
  ) throws(GazetteerFault) -> [GazetteerSource] {
    guard let gazetteer = try Gazetteer.open(inDataFolder: folder) else { return [] }
    guard let sources = sources(of: gazetteer) else { throw .damaged(path: gazetteer.path) }
    return sources
  }

  private static func sources(in folder: FilePath) -> [GazetteerSource]? {
    Gazetteer.open("\(folder)/\(Gazetteer.fileName)").flatMap(sources)
  }

  private static func sources(of gazetteer: Gazetteer) -> [GazetteerSource]? {
    let sources = try? GazetteerSource.all(in: gazetteer.sources)
    return gazetteer.isDamaged ? nil : sources
  }

  /// Where the file of all is gone, what is kept of each says what it was.
  private func sourcesFound() -> [GazetteerSource] {
    Folder.names(in: sourcesFolder).compactMap { name -> GazetteerSource? in
      guard name.hasSuffix(Self.ending),
        let gazetteer = Gazetteer.open("\(sourcesFolder)/\(name)"),
        let source = Self.sources(of: gazetteer)?.first, "\(source.id)\(Self.ending)" == "\(name)"
      else { return nil }
      return source
    }
    .sorted { ($0.added, $0.name) < ($1.added, $1.name) }
  }

  // MARK: Changing it

  /// Adds what was read, and takes away what was added under the same names before.
  package func add(_ readings: [GazetteerReading]) throws {
    var changed = sources
    var latest: GazetteerColumns?
    for reading in readings {
      let (source, columns) = reading.finish()
      try columns.write([source], to: path(of: source))
      changed.removeAll { $0.name == source.name }
      changed.append(source)
      latest = changed.count == 1 ? columns : nil
    }
    try replace(changed, columns: latest)
  }

  /// Takes away the sources of these names.
  package func remove(_ names: [String]) throws {
    try replace(sources.filter { !names.contains($0.name) })
  }

  private func replace(_ changed: [GazetteerSource], columns: GazetteerColumns? = nil) throws {
    if changed.isEmpty {
      guard path.removeFile() || errno == ENOENT else {
        throw FileError.cannotWrite(path: "\(path)", errno: errno)
      }
      try Folder.sync(folder)
    } else {
      try (columns ?? merged(changed)).write(changed, to: path)
    }
    sources = changed
    removeUnnamed()
  }

  private func merged(_ sources: [GazetteerSource]) throws -> GazetteerColumns {
    let builder = GazetteerBuilder()
    for source in sources {
      let path = path(of: source)
      builder.beginSource()
      guard let gazetteer = Gazetteer.open(path) else { throw damage(source, path) }
      builder.add(gazetteer)
      guard !gazetteer.isDamaged else { throw damage(source, path) }
    }
    guard !builder.isFull else {
      throw FileError.tooLarge(path: "\(folder)", limit: GazetteerNames.mostText)
    }
    return builder.columns()
  }

  private func damage(_ source: GazetteerSource, _ path: FilePath) -> ListError {
    .malformed(
      path: "\(path)", place: "",
      problem: "what is kept of \(fitForMessage(source.name)) is damaged",
      hint: "  'finder data gazetteer remove' takes it away; then add it again")
  }

  /// What no record names any longer, and what a process that was stopped has left.
  private func removeUnnamed() {
    let named = sources.map { "\($0.id)\(Self.ending)" }
    for name in Folder.names(in: sourcesFolder).map(\.description)
    where name.hasSuffix(Self.ending) && GazetteerSource.isID(String(name.dropLast(9)))
      && !named.contains(name)
    {
      FilePath("\(sourcesFolder)/\(name)").removeFile()
    }
  }
}
