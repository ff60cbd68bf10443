import FinderEngine
import FinderLists
import FinderMaps

/// A map in characters, with the list of the nearest venues beside it if both fit, else below.
struct TextMap {
  let marks: CellPainter.Marks
  let isColoured: Bool
  /// The width of the map and the list together.
  let width: Int
  let height: Int
  /// Whether everything must fit on the screen.
  let isFitted: Bool
  /// Lists only as many venues as fit.
  let listsWhatFits: Bool
  let figures: ReadableFigures
  /// Opening hours are printed with the venues.
  let additions: VenueAdditions

  /// Room for a name of 24 letters, its letter and the distance.
  private static let listWidth = 38
  private static let narrowestBeside = 110
  private static let gap = 2

  /// A very low terminal has room for the map only.
  private func hasList(_ venues: MapVenues) -> Bool { !venues.isEmpty && mostListed > 0 }

  private func isBeside(_ venues: MapVenues) -> Bool {
    width >= Self.narrowestBeside && hasList(venues)
      && 2 * venues.lettered.count <= (isFitted ? highest : height)
  }

  /// The columns and lines of the map itself.
  private func mapSize(_ venues: MapVenues) -> (Int, Int) {
    guard isFitted else { return (isBeside(venues) ? mapWidth : width, height) }
    if isBeside(venues) { return (mapWidth, highest) }
    let list = hasList(venues) ? venues.lettered.count + 1 : 0
    return (width, min(max(height - list, lowest), highest))
  }

  private var mapWidth: Int { width - Self.listWidth - Self.gap }

  /// The least height of a map with a list below.
  private var lowest: Int { min(10, max(height / 2, Self.least)) }

  private static let least = 4

  /// Taller maps are no clearer.
  private var highest: Int { min(height, max(width * 5 / 16, lowest)) }

  /// How many venues fit below the lowest map, allowing for the header.
  var mostListed: Int { isFitted && listsWhatFits ? height - lowest - 1 : .max }

  /// In dots.
  func viewSize(_ venues: MapVenues) -> (width: Int, height: Int) {
    let (columns, lines) = mapSize(venues)
    return (2 * columns, 4 * lines)
  }

  func append(
    _ scene: MapScene, _ venues: MapVenues, of store: VenueStore, to output: inout ByteBuffer
  ) {
    var grid = CellGrid(width: width, height: mapSize(venues).1)
    CellPainter(marks).paint(scene, into: &grid)
    if isBeside(venues) { addList(venues, of: store, to: &grid) }
    if marks == .ascii, !Terminal.isUTF8 { grid.makeASCII() }
    GridText.append(grid, isColoured: isColoured, to: &output)
    if !isBeside(venues), hasList(venues) { appendList(venues, of: store, to: &output) }
    output.append(sentenceOf: venues.way, width: isFitted ? width : nil)
    if let credit = store.attribution.line {
      output.append(text: DisplayWidth.truncated("data: \(credit)", to: width))
      output.append("\n")
    }
  }

  /// Two lines for each venue, as many as fit.
  private func addList(_ venues: MapVenues, of store: VenueStore, to grid: inout CellGrid) {
    let left = width - Self.listWidth
    for (number, (letter, hit)) in venues.lettered.enumerated() {
      let line = 2 * number
      guard line + 1 < height else { return }
      let venue = store.venue(hit)
      grid.write(letter, left, line, .letter)
      grid.write(
        DisplayWidth.truncated(venue.shownName, to: Self.listWidth - 2), left + 2, line, .strong)
      let direction = hit.distance > 0 ? "\(ReadableFigures.direction(hit.bearing))" : ""
      var end = grid.write(
        "\(readable(hit.distance, figures.units))  \(direction)", left + 2, line + 1, .plain)
      if let text = additions.texts(of: venue).first {
        end = grid.write("  " + text, end, line + 1, .plain)
      } else if let postcode = venue.postcode {
        grid.write("  " + postcode, end, line + 1, .faint)
      }
    }
  }

  private static let layout = TableLayout(
    headers: ["", "DISTANCE", "DIR", "WALK", "NAME", "POSTCODE"], numberColumns: [1, 3],
    cutColumns: [4], narrowestCut: 12, dispensableColumns: [3, 2, 5], styledColumn: 0)

  private func appendList(_ venues: MapVenues, of store: VenueStore, to output: inout ByteBuffer) {
    let lettered = venues.lettered
    let layout = Self.layout.with(additions)
    var cells = layout.cells(rows: lettered.count)
    for (letter, hit) in lettered {
      cells.add(letter, column: 0)
      let minutes = letter == MapVenues.targetLetter ? venues.way?.minutes : nil
      cells.add(hit, store.venue(hit), figures, additions, from: 1, minutes: minutes)
    }
    let style = TableStyle(figures: figures, isColoured: isColoured, width: width)
    layout.print(cells, style, to: &output) { _ in "\u{1B}[1;36m" }
  }
}

extension ByteBuffer {
  /// Appends what the line on the map means, below the map.
  mutating func append(sentenceOf way: MapWay?, width: Int? = nil) {
    guard let way else { return }
    append(text: width.map { way.sentence(width: $0).text } ?? way.sentence)
    append("\n")
  }
}

extension MapWay {
  func sentence(width: Int) -> WrappedLine { WrappedLine(sentence, width: width, indent: 0) }
}

extension TextMap {
  /// As large as the terminal, or as `--size` says. `linesTaken` is the number of lines above and below it.
  init(_ request: MapRequest, linesTaken: Int) {
    let style = request.search.style
    (isColoured, figures) = (style.isColoured, style.figures)
    marks = request.drawing.marks ?? Self.usualMarks
    additions = request.search.additions()
    listsWhatFits = request.drawing.listsWhatFits
    if let size = request.drawing.textSize {
      (width, height) = size
      isFitted = false
      return
    }
    let terminal = request.search.output.terminalSize
    width = min(max(terminal?.columns ?? 80, 10), 1_000)
    // The prompt needs a line below.
    let lines = (terminal?.lines ?? 25) - 1
    isFitted = terminal != nil
    height = max(isFitted ? lines - linesTaken : lines, Self.least)
  }

  /// The Linux console's fonts have no braille.
  static var usualMarks: CellPainter.Marks {
    Terminal.isUTF8 && environment("TERM") != "linux" ? .braille : .ascii
  }
}
