import CommandLineKit
import FinderEngine

// Filters that need the venues: chains, the user's visits, names. Each is read from the command line once,
// and then narrows the query for a given store.

extension Invocation {
  /// Notes a filter that is given twice: the user may expect both to apply.
  func noteOverriddenFilters() {
    forEachOverridden { option in
      guard Options.filters.contains(where: { $0.name == option.name }) else { return }
      diagnostics.note(
        "\(option.flag) was given more than once; \(UsageError.show(self[option] ?? "")) is used"
      )
    }
  }
}
