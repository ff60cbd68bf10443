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
    for header in Self.headers { cells.add(bytes(header), width: header.utf8CodeUnitCount) }
    var figures = ByteBuffer(capacity: 64)
    for hit in hits {
      forEachCell(of: hit, store.venue(hit), &figures) { cells.add($0, width: $1) }
    }
    var widths = cells.columnWidths()
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

  /// Shows the text of each cell in turn, and how many columns of a terminal it takes. `figures` is memory to
  /// work in.
  @inline(__always)
  private func forEachCell(
    of hit: Hit, _ venue: Venue, _ figures: inout ByteBuffer,
    _ show: (_ text: UnsafeBufferPointer<UInt8>, _ width: Int) -> Void
  ) {
    figures.truncate()
    figures.append(distance: hit.distance, in: rounding.units)
    show(figures.bytes, figures.count)
    let direction =
      hit.distance > 0 ? Self.directions[ReadableFigures.compassPoint(hit.bearing)] : "·"
    show(bytes(direction), hit.distance > 0 ? direction.utf8CodeUnitCount : 1)
    figures.truncate()
    figures.append(walk: hit.distance)
    show(figures.bytes, figures.count)
    venue.withName { name in
      let text = name.isEmpty ? bytes("(no name)") : name
      show(text, DisplayWidth.of(text))
    }
    venue.withPostcode { show($0, DisplayWidth.of($0)) }
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
