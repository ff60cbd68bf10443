import FinderEngine

/// What was measured, as a table for people or as JSON.
struct MeasureReport {
  struct Row {
    let name: String
    let timing: Timing
  }

  var rows: [Row] = []

  /// Workloads without this in their names are left out.
  let only: String

  mutating func add(_ name: String, _ timing: @autoclosure () throws -> Timing) rethrows {
    guard only.isEmpty || name.contains(only) else { return }
    rows.append(Row(name: name, timing: try timing()))
  }

  var table: String {
    let cells =
      [["workload", "operations", "median", "best", "median each"]]
      + rows.map { row in
        [
          row.name, String(row.timing.operations), Self.duration(row.timing.median),
          Self.duration(row.timing.best), Self.duration(row.timing.medianPerOperation),
        ]
      }
    let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    return cells.map { row in
      row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + padding : padding + cell
      }.joined(separator: "  ") + "\n"
    }.joined()
  }

  var json: String {
    let objects = rows.map { row in
      "{\"workload\":\"\(row.name)\",\"operations\":\(row.timing.operations),"
        + "\"runs\":\(row.timing.seconds.count),\"median_s\":\(row.timing.median),"
        + "\"best_s\":\(row.timing.best),"
        + "\"median_each_ns\":\(row.timing.medianPerOperation * 1e9)}"
    }
    return "[" + objects.joined(separator: ",\n ") + "]\n"
  }

  private static func duration(_ seconds: Double) -> String {
    switch seconds {
    case 1...: rounded(seconds) + " s"
    case 1e-3...: rounded(seconds * 1e3) + " ms"
    case 1e-6...: rounded(seconds * 1e6) + " µs"
    default: rounded(seconds * 1e9) + " ns"
    }
  }

  private static func rounded(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let decimals = hundredths % 100
    return "\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals)"
  }
}
