import FinderEngine

struct ScaleMeasurement {
  let venues: Int
  let generated: ChildProcess
  let fileBytes: Int
  let snapshotBytes: Int
  /// `near --no-cache`: read, index, answer.
  let uncachedNear: ChildProcess
  /// `near` without a snapshot: it answers, then writes one.
  let firstNear: ChildProcess
  /// `near` with the snapshot.
  let laterNear: ChildProcess
  /// `bulk --jobs 2` with the snapshot.
  let bulk: ChildProcess

  /// The memory for loading, beyond the file itself, which is held or mapped whole.
  var extraBytesPerVenue: Double {
    Double(uncachedNear.peakBytes - fileBytes) / Double(venues)
  }

  init(of count: Int, runs: Int, points pointCount: Int, in folder: String) throws {
    venues = count
    let data = "\(folder)/\(count).geojson"
    let points = "\(folder)/\(count).csv"
    let home = "\(folder)/home"
    let cache = "\(folder)/cache"
    let environment = ["PATH=/usr/bin:/bin", "HOME=\(home)", "XDG_CACHE_HOME=\(cache)"]
    func run(_ arguments: [String]) throws -> ChildProcess {
      try ChildProcess(arguments, environment: environment)
    }
    let finder = try programBeside("finder")
    let near = [finder, "near", "--lat", "51.5074", "--lon", "-0.1278", "--quiet", "--data", data]
    // The disk has room for only one dataset at a time.
    defer { for path in [data, points, cache, home] { TemporaryFolder.remove(path) } }
    mkdir(home, 0o700)
    mkdir(cache, 0o700)

    // Generating it here would raise every later `peakBytes`: see `ChildProcess`.
    generated = try run([
      try programBeside("finder-bench"), "scatter", "--count", String(count), "--output", data,
      "--points", String(pointCount), "--points-file", points,
    ])
    fileBytes = TemporaryFolder.bytes(ofFile: data)
    // finder writes no snapshot of a file that changed in the last two seconds.
    usleep(2_100_000)
    uncachedNear = try ChildProcess.median(of: runs) { try run(near + ["--no-cache"]) }
    let snapshots = "\(cache)/finder"
    firstNear = try ChildProcess.median(of: runs) {
      TemporaryFolder.remove(snapshots)
      return try run(near)
    }
    snapshotBytes = TemporaryFolder.names(in: snapshots)
      .reduce(0) { $0 + TemporaryFolder.bytes(ofFile: "\(snapshots)/\($1)") }
    // This takes a thousandth of the others' time, so a steady figure needs many more runs.
    laterNear = try ChildProcess.median(of: runs * 9) { try run(near) }
    bulk = try ChildProcess.median(of: runs) {
      try run([finder, "bulk", points, "--limit", "1", "--jobs", "2", "--quiet", "--data", data])
    }
  }
}

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
      + line("`near --no-cache`") { Self.text($0.uncachedNear) }
      + line("first `near`, which writes the snapshot") { Self.text($0.firstNear) }
      + line("`near` with the snapshot") { Self.text($0.laterNear) }
      + line("`bulk --limit 1`, \(grouped(points)) points, two jobs") { Self.text($0.bulk) }
      + line("memory for loading, beyond the file, per venue") { "\(Int($0.extraBytesPerVenue)) B" }
      + line("snapshot per venue") { "\($0.snapshotBytes / $0.venues) B" }
      + line("making the dataset") { Self.text($0.generated) }
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

extension Subcommand {
  static let scale = Subcommand(
    name: "scale",
    synopsis: "[--sizes N,N,…] [--runs N] [--points N]",
    summary: "time, memory and snapshot sizes at 55 thousand, 550 thousand and 5.5 million venues"
  ) { arguments in
    let options = try Options(arguments, ["--sizes", "--runs", "--points"])
    let (runs, points) = (
      try options.number("--runs", or: 3), try options.number("--points", or: 100_000)
    )
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var report = ScaleReport(points: points)
    for size in try options.numbers("--sizes", or: [55_000, 550_000, 5_500_000]) {
      report.rows.append(
        try ScaleMeasurement(of: size, runs: runs, points: points, in: folder.path))
    }
    try printOutput(report.table)
  }
}
