import CommandLineKit
import FinderEngine
import FinderOwn

/// What somebody wants of venues by visits and reviews of their own.
final class VisitWishes {
  private let filter: VisitFilter
  private let folder: FilePath?
  private let usesFile: Bool
  private var tallies: VisitTallies?
  /// What those are of.
  private var store: VenueStore?

  init(_ filter: VisitFilter, _ invocation: Invocation) {
    self.filter = filter
    folder = invocation.locator.dataFolder
    usesFile = invocation.cache != nil
  }

  /// Whether no names are needed: what was worked out for a query before is still right.
  func isKept(for store: VenueStore) -> Bool {
    guard usesFile, let folder else { return folder == nil }
    if self.store !== store { tallies = VisitTallies.kept(for: store, in: folder) }
    self.store = store
    return tallies != nil
  }

  /// Rows are those of `store`, and of `names` where they are given. A store may be read anew.
  func limit(_ query: inout Query, in store: VenueStore, _ names: NameDirectory?) throws {
    if let folder, names != nil || !isKept(for: store) {
      let names = names ?? NameDirectory(of: store)
      tallies =
        try usesFile
        ? VisitTallies.current(names, in: folder) : VisitTallies(names, in: folder)
    }
    guard let tallies else {
      // Without a folder nothing can have been kept.
      query.rows = filter.kept == .notVisited ? nil : []
      return
    }
    tallies.limit(&query, by: filter, in: store)
  }

  var note: String? {
    guard let faults = tallies?.faults, faults > 0 else { return nil }
    return
      "\(counted(faults, "line")) of \(VisitLog.fileName) cannot be read; 'finder history' says why"
  }

  func keep() { if usesFile { tallies?.keep() } }
}

extension Invocation {
  /// `nil` where nothing is said of visits and reviews.
  func visitWishes() throws -> VisitWishes? {
    let (reviewed, rated) = (has(Options.reviewed), has(Options.minRating))
    guard reviewed || rated || has(Options.notVisited) else { return nil }
    guard has(Options.notVisited) else {
      let least = try number(Options.minRating)
      let range = Double(VisitRecord.ratings.lowerBound)...Double(VisitRecord.ratings.upperBound)
      guard least.map(range.contains) ?? true else {
        throw error(Options.minRating, "\(self[Options.minRating] ?? "") is not from 1 to 5")
      }
      return VisitWishes(VisitFilter(least.map { .rated(atLeast: $0) } ?? .reviewed), self)
    }
    guard !reviewed, !rated else {
      let other = reviewed ? Options.reviewed : Options.minRating
      throw error(Options.notVisited, "cannot be combined with \(other.flag)")
    }
    return VisitWishes(VisitFilter(.notVisited), self)
  }
}
