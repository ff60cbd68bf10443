import CommandLineKit
import FinderEngine
import FinderLists
import FinderOwn

/// What `finder news` says beside its rows.
struct NewsNotes {
  let journal: NewsJournal?
  let query: NewsQuery
  let since: CalendarDate?
  let units: ReadableFigures.Units

  /// What the journal lacks, so that the answer lacks it too.
  var gaps: [String] {
    guard let journal else {
      return ["no news yet: it begins with the second dataset that you install"]
    }
    return journal.editions.indices.compactMap { number in
      let edition = journal.editions[number]
      guard edition.date >= query.since ?? Int.min else { return nil }
      if edition.isPartial {
        return "the edition of \(day(edition)) is not of the area and the sources of the one "
          + "before it: only what both have in common is compared"
      }
      if edition.omitted > 0 {
        return "the edition of \(day(edition)) had \(edition.omitted) changes, too many to be kept"
      }
      guard number > 0, !journal.followsOn(number) else { return nil }
      return "what changed from the edition of \(day(journal.editions[number - 1])) to that of "
        + "\(day(edition)) is not all known"
    }
  }

  /// Why there is not a row.
  var absence: String? {
    guard let journal, let first = journal.editions.first, let last = journal.editions.last else {
      return nil
    }
    guard journal.editions.count > 1 else { return "no news: only one edition is installed" }
    guard journal.changes > 0 else {
      return
        "no \(gaps.isEmpty ? "" : "other ")news in \(counted(journal.editions.count, "edition"))"
        + " from \(day(first)) to \(day(last))"
    }
    return "no news\(wanted); there \(journal.changes == 1 ? "is" : "are") "
      + "\(counted(journal.changes, "change")) in all"
  }

  /// Of what was left out.
  private var wanted: String {
    var text = query.kinds.count < DatasetComparison.Kind.allCases.count ? " of that kind" : ""
    if let around = query.around {
      var distance = ByteBuffer(capacity: 64)
      distance.append(distance: around.radius, in: units)
      text += " within \(String(decoding: distance.bytes, as: UTF8.self))"
    }
    return text + (since.map { " since \($0.text())" } ?? "")
  }

  private func day(_ edition: NewsEdition) -> String { Timestamp.day(Int(edition.date)) }
}
