/// The measurements, a size a column, as a Markdown table or as JSON.
struct ScaleReport {
  let points: Int
  var rows: [ScaleMeasurement] = []

  var table: String {
    func line(_ name: String, _ cell: (ScaleMeasurement) -> String) -> String {
      "| " + ([name] + rows.map(cell)).joined(separator: " | ") + " |\n"
    }
    return line("venues") { Self.grouped($0.venues) }
      + "| --- |" + rows.map { _ in " ---: |" }.joined() + "\n"
      + line("file") { Self.megabytes($0.fileBytes) }
      + line("snapshot") { Self.megabytes($0.snapshotBytes) }
      + line("`near --no-cache`") { Self.text($0.load) }
      + line("first `near`, which writes the snapshot") { Self.text($0.first) }
      + line("`near` with the snapshot") { Self.text($0.later) }
      + line("`bulk --limit 1`, \(Self.grouped(points)) points, two jobs") { Self.text($0.bulk) }
      + line("memory of loading beyond the file, a venue") { "\(Int($0.extraBytesPerVenue)) B" }
      + line("snapshot, a venue") { "\($0.snapshotBytes / $0.venues) B" }
      + line("making the dataset") { Self.text($0.generated) }
  }

  var json: String {
    "["
      + rows.map { row in
        "{\"venues\":\(row.venues),\"file_bytes\":\(row.fileBytes),"
          + "\"snapshot_bytes\":\(row.snapshotBytes),\n  "
          + [
            ("load", row.load), ("first", row.first), ("later", row.later), ("bulk", row.bulk),
            ("generated", row.generated),
          ].map { name, process in
            "\"\(name)\":{\"seconds\":\(process.seconds),"
              + "\"processor_seconds\":\(process.processorSeconds),"
              + "\"peak_bytes\":\(process.peakBytes)}"
          }.joined(separator: ",\n  ")
          + ",\n  \"bulk_points\":\(points),"
          + "\"extra_bytes_per_venue\":\(row.extraBytesPerVenue)}"
      }.joined(separator: ",\n ") + "]\n"
  }

  private static func text(_ process: ChildProcess) -> String {
    let milliseconds = process.seconds * 1e3
    let time =
      milliseconds < 10
      ? tenths(milliseconds, times: 10) + " ms" : "\(grouped(Int(milliseconds.rounded()))) ms"
    return "\(time), \(megabytes(process.peakBytes))"
  }

  private static func megabytes(_ bytes: Int) -> String {
    tenths(Double(bytes) / 1e6, times: 1) + " MB"
  }

  /// With one decimal, or with two where `times` is 10.
  private static func tenths(_ value: Double, times: Int) -> String {
    let unit = 10 * times
    let whole = Int((value * Double(unit)).rounded())
    let decimals = String(whole % unit)
    let width = times == 10 ? 2 : 1
    return "\(whole / unit)." + String(repeating: "0", count: width - decimals.count) + decimals
  }

  /// 5500000 as 5,500,000.
  private static func grouped(_ number: Int) -> String {
    let digits = String(number)
    let ends = digits.enumerated().map { index, digit in
      let left = digits.count - index
      return (index > 0 && left % 3 == 0 ? "," : "") + String(digit)
    }
    return ends.joined()
  }
}
