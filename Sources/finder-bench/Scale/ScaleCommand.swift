extension Subcommand {
  static let scale = Subcommand(
    name: "scale",
    synopsis: "[--sizes N,N,…] [--runs N] [--points N]",
    summary: "time, memory and snapshots at 55 thousand, 550 thousand and 5.5 million venues"
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
