import CommandLineKit
import FinderEngine

/// What is printed on standard error, apart from the results: `finder: near: …`.
struct Diagnostics {
  let command: [String]
  /// No warnings and notes; errors are still printed.
  var isQuiet = false

  func note(_ text: String) { if !isQuiet { say(text) } }

  func say(_ text: String) { Self.write(line: line(text), indent: 2) }

  private func line(_ text: String) -> String {
    // Not by `joined`, which takes the runtime 100,000 instructions the first time.
    var line = "finder:"
    for word in command { line += " \(word)" }
    line += command.isEmpty ? " \(text)" : ": \(text)"
    // One line, whatever the text is: file names and data may hold line breaks and worse.
    return UsageError.escape(line)
  }

  /// How many lines these notes would take on the terminal that standard error is, or 0 without a
  /// terminal.
  func lines(ofNotes notes: [String]) -> Int {
    guard !isQuiet, !notes.isEmpty, let width = Terminal.width(of: STDERR_FILENO) else { return 0 }
    return notes.reduce(0) { sum, note in
      sum + WrappedLine(line(note), width: width, indent: 2).height
    }
  }

  /// How many lines of such a terminal this process has written so far.
  nonisolated(unsafe) private(set) static var linesOnTerminal = 0

  /// Wrapped on a terminal, else one line. Later lines are indented.
  static func write(line: String, indent: Int) {
    guard let width = Terminal.width(of: STDERR_FILENO) else { return write(line + "\n") }
    let wrapped = WrappedLine(line, width: width, indent: indent)
    linesOnTerminal += wrapped.height
    write(wrapped.text + "\n")
  }

  /// Text of finder's own, unchanged.
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

  /// What is odd about a box, which is searched all the same.
  func note(ifOdd box: BoundingBox) {
    if Camera.looksSwapped(box) { return note(swapped: box) }
    guard box.isAroundTheEarth else { return }
    let edges = [box.east, box.south, box.west, box.north].map { shown($0) }
    note(
      "west and east swapped? This box goes around the earth; the narrow one is --bbox "
        + edges.joined(separator: ","))
  }

  /// Which features are left out, and whether positions look swapped.
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
