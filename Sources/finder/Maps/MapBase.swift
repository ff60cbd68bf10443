import CommandLineKit
import FinderEngine
import FinderMaps

extension Invocation {
  /// The file that `--base` or the setting names; `none` is for none at all.
  func basePath() throws -> FilePath? {
    guard let path = path(MapOptions.base) else {
      return try settings().base.map { FilePath(homeExpanded($0)) }
    }
    guard path != "-" else { throw error(MapOptions.base, "cannot be standard input") }
    return path
  }

  /// What lies beneath: that file, else the outline that comes with finder.
  func baseShapes() throws -> (shapes: [BaseShape], credit: String, error: Double) {
    if let path = try basePath() {
      return (path == "none" ? [] : try BaseShape.read(file: path), "", 0)
    }
    guard let path = Outline.path(in: SampleFolders.all) else { return ([], "", 0) }
    // It is 1 km from the coast in the mean, and here and there 10.
    return (try Outline.read(path), "rough outline", 2_000)
  }

  func baseMap() throws -> BaseMap {
    let base = try baseShapes()
    return BaseMap(base.shapes, credit: base.credit, error: base.error)
  }

  private func homeExpanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = environment("HOME") else { return path }
    return "\(home)\(path.dropFirst())"
  }
}

extension MapTown {
  /// The towns that come with finder, the largest first.
  static var ofSample: [MapTown] {
    SamplePlaces(in: SampleFolders.all).map { all(of: $0) } ?? []
  }
}
