import CommandLineKit
import FinderChanges
import FinderEngine
import FinderLists
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
      rows.append(("chain", "\(name), \(counted(names.chains.venues(of: chain), "venue"))"))
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
        TidyName.string(record.text ?? ""), "(\(TidyName.string(record.id)))",
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
      output.append(key: "venues", integer: names.chains.venues(of: chain))
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

/// Links to a venue in other programs. Text from a dataset is percent-encoded, except letters, digits and
/// `-._~`, so that none of it is taken for part of the link or a command.
struct VenueLinks {
  /// RFC 5870, with the label in the form that map apps understand.
  let geo: String
  let openStreetMap: String
  let appleMaps: String
  let googleMaps: String
  /// Walking directions, from the point if there is one.
  let walk: String
  let search: String

  init(to venue: Venue, from point: Coordinate?) {
    let (latitude, longitude) = (
      Self.degrees(venue.coordinate.latitude), Self.degrees(venue.coordinate.longitude)
    )
    let place = "\(latitude),\(longitude)"
    let (name, postcode) = (venue.name, venue.postcode)
    let words = postcode.map { name.isEmpty ? $0 : "\(name) \($0)" } ?? name
    let label = PercentCode.encoded(name)
    geo = "geo:\(place)?q=\(place)" + (name.isEmpty ? "" : "(\(label))")
    openStreetMap =
      "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=19/\(latitude)/\(longitude)"
    appleMaps = "https://maps.apple.com/?ll=\(place)" + (name.isEmpty ? "" : "&q=\(label)")
    googleMaps = "https://www.google.com/maps/search/?api=1&query=\(latitude)%2C\(longitude)"
    let origin = point.map {
      "&origin=\(Self.degrees($0.latitude))%2C\(Self.degrees($0.longitude))"
    }
    walk =
      "https://www.google.com/maps/dir/?api=1\(origin ?? "")"
      + "&destination=\(latitude)%2C\(longitude)&travelmode=walking"
    search = "https://www.google.com/search?q=" + PercentCode.encoded(words.isEmpty ? place : words)
  }

  var all: [(key: StaticString, link: String)] {
    [
      ("geo", geo), ("openstreetmap", openStreetMap), ("apple_maps", appleMaps),
      ("google_maps", googleMaps), ("walk", walk), ("search", search),
    ]
  }

  /// Without an exponent, which links do not allow.
  static func degrees(_ value: Double) -> String {
    let text = shown(value)
    // A damaged snapshot may hold any number; the answer is then made again from the source.
    guard abs(value) < 1, text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else {
      return text
    }
    // Numbers with an exponent are below 1, so only decimals are needed: to a tenth of a millimetre.
    let digits = String(Int((abs(value) * 1e9).rounded()))
    var fraction = Substring(String(repeating: "0", count: max(0, 9 - digits.utf8.count)) + digits)
    while fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? "0" : (value < 0 ? "-0." : "0.") + fraction
  }
}

/// The user's visits and reviews of a venue, for `show` and `visit add`. Their positions in the log are
/// cached with what the filters of `near` work out, so that the others, perhaps 10,000, need not be read.
struct VenueVisits {
  /// Newest first.
  let records: [VisitRecord]
  let notes: [String]
  /// To be cached once the answer is out.
  let tallies: VisitTallies?

  init(ofRow row: Int, in names: NameDirectory, _ invocation: Invocation) throws {
    guard let folder = invocation.locator.dataFolder, VisitLog.isThere(in: folder) else {
      (records, notes, tallies) = ([], [], nil)
      return
    }
    let matching = RecordMatching(names)
    var kept: VisitTallies?
    if invocation.cache != nil, VisitTallies.canBeKept(for: names.store) {
      let tallies = try VisitTallies.current(names, in: folder)
      kept = tallies
      if tallies.faults == 0, let log = tallies.log(ofRow: row, in: folder) {
        let found = matching.records(ofRow: row, in: log)
        // The log may have been rewritten meanwhile.
        if found.count == log.records.count {
          (records, notes, self.tallies) = (found, [], tallies)
          return
        }
      }
    }
    let log = try VisitLog(in: folder)
    records = matching.records(ofRow: row, in: log)
    (notes, tallies) = (invocation.shownFaults(of: log), kept)
  }
}
