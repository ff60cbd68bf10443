import FinderEngine
import OpeningHoursKit

extension Subcommand {
  /// Times the parser of opening hours, or answers for a check that has another one.
  static let hours = Subcommand(
    name: "hours",
    synopsis: "[--strings N] [--runs N] [--json] | --read",
    summary: """
      times parsing distinct opening hours and asking each for one minute; with --read, prints the
            changes of state of each line `NATION LAT LON FROM DAYS HOURS`, separated by tabs
      """
  ) { arguments in
    let options = try Options(arguments, ["--strings", "--runs"], flags: ["--json", "--read"])
    if options.isSet("--read") { return try HoursReading.answerLines() }
    let count = try options.number("--strings", or: 100_000)
    let runs = try options.number("--runs", or: 7)
    let report = HoursTiming(HoursSample.texts(count)).report(runs: runs)
    try printOutput(options.isSet("--json") ? report.json : report.table)
  }
}

/// Distinct texts in one block of bytes, as a dataset has them.
private struct HoursTiming {
  private let bytes: [UInt8]
  private let ends: [Int]

  init(_ texts: [[UInt8]]) {
    bytes = Array(texts.joined())
    ends = texts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
  }

  func report(runs: Int) -> MeasureReport {
    let place = HoursPlace(Coordinate(latitude: 51.5, longitude: -0.12))
    let time = CivilTime(day: 20_782, minute: 13 * 60 + 30)
    var report = MeasureReport(only: "")
    let count = ends.count - 1
    report.add("parse", Timing(runs: runs, operations: count) { each { _ in } })
    report.add(
      "parse and state",
      Timing(runs: runs, operations: count) {
        var open = 0
        each { open += $0.state(at: time, in: place) == .open ? 1 : 0 }
        // The answer is used, or the work might be left out.
        precondition(open > 0)
      })
    report.add(
      "parse and next change",
      Timing(runs: runs, operations: count) {
        each { precondition($0.nextChange(after: time, in: place) != nil) }
      })
    return report
  }

  private func each(_ body: (OpeningHours) -> Void) {
    bytes.withUnsafeBytes { bytes in
      for index in 1..<ends.count {
        let text = UnsafeRawBufferPointer(rebasing: bytes[ends[index - 1]..<ends[index]])
        guard let hours = try? OpeningHours(parsing: text) else {
          preconditionFailure("'\(String(decoding: text, as: UTF8.self))' is a fault")
        }
        body(hours)
      }
    }
  }
}
