extension Subcommand {
  static let measure = Subcommand(
    name: "measure",
    synopsis: "[--data FILE] [--runs N] [--points N] [--only TEXT] [--json]",
    summary: "times reading, building, searching and bulk; medians of repeated runs"
  ) { arguments in
    let options = try Options(
      arguments, ["--data", "--runs", "--points", "--only"], flags: ["--json"])
    let workloads = try Workloads(
      data: options["--data"] ?? sampleData, runs: try options.number("--runs", or: 7),
      points: try options.number("--points", or: 100_000))
    let report = try workloads.measure(only: options["--only"] ?? "")
    try printOutput(options.isSet("--json") ? report.json : report.table)
  }
}
