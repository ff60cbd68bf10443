import CommandLineKit
import FinderEngine

extension Invocation {
  /// Every `--where`.
  func conditions() throws -> [Condition] {
    try values(Options.condition).map { text in
      do {
        return try Condition(text)
      } catch let bad as BadExpression {
        throw error(Options.condition, "\(UsageError.quote(text)) \(bad.problem)")
      }
    }
  }
}

extension Diagnostics {
  /// Keys that no venue has, whose misspelling would else look like an answer. Where venues were found
  /// that had to have a key, nobody needs to look for it.
  func note(unknownKeysIn conditions: [Condition], of store: VenueStore, found: Int) {
    guard !isQuiet else { return }
    for condition in conditions where found == 0 || condition.acceptsMissing {
      if let key = condition.property { note(unknown: key, of: store) }
    }
  }

  func note(unknown key: PropertyKey, of store: VenueStore) {
    if !store.hasProperty(key) { note("no venue has a property \(UsageError.quote(key.text))") }
  }
}
