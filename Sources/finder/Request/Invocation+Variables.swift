import CommandLineKit
import FinderEngine

/// finder's own environment variables; `finder help environment` explains them.
enum Variables {
  static let names = [
    "FINDER_DATA", "FINDER_LOCATION", cache, "FINDER_CACHE_SIZE", "FINDER_CONFIG",
  ]
  fileprivate static let cache = "FINDER_CACHE"

  /// Names that are nearly finder's, with the names that were probably meant.
  static func misspelt(among set: [String]) -> [(name: String, meant: String)] {
    set.filter { !names.contains($0) }.compactMap { name in
      let typed = name.unicodeScalars.map(\.value)
      let near = names.compactMap { known -> (meant: String, slips: Int)? in
        EditDistance.between(typed, known.unicodeScalars.map(\.value), atMost: 2).map {
          (known, $0)
        }
      }
      return near.min { $0.slips < $1.slips }.map { (name, $0.meant) }
    }
  }

  /// Variables that are set, not empty, and begin with `FINDER_`.
  fileprivate static var set: [String] {
    var set: [String] = []
    var place = 0
    while let variable = environ[place] {
      place += 1
      guard strncmp(variable, "FINDER_", 7) == 0, let equals = strchr(variable, 0x3D),
        equals[1] != 0
      else { continue }
      let length = equals - variable
      set.append(
        variable.withMemoryRebound(to: UInt8.self, capacity: length) {
          String(decoding: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self)
        })
    }
    return set
  }
}

extension Invocation {
  /// Notes misspelt variables and values, which would otherwise be ignored without a word. Completion prints
  /// no notes.
  func noteUnknownVariables() {
    guard command.name != Completions.command.name else { return }
    let set = Variables.set
    for (name, meant) in Variables.misspelt(among: set) {
      diagnostics.note("finder has no variable \(name); did you mean \(meant)?")
    }
    guard set.contains(Variables.cache), let value = environment(Variables.cache),
      value != "off", value != "on"
    else { return }
    diagnostics.note(
      "\(Variables.cache) \(UsageError.quote("\(value)")) has no effect; off turns the cache off")
  }
}
