/// A record without an answer.
package struct BulkFault: Sendable {
  package let line: Int
  package let problem: String
  /// Its point was outside the camera bounds; otherwise the record was bad.
  package let isRefusal: Bool
}

extension BulkAnswerer {
  mutating func writeFault(_ error: any Error, line: Int) {
    let unanswered: Unanswered =
      switch error {
      case let error as Unanswered: error
      case let error as BadRecord: Unanswered(problem: error.problem, isRefusal: false)
      default: Unanswered(problem: "\(error)", isRefusal: false)
      }
    switch plan.settings.format {
    case .ndjson:
      output.append("{\"query\":{\"line\":")
      output.append(integer: line)
      output.append("},\"error\":")
      output.append(jsonString: unanswered.problem)
      output.append("}\n")
    case .delimited(let style):
      rowStart.truncate()
      if case .cells = plan.shape {
        fillRowStartWithCells(style)
      } else {
        for _ in plan.columns { rowStart.append(style.separator) }
      }
      writeEmptyRow(error: unanswered.problem, style)
    }
    faults.append(
      BulkFault(
        line: line, problem: unanswered.problem, isRefusal: unanswered.isRefusal))
  }
}
