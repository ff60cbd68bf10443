import FinderEngine

/// Reads a file that the user adds to the gazetteer: a table, a zip archive of tables, or a folder of either.
///
/// In an archive or a folder, files that are not known tables are skipped: licences, lists of headers, names
/// of districts. A table by itself must be a known one.
package final class GazetteerReading {
  package private(set) var tally = GazetteerTally()
  /// The forms of the tables.
  package private(set) var forms: [GazetteerForm] = []
  /// Tables of an archive or a folder that had no usable row.
  package private(set) var passedOver: [String] = []
  private let builder: GazetteerBuilder
  private let path: FilePath
  private let encoding: TextSource.Encoding
  /// From `--tsv-escapes`; see `RowCells`.
  private let hasEscapes: Bool

  private static let mostUnpacked = 16 << 30
  private static let deepestFolder = 5

  /// `-` is standard input.
  package convenience init(
    _ path: FilePath, encoding: TextSource.Encoding = .utf8, hasEscapes: Bool = false
  ) throws {
    try self.init(path, encoding: encoding, hasEscapes: hasEscapes, GazetteerLimits())
  }

  init(
    _ path: FilePath, encoding: TextSource.Encoding = .utf8, hasEscapes: Bool = false,
    _ limits: GazetteerLimits
  ) throws {
    self.path = path
    (self.encoding, self.hasEscapes) = (encoding, hasEscapes)
    builder = GazetteerBuilder(limits)
    builder.beginSource()
    if path != "-", stat(ofFile: path)?.isFolder == true {
      try readFolder(path, depth: 0)
    } else if path != "-", ZipArchive.isZip(path) {
      try readArchive(path)
    } else {
      try read(ListStream(path, encoding: encoding), isAlone: true)
    }
    guard tally.used > 0 else { throw nothingUsable }
  }

  private var nothingUsable: ListError {
    .malformed(
      path: shownPath, place: "",
      problem: tally.notUTF8 > 0
        ? "expected UTF-8, found names that are not"
        : "expected rows with a position and a postcode or the name of a place, found none",
      hint: tally.notUTF8 > 0
        ? "  --encoding latin1 reads it as Latin-1 (Windows-1252)"
        : "  'finder help gazetteer' says which tables it knows")
  }

  package var shownPath: String { path == "-" ? "standard input" : "\(path)" }

  /// The file's own name, under which it is kept.
  package var name: String { "\(resolved.name)" }

  package var resolvedPath: String { "\(resolved)" }

  private var resolved: FilePath { (path == "-" ? nil : path.resolved) ?? path }

  private func readFolder(_ folder: FilePath, depth: Int) throws {
    let names = try Folder.list(folder).filter { !$0.hasPrefix(".") }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    for name in names {
      let path: FilePath = "\(folder)/\(name)"
      // Links to files are followed, but not links to folders, which may lead to those above.
      guard let status = stat(ofFile: path), let link = stat(ofLink: path) else { continue }
      if link.isFolder {
        if depth < Self.deepestFolder, name != Self.sameAgain {
          try readFolder(path, depth: depth + 1)
        }
      } else if status.isRegular {
        if "\(name)".lowercased().hasSuffix(".zip") {
          try readArchive(path)
        } else if Self.mayBeTable("\(name)", packed: true) {
          try read(ListStream(path, encoding: encoding), isAlone: false)
        }
      }
    }
  }

  /// The directories of postcodes come as one table, and again in this folder, split by area.
  private static let sameAgain: FilePath = "multi_csv"

  private func readArchive(_ path: FilePath) throws {
    let archive = try ZipArchive(path)
    let members = archive.members.filter {
      Self.mayBeTable($0.name, packed: false) && !$0.name.holds("\(Self.sameAgain)/")
    }
    try archive.refuse(members, above: Self.mostUnpacked)
    for member in members {
      try read(ListStream(archive.stream(of: member), encoding: encoding), isAlone: false)
    }
  }

  /// In an archive, files are not packed again.
  private static func mayBeTable(_ name: String, packed: Bool) -> Bool {
    var name = Substring(name.lowercased())
    if packed, name.hasSuffix(".gz") { name = name.dropLast(3) }
    return [".csv", ".txt", ".tsv"].contains { name.hasSuffix($0) }
  }

  private func read(_ stream: ListStream, isAlone: Bool) throws {
    // Postcodes and numbers are ASCII; names are checked one by one.
    stream.checksText = false
    var form: GazetteerForm?
    let rows: RowReader
    do {
      rows = try beginning(of: stream, &form)
    } catch let error as ListError {
      if isAlone { throw error }
      // A text file may be a licence or instructions.
      if !stream.name.lowercased().hasSuffix(".txt") { passedOver.append(stream.name) }
      return
    }
    guard let form else {
      if isAlone { throw unknown(rows) }
      return
    }
    let found =
      form.hasPostcodes
      ? try PostcodeRows.read(rows, into: builder) : try readPlaces(rows, form)
    if let reached = builder.reached { throw ListError(reached, in: shownPath) }
    if found.used == 0 {
      // A list of headers has at most one row.
      if found.rows <= 1, !isAlone { return }
      passedOver.append(stream.name)
    } else if !forms.contains(form) {
      forms.append(form)
    }
    tally.add(found)
  }

  private func readPlaces(
    _ rows: consuming RowReader, _ form: GazetteerForm
  ) throws -> GazetteerTally {
    var rows = rows
    let table = PlaceTable(form, rows.header)
    var tally = GazetteerTally()
    while builder.reached == nil, try rows.next() {
      if rows.problem == nil, !rows.isCutShort {
        table.take(rows.cells, into: builder, &tally)
      } else {
        tally.rows += 1
        tally.unreadable += 1
      }
    }
    return tally
  }

  private func beginning(of stream: ListStream, _ form: inout GazetteerForm?) throws -> RowReader {
    guard try stream.begin() == .rows else {
      throw ListError.malformed(
        path: stream.name, place: "", problem: "expected a table (CSV or TSV)", hint: nil)
    }
    var found: GazetteerForm?
    let rows = try RowReader(stream, hasEscapes: hasEscapes) { first in
      found = GazetteerForm(first)
      return found?.hasHeader(first) ?? true
    }
    form = found
    return rows
  }

  private func unknown(_ rows: borrowing RowReader) -> ListError {
    rows.failure(
      "expected a position, and a postcode or the name of a place; the columns are "
        + rows.header.list,
      hint: "  'finder help gazetteer' says which tables it knows")
  }

  /// The source's record and columns. Nothing more can be read into it afterwards.
  func finish() -> (source: GazetteerSource, columns: GazetteerColumns) {
    let columns = builder.columns()
    var areas = GivenAreas()
    for row in 0..<columns.givenAreas.count {
      areas.count(Postcode(orderedKey: columns.givenAreas[row].key))
    }
    let source = GazetteerSource(
      id: GazetteerSource.newID(), name: name, path: resolvedPath,
      form: forms.map(\.rawValue).joined(separator: ", "),
      added: Timestamp.now, rows: tally.rows, leftOut: tally.leftOut,
      postcodes: columns.units.count, names: columns.names.count, areas: areas)
    return (source, columns)
  }
}

extension ListError {
  init(_ reached: GazetteerLimits.Reached, in path: String) {
    self = .malformed(path: path, place: "", problem: reached.problem, hint: nil)
  }
}

/// Takes the rows of a table of postcodes. Rows that have a name and no postcode are places.
struct PostcodeRows: PositionSink {
  private let builder: GazetteerBuilder
  /// `nil` if the table has no names.
  private let places: PlaceTable?
  private var tally = GazetteerTally()

  static func read(
    _ rows: consuming RowReader, into builder: GazetteerBuilder
  ) throws -> GazetteerTally {
    let places = rows.hasHeader ? PlaceTable(besidePostcodes: rows.header) : nil
    var sink = PostcodeRows(builder: builder, places: places)
    var reader = PositionRows(rows)
    let found = GazetteerTally(try reader.read(into: &sink))
    sink.tally.add(found)
    return sink.tally
  }

  var isFull: Bool { builder.reached != nil }

  mutating func add(
    _ postcode: Postcode, at point: Coordinate, spelling: PositionTable.Spelling?,
    isTerminated: Bool
  ) {
    builder.add(postcode, at: PackedPosition(point), isTerminated: isTerminated)
  }

  mutating func take(_ cells: borrowing RowCells, hasPostcode: Bool) -> Bool {
    guard let places, places.hasName(cells) else { return false }
    if hasPostcode {
      tally.unusedNames += 1
      return false
    }
    places.take(cells, into: builder, &tally)
    return true
  }
}
