import CommandLineKit
import FinderEngine

extension Invocation {
  /// What `--base` or the setting names; else the outline that comes with finder.
  func baseMap() throws -> BaseMap {
    return .none
  }
}
