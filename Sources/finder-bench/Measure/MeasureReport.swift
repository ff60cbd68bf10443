import FinderEngine

struct MeasureReport {
  var rows: [(name: String, timing: Timing)] = []

  /// Workloads without this in their names are left out.
  let only: String

  mutating func add(_ name: String, _ timing: @autoclosure () throws -> Timing) rethrows {
    guard only.isEmpty || name.contains(only) else { return }
    rows.append((name, try timing()))
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
    jsonLines(rows) { output, row in
      output.append(key: "workload", string: row.name)
      output.append(key: "operations", integer: row.timing.operations)
      output.append(key: "runs", integer: row.timing.seconds.count)
      output.append(key: "median_s", number: row.timing.median)
      output.append(key: "best_s", number: row.timing.best)
      output.append(key: "median_each_ns", number: row.timing.medianPerOperation * 1e9)
    }
  }

  private static func duration(_ seconds: Double) -> String {
    switch seconds {
    case 1...: decimal(seconds, places: 2) + " s"
    case 1e-3...: decimal(seconds * 1e3, places: 2) + " ms"
    case 1e-6...: decimal(seconds * 1e6, places: 2) + " µs"
    default: decimal(seconds * 1e9, places: 2) + " ns"
    }
  }
}

/// Times of one piece of work, run several times over.
struct Timing {
  /// Sorted, each for the whole piece.
  let seconds: [Double]
  /// How many operations one run did.
  let operations: Int

  /// Runs `work` once to warm up, then `runs` times under the clock.
  init(runs: Int, operations: Int, _ work: () throws -> Void) rethrows {
    try work()
    var seconds: [Double] = []
    for _ in 0..<runs {
      let start = monotonicSeconds()
      try work()
      seconds.append(monotonicSeconds() - start)
    }
    self.seconds = seconds.sorted()
    self.operations = operations
  }

  /// The median: one slow run on a busy machine does not move it.
  var median: Double { seconds[seconds.count / 2] }
  var best: Double { seconds[0] }
  var medianPerOperation: Double { median / Double(operations) }
}
