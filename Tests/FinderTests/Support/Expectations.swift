import FinderEngine
import TestSupport
import Testing

/// Compares a run with its complete expected output; a failure shows the command and the difference. `nil` if
/// a test does not care.
func expect(
  _ result: ProcessResult, status: Int32 = 0, stdout: String? = nil, stderr: String? = "",
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var faults: [String] = []
  if result.status != status || result.timedOut { faults.append("expected exit \(status)") }
  for (name, expected, found) in [
    ("stdout", stdout, result.stdout), ("stderr", stderr, result.stderr),
  ] {
    guard let expected, expected != found else { continue }
    faults.append("\(name) differs (- expected, + found):\n\(difference(expected, found))")
  }
  guard !faults.isEmpty else { return }
  Issue.record(
    "\(faults.joined(separator: "\n"))\n\(result)", sourceLocation: sourceLocation)
}

/// Wrong usage: nothing on stdout, exit 64, and these two lines, or only the first if that says everything.
func expectUsage(
  _ result: ProcessResult, _ problem: String, _ help: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expect(
    result, status: 64, stdout: "",
    stderr: "finder: \(problem)\n" + (help.isEmpty ? "" : "  \(help)\n"),
    sourceLocation: sourceLocation)
}

/// Line by line, what is missing and what is extra.
func difference(_ expected: String, _ found: String) -> String {
  let (old, new) = (lines(expected), lines(found))
  var removed: [Int: String] = [:]
  var inserted: [Int: String] = [:]
  for change in new.difference(from: old) {
    switch change {
    case .remove(let offset, let line, _): removed[offset] = line
    case .insert(let offset, let line, _): inserted[offset] = line
    }
  }
  var shown: [String] = []
  var (i, j) = (0, 0)
  while i < old.count || j < new.count {
    if let line = removed[i] {
      shown.append("- \(visible(line))")
      i += 1
    } else if let line = inserted[j] {
      shown.append("+ \(visible(line))")
      j += 1
    } else {
      if shown.last != "  …" { shown.append("  …") }
      (i, j) = (i + 1, j + 1)
    }
  }
  return shown.prefix(60).joined(separator: "\n")
}

/// With their ends, so that a missing line break at the end shows.
private func lines(_ text: String) -> [String] {
  var lines: [String] = [""]
  for scalar in text.unicodeScalars {
    lines[lines.count - 1].unicodeScalars.append(scalar)
    if scalar == "\n" { lines.append("") }
  }
  return lines.last == "" ? Array(lines.dropLast()) : lines
}

private func visible(_ line: String) -> String {
  let escaped = line.unicodeScalars.dropLast(line.hasSuffix("\n") ? 1 : 0).map { scalar in
    scalar.value < 0x20 || scalar.value == 0x7F
      ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
  }
  return escaped.joined() + (line.hasSuffix("\n") ? "" : "⏎ missing")
}
