/// Reads what somebody adds to the gazetteer: a table, a zip archive of tables, or a folder of either.
///
/// In an archive or a folder, files that are none of the known tables are passed over: licences, lists
/// of headers, names of districts. A table by itself must be one.
package final class GazetteerReading {
  package private(set) var tally = GazetteerTally()
  /// What the tables were.
  package private(set) var forms: [GazetteerForm] = []
  private let builder = GazetteerBuilder()
  private let path: FilePath

  private static let mostUnpacked = 16 << 30
  private static let deepestFolder = 5

  /// `-` is standard input.
  package init(_ path: FilePath) throws {
    self.path = path
    builder.beginSource()
    if path != "-", stat(ofFile: path)?.isFolder == true {
      try readFolder(path, depth: 0)
    } else if path != "-", ZipArchive.isZip(path) {
      try readArchive(path)
    } else {
      try read(ListStream(path), isAlone: true)
    }
    guard tally.used > 0 else {
      throw ListError.malformed(
        path: shownPath, place: "",
        problem: "expected rows with a position and a postcode or the name of a place, found none",
        hint: "  'finder help gazetteer' says which tables it knows")
    }
  }

  package var shownPath: String { path == "-" ? "standard input" : "\(path)" }

  /// The file's own name, under which it is kept.
  package var name: String { "\(resolved.name)" }

  package var resolvedPath: String { "\(resolved)" }

  private var resolved: FilePath { (path == "-" ? nil : path.resolved) ?? path }

  // MARK: Files

  private func readFolder(_ folder: FilePath, depth: Int) throws {
    let names = Folder.names(in: folder).filter { !$0.hasPrefix(".") }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    for name in names {
      let path: FilePath = "\(folder)/\(name)"
      // Links are followed to files, but not to folders, which may be those above.
      guard let status = stat(ofFile: path), let link = stat(ofLink: path) else { continue }
      if link.isFolder {
        if depth < Self.deepestFolder, name != Self.sameAgain {
          try readFolder(path, depth: depth + 1)
        }
      } else if status.isRegular {
        if "\(name)".lowercased().hasSuffix(".zip") {
          try readArchive(path)
        } else if Self.mayBeTable("\(name)") {
          try read(ListStream(path), isAlone: false)
        }
      }
    }
  }

  /// The directories of postcodes come as one table, and in this folder cut up by areas.
  private static let sameAgain: FilePath = "multi_csv"

  private func readArchive(_ path: FilePath) throws {
    let archive = try ZipArchive(path)
    let members = archive.members.filter {
      Self.mayBeTable($0.name) && !$0.name.contains("\(Self.sameAgain)/")
    }
    var unpacked = 0
    for member in members {
      let (sum, isTooMuch) = unpacked.addingReportingOverflow(member.size)
      unpacked = sum
      guard !isTooMuch, unpacked <= Self.mostUnpacked else {
        throw FileError.tooLarge(path: "\(path)", limit: Self.mostUnpacked)
      }
    }
    for member in members {
      try read(ListStream(archive.stream(of: member)), isAlone: false)
    }
  }

  private static func mayBeTable(_ name: String) -> Bool {
    let name = name.lowercased()
    return [".csv", ".txt", ".tsv", ".csv.gz", ".txt.gz"].contains { name.hasSuffix($0) }
  }

  // MARK: Tables

  private func read(_ stream: ListStream, isAlone: Bool) throws {
    // Postcodes and numbers are ASCII; names are checked one by one.
    stream.checksText = false
    var form: GazetteerForm?
    let rows: RowReader
    do {
      rows = try beginning(of: stream, &form)
    } catch let error as ListError {
      if isAlone { throw error }
      return
    }
    guard let form else {
      if isAlone { throw unknown(rows) }
      return
    }
    let found = try read(rows, form)
    guard found.used > 0 else { return }
    tally.add(found)
    if !forms.contains(form) { forms.append(form) }
    guard !builder.isFull else {
      throw FileError.tooLarge(path: shownPath, limit: GazetteerNames.mostText)
    }
  }

  private func beginning(of stream: ListStream, _ form: inout GazetteerForm?) throws -> RowReader {
    guard try stream.begin() == .rows else {
      throw ListError.malformed(
        path: stream.name, place: "", problem: "expected a table (CSV or TSV)", hint: nil)
    }
    var found: GazetteerForm?
    let rows = try RowReader(stream) { first in
      found = GazetteerForm(first)
      return found?.hasHeader(first) ?? true
    }
    form = found
    return rows
  }

  private func read(
    _ rows: consuming RowReader, _ form: GazetteerForm
  ) throws -> GazetteerTally {
    guard form.hasPostcodes else {
      var places = PlaceRows(rows, form)
      return try places.read(into: builder)
    }
    var postcodes = PositionRows(rows)
    var sink = builder
    return GazetteerTally(try postcodes.read(into: &sink))
  }

  private func unknown(_ rows: borrowing RowReader) -> ListError {
    rows.failure(
      "expected a position, and a postcode or the name of a place; the columns are "
        + rows.header.list,
      hint: "  'finder help gazetteer' says which tables it knows")
  }

  // MARK: What was read

  /// What is kept of it. Nothing can be read into it any more.
  func finish() -> (source: GazetteerSource, columns: GazetteerColumns) {
    let columns = builder.columns()
    let source = GazetteerSource(
      id: GazetteerSource.newID(), name: name, path: resolvedPath,
      form: forms.map(\.rawValue).joined(separator: ", "),
      added: Timestamp.now, rows: tally.rows, leftOut: tally.leftOut,
      postcodes: columns.units.count, names: columns.names.count)
    return (source, columns)
  }
}
