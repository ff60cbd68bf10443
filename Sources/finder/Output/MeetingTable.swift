import FinderEngine
import FinderLists

/// The venues of a meeting for people: first the points with their letters or numbers, then the venues. Each
/// of up to four points has a column for its distance and one for its walk; with more points, a venue shows
/// the longest way, whose it is, and the sum.
struct MeetingTable {
  let answer: MeetingAnswer
  let style: TableStyle
  var additions = VenueAdditions()

  /// The most points that have columns of their own.
  static let mostColumns = 4

  private var question: MeetingQuestion { answer.question }
  private var points: Int { question.places.count }
  private var isBySum: Bool { question.meeting.order == .sum }

  func append(to output: inout ByteBuffer) {
    guard !answer.hits.isEmpty else { return }
    appendPoints(to: &output)
    output.append("\n")
    points <= Self.mostColumns ? appendFew(to: &output) : appendMany(to: &output)
  }

  // MARK: The points

  private func appendPoints(to output: inout ByteBuffer) {
    let isNamed = question.places.contains { $0.given.place != nil || $0.ruling.isMoved }
    let headers =
      ["", "FROM"] + (isNamed ? ["AT"] : []) + (question.request.weights == nil ? [] : ["PEOPLE"])
    let rows = question.places.indices.map { number in
      var row = [question.label(number), question.name(number)]
      if isNamed { row.append(shownShort(question.places[number].point)) }
      if let weights = question.request.weights { row.append("\(Int(weights[number]))") }
      return row
    }
    TableLayout(
      headers: headers, numberColumns: question.request.weights == nil ? [] : [headers.count - 1],
      cutColumns: [1], narrowestCut: 12
    ).append(rows, style, to: &output)
  }

  // MARK: The venues

  private func appendFew(to output: inout ByteBuffer) {
    let ways = (0..<points).flatMap { [question.label($0), "WALK"] }
    let sums = isBySum ? ["TOTAL", "SPREAD"] : ["SPREAD"]
    let postcode = 1 + ways.count + sums.count
    let spread = postcode - 1
    // Walks are dropped last, after all other columns.
    let walks = (0..<points).reversed().map { 2 + 2 * $0 }
    let layout = TableLayout(
      headers: ["NAME"] + ways + sums + ["POSTCODE"], numberColumns: Array(1..<postcode),
      cutColumns: [0], narrowestCut: 12, dispensableColumns: [postcode, spread] + walks,
      styledColumn: 0
    ).with(additions)
    var cells = layout.cells(rows: answer.hits.count)
    for hit in answer.hits {
      let venue = answer.store.venue(hit.hit)
      cells.add(nameOf: venue, column: 0)
      for (number, way) in hit.ways.enumerated() {
        cells.add(column: 1 + 2 * number) { $0.append(distance: way.distance, in: units) }
        cells.add(column: 2 + 2 * number) { $0.append(walk: way.distance, by: style.figures) }
      }
      if isBySum {
        cells.add(column: spread - 1) { $0.append(distance: hit.figures.total, in: units) }
      }
      cells.add(column: spread) { $0.append(distance: hit.spread, in: units) }
      addRest(of: venue, from: postcode, to: &cells)
    }
    layout.print(cells, style, to: &output)
  }

  private func appendMany(to output: inout ByteBuffer) {
    let layout = TableLayout(
      headers: isBySum
        ? ["TOTAL", "LONGEST", "WALK", "FROM", "SPREAD", "NAME", "POSTCODE"]
        : ["LONGEST", "WALK", "FROM", "TOTAL", "SPREAD", "NAME", "POSTCODE"],
      numberColumns: [0, 1, 2, 3, 4], cutColumns: [5], narrowestCut: 12,
      dispensableColumns: isBySum ? [6, 4, 2, 3, 1] : [6, 4, 1, 3, 2], styledColumn: 5
    ).with(additions)
    var cells = layout.cells(rows: answer.hits.count)
    for hit in answer.hits {
      let longest = isBySum ? 1 : 0
      if isBySum { addTotal(of: hit, column: 0, to: &cells) }
      cells.add(column: longest) { $0.append(distance: hit.figures.worst, in: units) }
      cells.add(column: longest + 1) { $0.append(walk: hit.figures.worst, by: style.figures) }
      cells.add(question.label(hit.longestWay), column: longest + 2)
      if !isBySum { addTotal(of: hit, column: 3, to: &cells) }
      cells.add(column: 4) { $0.append(distance: hit.spread, in: units) }
      let venue = answer.store.venue(hit.hit)
      cells.add(nameOf: venue, column: 5)
      addRest(of: venue, from: 6, to: &cells)
    }
    layout.print(cells, style, to: &output)
  }

  private func addTotal(of hit: MeetingHit, column: Int, to cells: inout TableCells) {
    cells.add(column: column) { $0.append(distance: hit.figures.total, in: units) }
  }

  private func addRest(of venue: Venue, from column: Int, to cells: inout TableCells) {
    venue.withMeasuredPostcode { cells.add($0, width: $1, column: column) }
    for (place, text) in additions.texts(of: venue).enumerated() {
      cells.add(text, column: column + 1 + place)
    }
  }

  private var units: ReadableFigures.Units { style.figures.units }

  // MARK: With --fields

  func append(
    _ fields: VenueFields, by venues: VenueWriter, _ writer: MeetingWriter,
    to output: inout ByteBuffer
  ) {
    FieldTable(fields: fields, style: style, additions: additions).append(
      answer.hits, by: venues, of: answer.store, to: &output, text: .legs, fact: writer.fact
    ) {
      add($0, of: $1, writer, to: &$2)
    }
  }

  /// The columns of the usual table.
  private func add(
    _ fact: MeetingWriter.Fact, of hit: MeetingHit, _ writer: MeetingWriter,
    to cell: inout ByteBuffer
  ) {
    switch fact {
    case .worst: cell.append(distance: hit.figures.worst, in: units)
    case .total: cell.append(distance: hit.figures.total, in: units)
    case .spread: cell.append(distance: hit.spread, in: units)
    case .leg(let number): cell.append(distance: hit.ways[number].distance, in: units)
    case .bearing, .legs: writer.append(fact, of: hit, to: &cell)
    }
  }
}
