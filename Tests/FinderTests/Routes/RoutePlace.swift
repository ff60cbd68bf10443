import FinderEngine
import TestSupport

/// A folder with a dataset, and a made-up `curl` in place of the system's.
struct RoutePlace {
  let folder: TemporaryDirectory

  /// A script that writes the requested answer, and keeps its arguments.
  func curl(_ script: String) throws {
    try ProcessRunner.makeFolders(folder.path, "bin")
    let text = """
      #!/bin/bash
      cd '\(folder.path)' || exit 2
      cat > asked; cat asked >> all; echo x >> calls
      head() { printf "HTTP/1.1 $1\\r\\n\\r\\n" > /dev/fd/3; }
      \(script)

      """
    try folder.write(text, to: "bin/curl")
    _ = try ProcessRunner.shell("chmod +x bin/curl", directory: folder.path)
  }

  func answer(_ text: String, status: String = "200 OK") throws {
    try folder.write(text, to: "answer")
    try curl("head '\(status)'; cat answer")
  }

  func run(_ line: String, _ environment: [String: String] = [:]) throws -> ProcessResult {
    try Finder.run(
      line, data: folder.file("venues.geojson"),
      environment: ["PATH": "\(folder.file("bin")):/usr/bin:/bin"].merging(environment) { $1 })
  }

  var asked: String { get throws { try Files.text(folder.file("asked")) } }
  var calls: Int {
    get throws {
      guard try Files.names(in: folder.path).contains("calls") else { return 0 }
      return try Files.text(folder.file("calls")).utf8.count / 2
    }
  }

  /// With four venues, as `venues.geojson`.
  static func with(
    _ text: String = Dataset.square, _ body: (RoutePlace) throws -> Void
  ) throws {
    try Dataset.with(text) { folder, _ in try body(RoutePlace(folder: folder)) }
  }
}
