import CommandLineKit
import FinderEngine
import FinderLists

/// Options for the files that `data install` and `data convert` read.
enum FileOptions {
  static let files = Argument(
    "FILE", isRepeatable: true, isPath: true,
    summary: "a dataset, an extract of OpenStreetMap, a list, or a zip of any; - for standard input"
  )

  static let kinds = FetchOptions.kinds.with(
    summary: "of an extract, Overture Maps or a zip: any of "
      + FetchKind.allCases.map(\.rawValue).joined(separator: ", ") + "; separated by commas",
    group: "Choice")
  static let includesPrivate = FetchOptions.includesPrivate.with(
    summary: "of an extract: also places tagged access=private or no, such as canteens",
    group: "Choice")
  static let box = Options.box.with(
    summary: "only venues in a box", group: "Choice", isEveryday: true)
  static let polygon = Options.polygon.with(
    summary: "only venues in the polygons of a GeoJSON file", group: "Choice", isEveryday: true)

  static let choosing = [kinds, box, polygon, includesPrivate]

  static let reading = [
    ListOptions.latitudeColumn, ListOptions.longitudeColumn, ListOptions.nameColumn,
    ListOptions.postcodeColumn, ListOptions.encoding, ListOptions.tsvEscapes,
    ListOptions.businessType,
  ]
}

extension Invocation {
  /// The files. None may be given twice, even under two names.
  func venuePaths() throws -> [FilePath] {
    let paths = words(FileOptions.files).map { FilePath(bytes: $0.bytes) }
    let statuses = paths.map { $0 == "-" ? stat(of: STDIN_FILENO) : stat(ofFile: $0) }
    for (place, path) in paths.enumerated() {
      if paths[..<place].contains(path) {
        guard path != "-" else { throw error("only one FILE can be standard input") }
        throw error("\(UsageError.show("\(path)")) is named twice")
      }
      guard let status = statuses[place],
        let other = statuses[..<place].firstIndex(where: { $0?.isSameFile(as: status) ?? false })
      else { continue }
      throw error(
        "\(UsageError.show("\(path)")) is the same file as \(UsageError.show("\(paths[other])"))")
    }
    if paths.contains("-") {
      guard self.path(FileOptions.polygon) != "-" else {
        throw error("FILE and --polygon cannot both come from standard input")
      }
      try refuseTerminal()
    }
    return paths
  }

  /// The files read, which results must not overwrite.
  func filesRead(_ paths: [FilePath]) -> [FilePath] {
    paths + [path(FileOptions.polygon)].compactMap { $0 }
  }

  func fileSettings() throws -> VenueFile.Settings {
    var settings = VenueFile.Settings(positions: positions)
    settings.choice = VenueChoice(
      kinds: try fetchKinds(), box: try box(), includesPrivate: has(FileOptions.includesPrivate))
    settings.choice.reading.columns = try listInput()
    settings.choice.reading.encoding = encoding
    if let box = settings.choice.box { diagnostics.note(ifOdd: box) }
    if let path = path(FileOptions.polygon) {
      let source = DatasetSource(named: path)
      let text = try DatasetLoader.text(of: source)
      let polygon = try Polygon.load(text, of: source)
      if Camera.looksSwapped(polygon.box) { diagnostics.note(swappedIn: source) }
      (settings.choice.polygon, settings.choice.polygonText) = (polygon, text)
    }
    return settings
  }

  /// The positions of postcodes: from the gazetteer, else from the dataset that queries use. Not from the
  /// sample, whose venues are made up, nor from the list itself: venues without a neighbour in it would be
  /// lost, and more of them each time.
  private func positions(for input: VenueInput) throws -> ListPositions {
    if let gazetteer = try gazetteer() { return try ListPositions(gazetteer) }
    let source = try? locator.locate(option: nil)
    if let source, ![.sample, .stdin].contains(source.kind) {
      try refuseItself(input, source)
      return ListPositions(venuesOf: source.path, named: source.displayName)
    }
    // A file that was fetched or came through a named pipe is no longer there.
    let isThere =
      input.path == "-"
      || input.name == "\(input.path)" && stat(ofFile: input.path)?.isRegular ?? false
    let list = input.path == "-" ? "-" : Self.quoted("\(input.path)")
    let rest = path.last == DataInstall.command.name ? " | finder data install -" : ""
    throw Failure(
      .badData,
      "\(input.name): nothing places its postcodes: there is no gazetteer, and no dataset is installed",
      hint: isThere
        ? "  this is a list with postcodes and no positions; with a FILE of postcodes that has them, try: "
          + "finder data import \(list) --positions FILE\(rest)" : Self.gazetteerHint)
  }

  private func refuseItself(_ input: VenueInput, _ source: DatasetSource) throws {
    guard let folder = locator.dataFolder,
      let edition = InstalledDataset.record(ofFile: source.path, in: folder)
    else { return }
    let path = "\(input.path.resolved ?? input.path)"
    guard (edition.inputs + [edition.source]).contains(where: { [input.name, path].contains($0) })
    else { return }
    throw Failure(
      .badData,
      "\(input.name): nothing places its postcodes: there is no gazetteer, and the installed dataset is "
        + "this list itself",
      hint: Self.gazetteerHint)
  }

  private static var gazetteerHint: String {
    "  'finder help gazetteer' says how to add one, which has the positions of postcodes"
  }
}

extension Invocation {
  /// The choice that an edition was made with; the default if none was recorded.
  func choice(of edition: EditionRecord) throws -> VenueChoice {
    guard let text = edition.choice else { return VenueChoice() }
    let folder = try dataFolder()
    if let choice = VenueChoice(text: text, polygon: edition.polygonText(in: folder)) {
      return choice
    }
    throw Failure(
      .badData,
      "\(folder)/\(InstalledDataset.recordName): the options recorded for \(edition.source) are damaged",
      hint: "  run 'finder data install URL' with the same options again")
  }
}

extension EditionRecord {
  /// The copy that was kept of the chosen polygon.
  func polygonText(in folder: FilePath) -> PaddedBytes? {
    polygon.flatMap { try? FileReading.contents(ofFile: "\(folder)/\($0)") }
  }
}
