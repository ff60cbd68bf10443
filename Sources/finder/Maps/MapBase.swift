import CommandLineKit
import FinderEngine

extension Invocation {
  /// What `--base` or the setting names; else the outline that comes with finder.
  func baseMap() throws -> BaseMap {
    if let path = path(MapOptions.base) {
      guard path != "-" else { throw error(MapOptions.base, "cannot be standard input") }
      return path == "none" ? .none : try BaseMap(readingFile: path)
    }
    if let path = try settings().base {
      return try BaseMap(readingFile: FilePath(homeExpanded(path)))
    }
    guard let path = Outline.path(in: SampleFolders.all) else { return .none }
    // Its mean distance from the coast is less than 4 km.
    return BaseMap(try Outline.read(path), credit: "rough outline", error: 4_000)
  }

  private func homeExpanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = environment("HOME") else { return path }
    return "\(home)\(path.dropFirst())"
  }
}
