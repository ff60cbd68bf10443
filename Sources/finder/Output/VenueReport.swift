import CommandLineKit
import FinderEngine

/// What `show` says of a venue.
struct VenueReport {
  let links: VenueLinks
  private let venue: Venue
  private let hit: Hit?
  private let names: NameDirectory
  private let style: TableStyle
  private let writer: VenueWriter
  /// Others that stand on its spot, in order of their names.
  private let coincident: [Int]
  private let visits: VenueVisits
  private let story: StoryReport
  private let hours: HoursReport

  /// Where to look for what is told of a venue beside the dataset.
  struct Own {
    let source: DatasetSource
    let invocation: Invocation
  }

  private static let mostShown = 10

  init(
    row: Int, hit: Hit? = nil, from point: Coordinate? = nil, in names: NameDirectory,
    _ own: Own, _ style: TableStyle
  ) throws {
    venue = Venue(row: row, of: names.store)
    (self.hit, self.names, self.style) = (hit, names, style)
    writer = VenueWriter(names.store)
    links = VenueLinks(to: venue, from: point)
    visits = try VenueVisits(ofRow: row, in: names, own.invocation)
    story = StoryReport(of: row, in: names, own.source, own.invocation, style.figures.units)
    hours = HoursReport(of: venue, in: names.store)
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

  // MARK: For people

  private var text: String {
    var rows = facts
    if hit != nil { rows.append(("distance", distance)) }
    if let chain {
      let name = names.chains.name(of: chain)
      rows.append(("chain", "\(name), \(counted(names.chains.venues(of: chain), "venue"))"))
    }
    if !coincident.isEmpty { rows.append(("same spot", neighbours)) }
    rows += story.rows
    rows += hours.rows
    rows += properties
    rows += ownRecords
    rows += [
      ("map", links.openStreetMap), ("walk", links.walk), ("search", links.search),
      ("geo", links.geo),
    ]
    // `joined` takes the runtime 50,000 instructions the first time.
    var width = 0
    for (name, _) in rows { width = max(width, DisplayWidth.of(name)) }
    var lines = ""
    for (name, text) in rows {
      let bold = style.isColoured && name == "name"
      lines += name
      lines += String(repeating: " ", count: width - DisplayWidth.of(name) + 2)
      lines += bold ? "\u{1B}[1m\(text)\u{1B}[0m\n" : "\(text)\n"
    }
    return lines
  }

  private var facts: [(name: String, text: String)] {
    [
      ("name", venue.name.isEmpty ? "(no name)" : venue.name), ("postcode", venue.postcode ?? ""),
      ("position", shown(venue.coordinate)), ("id", id(of: venue)),
    ]
    .filter { !$0.1.isEmpty }
  }

  private var distance: String {
    guard let hit else { return "" }
    var text = ByteBuffer(capacity: 64)
    text.append(distance: hit.distance, in: style.figures.units)
    if hit.distance > 0 {
      text.append(" ")
      text.append(ReadableFigures.direction(hit.bearing))
    }
    text.append(", ")
    text.append(walk: hit.distance, by: style.figures)
    text.append(" on foot")
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private var neighbours: String {
    let shown = coincident.prefix(Self.mostShown).map { row in
      let other = Venue(row: row, of: names.store)
      return "\(other.name.isEmpty ? "(no name)" : other.name) (\(id(of: other)))"
    }
    let more = coincident.count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  private var properties: [(name: String, text: String)] {
    var rows: [(name: String, text: String)] = []
    writer.forEachProperty(of: venue) { key, value in rows.append((key, value)) }
    return rows
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
    var id = ByteBuffer(capacity: 64)
    writer.withText(.id, of: venue) { id.append($0) }
    return String(decoding: id.bytes, as: UTF8.self)
  }

  // MARK: For programs

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
        hours.member,
        records(of: .visit), records(of: .review),
        { output in
          output.append(key: "links") { output in
            for (key, link) in links.all { output.append(key: key, string: link) }
          }
        },
      ])
  }

  /// The member with those of a kind; `nil` where there are none.
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
