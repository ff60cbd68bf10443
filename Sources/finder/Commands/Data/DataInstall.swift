import CommandLineKit
import FinderEngine
import FinderLists

enum DataInstall {
  static let command = Command.command(
    "install", summary: "make a file of venues the dataset that queries use",
    otherWords: "add use load",
    exits: [.nothingFound, .unavailable],
    about: """
      FILE may be GeoJSON, plain or gzip; an extract of OpenStreetMap (.osm.pbf); what Overture Maps or \
      AllThePlaces publish; any list that 'finder data convert' reads; a list with postcodes alone, placed \
      by the gazetteer or else by the dataset; or a zip of any of these. The content decides which, not \
      the name. Venues that are the same in several files become one: 'finder help data' says how. \
      Extracts, Overture files and zips hold more than food and drink; --kinds chooses what is taken, and \
      notes say how many were left out, and why. A feature that states no kind is kept.

      FILE may also be an http or https address. It is fetched as by 'finder data update', which later \
      fetches it again, and reads and chooses from it in the same way. Several files have to be \
      installed again together.

      All of it is read first. Nothing is changed if a FILE cannot be read whole or has no usable \
      venue. The dataset is then put into the data folder ($XDG_DATA_HOME/finder, else \
      ~/.local/share/finder) in one step, so that at any moment either the old edition is there, \
      or the new one, whole. The old one is kept for 'finder data rollback'. Queries prefer the \
      installed dataset to a venues.geojson that you put into the data folder, and --data and \
      FINDER_DATA to both. What changed from the old edition is noted for 'finder news'.
      """,
    usage: ["FILE… [OPTIONS]"],
    examples: """
      finder data install venues.geojson # queries use a copy of it from now on
      finder data install united-kingdom-latest.osm.pbf # the venues of a country, from OpenStreetMap
      finder data install https://example.org/wales.osm.pbf --kinds pub # fetched first
      finder data install wales.osm.pbf hygiene.xml # a venue in both becomes one
      gzip -c venues.geojson | finder data install - --json # from a pipe, kept compressed; its record
        as JSON
      """,
    options: FileOptions.choosing + FileOptions.reading + DownloadOptions.all
      + InstallOptions.common,
    arguments: [FileOptions.files],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let paths = try invocation.venuePaths()
    let settings = try invocation.fileSettings()
    let output = try Output(invocation, inputs: invocation.filesRead(paths))
    // Open local files before fetching anything.
    let local: [VenueInput?] = try paths.map { path in
      address(path) == nil ? try invocation.opened([path], settings)[0] : nil
    }
    let addresses = paths.compactMap(address)
    var fetched: [DownloadedFile] = []
    do {
      // Each address stays locked until all are installed. Locking in a fixed order keeps two runs that
      // install the same two from waiting for each other.
      for address in addresses.sorted(by: { ($0.shown, $0.user ?? "") < ($1.shown, $1.user ?? "") })
      {
        // If there are several files, those that did not change are needed too.
        let choice = paths.count == 1 ? settings.choice : nil
        guard let file = try invocation.download(address, unlessInstalledBy: choice) else {
          return try nothingNew(invocation, to: output)
        }
        fetched.append(file)
      }
      // In the user's order, since the first file takes precedence.
      let inOrder = addresses.compactMap { address in
        fetched.first { $0.address.text == address.text }
      }
      return try install(local, inOrder, paths, settings, invocation, to: output)
    } catch {
      for file in fetched { file.leave() }
      throw error
    }
  }

  private static func nothingNew(
    _ invocation: Invocation, to output: Output
  ) throws -> ExitCode {
    let installer = try invocation.installer()
    installer.noteFetched(Timestamp.now)
    return try invocation.answer(
      installer, "install", changed: false, to: output, sentence: sentenceIfSame)
  }

  private static func sentenceIfSame(_ dataset: InstalledDataset) -> String {
    "nothing changed: the \(dataset.current.shown) \(dataset.current.venues == 1 ? "is" : "are") installed already"
  }

  private static func install(
    _ local: [VenueInput?], _ fetched: [DownloadedFile], _ paths: [FilePath],
    _ settings: VenueFile.Settings, _ invocation: Invocation, to output: Output
  ) throws -> ExitCode {
    var downloads = fetched.makeIterator()
    // Read before the folder is locked, because a pipe may be slow.
    let files = try fetched.reading {
      let inputs = try local.map { try $0 ?? downloads.next()!.input(settings) }
      return try invocation.venueFiles(inputs, settings)
    }
    let read = try ReadFiles(files, invocation)
    let candidate = try fetched.reading { try read.candidate() }
    let installer = try invocation.installer()
    defer { for file in fetched { file.discard() } }
    let alone = files.count == 1 ? fetched.first?.origin(of: files[0], settings.choice) : nil
    let hasChanged = try installer.install(
      candidate, from: alone ?? origin(of: read, paths, settings.choice))
    read.report.note(candidate)
    invocation.noteOutsideCamera(candidate)
    return try invocation.answer(
      installer, "install", changed: hasChanged, members: read.report.members(candidate), to: output
    ) { dataset in
      hasChanged
        ? "installed \(dataset.current.shown)\(dataset.keptClause)"
        : sentenceIfSame(dataset)
    }
  }

  private static func origin(
    of read: ReadFiles, _ paths: [FilePath], _ choice: VenueChoice
  ) -> DatasetInstaller.Origin {
    let files = read.files
    let modified = files.compactMap(\.modified)
    let inputs = paths.map { path in
      path == "-" ? "-" : address(path)?.shown ?? "\(path.resolved ?? path)"
    }
    var origin = DatasetInstaller.Origin(
      source: inputs.joined(separator: ", "),
      // Merged files are as old as the oldest of them.
      modified: modified.count == files.count ? modified.min().map { Timestamp.text($0) } : nil,
      sources: Dictionary(
        (read.together?.counts ?? []).map { ($0.name, $0.venues) }, uniquingKeysWith: { $1 }),
      inputs: inputs.count > 1 ? inputs : [])
    origin.note(choice, from: files)
    return origin
  }

  /// `nil` for a path that exists, whatever it looks like.
  private static func address(_ path: FilePath) -> WebAddress? {
    path.isAccessible() ? nil : WebAddress("\(path)")
  }
}

extension Invocation {
  /// Queries would refuse most points near these venues, perhaps in a newcomer's first query.
  func noteOutsideCamera(_ candidate: DatasetCandidate) {
    guard candidate.isMostlyOutsideCamera, !candidate.tally.looksSwapped,
      (try? settings())?.outside != .allow
    else { return }
    diagnostics.note(
      "most of these venues lie outside the camera bounds, where queries refuse to search; to search "
        + "everywhere: finder config set outside allow")
  }
}
