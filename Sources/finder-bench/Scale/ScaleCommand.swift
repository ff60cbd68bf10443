import FinderEngine

extension Subcommand {
  /// Whole processes of finder on datasets of rising size.
  static let scale = Subcommand(
    name: "scale",
    synopsis: "[--sizes N,N,…] [--finder FILE] [--runs N] [--points N] [--places FILE] [--json]",
    summary: "time, memory and snapshots at 55 thousand, 550 thousand and 5.5 million venues"
  ) { arguments in
    let options = try Options(
      arguments, ["--sizes", "--finder", "--runs", "--points", "--places"], flags: ["--json"])
    let setup = try ScaleSetup(options)
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var report = ScaleReport(points: setup.points)
    for size in try options.numbers("--sizes", or: [55_000, 550_000, 5_500_000]) {
      report.rows.append(try ScaleMeasurement(of: size, setup, in: folder.path))
    }
    try printOutput(options.isSet("--json") ? report.json : report.table)
  }
}

/// What is the same for all sizes.
struct ScaleSetup {
  let runs: Int
  let points: Int
  let places: String
  let finder: String
  /// This program, which makes the datasets in a process of its own: see `ChildProcess.peakBytes`.
  let bench: String

  init(_ options: Options) throws {
    runs = try options.number("--runs", or: 3)
    points = try options.number("--points", or: 100_000)
    places = options["--places"] ?? Place.file
    bench = try programBeside("finder-bench")
    finder = try options["--finder"] ?? programBeside("finder")
    guard access(finder, X_OK) == 0 else {
      throw Problem(message: "no program at \(finder)", status: ExitStatus.noInput)
    }
  }
}
