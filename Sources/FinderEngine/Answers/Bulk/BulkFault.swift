package struct BulkFault: Sendable {
  package let line: Int
  /// The place of the fault in the stream, in lines and characters from 1.
  package let place: (line: Int, column: Int)
  package let problem: String
  /// The problem as written in the answer: with its place, if the text there cannot be parsed.
  package let message: String
  /// Whether its point was outside the camera bounds; otherwise the record was bad.
  package let isRefusal: Bool

  init(_ error: BadRecord, line: Int, place: (line: Int, column: Int), isRefusal: Bool) {
    (self.line, self.place, problem, self.isRefusal) = (line, place, error.problem, isRefusal)
    let inLine = "column \(place.column): "
    let shown = place.line == line ? inLine : "line \(place.line), \(inLine)"
    message = error.isSyntax ? shown + error.problem : error.problem
  }
}

extension BulkAnswerer {
  /// Writes the problem in place of the venues, with the record's other contents as far as they can be
  /// parsed.
  mutating func writeFault(
    _ error: BadRecord, of record: PaddedText?, _ raw: RawRecord, isRefusal: Bool = false
  ) {
    let place = record.map { raw.place(of: error.offset ?? 0, in: $0.bytes) }
    let fault = BulkFault(
      error, line: raw.line, place: place ?? (raw.line, Int(raw.column)), isRefusal: isRefusal)
    let isTakenApart = record != nil && reader.isTakenApart
    switch plan.settings.format {
    case .ndjson:
      output.append("{\"query\":{")
      output.append(key: "line", integer: raw.line)
      if let record, isTakenApart {
        writeEchoedCells(echoKeysOfFaults, mayBeNoText: true)
        writeEchoedMembers(of: record, isMoved: false)
      }
      output.append("}")
      output.append(key: "error", string: fault.message)
      output.append("}\n")
    case .delimited(let style):
      rowStart.truncate()
      switch plan.shape {
      case .cells: fillRowStartWithCells(style, isFault: true)
      case .objects: fillRowStartWithMembers(nil, of: isTakenApart ? record : nil, style)
      }
      writeEmptyRow(error: fault.message, style)
    // Features are only written for venues.
    case .geojson: break
    }
    faults.append(fault)
  }
}
