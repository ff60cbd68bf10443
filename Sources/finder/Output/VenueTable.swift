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

  private static let headers = ["DISTANCE", "DIR", "WALK", "NAME", "POSTCODE"]
  private static let nameColumn = 3
  private static let narrowestName = 12
  /// What a terminal does without where it would leave less than that to the names, the first to go
  /// first: the walk, the direction, the postcode.
  private static let dispensableColumns = [2, 1, 4]

  func text(_ hits: [Hit], of store: VenueStore) -> String {
    guard !hits.isEmpty else { return "" }
    let rows = hits.map { row($0, store.venue($0)) }
    var widths = Self.headers.map(DisplayWidth.of)
    for row in rows {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], DisplayWidth.of(cell))
      }
    }
    let columns = fit(&widths)
    let header = line(Self.headers, columns, widths, isHeader: true)
    return header + rows.map { line($0, columns, widths, isHeader: false) }.joined()
  }

  private func row(_ hit: Hit, _ venue: Venue) -> [String] {
    [
      Self.distance(hit.distance, units), Self.compass(hit), Self.walk(hit.distance),
      venue.name.isEmpty ? "(no name)" : venue.name, venue.postcode ?? "",
    ]
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

  private func line(
    _ cells: [String], _ columns: [Int], _ widths: [Int], isHeader: Bool
  ) -> String {
    var parts: [String] = []
    for column in columns {
      let cell = cells[column]
      let shown = width == nil ? cell : DisplayWidth.truncated(cell, to: widths[column])
      let spaces = String(
        repeating: " ", count: max(widths[column] - DisplayWidth.of(shown), 0))
      let text = column == Self.nameColumn ? coloured(shown, "1", unless: isHeader) : shown
      // Numbers are read from the right.
      let isNumber = column == 0 || column == 2
      parts.append(isNumber ? spaces + text : text + spaces)
    }
    var text = parts.joined(separator: "  ")
    while text.last == " " { text.removeLast() }
    return (isHeader ? coloured(text, "2") : text) + "\n"
  }

  private func coloured(_ text: String, _ code: String, unless isPlain: Bool = false) -> String {
    isColoured && !isPlain ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  // MARK: Cells

  static func distance(_ metres: Double, _ units: Units) -> String {
    switch units {
    case .metric:
      let rounded = Int(metres.rounded())
      return rounded < 1000 ? "\(rounded) m" : "\(oneDecimal(metres / 1000)) km"
    case .imperial:
      let yards = Int((metres / 0.9144).rounded())
      return yards < 440 ? "\(yards) yd" : "\(oneDecimal(metres / 1609.344)) mi"
    }
  }

  private static func oneDecimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static let directions = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

  private static func compass(_ hit: Hit) -> String {
    guard hit.distance > 0 else { return "·" }
    return directions[Int((hit.bearing / 45).rounded()) % 8]
  }

  /// An estimate: streets make a walk 1.2 times the straight line (Newell 1980), at 4.8 km/h.
  static func walk(_ metres: Double) -> String {
    let minutes = Int((metres * 1.2 / 80).rounded(.up))
    if minutes < 60 { return "~\(minutes) min" }
    let remainder = minutes % 60
    return minutes < 600
      ? "~\(minutes / 60) h \(remainder < 10 ? "0" : "")\(remainder)" : "~\((minutes + 30) / 60) h"
  }
}

extension Invocation {
  var units: VenueTable.Units { self[Options.units] == "imperial" ? .imperial : .metric }
}
