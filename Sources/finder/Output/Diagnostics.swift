import CommandLineKit
import FinderEngine

/// Messages on standard error: `finder: near: …`.
struct Diagnostics {
  let command: [String]
  /// Suppresses warnings and notes, but not errors.
  var isQuiet = false

  func note(_ text: String) { if !isQuiet { say(text) } }

  func say(_ text: String) { Self.write(line: line(text), indent: 2) }

  private func line(_ text: String) -> String {
    // `joined` would cost the runtime 100,000 instructions the first time.
    var line = "finder:"
    for word in command { line += " \(word)" }
    line += command.isEmpty ? " \(text)" : ": \(text)"
    // Always one line: file names and data may contain line breaks and worse.
    return UsageError.escape(line)
  }

  /// How many lines these notes would take on standard error's terminal; 0 if it is not a terminal.
  func lines(ofNotes notes: [String]) -> Int {
    guard !isQuiet, !notes.isEmpty, let width = Terminal.width(of: STDERR_FILENO) else { return 0 }
    return notes.reduce(0) { sum, note in
      sum + WrappedLine(line(note), width: width, indent: 2).height
    }
  }

  /// How many lines this process has written to that terminal so far.
  nonisolated(unsafe) private(set) static var linesOnTerminal = 0

  /// Wraps the line on a terminal and indents all lines but the first; elsewhere writes one line.
  static func write(line: String, indent: Int) {
    guard let width = Terminal.width(of: STDERR_FILENO) else { return write(line + "\n") }
    let wrapped = WrappedLine(line, width: width, indent: indent)
    linesOnTerminal += wrapped.height
    write(wrapped.text + "\n")
  }

  /// Writes finder's own text unchanged.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      // If standard error is broken, there is nowhere to say so.
      _ = FinderEngine.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}

extension Diagnostics {
  func note(swappedRows rows: Int, in name: String) {
    guard rows > 0 else { return }
    note(
      "\(name): in \(counted(rows, "row")), latitude and longitude look swapped; they are used as they "
        + "stand")
  }

  /// Notes anything odd about a box. It is searched all the same.
  func note(ifOdd box: BoundingBox) {
    if Camera.looksSwapped(box) { return note(swapped: box) }
    guard box.isAroundTheEarth else { return }
    let edges = [box.east, box.south, box.west, box.north].map { shown($0) }
    note(
      "west and east swapped? This box goes around the earth; the narrow one is --bbox "
        + edges.joined(separator: ","))
  }

  /// Notes how many features are left out, and whether positions look swapped.
  func note(faultsIn tally: DatasetTally, of source: DatasetSource) {
    if tally.leftOut > 0 {
      note(
        "left out \(tally.leftOut) of \(tally.features) features of \(source.displayName) "
          + "(\(tally.reasons)); 'finder data validate' lists them")
    }
    if tally.looksSwapped { note(swappedIn: source) }
  }

  func note(swappedIn source: DatasetSource) {
    note(
      "most positions of \(source.displayName) lie outside the camera bounds, and would lie inside "
        + "with latitude and longitude swapped; in GeoJSON the longitude comes first")
  }
}

extension DatasetTally {
  /// How many features cannot be used, by reason: `2 no-geometry, 1 out-of-range`.
  var reasons: String { listed(reasonCounts) }

  var reasonCounts: [(name: String, count: Int)] {
    FeatureFault.allCases.map { ($0.name, count(of: $0)) }.filter { $0.1 > 0 }
  }
}
