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
      the name. Of several files the venues that are the same become one: 'finder help data' says how. An \
      extract, Overture Maps and a zip have everything, of which the venues of --kinds are taken; notes \
      say how many were left out, and why. A feature that states no kind is kept.

      All of it is read first. Nothing is changed if a FILE cannot be read whole or there is no usable \
      venue. The dataset is then put into the data folder ($XDG_DATA_HOME/finder, else \
      ~/.local/share/finder) in one step, so that the whole old edition or the whole new one is \
      there at any moment. The old one is kept for 'finder data rollback'. Queries prefer the \
      installed dataset to a venues.geojson that you put into the data folder, and --data and \
      FINDER_DATA to both. What changed from the old edition is noted for 'finder news'.
      """,
    usage: ["FILE… [OPTIONS]"],
    examples: """
      finder data install venues.geojson # queries use a copy of it from now on
      finder data install united-kingdom-latest.osm.pbf # the venues of a country, from OpenStreetMap
      finder data install wales.osm.pbf hygiene.xml # one venue where both know it
      gzip -c venues.geojson | finder data install - --json # from a pipe, kept compressed; its record
        as JSON
      """,
    options: FileOptions.choosing + FileOptions.reading + InstallOptions.common,
    arguments: [FileOptions.files],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let paths = try invocation.venuePaths()
    try refuseAddresses(paths, invocation)
    let settings = try invocation.fileSettings()
    let output = try Output(invocation, inputs: invocation.filesRead(paths))
    // Read before the folder is locked, because a pipe may be slow.
    let files = try invocation.venueFiles(invocation.opened(paths, settings), settings)
    let together = files.count > 1 ? try VenueFiles(merging: files) : nil
    let report = FilesReport(files, together, invocation)
    report.sayFaults()
    let candidate: DatasetCandidate
    do {
      candidate = try DatasetCandidate(
        together?.document ?? files[0].document,
        named: files.map(\.name).joined(separator: " and "))
    } catch {
      // Where nothing is left, they say why.
      report.note()
      throw error
    }
    let installer = try invocation.installer()
    let hasChanged = try installer.install(
      candidate, from: origin(of: files, together, paths, settings.choice))
    report.note(candidate)
    invocation.noteOutsideCamera(candidate)
    return try invocation.answer(
      installer, "install", changed: hasChanged, members: report.members(candidate), to: output
    ) { dataset in
      hasChanged
        ? "installed \(dataset.current.shown)\(dataset.keptClause)"
        : "nothing changed: the \(dataset.current.shown) are installed already"
    }
  }

  private static func origin(
    of files: [VenueFile], _ together: VenueFiles?, _ paths: [FilePath], _ choice: VenueChoice
  ) -> DatasetInstaller.Origin {
    let modified = files.compactMap(\.modified)
    var origin = DatasetInstaller.Origin(
      source: paths.map { $0 == "-" ? "-" : "\($0.resolved ?? $0)" }.joined(separator: ", "),
      // Together they are as old as the oldest of them.
      modified: modified.count == files.count ? modified.min().map { Timestamp.text($0) } : nil,
      sources: Dictionary(
        (together?.counts ?? []).map { ($0.name, $0.venues) }, uniquingKeysWith: { $1 }))
    origin.note(choice, from: files)
    return origin
  }

  private static func refuseAddresses(_ paths: [FilePath], _ invocation: Invocation) throws {
    for path in paths {
      guard let address = WebAddress("\(path)"), !path.isAccessible() else { continue }
      let url = address.credentials == nil ? Invocation.quoted(address.text) : "URL"
      throw invocation.error(FileOptions.files, "is an address; try: finder data update \(url)")
    }
  }
}

extension Invocation {
  /// Queries would refuse most points near these venues, as a newcomer's first one.
  func noteOutsideCamera(_ candidate: DatasetCandidate) {
    guard candidate.isMostlyOutsideCamera, !candidate.tally.looksSwapped,
      (try? settings())?.outside != .allow
    else { return }
    diagnostics.note(
      "most of these venues lie outside the camera bounds, where queries refuse to search; to search "
        + "everywhere: finder config set outside allow")
  }
}
