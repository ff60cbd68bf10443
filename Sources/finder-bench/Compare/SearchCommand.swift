import FinderEngine

extension Subcommand {
  /// Searches in process on points of somebody else's making, so that another program can be given
  /// the very same ones.
  static let search = Subcommand(
    name: "search",
    synopsis: "--points FILE [--data FILE] [--runs N] [--answers FILE]",
    summary: "times searches from points given as pairs of doubles, longitude first; JSON"
  ) { arguments in
    let options = try Options(arguments, ["--points", "--data", "--runs", "--answers"])
    let runs = try options.number("--runs", or: 7)
    guard let file = options["--points"] else { throw Problem.usage("--points is missing") }
    let points = try readPoints(file)
    let store = try loadStore(options["--data"] ?? sampleData)
    if let file = options["--answers"] {
      try writeFile(file) { output in
        var answers = PeerAnswers(store)
        for point in points.prefix(1000) {
          try answers.row(of: point).withUnsafeBytes { row in
            try row.withMemoryRebound(to: UInt8.self) { bytes in
              try output.write { $0.append(bytes) }
            }
          }
        }
      }
    }
    let text = jsonLines(PeerSearch.all) { output, search in
      var searcher = Searcher(store)
      var found: [Int] = []
      var sum = 0
      let timing = Timing(runs: runs, operations: points.count) {
        sum = 0
        for point in points { sum += search.count(&searcher, &found, point) }
      }
      output.append(key: "workload", string: search.name)
      output.append(key: "median_s", number: timing.median)
      output.append(key: "best_s", number: timing.best)
      output.append(key: "found", integer: sum)
    }
    try printOutput(text)
  }

  private static func readPoints(_ path: String) throws -> [Coordinate] {
    let bytes = try readFile(path)
    guard !bytes.isEmpty, bytes.count % 16 == 0 else {
      throw Problem(message: "\(path) holds no pairs of doubles", status: ExitStatus.badData)
    }
    return try bytes.withUnsafeBytes { bytes in
      try stride(from: 0, to: bytes.count, by: 16).map { start in
        let longitude = bytes.loadUnaligned(fromByteOffset: start, as: Double.self)
        let latitude = bytes.loadUnaligned(fromByteOffset: start + 8, as: Double.self)
        guard let point = Coordinate(validLatitude: latitude, longitude: longitude) else {
          throw Problem(message: "\(path): no point at byte \(start)", status: ExitStatus.badData)
        }
        return point
      }
    }
  }
}
