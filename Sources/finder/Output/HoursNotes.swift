import CommandLineKit
import FinderEngine

/// What there is to say of an answer that opening hours have narrowed.
struct HoursNotes {
  private let open: OpenHours
  /// The whole of what was asked for.
  private let query: Query
  private let found: Int
  private let farthest: Double?
  private let store: VenueStore

  /// `farthest` is how far the last venue is, where the nearest come first.
  init(
    _ open: OpenHours, _ query: Query, found: Int, farthest: Double? = nil, in store: VenueStore
  ) {
    (self.open, self.query, self.found) = (open, query, found)
    (self.farthest, self.store) = (farthest, store)
  }

  /// Of an answer that is no list from the nearest on.
  func notes(isForPeople: Bool) -> [String] {
    if found == 0 || open.keepsUnknown, let note = noHours { return [note] }
    guard isForPeople, !open.keepsUnknown else { return [] }
    return leftOut(open.count(.unknown, query, in: store))
  }

  /// Where the answer was cut by its limit, only those count that would have come before the last.
  func notes(isTable: Bool, _ isExplained: inout Bool) -> [String] {
    if found == 0 || open.keepsUnknown, let note = noHours {
      isExplained = isExplained || found == 0
      return [note]
    }
    var notes: [String] = []
    if found == 0, isTable, !isExplained {
      let closed = open.count(.closed, query, in: store)
      if closed > 0 {
        isExplained = true
        notes.append(
          "none is open at \(open.moment.text): \(counted(closed, "venue")) "
            + "\(closed == 1 ? "is" : "are") closed then")
      }
    }
    guard isTable, !open.keepsUnknown else { return notes }
    var within = query
    let isCut = query.limit.map { found >= $0 && found > 0 } ?? false
    var isNearer = false
    if isCut {
      guard let farthest else { return notes }
      switch query.area {
      case .everywhere, .circle:
        (within.area, isNearer) = (.circle(radius: farthest), true)
      default: break
      }
    }
    return notes
      + leftOut(open.count(.unknown, within, in: store), isNearer ? " nearer" : "")
  }

  /// That there are no hours at all: told wherever none is known to be open.
  private var noHours: String? {
    store.hasOpeningHours ? nil : "no venue of this dataset has opening hours"
  }

  /// How many venues were left out because nobody knows their hours.
  private func leftOut(_ count: Int, _ where: String = "") -> [String] {
    guard count > 0 else { return [] }
    let venues = count == 1 ? "1\(`where`) venue was" : "\(count)\(`where`) venues were"
    return [
      "\(venues) left out, whose opening hours are not known; --unknown-hours keep shows them"
    ]
  }
}
