import CommandLineKit
import FinderEngine
import FinderOwn

enum HistoryPeriod: String, CaseIterable {
  case month, year

  /// How many parts of a date name the period.
  var parts: Int { self == .month ? 2 : 1 }
}

/// How many records each month or year has, latest first; periods without records are left out. A visit and a
/// review of one venue on one day belong to one meal, which had one walk.
struct HistorySums {
  private let period: HistoryPeriod
  private let hasWalk: Bool
  private var rows: [Row] = []

  private struct Row {
    let name: String
    var visits = 0
    var reviews = 0
    var ratings = 0
    var ratingSum = 0
    var meals = 0
    var metres = 0.0
    var kilocalories = 0.0

    /// Rounded to two decimals.
    var meanRating: Double? {
      ratings == 0 ? nil : (Double(ratingSum) / Double(ratings) * 100).rounded() / 100
    }
  }

  /// A venue is identified by its row or, if it has closed, by what the record says of it.
  private struct Meal: Hashable {
    let row: Int?
    let closed: RecordedVenue?
    let date: CalendarDate

    init(_ record: VisitRecord, _ book: RecordBook) {
      row = book.row(of: record)
      closed = row == nil ? record.venue : nil
      date = record.date
    }
  }

  /// `records` must be in order of date.
  init(
    _ records: [VisitRecord], by period: HistoryPeriod, _ book: RecordBook, _ walk: RecordWalk?
  ) {
    self.period = period
    hasWalk = walk != nil
    var meals: Set<Meal> = []
    for record in records {
      let name = record.date.text(period.parts)
      if rows.last?.name != name { rows.append(Row(name: name)) }
      let last = rows.count - 1
      if record.kind == .visit { rows[last].visits += 1 } else { rows[last].reviews += 1 }
      if let rating = record.rating {
        rows[last].ratings += 1
        rows[last].ratingSum += rating
      }
      guard meals.insert(Meal(record, book)).inserted else { continue }
      rows[last].meals += 1
      guard let walk else { continue }
      let venue = book.coordinate(of: record)
      rows[last].metres += walk.metres(to: venue)
      rows[last].kilocalories += walk.kilocalories(to: venue)
    }
  }

  func answer(_ invocation: Invocation, _ style: TableStyle, hasBars: Bool) -> Answer {
    var bytes = ByteBuffer(capacity: 4096)
    let format = invocation.format()
    if format == .table {
      append(tableTo: &bytes, style, hasBars: hasBars)
    } else {
      bytes.append(
        rows, as: format, hasHeader: invocation.hasHeader, columns: columns, cells: cells(of:)
      ) { append($1, to: &$0) }
    }
    return Answer(found: rows.count, bytes: bytes)
  }

  private var columns: [String] {
    [period.rawValue, "visits", "reviews", "mean_rating"]
      + (hasWalk ? ["walk_m", "burns_kcal"] : [])
  }

  private func append(_ row: Row, to output: inout ByteBuffer) {
    output.append(keyText: period.rawValue)
    output.append(jsonString: row.name)
    output.append(key: "visits", integer: row.visits)
    output.append(key: "reviews", integer: row.reviews)
    output.append(key: "mean_rating", number: row.meanRating)
    guard hasWalk else { return }
    output.append(key: "walk_m", tenths: row.metres)
    output.append(key: "burns_kcal", tenths: row.kilocalories)
  }

  private func cells(of row: Row) -> [String] {
    return [
      row.name, String(row.visits), String(row.reviews), row.meanRating.map { shown($0) } ?? "",
    ] + (hasWalk ? [row.metres, row.kilocalories].map { shown($0.inTenths) } : [])
  }

  private func append(tableTo bytes: inout ByteBuffer, _ style: TableStyle, hasBars: Bool) {
    guard !rows.isEmpty else { return }
    var headers =
      [period.rawValue.uppercased(), "VISITS", "REVIEWS", "RATING"]
      + (hasWalk ? ["WALK", "KCAL"] : [])
    var lines = rows.map { texts(of: $0, style.figures.units) }
    let numbers = Array(1..<headers.count)
    let taken = headers.indices.reduce(0) { width, column in
      let widths = lines.map { DisplayWidth.of($0[column]) } + [DisplayWidth.of(headers[column])]
      return width + (widths.max() ?? 0) + 2
    }
    if hasBars, let chart = BarChart(most: rows.map(\.meals).max() ?? 0, in: style.width, taken) {
      headers.append(BarChart.header)
      for (place, row) in rows.enumerated() { lines[place].append(chart.bar(row.meals)) }
    }
    let layout = TableLayout(
      headers: headers, numberColumns: numbers, cutColumns: [], narrowestCut: 0,
      dispensableColumns: [3, 2, 1], styledColumn: numbers.count + 1)
    layout.append(lines, style, to: &bytes) { _ in "\u{1B}[36m" }
  }

  private func texts(of row: Row, _ units: ReadableFigures.Units) -> [String] {
    let texts = [
      row.name, String(row.visits), String(row.reviews),
      row.meanRating.map { shown($0.inTenths) } ?? "",
    ]
    guard hasWalk else { return texts }
    return texts + [readable(row.metres, units), String(Int(row.kilocalories.rounded()))]
  }
}

/// Bars of block characters, in eighths of a column; of `#` if the locale is not UTF-8.
struct BarChart {
  let most: Int
  /// The length of the longest bar.
  let columns: Int
  var isASCII = !Terminal.isUTF8

  static let header = "MEALS"
  private static let mostColumns = 32
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// Uses what is left of the width; `nil` if the header does not fit.
  init?(most: Int, in width: Int?, _ taken: Int) {
    columns = min(Self.mostColumns, (width ?? .max) - taken)
    self.most = most
    guard columns >= Self.header.count else { return nil }
  }

  func bar(_ value: Int) -> String {
    guard most > 0, value > 0 else { return "" }
    let length = max(1, value * columns * 8 / most)
    if isASCII { return String(repeating: "#", count: max(1, (length + 4) / 8)) }
    return String(repeating: "█", count: length / 8) + Self.eighths[length % 8]
  }
}
