import CommandLineKit
import FinderEngine

/// Venues for people: one a line, aligned, the distance first.
struct VenueTable {
  var rounding: ReadableFigures
  var isColoured: Bool
  /// The terminal's; rows are cut to it. `nil` where nobody is looking: then nothing is cut.
  var width: Int?

  private static let headers: [StaticString] = ["DISTANCE", "DIR", "WALK", "NAME", "POSTCODE"]
  private static let nameColumn = 3
  private static let narrowestName = 12
  /// What a terminal does without where it would leave less than that to the names, the first to go
  /// first: the walk, the direction, the postcode.
  private static let dispensableColumns = [2, 1, 4]

  func append(_ hits: [Hit], of store: VenueStore, to output: inout ByteBuffer) {
    guard !hits.isEmpty else { return }
    var cells = TableCells(columns: Self.headers.count, rows: hits.count + 1)
    for (column, header) in Self.headers.enumerated() {
      cells.add(column: column) { $0.append(header) }
    }
    for hit in hits { add(hit, store.venue(hit), to: &cells) }
    var widths = cells.widths
    let isShown = fit(&widths)
    var line = TableLine()
    cells.visit { row, column, text, width in
      if row == 0 && column == 0 && isColoured { output.append("\u{1B}[2m") }
      if isColoured && row > 0 && column == Self.nameColumn { line.style = "\u{1B}[1m" }
      if isShown[column] { add(text, width, column, widths, to: &line, &output) }
      guard column == widths.count - 1 else { return }
      if row == 0 && isColoured { output.append("\u{1B}[0m") }
      output.append("\n")
      line = TableLine()
    }
  }

  @inline(__always)
  private func add(_ hit: Hit, _ venue: Venue, to cells: inout TableCells) {
    cells.add(column: 0) { $0.append(distance: hit.distance, in: rounding.units) }
    if hit.distance > 0 {
      cells.add(column: 1) { $0.append(Self.directions[ReadableFigures.compassPoint(hit.bearing)]) }
    } else {
      cells.add(bytes("·"), width: 1, column: 1)
    }
    cells.add(column: 2) { $0.append(walk: hit.distance) }
    venue.withMeasuredName { name, width in
      if name.isEmpty { return cells.add(column: Self.nameColumn) { $0.append("(no name)") } }
      cells.add(name, width: width, column: Self.nameColumn)
    }
    venue.withMeasuredPostcode { cells.add($0, width: $1, column: 4) }
  }

  private func bytes(_ text: StaticString) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// Adds a cell to its line, in the place that its column has.
  @inline(__always)
  private func add(
    _ text: UnsafeBufferPointer<UInt8>, _ width: Int, _ column: Int, _ widths: [Int],
    to line: inout TableLine, _ output: inout ByteBuffer
  ) {
    if !line.isEmpty { line.skip(2) }
    guard width <= widths[column] else {
      return addCut(text, to: widths[column], &line, &output)
    }
    let padding = widths[column] - width
    // Numbers are read from the right.
    let isNumber = column == 0 || column == 2
    if isNumber { line.skip(padding) }
    line.append(text, to: &output)
    if !isNumber { line.skip(padding) }
  }

  @inline(never)
  private func addCut(
    _ text: UnsafeBufferPointer<UInt8>, to width: Int, _ line: inout TableLine,
    _ output: inout ByteBuffer
  ) {
    var shown = DisplayWidth.truncated(String(decoding: text, as: UTF8.self), to: width)
    let padding = width - DisplayWidth.of(shown)
    shown.withUTF8 { line.append($0, to: &output) }
    line.skip(padding)
  }

  /// Takes from the names what the terminal has not, and leaves out columns before the names say
  /// nothing any more. Returns which columns stay.
  private func fit(_ widths: inout [Int]) -> [Bool] {
    var isShown = widths.map { _ in true }
    guard let width else { return isShown }
    let name = widths[Self.nameColumn]
    func room() -> Int {
      widths.indices.reduce(width + 2 + name) { isShown[$1] ? $0 - widths[$1] - 2 : $0 }
    }
    for column in Self.dispensableColumns where room() < min(name, Self.narrowestName) {
      isShown[column] = false
    }
    widths[Self.nameColumn] = min(name, max(room(), 1))
    return isShown
  }

  private static let directions: [StaticString] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
}

extension Invocation {
  var units: ReadableFigures.Units { self[Options.units] == "imperial" ? .imperial : .metric }
}
