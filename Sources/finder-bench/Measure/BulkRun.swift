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
    let arguments = [
      finder, "bulk", pointsPath, "--data", dataset, "--jobs", String(jobs), "--no-cache",
    ]
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var child = pid_t()
    guard posix_spawn(&child, finder, &actions, nil, &words, environ) == 0 else {
      throw Problem(message: "cannot start \(finder)", status: ExitStatus.ioError)
    }
    var status: CInt = 0
    guard waitpid(child, &status, 0) == child, status == 0 else {
      throw Problem(message: "finder bulk failed", status: ExitStatus.ioError)
    }
  }
}
