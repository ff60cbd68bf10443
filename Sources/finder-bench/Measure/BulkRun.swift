import FinderEngine

/// `finder bulk`, the binary beside this one, over a file of points.
struct BulkRun {
  private let finder: String
  private let pointsPath: String
  private let dataset: String

  init(points: [Coordinate], dataset: String) throws {
    let folder = executablePath().flatMap { path in
      path.lastIndex(of: "/").map { String(path[...$0]) }
    }
    finder = (folder ?? "") + "finder"
    guard access(finder, X_OK) == 0 else {
      throw Problem(message: "expected finder beside finder-bench", status: ExitStatus.noInput)
    }
    self.dataset = dataset
    pointsPath = "/tmp/finder-bench-points-\(getpid()).csv"
    try writePoints(points)
  }

  private func writePoints(_ points: [Coordinate]) throws {
    let descriptor = open(pointsPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else {
      throw Problem(message: "cannot create \(pointsPath)", status: ExitStatus.ioError)
    }
    defer { close(descriptor) }
    var output = ByteSink(descriptor: descriptor)
    try output.write("id,lat,lon\n".utf8)
    for (id, point) in points.enumerated() {
      let latitude = (point.latitude * 1e6).rounded() / 1e6
      let longitude = (point.longitude * 1e6).rounded() / 1e6
      try output.write("\(id),\(latitude),\(longitude)\n".utf8)
    }
    try output.flush()
  }

  func remove() { unlink(pointsPath) }

  func run(jobs: Int) throws {
    _ = try ChildProcess(
      [finder, "bulk", pointsPath, "--data", dataset, "--jobs", String(jobs), "--no-cache"],
      environment: [])
  }
}
