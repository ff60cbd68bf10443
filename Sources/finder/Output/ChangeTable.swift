import CommandLineKit
import FinderEngine

/// Changes for people: one a line, aligned.
struct ChangeTable {
  let units: ReadableFigures.Units
  let isColoured: Bool
  /// The terminal's; rows are cut to it. `nil` where nobody is looking: then nothing is cut.
  let width: Int?

  private static let headers: [StaticString] = [
    "CHANGE", "NAME", "POSTCODE", "POSITION", "DETAIL",
  ]
  private static let nameColumn = 1
  private static let detailColumn = 4
  private static let narrowestName = 12
  /// What a narrow terminal does without, the first to go first: the position, the postcode.
  private static let dispensableColumns = [3, 2]
  private static let directions: [StaticString] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

  func append(_ comparison: DatasetComparison, to output: inout ByteBuffer) {
    var cells = TableCells(columns: Self.headers.count, rows: comparison.changes.count + 1)
    for (column, header) in Self.headers.enumerated() {
      cells.add(column: column) { $0.append(header) }
    }
    for change in comparison.changes { add(change, comparison, to: &cells) }
    var widths = cells.widths
    let isShown = fit(&widths)
    let changes = comparison.changes
    var line = TableLine()
    cells.visit { row, column, text, width in
      if row == 0, column == 0, isColoured { output.append("\u{1B}[2m") }
      if isShown[column] {
        if isColoured, row > 0, column == 0 { line.style = Self.style(changes[row - 1].kind) }
        if !line.isEmpty { line.skip(2) }
        append(text, width, in: widths[column], to: &line, &output)
      }
      guard column == widths.count - 1 else { return }
      if row == 0, isColoured { output.append("\u{1B}[0m") }
      output.append("\n")
      line = TableLine()
    }
  }

  private static func style(_ kind: DatasetComparison.Kind) -> StaticString {
    switch kind {
    case .opened: "\u{1B}[32m"
    case .closed: "\u{1B}[31m"
    default: "\u{1B}[33m"
    }
  }

  // MARK: Cells

  private func add(
    _ change: DatasetComparison.Change, _ comparison: DatasetComparison,
    to cells: inout TableCells
  ) {
    guard let venue = comparison.newVenue(change) ?? comparison.oldVenue(change) else { return }
    Self.add(change.kind.rawValue, 0, to: &cells)
    Self.add(venue.name.isEmpty ? "(no name)" : venue.name, 1, to: &cells)
    Self.add(venue.postcode ?? "", 2, to: &cells)
    Self.add(shown(venue.coordinate), 3, to: &cells)
    Self.add(detail(change, comparison), 4, to: &cells)
  }

  private static func add(_ text: String, _ column: Int, to cells: inout TableCells) {
    var text = text
    let width = DisplayWidth.of(text)
    text.withUTF8 { cells.add($0, width: width, column: column) }
  }

  private func detail(
    _ change: DatasetComparison.Change, _ comparison: DatasetComparison
  ) -> String {
    var buffer = ByteBuffer(capacity: 64)
    if let path = change.path {
      buffer.append(distance: path.distance, in: units)
      buffer.append(" ")
      buffer.append(Self.directions[ReadableFigures.compassPoint(path.bearing)])
    } else if change.kind == .renamed, let old = comparison.oldVenue(change) {
      buffer.append("was ")
      old.withName { buffer.append($0) }
    }
    if !change.fields.isEmpty {
      if change.kind != .changed { buffer.append("; ") }
      // The keys of properties are the file's.
      let fields = change.fields.joined(separator: ", ")
      buffer.append(text: UsageError.escape(fields))
    }
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  // MARK: Lines

  private func append(
    _ text: UnsafeBufferPointer<UInt8>, _ width: Int, in room: Int, to line: inout TableLine,
    _ output: inout ByteBuffer
  ) {
    guard width > room else {
      line.append(text, to: &output)
      return line.skip(room - width)
    }
    var cut = DisplayWidth.truncated(String(decoding: text, as: UTF8.self), to: room)
    let padding = room - DisplayWidth.of(cut)
    cut.withUTF8 { line.append($0, to: &output) }
    line.skip(padding)
  }

  /// Takes from names and details what the terminal has not, and leaves out columns before these
  /// say nothing any more. Returns which columns stay.
  private func fit(_ widths: inout [Int]) -> [Bool] {
    var isShown = widths.map { _ in true }
    guard let width else { return isShown }
    let name = widths[Self.nameColumn]
    let detail = widths[Self.detailColumn]
    func room() -> Int {
      widths.indices.reduce(width + 2 + name + detail) {
        isShown[$1] ? $0 - widths[$1] - 2 : $0
      }
    }
    for column in Self.dispensableColumns
    where room() < min(name, 2 * Self.narrowestName) + min(detail, 2 * Self.narrowestName) {
      isShown[column] = false
    }
    let left = room()
    guard left < name + detail else { return isShown }
    // Each gets half, and what the other has no need of.
    widths[Self.nameColumn] = min(name, max(left / 2, left - detail, 1))
    widths[Self.detailColumn] = min(detail, max(left - widths[Self.nameColumn], 1))
    return isShown
  }
}
