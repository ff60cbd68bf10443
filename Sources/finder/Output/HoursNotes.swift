import FinderEngine
import FinderLists

/// Notes on opening hours: that there are none, that all venues are closed, and how many were left out
/// because their hours are not known.
struct HoursNotes {
  let open: OpenHours
  let answer: AnswerScope

  private var store: VenueStore { answer.store }

  /// If the limit cut the answer, only venues that would have come before the last one count.
  func notes(isTable: Bool, counts: Bool, _ isExplained: inout Bool) -> [String] {
    let hasFound = answer.found > 0
    // Given whenever no venue is known to be open.
    if !hasFound || open.keepsUnknown, !store.hasOpeningHours {
      isExplained = isExplained || !hasFound
      return ["no venue in this dataset has opening hours"]
    }
    guard counts else { return [] }
    if !hasFound, isTable, !isExplained {
      let closed = open.count(.closed, answer.query, in: store)
      if closed > 0 {
        isExplained = true
        let unknown = open.keepsUnknown ? 0 : open.count(.unknown, answer.query, in: store)
        let others =
          unknown > 0 ? ", \(unknown) with unknown hours; --unknown-hours keep shows them" : ""
        return ["nothing that matches is open \(open.time.phrase) (\(closed) closed\(others))"]
      }
    }
    guard !open.keepsUnknown, let reach = answer.reach else { return [] }
    let unknown = open.count(.unknown, reach.query, in: store)
    guard unknown > 0 else { return [] }
    let leftOut = answer.leftOut(unknown, reach.side, " with unknown opening hours")
    return ["\(leftOut); --unknown-hours keep shows them"]
  }
}
