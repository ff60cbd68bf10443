import FinderEngine

/// `finder bulk`, the binary beside this one, over a file of points.
struct BulkRun {
  private let finder: String
  private let folder: TemporaryFolder
  private let dataset: String

  private var pointsPath: String { folder.path + "/points.csv" }

  init(points: [Coordinate], dataset: String) throws {
    finder = try programBeside("finder")
    self.dataset = dataset
    folder = try TemporaryFolder()
    let rounded = points.lazy.map { point in
      Coordinate(
        latitude: (point.latitude * 1e6).rounded() / 1e6,
        longitude: (point.longitude * 1e6).rounded() / 1e6)
    }
    try writeFile(pointsPath) { try $0.write(points: rounded) }
  }

  func remove() { folder.remove() }

  func run(jobs: Int) throws {
    _ = try ChildProcess(
      [finder, "bulk", pointsPath, "--data", dataset, "--jobs", String(jobs), "--no-cache"],
      environment: [])
  }
}
