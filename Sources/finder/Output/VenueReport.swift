import CommandLineKit
import FinderChanges
import FinderEngine
import FinderOwn

struct VenueReport {
  let links: VenueLinks
  private let venue: Venue
  private let hit: Hit?
  private let names: NameDirectory
  private let style: TableStyle
  private let writer: VenueWriter
  /// Other venues at the same position, by name.
  private let coincident: [Int]
  private let visits: VenueVisits
  private let story: StoryReport
  private let hours: HoursReport
  private let words: VenueWords

  private static let mostShown = 10

  init(
    row: Int, hit: Hit? = nil, from point: Coordinate? = nil, in names: NameDirectory,
    _ source: DatasetSource, _ invocation: Invocation, _ style: TableStyle
  ) throws {
    venue = Venue(row: row, of: names.store)
    (self.hit, self.names, self.style) = (hit, names, style)
    writer = VenueWriter(names.store)
    links = VenueLinks(to: venue, from: point)
    visits = try VenueVisits(ofRow: row, in: names, invocation)
    story = StoryReport(of: row, in: names, source, invocation, style.figures.units)
    hours = HoursReport(of: venue, in: names.store)
    words = VenueWords(of: venue)
    let spot = venue.coordinate
    var searcher = Searcher(names.store)
    coincident = searcher.rank(Query(from: spot, area: .circle(radius: 0))).filter {
      $0 != row && Venue(row: $0, of: names.store).coordinate == spot
    }
  }

  private var records: [VisitRecord] { visits.records }

  private var chain: Int? {
    names.chains.chain(ofRow: venue.row).flatMap { names.chains.isShared($0) ? nil : $0 }
  }

  func answer(_ format: ResultFormat) -> Answer {
    var bytes = ByteBuffer(capacity: 4096)
    if format == .table {
      bytes.append(text: text)
    } else {
      appendDocument(onLines: format == .json, to: &bytes)
    }
    return Answer(
      found: 1, bytes: bytes, notes: visits.notes + story.notes, tallies: visits.tallies)
  }

  /// In the order in which a diner asks: what it is, where, when, then the rest.
  var rows: [(name: String, text: String)] {
    var rows: [(name: String, text: String)] = [("name", venue.shownName)]
    rows += words.phrases.map { ($0.name, $0.text) }
    if let postcode = venue.postcode {
      let place = rows.firstIndex { Self.contacts.contains($0.name) } ?? rows.count
      rows.insert(("postcode", postcode), at: place)
    }
    rows += hours.rows
    if hit != nil { rows.append(("distance", distance)) }
    if let chain {
      let name = names.chains.name(of: chain)
      rows.append(("chain", "\(name), \(counted(names.chains.venueCount(of: chain), "venue"))"))
    }
    if !coincident.isEmpty { rows.append(("same spot", neighbours)) }
    rows += story.rows
    rows += [("position", shown(venue.coordinate)), ("id", id(of: venue))]
    rows += words.others.map { ($0.name, $0.text) }
    rows += ownRecords
    rows += [
      ("map", links.openStreetMap), ("walk", links.walk), ("search", links.search),
      ("geo", links.geo),
    ]
    return rows
  }

  private var text: String {
    let rows = rows
    let width = rows.map { DisplayWidth.of($0.name) }.max() ?? 0
    return rows.map { name, text in
      let space = String(repeating: " ", count: width - DisplayWidth.of(name) + 2)
      let isBold = style.isColoured && name == "name"
      return name + space + (isBold ? "\u{1B}[1m\(text)\u{1B}[0m\n" : "\(text)\n")
    }
    .joined()
  }

  /// These rows follow the address.
  private static let contacts = ["phone", "website", "email"]

  private var distance: String {
    guard let hit else { return "" }
    let walk = written { $0.append(walk: hit.distance, by: style.figures) }
    return "\(hit.readable(style.figures.units)), \(walk) on foot"
  }

  private var neighbours: String {
    let shown = coincident.prefix(Self.mostShown).map { row in
      let other = Venue(row: row, of: names.store)
      return "\(other.shownName) (\(id(of: other)))"
    }
    let more = coincident.count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  private var ownRecords: [(name: String, text: String)] {
    let rows = records.prefix(Self.mostShown).map { record in
      let facts = [
        record.date.text(), record.shownRating, record.service?.rawValue ?? "",
        TidyText.string(record.text ?? ""), "(\(TidyText.string(record.id)))",
      ]
      return (record.kind.rawValue, facts.filter { !$0.isEmpty }.joined(separator: "  "))
    }
    let more = records.count - rows.count
    return rows + (more > 0 ? [("", "and \(more) more: see 'finder history'")] : [])
  }

  private func id(of venue: Venue) -> String {
    written { id in writer.withText(.id, of: venue) { id.append($0) } }
  }

  private func appendDocument(onLines: Bool, to output: inout ByteBuffer) {
    output.appendDocument(
      onLines: onLines,
      [
        { output in
          output.append(key: "venue")
          writer.append(jsonOf: venue, hit, to: &output)
        },
        append(chainTo:),
        { output in
          output.append(key: "coincident", elements: coincident.count) {
            writer.append(quotedIDOf: Venue(row: coincident[$1], of: names.store), to: &$0)
          }
          guard !story.isEmpty else { return }
          if onLines { output.appendLineBreak() }
          story.append(to: &output)
        },
        foodMember, hours.member,
        records(of: .visit), records(of: .review),
        { output in
          output.append(key: "links") { output in
            for (key, link) in links.all { output.append(key: key, string: link) }
          }
        },
      ])
  }

  /// What answers filtered by food say, as a separate member like the hours, so that `venue` is what `near`
  /// prints. `nil` if there is no data.
  private var foodMember: ((inout ByteBuffer) -> Void)? {
    let food = venue.food
    guard food != .none else { return nil }
    return { $0.append(key: "food") { $0.append(membersOf: food) } }
  }

  /// A member with the records of one kind; `nil` if there are none.
  private func records(of kind: VisitRecord.Kind) -> ((inout ByteBuffer) -> Void)? {
    let own = records.filter { $0.kind == kind }
    guard !own.isEmpty else { return nil }
    return { output in
      output.append(key: kind == .visit ? "visits" : "reviews", elements: own.count) {
        output, place in
        output.appendObject { own[place].append(membersTo: &$0) }
      }
    }
  }

  private func append(chainTo output: inout ByteBuffer) {
    output.append(key: "chain")
    guard let chain else { return output.append("null") }
    output.appendObject { output in
      output.append(key: "name", string: names.chains.name(of: chain))
      output.append(key: "venues", integer: names.chains.venueCount(of: chain))
    }
  }
}

/// What `show` says about how a venue changed. It is empty unless the venue is in the installed dataset and
/// in the journal of `finder news`.
struct StoryReport {
  private let story: VenueStory?
  private let units: ReadableFigures.Units
  let notes: [String]

  private static let mostShown = 10

  init(
    of row: Int, in names: NameDirectory, _ source: DatasetSource, _ invocation: Invocation,
    _ units: ReadableFigures.Units
  ) {
    self.units = units
    guard source.kind == .installed, let folder = invocation.locator.dataFolder else {
      (story, notes) = (nil, [])
      return
    }
    do throws(NewsError) {
      story = try Self.story(of: row, in: names, source, folder)
      notes = []
    } catch {
      (story, notes) = (nil, [error.message])
    }
  }

  private static func story(
    of row: Int, in names: NameDirectory, _ source: DatasetSource, _ folder: FilePath
  ) throws(NewsError) -> VenueStory? {
    guard let journal = try NewsJournal.open(in: folder), journal.endsWith(editionAt: source.path)
    else { return nil }
    let venue = Venue(row: row, of: names.store)
    let story = VenueStory(of: venue, id: names.id(ofRow: row), in: journal) {
      names.places(alike: row)
    }
    try journal.refuseDamage()
    return story
  }

  private var items: [NewsItem] { story?.items ?? [] }

  var rows: [(name: String, text: String)] {
    var rows: [(name: String, text: String)] = []
    if let since = story?.knownSince { rows.append(("known since", Timestamp.day(since))) }
    for item in items.prefix(Self.mostShown) {
      if let before = item.before, let earlier = earlier(before, item) {
        rows.append(("before", "\(earlier), until \(Timestamp.day(item.dataDate))"))
      } else if !item.fields.isEmpty {
        let fields = UsageError.escape(item.fields.joined(separator: ", "))
        rows.append(("changed", "\(fields), on \(Timestamp.day(item.dataDate))"))
      }
    }
    return rows
  }

  /// What the venue was known by; `nil` if that did not change.
  private func earlier(_ before: NewsVenue, _ item: NewsItem) -> String? {
    var parts: [String] = []
    if before.name != item.venue.name { parts.append(before.shownName) }
    if before.postcode != item.venue.postcode { parts.append(before.postcode) }
    if let path = item.path {
      let back = Geodesic.inverse(from: item.venue.place, to: before.place)
      let way = readable(path.distance, towards: back.bearing, units)
      parts.append("\(shown(before.place)) (\(way))")
    }
    parts.removeAll { $0.isEmpty }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Appended only if there are items.
  func append(to output: inout ByteBuffer) {
    output.append(key: "news", elements: items.count) {
      items[$1].append(jsonTo: &$0, distance: nil)
    }
  }

  var isEmpty: Bool { items.isEmpty }
}
