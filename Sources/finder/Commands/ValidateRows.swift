import CommandLineKit
import FinderEngine

/// What `data validate` found in each feature, in their order: what keeps it from being used, and opening
/// hours that cannot be read.
struct ValidateRow {
  let feature: Int
  let position: TextPosition
  /// The word of it.
  let fault: String
  let explanation: String
  /// Those that cannot be read, and where.
  var hours: (text: String, column: Int)?

  static func all(_ report: DatasetValidation, _ hours: HoursValidation?) -> [ValidateRow] {
    let unusable = report.faults.map { found in
      ValidateRow(
        feature: found.feature, position: found.position, fault: found.fault.name,
        explanation: found.fault.explanation)
    }
    guard let hours else { return unusable }
    let unreadable = hours.faults.map { found in
      ValidateRow(
        feature: found.feature, position: found.position, fault: "hours",
        explanation: "has opening hours that cannot be read at column \(found.column): expected "
          + found.expected,
        hours: (found.text, found.column))
    }
    // A feature that cannot be used is not looked into.
    return (unusable + unreadable).sorted { $0.feature < $1.feature }
  }

  // MARK: Each form

  func append(textTo output: inout ByteBuffer, _ name: String) {
    output.append(text: "\(name): \(position): feature \(feature) \(explanation)")
    if let hours { output.append(text: ": \(UsageError.escape(UsageError.quote(hours.text)))") }
  }

  func append(jsonTo output: inout ByteBuffer) {
    output.appendObject { output in
      output.append(key: "feature", integer: feature)
      output.append(key: "line", integer: position.line)
      output.append(key: "column", integer: position.column)
      output.append(key: "byte", integer: position.offset)
      output.append(key: "fault", string: fault)
      output.append(key: "explanation", string: explanation)
      guard let hours else { return }
      output.append(key: "hours", string: hours.text)
      output.append(key: "hours_column", integer: hours.column)
    }
  }

  static func columns(hours: Bool) -> [String] {
    ["feature", "line", "column", "byte", "fault"] + (hours ? ["hours", "hours_column"] : [])
  }

  func cells(hours isWanted: Bool) -> [String] {
    let numbers = [feature, position.line, position.column, position.offset].map { String($0) }
    let own = hours.map { [TidyName.string($0.text), String($0.column)] } ?? ["", ""]
    return numbers + [fault] + (isWanted ? own : [])
  }
}
