import CommandLineKit
import FinderEngine
import FinderOwn

/// `--reviewed`, `--min-rating` and `--not-visited`; `nil` if none is given.
final class VisitNarrowing: Sendable {
  private let filter: VisitFilter
  private let folder: FilePath?
  private let usesFile: Bool

  init?(_ invocation: Invocation) throws {
    let (reviewed, rated) = (invocation.has(Options.reviewed), invocation.has(Options.minRating))
    let notVisited = invocation.has(Options.notVisited)
    guard reviewed || rated || notVisited else { return nil }
    guard !notVisited || !reviewed && !rated else {
      let other = reviewed ? Options.reviewed : Options.minRating
      throw invocation.error(Options.notVisited, "cannot be combined with \(other.flag)")
    }
    let least = notVisited ? nil : try invocation.number(Options.minRating)
    let range = Double(VisitRecord.ratings.lowerBound)...Double(VisitRecord.ratings.upperBound)
    guard least.map(range.contains) ?? true else {
      throw invocation.error(
        Options.minRating, "\(invocation[Options.minRating] ?? "") is not from 1 to 5")
    }
    filter = VisitFilter(notVisited ? .notVisited : least.map { .rated(atLeast: $0) } ?? .reviewed)
    folder = invocation.locator.dataFolder
    usesFile = invocation.cache != nil
  }

  /// What an earlier query worked out, if it is still valid. No names are needed then.
  func kept(for store: VenueStore) -> VisitTallies? {
    guard usesFile, let folder else { return nil }
    return VisitTallies.kept(for: store, in: folder)
  }

  /// Without a folder there is nothing to look up.
  var hasFolder: Bool { folder != nil }

  /// `nil` if nothing can have been recorded.
  func tallies(_ names: NameDirectory) throws -> VisitTallies? {
    guard let folder else { return nil }
    return try usesFile
      ? VisitTallies.current(names, in: folder) : VisitTallies(names, in: folder)
  }

  func narrow(_ query: inout Query, by tallies: VisitTallies?, in store: VenueStore) {
    guard let tallies else {
      query.rows = filter.wanted == .notVisited ? nil : []
      return
    }
    tallies.limit(&query, by: filter, in: store)
  }

  static func note(_ tallies: VisitTallies?) -> String? {
    guard let faults = tallies?.faults, faults > 0 else { return nil }
    return
      "\(counted(faults, "line")) of \(VisitLog.fileName) cannot be read; 'finder history' says why"
  }
}
