import CommandLineKit
import FinderEngine

/// Venues for people: one a line, aligned, the distance first.
struct VenueTable {
  enum Units {
    case metric
    case imperial
  }

  var units: Units
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
    var cells = TableCells()
    for header in Self.headers { cells.addPlain { $0.append(header) } }
    for hit in hits { add(hit, store.venue(hit), to: &cells) }
    let width = Self.headers.count
    var widths = [Int](repeating: 0, count: width)
    for cell in 0..<cells.count {
      widths[cell % width] = max(widths[cell % width], cells.widths[cell])
    }
    let columns = fit(&widths)
    for row in 0..<cells.count / width {
      if row == 0 && isColoured { output.append("\u{1B}[2m") }
      appendRow(row, of: cells, columns, widths, to: &output)
      if row == 0 && isColoured { output.append("\u{1B}[0m") }
      output.append("\n")
    }
  }

  private func add(_ hit: Hit, _ venue: Venue, to cells: inout TableCells) {
    cells.addPlain { $0.append(distance: hit.distance, units) }
    cells.add { $0.append(Self.compass(hit)) }
    cells.addPlain { $0.append(walk: hit.distance) }
    cells.add { output in
      venue.withName { if $0.isEmpty { output.append("(no name)") } else { output.append($0) } }
    }
    cells.add { output in venue.withPostcode { output.append($0) } }
  }

  /// Takes from the names what the terminal has not, and leaves out columns before the names say
  /// nothing any more. Returns the columns that stay.
  private func fit(_ widths: inout [Int]) -> [Int] {
    var columns = Array(widths.indices)
    guard let width else { return columns }
    let name = widths[Self.nameColumn]
    func room() -> Int { width - columns.reduce(0) { $0 + widths[$1] + 2 } + 2 + name }
    for column in Self.dispensableColumns where room() < min(name, Self.narrowestName) {
      columns.removeAll { $0 == column }
    }
    widths[Self.nameColumn] = min(name, max(room(), 1))
    return columns
  }

  private func appendRow(
    _ row: Int, of cells: borrowing TableCells, _ columns: [Int], _ widths: [Int],
    to output: inout ByteBuffer
  ) {
    var line = TableLine()
    for column in columns {
      let cell = row * Self.headers.count + column
      let style: StaticString =
        isColoured && row > 0 && column == Self.nameColumn ? "\u{1B}[1m" : ""
      if column != columns[0] { line.skip(2) }
      guard cells.widths[cell] <= widths[column] else {
        // Cut to the column, which then has no room left.
        var shown = DisplayWidth.truncated(
          String(decoding: cells.bytes(cell), as: UTF8.self), to: widths[column])
        let padding = widths[column] - DisplayWidth.of(shown)
        shown.withUTF8 { line.append($0, style: style, to: &output) }
        line.skip(padding)
        continue
      }
      let padding = widths[column] - cells.widths[cell]
      // Numbers are read from the right.
      let isNumber = column == 0 || column == 2
      if isNumber { line.skip(padding) }
      line.append(cells.bytes(cell), style: style, to: &output)
      if !isNumber { line.skip(padding) }
    }
  }

  private static func compassPoint(_ bearing: Double) -> Int {
    Int((bearing / 45).rounded()) % 8
  }

  private static let directions: [StaticString] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

  private static func compass(_ hit: Hit) -> StaticString {
    guard hit.distance > 0 else { return "·" }
    return directions[compassPoint(hit.bearing)]
  }

  static func distance(_ metres: Double, _ units: Units) -> String {
    var text = ByteBuffer(capacity: 64)
    text.append(distance: metres, units)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}

extension VenueTable: FigureRounding {
  func printsAlike(distances low: Double, _ high: Double) -> Bool {
    Self.minutes(low) == Self.minutes(high)
      && RoundedDistance(low, units) == RoundedDistance(high, units)
  }

  func printsAlike(bearings low: Double, _ high: Double) -> Bool {
    Self.compassPoint(low) == Self.compassPoint(high)
  }

  /// An estimate: streets make a walk 1.2 times the straight line (Newell 1980), at 4.8 km/h.
  fileprivate static func minutes(_ metres: Double) -> Int { Int((metres * 1.2 / 80).rounded(.up)) }
}

/// A distance as people read it: whole metres or yards, or tenths of a kilometre or mile.
private struct RoundedDistance: Equatable {
  let number: Int
  let isLong: Bool

  init(_ metres: Double, _ units: VenueTable.Units) {
    let (short, long, most) = units == .metric ? (1, 1000, 1000) : (0.9144, 1609.344, 440)
    let whole = Int((metres / short).rounded())
    isLong = whole >= most
    number = isLong ? Int((metres / long * 10).rounded()) : whole
  }
}

extension ByteBuffer {
  fileprivate mutating func append(distance metres: Double, _ units: VenueTable.Units) {
    let rounded = RoundedDistance(metres, units)
    let number = rounded.number
    switch (units, rounded.isLong) {
    case (.metric, false): append(number, " m")
    case (.metric, true): append(tenths: number, " km")
    case (.imperial, false): append(number, " yd")
    case (.imperial, true): append(tenths: number, " mi")
    }
  }

  fileprivate mutating func append(walk metres: Double) {
    let minutes = VenueTable.minutes(metres)
    append("~")
    if minutes < 60 { return append(minutes, " min") }
    guard minutes < 600 else { return append((minutes + 30) / 60, " h") }
    append(minutes / 60, minutes % 60 < 10 ? " h 0" : " h ")
    append(integer: minutes % 60)
  }

  private mutating func append(_ number: Int, _ unit: StaticString) {
    append(integer: number)
    append(unit)
  }

  /// Always with the decimal.
  private mutating func append(tenths: Int, _ unit: StaticString) {
    append(integer: tenths / 10)
    append(".")
    append(tenths % 10, unit)
  }
}

extension Invocation {
  var units: VenueTable.Units { self[Options.units] == "imperial" ? .imperial : .metric }
}
