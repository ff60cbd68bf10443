import FinderEngine

/// The pieces of work that are timed, all on one dataset.
///
/// Query points are a random venue's position moved by about 0.02 degrees, as people stand near
/// where venues are: the same spread that the programs compared with are given.
struct Workloads {
  private let data: String
  private let runs: Int
  private let text: PaddedBytes
  private let store: VenueStore
  private let points: [Coordinate]

  /// Brute force is slow: it gets a hundredth of the points.
  private static let bruteForceShare = 100

  init(data: String, runs: Int, points: Int) throws {
    (self.data, self.runs) = (data, runs)
    store = try loadStore(data)
    text = try DatasetLoader.text(of: DatasetSource(kind: .option, path: FilePath(data)))
    self.points = Self.points(near: store, count: points)
  }

  private static func points(near store: VenueStore, count: Int) -> [Coordinate] {
    var generator = SplitMix64(seed: 2020, stream: 0)
    let venues = store.coordinates
    return (0..<count).map { _ in
      let venue = venues[Int(generator.next() % UInt64(venues.count))]
      return Coordinate(
        latitude: min(max(venue.latitude + scatter(&generator), -90), 90),
        longitude: min(max(venue.longitude + scatter(&generator), -180), 180))
    }
  }

  /// About normal with a standard deviation of 0.02: twelve uniform numbers less six.
  private static func scatter(_ generator: inout SplitMix64) -> Double {
    let sum = (0..<12).reduce(0.0) { sum, _ in sum + Double(generator.next() >> 11) / 0x1p53 }
    return (sum - 6) * 0.02
  }

  func measure(only: String) throws -> MeasureReport {
    var report = MeasureReport(only: only)
    measureLoading(&report)
    measureSearching(&report)
    measureBruteForce(&report)
    try measureBulk(&report)
    return report
  }

  private func time(_ operations: Int, _ work: () -> Void) -> Timing {
    Timing(runs: runs, operations: operations, work)
  }

  private func measureLoading(_ report: inout MeasureReport) {
    let source = DatasetSource(kind: .option, path: FilePath(data))
    report.add("read and unpack", time(1) { _ = try? DatasetLoader.text(of: source) })
    report.add("parse (count only)", time(1) { _ = try? DatasetTally(reading: text) })
    report.add("parse and store", time(1) { _ = try? VenueStore(reading: text) })
    report.add("parse, store and index", time(1) { _ = try? VenueStore(reading: text).indexed() })
  }

  private func measureSearching(_ report: inout MeasureReport) {
    for search in PeerSearch.all {
      var rows: [Int] = []
      measure(search.name, &report) { search.count(&$0, &rows, $1) }
    }
    measure("nearest 1, exact order", &report) { $0.rank(Query(from: $1, limit: 1)).count }
    for limit in [1, 10] {
      measure("nearest \(limit), with distance and bearing", &report) {
        $0.search(Query(from: $1, limit: limit)).count
      }
    }
    measure("list within a mile, exact order", &report) {
      $0.rank(Query(from: $1, area: .circle(radius: PeerSearch.mile))).count
    }
  }

  private func measure(
    _ name: String, _ report: inout MeasureReport,
    _ answer: (inout Searcher, Coordinate) -> Int
  ) {
    var searcher = Searcher(store)
    var found = 0
    report.add(
      name, time(points.count) { for point in points { found &+= answer(&searcher, point) } })
    keep(found)
  }

  private func measureBruteForce(_ report: inout MeasureReport) {
    let venues = store.coordinates
    let latitudes = venues.map(\.latitude)
    let longitudes = venues.map(\.longitude)
    let few = Array(points.prefix(max(points.count / Self.bruteForceShare, 1)))
    var found = 0
    report.add(
      "brute force: box over columns",
      time(few.count) {
        for point in few { found &+= BruteForce.count(latitudes, longitudes, around: point) }
      })
    report.add(
      "brute force: nearest 10 by haversine",
      time(few.count) {
        for point in few { found &+= BruteForce.nearest(10, of: venues, to: point) }
      })
    keep(found)
  }

  private func measureBulk(_ report: inout MeasureReport) throws {
    let finder = try programBeside("finder")
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = folder.path + "/points.csv"
    let rounded = points.lazy.map { point in
      Coordinate(
        latitude: (point.latitude * 1e6).rounded() / 1e6,
        longitude: (point.longitude * 1e6).rounded() / 1e6)
    }
    try writeFile(file) { try $0.write(points: rounded) }
    for jobs in ["1", "2"] {
      let run = [finder, "bulk", file, "--data", data, "--jobs", jobs, "--no-cache"]
      try report.add(
        "finder bulk --limit 1 --jobs \(jobs), whole process",
        try Timing(runs: runs, operations: points.count) {
          _ = try ChildProcess(run, environment: [])
        })
    }
  }

  /// Has the optimiser believe that somebody looks at the answers.
  private func keep(_ value: Int) { if value == .min { printError("") } }
}

private enum BruteForce {
  /// In a box of 0.025 degrees, branch-free so that it vectorises.
  static func count(
    _ latitudes: [Double], _ longitudes: [Double], around point: Coordinate
  ) -> Int {
    latitudes.withUnsafeBufferPointer { latitudes in
      longitudes.withUnsafeBufferPointer { longitudes in
        var count = 0
        for i in 0..<latitudes.count {
          let isInside =
            abs(latitudes[i] - point.latitude) <= 0.0125
            && abs(longitudes[i] - point.longitude) <= 0.0125
          count &+= isInside ? 1 : 0
        }
        return count
      }
    }
  }

  static func nearest(_ limit: Int, of venues: [Coordinate], to point: Coordinate) -> Int {
    var nearest: [(distance: Double, row: Int)] = []
    for (row, venue) in venues.enumerated() {
      let distance = haversine(point, venue)
      if nearest.count == limit, distance >= nearest[limit - 1].distance { continue }
      let place = nearest.firstIndex { $0.distance > distance } ?? nearest.count
      nearest.insert((distance, row), at: place)
      if nearest.count > limit { nearest.removeLast() }
    }
    return nearest.reduce(0) { $0 &+ $1.row }
  }

  private static func haversine(_ a: Coordinate, _ b: Coordinate) -> Double {
    let radians = Double.pi / 180
    let s = sin((b.latitude - a.latitude) * radians / 2)
    let t = sin((b.longitude - a.longitude) * radians / 2)
    return s * s + cos(a.latitude * radians) * cos(b.latitude * radians) * t * t
  }
}

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
