import FinderEngine

extension Subcommand {
  /// Searches in process on points of somebody else's making, so that another program can be given
  /// the very same ones.
  static let search = Subcommand(
    name: "search",
    synopsis: "--points FILE [--data FILE] [--runs N] [--answers FILE]",
    summary: "times searches from points given as pairs of doubles, longitude first; JSON"
  ) { arguments in
    let options = try SearchOptions(arguments)
    let points = try readPoints(options.points)
    let store = try load(options.data)
    if let file = options.answers {
      try writeAnswers(to: file, points: points.prefix(1000), store)
    }
    let rows = PeerSearch.all.map { search in
      var searcher = Searcher(store)
      var found: [Int] = []
      var sum = 0
      let timing = Timing(runs: options.runs, operations: points.count) {
        sum = 0
        for point in points { sum += search.count(&searcher, &found, point) }
      }
      return "{\"workload\":\"\(search.name)\",\"median_s\":\(timing.median),"
        + "\"best_s\":\(timing.best),\"found\":\(sum)}"
    }
    var output = ByteSink(descriptor: STDOUT_FILENO)
    try output.write(("[" + rows.joined(separator: ",\n ") + "]\n").utf8)
    try output.flush()
  }

  private static func load(_ path: String) throws -> VenueStore {
    do {
      return try DatasetLoader.load(DatasetSource(kind: .option, path: path)).indexed()
    } catch {
      throw Problem(message: error.message, status: ExitStatus.noInput)
    }
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

  private static func writeAnswers(
    to path: String, points: ArraySlice<Coordinate>, _ store: VenueStore
  ) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else {
      throw Problem(message: "cannot create \(path)", status: ExitStatus.ioError)
    }
    defer { close(descriptor) }
    var output = ByteSink(descriptor: descriptor)
    var answers = PeerAnswers(store)
    for point in points {
      for value in answers.row(of: point) {
        try withUnsafeBytes(of: value) { try output.write($0) }
      }
    }
    try output.flush()
  }
}

struct SearchOptions {
  var data = "Data/venues.geojson.gz"
  var points = ""
  var runs = 7
  var answers: String?

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Problem.usage("\(option) needs a value") }
      switch option {
      case "--data": data = value
      case "--points": points = value
      case "--runs": runs = try ScatterOptions.number(value, for: option)
      case "--answers": answers = value
      default: throw Problem.usage("unknown option '\(option)'")
      }
    }
    guard !points.isEmpty else { throw Problem.usage("--points is missing") }
  }
}
