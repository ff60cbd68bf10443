import CommandLineKit
import FinderChanges
import FinderEngine
import FinderLists

struct DataReport {
  let source: DatasetSource
  let summary: DatasetSummary
  let filters: DatasetFilters
  let record: EditionRecord?
  /// The data that `finder news` uses.
  let journal: NewsJournal?
  /// `fresh`, `stale`, `none` or `off`.
  let snapshot: String
  /// Why the cache's folder is not used.
  let refusal: String?
  /// Seconds since 1970.
  let now: Int

  private static let areasShown = 5

  /// When the file was written, in seconds since 1970. An installed file is a copy, so its record says when.
  private var modified: Int? { record?.written ?? summary.modified }

  private var age: Int? { modified.map { max(0, now - $0) } }

  var text: String { labelled(fileRows + countRows + placeRows + [("cache", snapshotText)]) }

  private var fileRows: [(name: String, text: String)] {
    var rows = [("dataset", source.displayName), ("source", source.kind.rawValue)]
    if let record {
      rows.append(("origin", record.shownSource))
      rows.append(
        ("installed", record.installed + (record.fetched.map { ", server asked \($0)" } ?? "")))
    }
    if let journal {
      let editions = counted(journal.editions.count, "edition")
      rows.append(("news", "\(counted(journal.changes, "change")) in \(editions)"))
    }
    if let credit = summary.attribution.line { rows.append(("credit", credit)) }
    rows.append(("size", size))
    rows.append(("sha256", summary.sha256))
    if let modified, let age {
      rows.append(("modified", "\(Timestamp.text(modified)), \(readable(seconds: age)) ago"))
    }
    return rows
  }

  private var countRows: [(name: String, text: String)] {
    var rows = [
      ("features", String(summary.tally.features)), ("venues", String(summary.venues)),
    ]
    if summary.tally.leftOut > 0 {
      let reasons = "\(summary.tally.reasons); 'finder data validate' lists them"
      rows.append(("left out", "\(summary.tally.leftOut) (\(reasons))"))
    }
    return rows
  }

  private var placeRows: [(name: String, text: String)] {
    let most = counted(summary.mostCrowded?.venues ?? 0, "venue")
    var rows = [("positions", "\(summary.positions) different, at most \(most) on one")]
    if let spot = summary.mostCrowded, spot.venues > 1 {
      let names = spot.names + (spot.venues > spot.names.count ? ["…"] : [])
      rows.append(("crowded", "\(shown(spot.position)): \(names.joined(separator: ", "))"))
    }
    rows += [("names", String(summary.named)), ("postcodes", String(summary.withPostcode))]
    rows += filters.filters.map { ($0.name, text(of: $0)) }
    if !summary.areas.isEmpty { rows.append(("areas", areas)) }
    if let box = summary.extent { rows.append(("extent", shown(box))) }
    rows.append(("camera", "\(summary.insideCamera) inside the bounds"))
    return rows
  }

  /// How many venues have the property, and the option that filters by it.
  private func text(of filter: DatasetFilters.Filter) -> String {
    guard filter.venues > 0 else { return "0" }
    let option = option(for: filter).map { ": \($0)" } ?? ""
    return "\(filter.venues) (\(share(filter.venues, of: summary.venues)))\(option)"
  }

  private func option(for filter: DatasetFilters.Filter) -> String? {
    guard filter.venues > 0 else { return nil }
    guard let aspect = filter.aspect else { return "\(Options.open.flag) now" }
    return filter.value.map { "--\(aspect.name) \(Invocation.quoted($0))" }
  }

  private var size: String {
    summary.isPacked
      ? "\(summary.fileBytes) bytes (gzip), \(summary.textBytes) unpacked"
      : "\(summary.fileBytes) bytes"
  }

  private var areas: String {
    let most = summary.areas.prefix(Self.areasShown).map { "\($0.name) \($0.venues)" }
    let names = most + (summary.areas.count > most.count ? ["…"] : [])
    return "\(summary.areas.count) of postcodes: \(names.joined(separator: ", "))"
  }

  private var snapshotText: String {
    switch snapshot {
    case "fresh": "a snapshot makes queries quick"
    case "stale": "the snapshot is out of date; the next query makes a new one"
    case "off": "off"
    case "refused": "its folder is refused: \(refusal ?? "")"
    default: "no snapshot; the next query on a file makes one"
    }
  }

  var members: [(inout ByteBuffer) -> Void] {
    factMembers + (summary.attribution.isEmpty ? [] : [append(attributionTo:)])
      + (journal == nil ? [] : [append(newsTo:)])
  }

  private func append(attributionTo output: inout ByteBuffer) {
    let list = summary.attribution
    output.append(key: "attribution", elements: list.count) { output, place in
      output.appendObject { output in
        output.append(key: "text", string: list[place].text)
        output.append(key: "licence", string: list[place].licence)
      }
    }
  }

  private var factMembers: [(inout ByteBuffer) -> Void] {
    [
      { $0.append(key: "source", string: source.kind.rawValue) },
      { $0.append(key: "path", string: source.kind == .stdin ? nil : "\(source.path)") },
      { $0.append(key: "bytes", integer: summary.fileBytes) },
      { $0.append(key: "gzip", bool: summary.isPacked) },
      { $0.append(key: "unpacked_bytes", integer: summary.textBytes) },
      { $0.append(key: "features", integer: summary.tally.features) },
      { $0.append(key: "venues", integer: summary.venues) },
      { $0.append(key: "left_out", integer: summary.tally.leftOut) },
      { $0.append(key: "faults", object: { $0.append(counts: summary.tally.reasonCounts) }) },
      { $0.append(key: "looks_swapped", bool: summary.tally.looksSwapped) },
      { $0.append(key: "positions", integer: summary.positions) },
      { $0.append(key: "most_on_one_position", integer: summary.mostCrowded?.venues ?? 0) },
      { $0.append(key: "named", integer: summary.named) },
      { $0.append(key: "with_postcode", integer: summary.withPostcode) },
      { output in
        let counts = filters.filters.map { ($0.name, $0.venues) }
        output.append(key: "attributes", object: { $0.append(counts: counts) })
      },
      append(filtersTo:),
      append(extentTo:),
      { $0.append(key: "inside_camera_bounds", integer: summary.insideCamera) },
      { $0.append(key: "sha256", string: summary.sha256) },
      { $0.append(key: "modified", string: modified.map { Timestamp.text($0) }) },
      { $0.append(key: "age_s", integer: age) },
      append(spotTo:),
      append(areasTo:),
      { $0.append(key: "snapshot", string: snapshot) },
      { $0.append(key: "cache_refused", string: refusal) },
      { $0.append(key: "installed", edition: record) },
    ]
  }

  private func append(newsTo output: inout ByteBuffer) {
    guard let journal else { return }
    output.append(key: "news") { output in
      output.append(key: "editions", integer: journal.editions.count)
      output.append(key: "changes", integer: journal.changes)
    }
  }

  private func append(filtersTo output: inout ByteBuffer) {
    output.append(key: "filters") { output in
      for filter in filters.filters {
        output.append(keyText: filter.name)
        if let option = option(for: filter) {
          output.append(jsonString: option)
        } else {
          output.append("null")
        }
      }
    }
  }

  private func append(extentTo output: inout ByteBuffer) {
    output.append(key: "extent")
    guard let extent = summary.extent else { return output.append("null") }
    output.appendObject { $0.append(edgesOf: extent) }
  }

  private func append(spotTo output: inout ByteBuffer) {
    output.append(key: "most_crowded")
    guard let spot = summary.mostCrowded else { return output.append("null") }
    output.appendObject { output in
      output.append(placeOf: spot.position)
      output.append(key: "venues", integer: spot.venues)
      output.append(key: "names", elements: spot.names.count) {
        $0.append(jsonString: spot.names[$1])
      }
    }
  }

  private func append(areasTo output: inout ByteBuffer) {
    output.append(key: "postcode_areas", elements: summary.areas.count) { output, place in
      let area = summary.areas[place]
      output.appendObject { output in
        output.append(key: "area", string: area.name)
        output.append(key: "venues", integer: area.venues)
      }
    }
  }
}

/// Rounded down, so that 100% means every venue.
private func share(_ count: Int, of venues: Int) -> String {
  guard venues > 0 else { return "" }
  let tenths = count * 1000 / venues
  if tenths == 0, count > 0 { return "<0.1%" }
  return tenths == 1000 ? "100%" : "\(tenths / 10).\(tenths % 10)%"
}

extension DatasetAttributes {
  private static let layout = TableLayout(
    headers: ["ATTRIBUTE", "VENUES", "SHARE"], numberColumns: [1, 2], cutColumns: [0],
    narrowestCut: 8)

  func append(tableTo output: inout ByteBuffer) {
    let rows = Attribute.allCases.map { attribute in
      [
        attribute == .readableHours ? "  that can be read" : attribute.rawValue,
        String(self[attribute]), share(self[attribute], of: venues),
      ]
    }
    Self.layout.append(rows, .plain(), to: &output)
  }

  func append(jsonTo output: inout ByteBuffer) {
    output.append(key: "venues", integer: venues)
    output.append(key: "attributes") { output in
      for attribute in Attribute.allCases {
        output.append(keyText: attribute.rawValue)
        output.append(integer: self[attribute])
      }
    }
  }
}

/// What `data validate` found in each feature, in file order: why a feature cannot be used, and opening hours
/// that cannot be read.
struct ValidateRow {
  let feature: Int
  let position: TextPosition
  let fault: String
  let explanation: String
  /// The opening hours that cannot be read, and where.
  var hours: (text: String, column: Int)?

  static func all(_ report: DatasetValidation, _ hours: HoursValidation?) -> [ValidateRow] {
    let unusable = report.faults.map { found in
      ValidateRow(
        feature: found.feature, position: found.position, fault: found.fault.name,
        explanation: found.fault.explanation)
    }
    guard let hours else { return unusable }
    let unreadable = hours.faults.map { found in
      ValidateRow(
        feature: found.feature, position: found.position, fault: "hours",
        explanation: "has opening hours that cannot be read at column \(found.column): expected "
          + found.expected,
        hours: (found.text, found.column))
    }
    // Opening hours are not checked in a feature that cannot be used.
    return (unusable + unreadable).sorted { $0.feature < $1.feature }
  }

  func append(textTo output: inout ByteBuffer, _ name: String) {
    output.append(text: "\(name): \(position): feature \(feature) \(explanation)")
    if let hours { output.append(text: ": \(UsageError.escape(UsageError.quote(hours.text)))") }
  }

  func append(membersTo output: inout ByteBuffer) {
    output.append(key: "feature", integer: feature)
    output.append(key: "line", integer: position.line)
    output.append(key: "column", integer: position.column)
    output.append(key: "byte", integer: position.offset)
    output.append(key: "fault", string: fault)
    output.append(key: "explanation", string: explanation)
    guard let hours else { return }
    output.append(key: "hours", string: hours.text)
    output.append(key: "hours_column", integer: hours.column)
  }

  static func columns(hours: Bool) -> [String] {
    ["feature", "line", "column", "byte", "fault"] + (hours ? ["hours", "hours_column"] : [])
  }

  func cells(hours isWanted: Bool) -> [String] {
    let numbers = [feature, position.line, position.column, position.offset].map { String($0) }
    let own = hours.map { [TidyText.string($0.text), String($0.column)] } ?? ["", ""]
    return numbers + [fault] + (isWanted ? own : [])
  }
}
