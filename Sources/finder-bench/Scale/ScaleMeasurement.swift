import FinderEngine

/// What finder takes on one dataset.
struct ScaleMeasurement {
  let venues: Int
  let generated: ChildProcess
  let fileBytes: Int
  let snapshotBytes: Int
  /// `near --no-cache`: read, index, answer.
  let load: ChildProcess
  /// `near` that finds no snapshot: answers, and then writes one.
  let first: ChildProcess
  /// `near` that finds the snapshot.
  let later: ChildProcess
  /// `bulk` on two jobs that finds the snapshot.
  let bulk: ChildProcess

  /// What loading takes beyond the text itself, which is held or mapped whole.
  var extraBytesPerVenue: Double { Double(load.peakBytes - fileBytes) / Double(venues) }

  init(of count: Int, _ setup: ScaleSetup, in folder: String) throws {
    venues = count
    let data = "\(folder)/\(count).geojson"
    let points = "\(folder)/\(count).csv"
    let home = "\(folder)/home"
    let cache = "\(folder)/cache"
    let environment = ["PATH=/usr/bin:/bin", "HOME=\(home)", "XDG_CACHE_HOME=\(cache)"]
    func run(_ arguments: [String]) throws -> ChildProcess {
      try ChildProcess(arguments, environment: environment)
    }
    let finder = setup.finder
    let near = [finder, "near", "--lat", "51.5074", "--lon", "-0.1278", "--quiet", "--data", data]
    // Room on the disk is for one dataset at a time.
    defer { for path in [data, points, cache, home] { TemporaryFolder.remove(path) } }
    mkdir(home, 0o700)
    mkdir(cache, 0o700)

    generated = try run([
      setup.bench, "scatter", "--count", String(count), "--output", data,
      "--points", String(setup.points), "--points-file", points, "--places", setup.places,
    ])
    fileBytes = TemporaryFolder.bytes(ofFile: data)
    // Finder keeps no snapshot of a file that has changed within the last two seconds.
    usleep(2_100_000)
    load = try ChildProcess.median(of: setup.runs) { try run(near + ["--no-cache"]) }
    let snapshots = "\(cache)/finder"
    first = try ChildProcess.median(of: setup.runs) {
      TemporaryFolder.remove(snapshots)
      return try run(near)
    }
    snapshotBytes = TemporaryFolder.names(in: snapshots)
      .reduce(0) { $0 + TemporaryFolder.bytes(ofFile: "\(snapshots)/\($1)") }
    // A thousandth of the time of the others: many more runs for a steady figure.
    later = try ChildProcess.median(of: setup.runs * 9) { try run(near) }
    bulk = try ChildProcess.median(of: setup.runs) {
      try run([finder, "bulk", points, "--limit", "1", "--jobs", "2", "--quiet", "--data", data])
    }
  }
}
