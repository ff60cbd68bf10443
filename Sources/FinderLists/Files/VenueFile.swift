import FinderChanges
import FinderEngine

/// The venues of a file of any form that finder reads, as a dataset in memory.
///
///     let file = try VenueFile.read("united-kingdom-latest.osm.pbf")
///     file.document            // GeoJSON, with its attribution
///     file.tally.leftOut       // how many venues were left out, and why
///
/// A file is read completely or not at all: if it cannot be read to its end, this throws. Records that cannot
/// be used, such as a row whose latitude is not a number, are counted.
package struct VenueFile {
  /// The name used in messages.
  package let name: String
  package let form: VenueForm
  /// GeoJSON. If `isAsItCame`, the file's own bytes, packed or not; else a FeatureCollection.
  package private(set) var document: PaddedBytes
  package private(set) var isAsItCame = false
  package private(set) var tally = Tally()
  /// Notes about the file.
  package private(set) var notes: [String] = []
  /// The date of the data, or else of the file, in seconds since 1970.
  package let modified: Int?
  /// The box that it covers, if the file has it.
  package private(set) var extent: BoundingBox?
  /// An extract's venues in the document, as in `Extract`.
  private(set) var features: [Extract.Feature] = []
  /// The ids of those that are only partly in the file.
  private(set) var partial: Set<ObjectID> = []
  /// Whose data it is, if that can be recognised.
  let source: FetchSource?

  /// Counts of the file's records. Nothing is counted for a dataset that is unchanged.
  package struct Tally: Sendable {
    package var kept = 0
    package var leftOut = ChoiceTally()
    /// Records that cannot be used, and the first of them, with the fault in each.
    package var faults = 0
    package var firstFaults: [Fault] = []
    /// Left out by `ListInput.businessTypes`.
    package var otherTypes = 0
    /// Counts of rows placed by their postcodes, and of those that could not be. Those that cannot be read are
    /// among `faults` too.
    package var placed: ImportTally?
    /// `the gazetteer`, or the path of a dataset.
    package var placedBy = ""
    /// Venues that are only partly in the file.
    package var partial = 0
  }

  package typealias Fault = (place: String, problem: String)

  package struct Settings {
    /// What is taken from a file that has everything. For other lists, only the area applies.
    package var choice = VenueChoice()
    package var columns: ListInput { choice.reading.columns }
    package var encoding: TextSource.Encoding { choice.reading.encoding }
    /// Positions for lists that have only postcodes; may throw if there are none to use.
    package var positions: (VenueInput) throws -> ListPositions

    package init(positions: @escaping (VenueInput) throws -> ListPositions = ListPositions.none) {
      self.positions = positions
    }
  }

  /// The share read, `nil` if that is not known, and the number of venues so far.
  package typealias Progress = (Double?, Int) -> Void

  /// `-` is standard input.
  package static func read(
    _ path: FilePath, named name: String? = nil, _ settings: Settings = Settings(),
    progress: @escaping Progress = { _, _ in }
  ) throws -> VenueFile {
    try read(
      VenueInput(path, named: name, columns: settings.columns, encoding: settings.encoding),
      settings, progress: progress)
  }

  package static func read(
    _ input: VenueInput, _ settings: Settings, progress: @escaping Progress = { _, _ in }
  ) throws -> VenueFile {
    switch input.form {
    case .extract: try extract(input, settings, progress)
    case .archive: try archive(input, settings, progress)
    case .geoJSON where !settings.choice.hasArea: try asItCame(input)
    case .geoJSON, .places, .overpass, .hygiene, .list: try list(input, settings, progress)
    case .postcodes: try placed(input, settings, progress)
    case .markup, .other: throw refusal(of: input)
    }
  }

  private init(_ input: VenueInput, _ document: PaddedBytes, modified: Int? = nil) {
    (name, form, self.document) = (input.name, input.form, document)
    self.modified = modified ?? input.modified
    source =
      switch form {
      case .extract, .overpass: .osm
      case .hygiene: .hygiene
      case .geoJSON: Self.source(ofFetched: input.head)
      default: nil
      }
  }

  /// The source shown by the first id: a fetch puts a word before each.
  private static func source(ofFetched head: PaddedBytes) -> FetchSource? {
    let text = Gzip.isGzip(head.bytes) ? Gzip.head(ofBeginning: head.bytes) ?? head : head
    let beginning = String(decoding: text.bytes.prefix(4096), as: UTF8.self)
    if beginning.holds("\"id\":\"osm:") { return .osm }
    return beginning.holds("\"id\":\"fhrs:") ? .hygiene : nil
  }

  private static func extract(
    _ input: VenueInput, _ settings: Settings, _ progress: @escaping Progress
  ) throws -> VenueFile {
    let extract = try Extract.read(input.file(), named: input.name, choice: settings.choice) {
      progress($0, 0)
    }
    var file = VenueFile(input, extract.document, modified: extract.dataMoment)
    file.tally = Tally(
      kept: extract.venues, leftOut: extract.leftOut, partial: extract.partial.count)
    (file.features, file.partial) = (extract.features, extract.partial)
    file.notes = extract.notes
    file.extent = extract.extent
    return file
  }

  private static func asItCame(_ input: VenueInput) throws -> VenueFile {
    var file = VenueFile(input, try input.bytes())
    file.isAsItCame = true
    return file
  }

  private static func archive(
    _ input: VenueInput, _ settings: Settings, _ progress: @escaping Progress
  ) throws -> VenueFile {
    var faults: [Fault] = []
    var placed: (tally: ImportTally, by: String)?
    let text = TextInMemory(named: input.name)
    let summary = try VenueArchive(input.file(), named: input.name).read(
      settings.columns, ListOutput(), choice: settings.choice, encoding: settings.encoding,
      placing: { try placedMember($0, input, settings, &placed, fault: $1) }, progress: progress,
      write: { try text.append($0) },
      fault: { member, place, problem in
        faults.append((place: "\(member): \(place)", problem: problem))
      })
    var file = VenueFile(input, text.finish())
    file.tally = Tally(
      kept: summary.written.written, leftOut: summary.leftOut, faults: summary.faults,
      firstFaults: faults, otherTypes: summary.otherTypes, placed: placed?.tally,
      placedBy: placed?.by ?? "")
    file.notes = summary.notes
    if let first = summary.skipped.first {
      let others = summary.skipped.count - 1
      file.notes.append(
        "skipped \(fitForMessage(first))"
          + (others > 0
            ? " and \(others) other member\(others == 1 ? "" : "s"): not lists of venues"
            : ": not a list of venues"))
    }
    return file
  }

  /// Reads a member of an archive whose rows have only postcodes.
  private static func placedMember(
    _ stream: ListStream, _ input: VenueInput, _ settings: Settings,
    _ placed: inout (tally: ImportTally, by: String)?, fault: (String, String) -> Void
  ) throws -> (text: PaddedBytes, faults: Int)? {
    stream.checksText = false
    guard (try? stream.begin()) == .rows,
      let header = Header(of: UnsafeBufferPointer(stream.window)),
      header.hasPostcodesAlone
    else { return nil }
    stream.checksText = true
    let positions = try settings.positions(input)
    let rows = try ListImport(
      stream, positions: try positions.table(), ListOutput(), name: settings.columns.name,
      postcode: settings.columns.postcode, hasEscapes: settings.columns.hasEscapes)
    let text = TextInMemory(named: stream.name)
    let summary = try rows.run(
      write: { try text.append($0) }, reject: nil, fault: { fault("line \($0)", $1) })
    var tally = placed?.tally ?? ImportTally()
    tally.add(summary.tally)
    placed = (tally, positions.name)
    return (text.finish(), summary.tally.count(of: .malformed))
  }

  private static func list(
    _ input: VenueInput, _ settings: Settings, _ progress: @escaping Progress
  ) throws -> VenueFile {
    let conversion = ListConversion(
      try input.stream(encoding: settings.encoding), settings.columns, ListOutput())
    let taker = PlacedTaker(VenueTaker(settings.choice))
    conversion.taker = taker
    conversion.progress = progress
    var faults: [Fault] = []
    let text = TextInMemory(named: input.name)
    let summary = try conversion.run(
      write: { try text.append($0) }, fault: { faults.append(($0, $1)) })
    if let remark = summary.remark {
      throw ListError.malformed(
        path: input.name, place: "", problem: "Overpass gave up before it had all: \(remark)",
        hint: nil)
    }
    var file = VenueFile(input, text.finish())
    file.tally = Tally(
      kept: summary.tally.written, leftOut: taker.tally, faults: summary.faults,
      firstFaults: faults, otherTypes: summary.otherTypes)
    file.notes = summary.notes
    return file
  }

  private static func placed(
    _ input: VenueInput, _ settings: Settings, _ progress: @escaping Progress
  ) throws -> VenueFile {
    let positions = try settings.positions(input)
    let rows = try ListImport(
      try input.stream(encoding: settings.encoding), positions: try positions.table(), ListOutput(),
      name: settings.columns.name, postcode: settings.columns.postcode,
      hasEscapes: settings.columns.hasEscapes, progress: progress)
    var faults: [Fault] = []
    let text = TextInMemory(named: input.name)
    let summary = try rows.run(
      write: { try text.append($0) }, reject: nil, fault: { faults.append(("line \($0)", $1)) })
    var file = VenueFile(input, text.finish())
    file.tally = Tally(
      kept: summary.written.written, faults: summary.tally.count(of: .malformed),
      firstFaults: faults,
      placed: summary.tally, placedBy: positions.name)
    if settings.choice.hasArea { try file.chooseByArea(settings.choice) }
    if !rows.hasNames {
      file.notes.append("no column looks like names; choose one with --name-column")
    }
    return file
  }

  /// Applies the area to venues that have just been placed.
  private mutating func chooseByArea(_ choice: VenueChoice) throws {
    let conversion = ListConversion(
      ListStream(UnpackedStream(document, named: name)), ListInput(), ListOutput())
    let taker = PlacedTaker(VenueTaker(choice))
    conversion.taker = taker
    let text = TextInMemory(named: name)
    let summary = try conversion.run(write: { try text.append($0) }, fault: { _, _ in })
    document = text.finish()
    (tally.kept, tally.leftOut) = (summary.tally.written, taker.tally)
  }

  /// The error to use if the file's beginning gives no better one.
  private static func refusal(of input: VenueInput) -> any Error {
    if let refusal = input.refusal { return refusal }
    if input.form == .markup { return InstallError.webPage(name: input.name) }
    do {
      _ = try DatasetCandidate(input.head, named: input.name)
    } catch {
      return error
    }
    return InstallError.noVenue(name: input.name, features: 0)
  }
}

/// Positions for lists that have only postcodes.
package struct ListPositions {
  private let gazetteer: Gazetteer?
  private let dataset: FilePath?
  /// `the gazetteer`, or the dataset's path.
  package let name: String

  /// From the gazetteer. It is verified completely, since a list needs most of it.
  package init(_ gazetteer: Gazetteer) throws {
    try gazetteer.verifyAll()
    (self.gazetteer, dataset, name) = (gazetteer, nil, "the gazetteer")
  }

  /// From the venues of a dataset with the same postcode, sector or outward code.
  package init(venuesOf dataset: FilePath, named name: String) {
    (gazetteer, self.dataset, self.name) = (nil, dataset, name)
  }

  /// For when there are no positions to use.
  package static func none(_ input: VenueInput) throws -> ListPositions {
    throw ListError.malformed(
      path: input.name, place: "",
      problem: "has postcodes and no positions, and there is nothing to place them by", hint: nil)
  }

  func table() throws -> PositionTable {
    var table = PositionTable(gazetteer: gazetteer)
    if let dataset { _ = try PositionFile.read(dataset, into: &table) }
    table.addMiddles()
    return table
  }
}

/// Also leaves out records without a position, since no search finds them.
private final class PlacedTaker: RecordTaker {
  private let taker: VenueTaker
  private var placeless = 0

  init(_ taker: VenueTaker) { self.taker = taker }

  var attribution: [Attribution] { taker.attribution }

  var tally: ChoiceTally {
    var tally = taker.tally
    tally[.placeless] += placeless
    return tally
  }

  func begin() {
    placeless = 0
    taker.begin()
  }

  func take(_ record: inout ListRecord) throws -> RecordVerdict {
    guard taker.take(&record) == .keep else { return .leaveOut }
    if record.coordinate != nil { return .keep }
    placeless += 1
    return .leaveOut
  }
}

/// A text written in pieces. An endless list must not fill the memory.
private final class TextInMemory {
  @exclusivity(unchecked) private var text = ByteBuffer(capacity: 1 << 16)
  private let name: String

  private static let most = 4 << 30

  init(named name: String) { self.name = name }

  func append(_ bytes: Bytes) throws(FileError) {
    guard text.count + bytes.count <= Self.most else {
      throw .longer(path: name, limit: Self.most)
    }
    text.append(bytes)
  }

  func finish() -> PaddedBytes {
    var whole = ByteBuffer(capacity: 64)
    swap(&whole, &text)
    return whole.padded()
  }
}
