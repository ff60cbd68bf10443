import CommandLineKit
import FinderEngine

// What there is to say of an answer that opening hours have narrowed.

extension Diagnostics {
  /// That there are no hours at all: told wherever none is known to be open.
  func noteNoHours(in store: VenueStore) -> Bool {
    guard !isQuiet, !store.hasOpeningHours else { return false }
    note("no venue of this dataset has opening hours")
    return true
  }

  /// How many venues were left out because nobody knows their hours.
  func note(unknownHours count: Int, _ where: String = "") {
    guard count > 0 else { return }
    let venues = count == 1 ? "1\(`where`) venue was" : "\(count)\(`where`) venues were"
    note(
      "\(venues) left out, whose opening hours are not known; --unknown-hours keep shows them")
  }
}

extension OpenHours {
  /// The same of an answer that is no list from the nearest on. `query` is the whole of what was asked for.
  func note(
    _ query: Query, found: Int, in store: VenueStore, isForPeople: Bool, _ diagnostics: Diagnostics
  ) {
    guard !diagnostics.isQuiet else { return }
    if found == 0 || keepsUnknown, diagnostics.noteNoHours(in: store) { return }
    guard isForPeople, !keepsUnknown else { return }
    diagnostics.note(unknownHours: count(.unknown, query, in: store))
  }
}

extension ResultPrinter {
  /// Where the answer was cut by its limit, only those count that would have come before the last.
  func note(_ open: OpenHours, found: Int, in store: VenueStore) {
    let diagnostics = invocation.diagnostics
    guard !diagnostics.isQuiet else { return }
    if found == 0 || open.keepsUnknown, diagnostics.noteNoHours(in: store) {
      isExplained = isExplained || found == 0
      return
    }
    if found == 0, isTable, !isExplained {
      let closed = open.count(.closed, query, in: store)
      if closed > 0 {
        isExplained = true
        diagnostics.note(
          "none is open at \(open.moment.text): \(counted(closed, "venue")) "
            + "\(closed == 1 ? "is" : "are") closed then")
      }
    }
    guard isTable, !open.keepsUnknown else { return }
    var within = query
    let isCut = query.limit.map { found >= $0 && found > 0 } ?? false
    var isNearer = false
    if isCut {
      guard let farthest else { return }
      switch query.area {
      case .everywhere, .circle:
        (within.area, isNearer) = (.circle(radius: farthest), true)
      default: break
      }
    }
    diagnostics.note(
      unknownHours: open.count(.unknown, within, in: store), isNearer ? " nearer" : "")
  }
}
