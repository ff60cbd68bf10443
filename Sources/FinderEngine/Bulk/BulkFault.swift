/// A record without an answer.
package struct BulkFault: Sendable {
  package let line: Int
  package let problem: String
  /// Its point was outside the camera bounds; otherwise the record was bad.
  package let isRefusal: Bool
}

extension BulkAnswerer {
  mutating func writeFault(_ problem: String, line: Int, isRefusal: Bool = false) {
    switch plan.settings.format {
    case .ndjson:
      output.append("{")
      output.append(key: "query", object: { $0.append(key: "line", integer: line) })
      output.append(key: "error", string: problem)
      output.append("}\n")
    case .delimited(let style):
      rowStart.truncate()
      if case .cells = plan.shape {
        fillRowStartWithCells(style)
      } else {
        for _ in plan.columns { rowStart.append(style.separator) }
      }
      writeEmptyRow(error: problem, style)
    }
    faults.append(BulkFault(line: line, problem: problem, isRefusal: isRefusal))
  }
}
