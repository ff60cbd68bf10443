import FinderEngine

extension Subcommand {
  /// Whole processes of finder on datasets of rising size.
  static let scale = Subcommand(
    name: "scale",
    synopsis: "[--sizes N,N,…] [--finder FILE] [--runs N] [--points N] [--places FILE] [--json]",
    summary: "time, memory and snapshots at 55 thousand, 550 thousand and 5.5 million venues"
  ) { arguments in
    let options = try ScaleOptions(arguments)
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var report = ScaleReport(points: options.points)
    for size in options.sizes {
      report.rows.append(try ScaleMeasurement(of: size, options, in: folder.path))
    }
    var output = ByteSink(descriptor: STDOUT_FILENO)
    try output.write((options.isJSON ? report.json : report.table).utf8)
    try output.flush()
  }
}

struct ScaleOptions {
  var sizes = [55_000, 550_000, 5_500_000]
  var runs = 3
  var points = 100_000
  var places = "Data/places.csv"
  var finder: String
  var isJSON = false
  /// This program, which makes the datasets in a process of its own: see `ChildProcess.peakBytes`.
  let bench: String

  init(_ arguments: [String]) throws {
    guard let bench = executablePath(), let slash = bench.lastIndex(of: "/") else {
      throw Problem(message: "cannot tell where finder-bench lies", status: ExitStatus.noInput)
    }
    self.bench = bench
    finder = bench[...slash] + "finder"
    var rest = arguments[...]
    while let option = rest.popFirst() {
      if option == "--json" {
        isJSON = true
        continue
      }
      guard let value = rest.popFirst() else { throw Problem.usage("\(option) needs a value") }
      switch option {
      case "--sizes":
        sizes = try value.split(separator: ",").map {
          try ScatterOptions.number(String($0), for: option)
        }
      case "--runs": runs = try ScatterOptions.number(value, for: option)
      case "--points": points = try ScatterOptions.number(value, for: option)
      case "--places": places = value
      case "--finder": finder = value
      default: throw Problem.usage("unknown option '\(option)'")
      }
    }
    guard access(finder, X_OK) == 0 else {
      throw Problem(message: "no program at \(finder)", status: ExitStatus.noInput)
    }
  }
}
