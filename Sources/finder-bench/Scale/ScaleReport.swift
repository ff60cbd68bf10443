import FinderEngine

/// The measurements, a size a column, as a Markdown table or as JSON.
struct ScaleReport {
  let points: Int
  var rows: [ScaleMeasurement] = []

  var table: String {
    func line(_ name: String, _ cell: (ScaleMeasurement) -> String) -> String {
      "| " + ([name] + rows.map(cell)).joined(separator: " | ") + " |\n"
    }
    return line("venues") { grouped($0.venues) }
      + "| --- |" + rows.map { _ in " ---: |" }.joined() + "\n"
      + line("file") { Self.megabytes($0.fileBytes) }
      + line("snapshot") { Self.megabytes($0.snapshotBytes) }
      + line("`near --no-cache`") { Self.text($0.load) }
      + line("first `near`, which writes the snapshot") { Self.text($0.first) }
      + line("`near` with the snapshot") { Self.text($0.later) }
      + line("`bulk --limit 1`, \(grouped(points)) points, two jobs") { Self.text($0.bulk) }
      + line("memory of loading beyond the file, a venue") { "\(Int($0.extraBytesPerVenue)) B" }
      + line("snapshot, a venue") { "\($0.snapshotBytes / $0.venues) B" }
      + line("making the dataset") { Self.text($0.generated) }
  }

  var json: String {
    jsonLines(rows) { output, row in
      output.append(key: "venues", integer: row.venues)
      output.append(key: "file_bytes", integer: row.fileBytes)
      output.append(key: "snapshot_bytes", integer: row.snapshotBytes)
      output.append(key: "load", object: row.load.append(to:))
      output.append(key: "first", object: row.first.append(to:))
      output.append(key: "later", object: row.later.append(to:))
      output.append(key: "bulk", object: row.bulk.append(to:))
      output.append(key: "generated", object: row.generated.append(to:))
      output.append(key: "bulk_points", integer: points)
      output.append(key: "extra_bytes_per_venue", number: row.extraBytesPerVenue)
    }
  }

  private static func text(_ process: ChildProcess) -> String {
    let milliseconds = process.seconds * 1e3
    let time =
      milliseconds < 10
      ? decimal(milliseconds, places: 2) : grouped(Int(milliseconds.rounded()))
    return "\(time) ms, \(megabytes(process.peakBytes))"
  }

  private static func megabytes(_ bytes: Int) -> String {
    decimal(Double(bytes) / 1e6, places: 1) + " MB"
  }
}

extension ChildProcess {
  fileprivate func append(to output: inout ByteBuffer) {
    output.append(key: "seconds", number: seconds)
    output.append(key: "processor_seconds", number: processorSeconds)
    output.append(key: "peak_bytes", integer: peakBytes)
  }
}
