import CommandLineKit
import FinderChanges
import FinderEngine
import FinderOwn

struct NewsRows {
  let point: Coordinate?
  /// Columns on food, if the query has a filter by food.
  let additions: VenueAdditions
  private(set) var items: [(item: NewsItem, found: NewsFound)] = []
  private(set) var result = NewsResult()

  init(of query: NewsQuery) {
    point = query.around?.point
    additions = VenueAdditions(food: query.food == nil ? nil : FoodAddition())
  }

  mutating func search(_ journal: NewsJournal, _ query: NewsQuery) {
    result = journal.search(query)
    items = result.found.compactMap { found in journal.item(found.entry).map { ($0, found) } }
  }

  func answer(_ invocation: Invocation, _ style: TableStyle) -> Answer {
    var bytes = ByteBuffer(capacity: 4096 + 256 * items.count)
    let format = invocation.format()
    switch format {
    case .table: append(tableTo: &bytes, style)
    case .json:
      bytes.appendArray(items.count, indent: "\n ") { append(items[$1], to: &$0) }
      bytes.append("\n")
    default:
      if let style = format.delimited {
        if invocation.hasHeader {
          let food = (additions.food != nil) ? NewsItem.foodColumns : []
          bytes.append(row: NewsItem.columns + food, style)
        }
        bytes.appendLines(items) {
          $1.item.append(
            cellsTo: &$0, style, distance: distance($1.found), showsFood: (additions.food != nil))
        }
      } else {
        bytes.appendLines(items) { append($1, to: &$0) }
      }
    }
    return Answer(found: items.count, bytes: bytes)
  }

  private func append(_ row: (item: NewsItem, found: NewsFound), to output: inout ByteBuffer) {
    row.item.append(
      jsonTo: &output, distance: distance(row.found), showsFood: (additions.food != nil))
  }

  private func distance(_ found: NewsFound) -> Double? { point == nil ? nil : found.distance }

  private static let anywhere = TableLayout(
    headers: ["DATE", "CHANGE", "NAME", "POSTCODE", "DETAIL"], cutColumns: [2, 4],
    narrowestCut: 24, dispensableColumns: [3], styledColumn: 1)
  private static let around = TableLayout(
    headers: ["DATE", "CHANGE", "DISTANCE", "DIR", "NAME", "POSTCODE", "DETAIL"],
    numberColumns: [2], cutColumns: [4, 6], narrowestCut: 24, dispensableColumns: [5, 3],
    styledColumn: 1)

  private func append(tableTo output: inout ByteBuffer, _ style: TableStyle) {
    let layout = (point == nil ? Self.anywhere : Self.around).with(additions)
    layout.append(items.map { texts($0.item, style.figures.units) }, style, to: &output) {
      items[$0].item.kind.colour
    }
  }

  private func texts(_ item: NewsItem, _ units: ReadableFigures.Units) -> [String] {
    var texts = [item.day, item.kind.rawValue]
    if let point {
      let ways = [item.venue, item.before ?? item.venue].map {
        Geodesic.inverse(from: point, to: $0.place)
      }
      let way = ways[0].distance <= ways[1].distance ? ways[0] : ways[1]
      texts += [
        readable(way.distance, units),
        way.distance > 0 ? "\(ReadableFigures.direction(way.bearing))" : "·",
      ]
    }
    var details: [String] = []
    if let path = item.path {
      details.append("by " + readable(path.distance, towards: path.bearing, units))
    }
    if let before = item.before, before.name != item.venue.name {
      details.append("was \(before.shownName)")
    }
    if !item.fields.isEmpty {
      details.append(UsageError.escape(item.fields.joined(separator: ", ")))
    }
    texts += [item.venue.shownName, item.venue.postcode, details.joined(separator: "; ")]
    return (additions.food != nil) ? texts + [item.venue.food?.line ?? ""] : texts
  }
}

extension NewsVenue {
  var shownName: String { name.orNoName }
}

struct NewsNotes {
  let journal: NewsJournal?
  let query: NewsQuery
  let result: NewsResult
  let since: CalendarDate?
  let units: ReadableFigures.Units

  /// What the journal, and so the answer, lacks.
  var gaps: [String] {
    guard let journal else {
      return ["no news yet: it begins with the second dataset that you install"]
    }
    return journal.editions.indices.compactMap { number in
      let edition = journal.editions[number]
      guard edition.date >= query.since ?? Int.min else { return nil }
      if edition.isPartial {
        return "the edition of \(day(edition)) covers another area or other sources than the one "
          + "before it: only what both have in common is compared"
      }
      if edition.omitted > 0 {
        return "the edition of \(day(edition)) had \(edition.omitted) changes, too many to be kept"
      }
      guard number > 0, !journal.followsOn(number) else { return nil }
      return "not all changes from the edition of \(day(journal.editions[number - 1])) to that of "
        + "\(day(edition)) are known"
    }
  }

  /// How the filter by food was read, and what was left out because nothing is known about it.
  var food: [String] {
    guard let journal, let request = query.food?.request else { return [] }
    let words = FoodReading(
      request: request, subject: "the journal", says: { journal.has($0.aspect) })
    let (unknown, unnoted) = (result.unknown, result.unnoted)
    guard unknown > 0, unnoted > 0 || FoodAspect.allCases.contains(where: journal.has) else {
      return words.notes
    }
    var note =
      "\(counted(unknown, "change")) \(unknown == 1 ? "was" : "were") left out: no data on "
      + (words.unknownSubjects ?? "food")
    if unnoted > 0 {
      note += unnoted == unknown ? "; " : "; of \(unnoted) of them "
      note += "only the name is known"
    }
    return words.notes + [note]
  }

  /// Why there are no rows.
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

  /// What was asked for.
  private var wanted: String {
    var text = query.kinds.count < DatasetComparison.Kind.allCases.count ? " of that kind" : ""
    if query.food != nil { text += " for such venues" }
    if let around = query.around { text += " within \(readable(around.radius, units))" }
    return text + (since.map { " since \($0.text())" } ?? "")
  }

  private func day(_ edition: NewsEdition) -> String { Timestamp.day(Int(edition.date)) }
}
