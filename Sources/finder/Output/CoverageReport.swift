import CommandLineKit
import FinderEngine
import FinderMaps
import FinderOwn

/// What `coverage` prints: a summary for people or programs, the cells, or a picture.
///
/// Everything that depends on the dataset is worked out in `init`, so that the cells can be written piece by
/// piece: 4,000,000 of them are a gigabyte of GeoJSON.
final class CoverageReport {
  struct Wanted: Sendable {
    var nth = 1
    var limits: [Limit] = []
    /// Whether they are the usual ones, without --beyond.
    var hasUsualLimits = false
    /// Set if a picture is wanted.
    var picture: Picture?
  }

  struct Limit: Sendable {
    /// As the user typed it.
    let name: String
    let metres: Double
  }

  struct Picture: Sendable {
    let base: MapBase
    let size: (width: Int, height: Int)
    let scale: Int
  }

  private let search: Search
  private let wanted: Wanted
  private let coverage: AreaCoverage
  private let limits: [Limit]
  /// For the whole area; `nil` if only the cells are written, or without an answer.
  private let figures: AreaCoverage.Figures?
  private let emptiest: EmptiestPlace?
  /// The emptiest place's venue, written as members of an object.
  private let venue: String
  private let venueName: String
  /// The ids of all venues nearest to a cell, if cells are written.
  private let ids: CellIDs?
  private let attribution: [Attribution]
  private let tallies: VisitTallies?
  private let notes: [String]

  private var cells: CoverageCells { coverage.cells }

  init(
    _ search: Search, _ wanted: Wanted, _ cells: CoverageCells, _ narrowed: Search.Narrowed,
    in store: VenueStore
  ) throws {
    (self.search, self.wanted) = (search, wanted)
    let coverage = AreaCoverage(cells, in: store, narrowed.query, nth: wanted.nth)
    self.coverage = coverage
    let writer = VenueWriter(coverage.store, ids: UniqueIDs(store))
    let isSummary =
      wanted.picture != nil || search.format == .table || search.format == .json
    (limits, figures) = isSummary ? Self.figures(of: coverage, wanted) : ([], nil)
    emptiest = isSummary ? coverage.emptiest() : nil
    if let row = emptiest?.row {
      let venue = Venue(row: row, of: coverage.store)
      self.venue = written { output in
        output.appendObject { writer.append(idAndNameOf: venue, to: &$0) }
      }
      let name = venue.name
      venueName = name.isEmpty ? "a venue without a name" : name
    } else {
      (venue, venueName) = ("null", "")
    }
    ids = isSummary ? nil : CellIDs(of: coverage, writer, search.format)
    (attribution, tallies) = (store.attribution, narrowed.tallies)
    notes = search.isQuiet ? [] : Self.notes(search, coverage, narrowed, in: store)
  }

  private static func notes(
    _ search: Search, _ coverage: AreaCoverage, _ narrowed: Search.Narrowed, in store: VenueStore
  ) -> [String] {
    let (fitting, nth) = (coverage.store.count, coverage.nth)
    var notes = search.notes(
      found: fitting, narrowed.query, in: store, first: narrowed.notes)
    if fitting > 0, !coverage.isAnswered {
      notes.append(
        fitting < nth
          ? "there is no \(ordinal(nth)) nearest venue: only \(counted(fitting, "venue")) "
            + (fitting == 1 ? "fits" : "fit")
          : "there is no \(ordinal(nth)) nearest venue: fewer chains and independent venues fit")
    }
    if coverage.cells.count == 0 {
      notes.append("no cell's middle is inside the area; try a smaller --cell")
    }
    return notes
  }

  /// `2nd`
  private static func ordinal(_ number: Int) -> String {
    let ending =
      switch (number % 100, number % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }

  // MARK: Writing

  /// Writes all but the end, which is returned in the answer.
  func write(to output: Output) throws -> Answer {
    var bytes = ByteBuffer(capacity: 1 << 12)
    if wanted.picture != nil {
      try append(pictureTo: &bytes)
    } else {
      switch search.format {
      case .table: append(tableTo: &bytes)
      case .json: append(documentTo: &bytes)
      case .ndjson, .geojson, .geojsonseq, .csv, .tsv: try writeCells(to: output, &bytes)
      case .gpx, .kml: preconditionFailure("the parser refuses other formats")
      }
    }
    var answer = Answer(found: coverage.isAnswered ? max(cells.count, 1) : 0, bytes: bytes)
    (answer.notes, answer.tallies) = (notes, tallies)
    return answer
  }

  /// If hardly any cell is within the usual limits, they become ten times as long, or a hundred times and so on:
  /// otherwise a picture of the world would have a single colour.
  private static func figures(
    of coverage: AreaCoverage, _ wanted: Wanted
  ) -> ([Limit], AreaCoverage.Figures?) {
    var (limits, power) = (wanted.limits, 1.0)
    var figures = coverage.figures(beyond: limits.map(\.metres))
    while wanted.hasUsualLimits, power < 10_000, let beyond = figures?.beyond.last,
      Double(beyond) > 0.98 * Double(coverage.cells.count)
    {
      power *= 10
      limits = [0.5, 0.8, 1, 1.6].map { share in
        let kilometres = share * power
        return Limit(name: "\(shown(kilometres))km", metres: kilometres * 1000)
      }
      figures = coverage.figures(beyond: limits.map(\.metres))
    }
    return (limits, figures)
  }

  /// The share of cells farther than a limit, from 0 to 1; `nil` without cells.
  private func share(_ limit: Int) -> Double? {
    guard cells.count > 0 else { return nil }
    guard let figures else { return 1 }
    return Double(figures.beyond[limit]) / Double(cells.count)
  }

  private func append(documentTo output: inout ByteBuffer) {
    let ruling = search.place.ruling
    AnswerDocument(
      search: search, isInside: ruling.isInside, isMoved: ruling.isMoved, explained: nil
    ).appendHead(to: &output) { output in
      output.append(placeOf: search.query.point)
      search.place.given?.append(to: &output)
      search.place.member(&output)
      output.append(key: "cell_m", number: cells.grid.cell)
      output.append(key: "nth", integer: coverage.nth)
      search.append(matchTo: &output)
    }
    output.append(key: "venues", integer: coverage.store.count)
    output.append(key: "cells", integer: cells.count)
    output.append(key: "area_km2", number: (cells.surface / 1e6).inThousandths)
    output.appendLineBreak()
    for (key, figure) in [
      ("mean_m", figures?.mean), ("median_m", figures?.median), ("p90_m", figures?.ninth),
    ] {
      output.append(keyText: key)
      append(figure, to: &output)
    }
    output.appendLineBreak()
    output.append(key: "beyond", elements: limits.count) { output, place in
      output.appendObject { output in
        output.append(key: "m", number: limits[place].metres)
        output.append(key: "share", number: share(place).map { ($0 * 1e4).rounded() / 1e4 })
      }
    }
    output.appendLineBreak()
    output.append(key: "emptiest")
    if let emptiest {
      output.appendObject { output in
        output.append(placeOf: emptiest.point)
        output.append(key: "distance_m", tenths: emptiest.distance)
        output.append(key: "within_m", number: within(emptiest))
        output.append(key: "venue")
        output.append(text: venue)
      }
    } else {
      output.append("null")
    }
    output.append("}\n")
  }

  private func append(_ figure: Double?, to output: inout ByteBuffer) {
    if let figure { output.append(tenthsOf: figure) } else { output.append("null") }
  }

  /// One metre, unless the proof stopped early.
  private func within(_ emptiest: EmptiestPlace) -> Double {
    emptiest.within <= 1 ? 1 : (emptiest.within * 10).rounded(.up) / 10
  }

  // MARK: For people

  private var nearest: String {
    coverage.nth == 1 ? "nearest" : "\(Self.ordinal(coverage.nth)) nearest"
  }

  private var units: ReadableFigures.Units { search.style.figures.units }

  private var sizeOfCells: String {
    "\(grouped(cells.count)) cell\(cells.count == 1 ? "" : "s") of \(shown(metres: cells.grid.cell))"
  }

  private var surface: String {
    let square = units == .metric ? 1e6 : 1609.344 * 1609.344
    let number = cells.surface / square
    let unit = units == .metric ? "km²" : "square miles"
    return number >= 100
      ? "\(grouped(Int(number.rounded()))) \(unit)"
      : "\(shown(number.inThousandths)) \(unit)"
  }

  private func percent(_ limit: Int) -> String? {
    share(limit).map { share in
      written {
        $0.append(tenthsOf: share * 100)
        $0.append("%")
      }
    }
  }

  /// `15min (1.0 km)`; a name that is a distance is not repeated.
  private func name(_ limit: Limit) -> String {
    Quantity.metres(limit.name) == nil
      ? "\(limit.name) (\(readable(limit.metres, units)))" : limit.name
  }

  private func append(tableTo output: inout ByteBuffer) {
    var rows: [(name: String, text: String)] = [("cells", "\(sizeOfCells), \(surface)")]
    if let figures {
      rows += [
        ("mean", "\(readable(figures.mean, units)) to the \(nearest) venue"),
        ("median", readable(figures.median, units)),
        ("p90", "\(readable(figures.ninth, units)): nine cells in ten are no farther"),
      ]
    }
    for (place, limit) in limits.enumerated() {
      guard let percent = percent(place) else { continue }
      rows.append(("beyond", "\(name(limit)): \(percent)"))
    }
    if let emptiest {
      // Always in metres: rounded to the nearest yard, 1 m would claim more than was proved.
      let bound = shown(within(emptiest))
      rows += [
        ("emptiest", "\(readable(emptiest.distance, units)) from \(venueName)"),
        (
          "",
          "at \(shown(emptiest.point)); no place is more than \(bound) m farther"
        ),
      ]
    }
    output.append(text: labelled(rows))
  }

  // MARK: The cells

  static let columns = ["lat", "lon", "distance_m", "venue_id"]

  /// A buffer for a piece of the text, reused for later pieces.
  private final class Piece: @unchecked Sendable {
    var bytes = ByteBuffer(capacity: 1 << 18)
  }

  private static let cellsOfPiece = 4096

  /// Works on all threads, and writes in order.
  private func writeCells(to output: Output, _ bytes: inout ByteBuffer) throws {
    let format = search.format
    if let style = format.delimited, search.invocation.hasHeader {
      bytes.append(row: Self.columns, style)
    }
    if format == .geojson {
      bytes.beginCollection { $0.append(attribution: attribution) }
    }
    let count = cells.count
    let pieces = (0..<min(4 * Parallel.processors, count / Self.cellsOfPiece + 1)).map { _ in
      Piece()
    }
    var start = 0
    while start < count {
      let first = start
      Parallel.run(pieces.count) { part in
        let from = min(first + part * Self.cellsOfPiece, count)
        pieces[part].bytes.truncate()
        append(from..<min(from + Self.cellsOfPiece, count), to: &pieces[part].bytes)
      }
      try output.write(bytes)
      bytes.truncate()
      for piece in pieces where piece.bytes.count > 0 { try output.write(piece.bytes) }
      start += pieces.count * Self.cellsOfPiece
    }
    if format == .geojson { bytes.append("]}\n") }
  }

  private func append(_ part: Range<Int>, to output: inout ByteBuffer) {
    let format = search.format
    let separator = format.delimited?.separator ?? 0
    var latitude = ByteBuffer(capacity: 64)
    cells.forEachRun(in: part) { run, row, columns in
      latitude.truncate()
      latitude.append(number: Double(row.latitude) / 1e6)
      for column in columns {
        let cell = run.first + column - run.columns.lowerBound
        let longitude = Double(row.longitude(column)) / 1e6
        switch format {
        case .csv, .tsv:
          output.append(latitude.bytes)
          output.append(separator)
          output.append(number: longitude)
          output.append(separator)
          if let distance = coverage.distance(cell) { output.append(tenthsOf: distance) }
          output.append(separator)
          if let venue = coverage.row(cell) { ids?.append(venue, to: &output) }
        case .geojson, .geojsonseq:
          if format == .geojsonseq {
            output.append("\u{1E}")
          } else {
            output.append(cell == 0 ? "\n" : ",\n")
          }
          output.append("{\"type\":\"Feature\"")
          output.append(key: "properties") {
            append(membersOf: cell, latitude.bytes, longitude, to: &$0)
          }
          append(outlineOf: row, column, to: &output)
          output.append("}")
        case .ndjson:
          output.appendObject { append(membersOf: cell, latitude.bytes, longitude, to: &$0) }
        case .table, .json, .gpx, .kml: preconditionFailure("these have no cells")
        }
        if format != .geojson { output.append("\n") }
      }
    }
  }

  private func append(
    membersOf cell: Int, _ latitude: Bytes, _ longitude: Double, to output: inout ByteBuffer
  ) {
    output.append(key: "lat")
    output.append(latitude)
    output.append(key: "lon", number: longitude)
    output.append(key: "distance_m")
    append(coverage.distance(cell), to: &output)
    output.append(key: "venue_id")
    if let venue = coverage.row(cell) {
      ids?.append(venue, to: &output)
    } else {
      output.append("null")
    }
  }

  /// To 7 decimals, about a centimetre. A cell across the antimeridian is split there.
  private func append(
    outlineOf row: CoverageGrid.Row, _ column: Int, to output: inout ByteBuffer
  ) {
    func degrees(_ value: Double) -> Double { (value * 1e7).rounded() / 1e7 }
    let (south, north) = (degrees(row.south), degrees(row.north))
    func ring(_ west: Double, _ east: Double, _ output: inout ByteBuffer) {
      output.append("[[")
      for (place, corner) in [
        (west, south), (east, south), (east, north), (west, north), (west, south),
      ]
      .enumerated() {
        output.append(place == 0 ? "[" : ",[")
        output.append(number: degrees(corner.0))
        output.append(",")
        output.append(number: corner.1)
        output.append("]")
      }
      output.append("]]")
    }
    var (west, east) = row.edges(column)
    if east - west >= 360 { (west, east) = (-180, 180) }
    if west >= 180 { (west, east) = (west - 360, east - 360) }
    if east <= -180 { (west, east) = (west + 360, east + 360) }
    output.append(key: "geometry") { output in
      let parts: [(Double, Double)] =
        west < -180
        ? [(west + 360, 180), (-180, east)]
        : east > 180 ? [(west, 180), (-180, east - 360)] : [(west, east)]
      output.append(key: "type", string: parts.count == 1 ? "Polygon" : "MultiPolygon")
      output.append(key: "coordinates")
      guard parts.count > 1 else { return ring(parts[0].0, parts[0].1, &output) }
      output.append("[")
      for (place, part) in parts.enumerated() {
        if place > 0 { output.append(",") }
        ring(part.0, part.1, &output)
      }
      output.append("]")
    }
  }

  // MARK: The picture

  private func append(pictureTo output: inout ByteBuffer) throws {
    guard let picture = wanted.picture else { return }
    var labels = limits.map { "up to \($0.name)" }
    labels.append(limits.last.map { "beyond \($0.name)" } ?? "")
    var heat = HeatMap(coverage, limits: limits.map(\.metres), labels: labels)
    heat.title = title
    heat.lines = [summary]
    if let emptiest {
      heat.mark = "emptiest place, \(readable(emptiest.distance, units)) from \(venueName)"
    }
    let view = heat.view(width: picture.size.width, height: picture.size.height)
    var builder = MapSceneBuilder(coverage.store, textSize: PictureStyle.textSize)
    builder.figures = search.style.figures
    if let emptiest {
      builder.pins = [
        MapSceneBuilder.Pin(.point, at: emptiest.point, letter: "", name: "")
      ]
    }
    // The cells show where venues are, so no venues are drawn.
    var none = Query(from: search.query.point)
    none.rows = []
    var scene = try builder.scene(view, none) { (try picture.base.map(), MapTown.ofSample) }
    scene.add(attribution)
    PNGPainter.append(heat, scene, scale: picture.scale, to: &output)
  }

  private var title: String {
    var title = "How far it is to the \(nearest) venue"
    let filters = ([Options.match, Options.chain] + Options.food).flatMap {
      search.invocation.values($0)
    }
    if !filters.isEmpty { title += " (\(filters.joined(separator: ", ")))" }
    let area = search.invocation.path(Options.polygon).map { path in
      "\(path.name)".split(separator: ".").first.map { String($0) } ?? ""
    }
    if let name = search.place.given?.place?.name ?? area, name != "-", !name.isEmpty {
      title += ": \(TidyText.string(name))"
    }
    return title
  }

  private var summary: String {
    guard let figures else {
      return sizeOfCells + (coverage.isAnswered ? "" : "; no venue fits")
    }
    return "\(sizeOfCells). Mean \(readable(figures.mean, units)); half within "
      + "\(readable(figures.median, units)), nine in ten within \(readable(figures.ninth, units))"
  }
}

/// The ids of all venues that are nearest to some cell, as they are written, one after another.
private struct CellIDs: Sendable {
  private let text: [UInt8]
  /// Where each row's id ends; rows that are nearest to no cell have no text.
  private let ends: [UInt32]

  init(of coverage: AreaCoverage, _ writer: VenueWriter, _ format: ResultFormat) {
    let store = coverage.store
    var isUsed = [Bool](repeating: false, count: store.count)
    for cell in 0..<coverage.cells.count {
      if let row = coverage.row(cell) { isUsed[row] = true }
    }
    var buffer = ByteBuffer(capacity: 1 << 12)
    ends = isUsed.enumerated().map { row, isUsed in
      if isUsed {
        let venue = Venue(row: row, of: store)
        if let style = format.delimited {
          writer.withText(.id, of: venue) { buffer.append(cell: $0, style) }
        } else {
          writer.append(quotedIDOf: venue, to: &buffer)
        }
      }
      return UInt32(truncatingIfNeeded: buffer.count)
    }
    text = Array(buffer.bytes)
  }

  @inline(__always) func append(_ row: Int, to output: inout ByteBuffer) {
    let start = row == 0 ? 0 : Int(ends[row - 1])
    text.withUnsafeBufferPointer {
      output.append(UnsafeBufferPointer(rebasing: $0[start..<Int(ends[row])]))
    }
  }
}
