import CommandLineKit
import FinderEngine

extension Invocation {
  /// What `--base` or the setting names; else the outline that comes with finder.
  func baseShapes() throws -> (shapes: [BaseShape], credit: String, error: Double) {
    if let path = path(MapOptions.base) {
      guard path != "-" else { throw error(MapOptions.base, "cannot be standard input") }
      return (path == "none" ? [] : try BaseShape.read(file: path), "", 0)
    }
    if let path = try settings().base {
      return (try BaseShape.read(file: FilePath(homeExpanded(path))), "", 0)
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
