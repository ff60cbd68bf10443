import FinderEngine

extension Subcommand {
  /// Times the engine's parts on one dataset, brute force beside them, and `finder bulk` as a whole.
  static let measure = Subcommand(
    name: "measure",
    synopsis: "[--data FILE] [--runs N] [--points N] [--only TEXT] [--json]",
    summary: "times reading, building, searching and bulk; medians of repeated runs"
  ) { arguments in
    let options = try MeasureOptions(arguments)
    let report = try Workloads(options).measure()
    var output = ByteSink(descriptor: STDOUT_FILENO)
    try output.write((options.isJSON ? report.json : report.table).utf8)
    try output.flush()
  }
}

struct MeasureOptions {
  var data = "Data/venues.geojson.gz"
  var runs = 7
  var points = 100_000
  /// Only workloads whose name has this in it.
  var only = ""
  var isJSON = false

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      if option == "--json" {
        isJSON = true
        continue
      }
      guard ["--data", "--runs", "--points", "--only"].contains(option) else {
        throw Problem.usage("unknown option '\(option)'")
      }
      guard let value = rest.popFirst() else { throw Problem.usage("\(option) needs a value") }
      if option == "--data" {
        data = value
      } else if option == "--only" {
        only = value
      } else if let number = Int(value), number > 0 {
        if option == "--runs" { runs = number } else { points = number }
      } else {
        throw Problem.usage("\(option) takes a whole number from 1 on")
      }
    }
  }
}
