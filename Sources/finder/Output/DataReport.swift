import CommandLineKit
import FinderEngine

/// What `data info` says about a dataset.
struct DataReport {
  let source: DatasetSource
  let summary: DatasetSummary
  let record: EditionRecord?
  /// `fresh`, `stale`, `none` or `off`.
  let snapshot: String
  /// Seconds since 1970.
  let now: Int

  private static let areasShown = 5

  private var age: Int? { summary.modified.map { max(0, now - $0) } }

  // MARK: For people

  var text: String {
    let rows = fileRows + countRows + placeRows + [("cache", Self.snapshotText(snapshot))]
    let lines = rows.map { name, text in
      UsageError.escape(name + String(repeating: " ", count: 11 - name.utf8.count) + text)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var fileRows: [(String, String)] {
    var rows = [("dataset", source.displayName), ("source", source.kind.rawValue)]
    if let record {
      rows.append(("origin", record.source == "-" ? "standard input" : record.source))
      rows.append(
        ("installed", record.installed + (record.fetched.map { ", server asked \($0)" } ?? "")))
    }
    rows.append(("size", size))
    rows.append(("sha256", summary.sha256))
    if let modified = summary.modified, let age {
      rows.append(("modified", "\(Timestamp.text(modified)), \(Self.text(age: age)) ago"))
    }
    return rows
  }

  private var countRows: [(String, String)] {
    var rows = [
      ("features", String(summary.tally.features)), ("venues", String(summary.venues)),
    ]
    if summary.tally.leftOut > 0 {
      rows.append(
        (
          "left out",
          "\(summary.tally.leftOut) (\(summary.tally.reasons); 'finder data validate' lists them)"
        ))
    }
    return rows
  }

  private var placeRows: [(String, String)] {
    var rows = [
      (
        "positions",
        "\(summary.positions) different, at most "
          + "\(counted(summary.mostOnOnePosition, "venue")) on one"
      )
    ]
    if let spot = summary.mostCrowded, spot.venues > 1 {
      let more = spot.venues > spot.names.count ? ", …" : ""
      rows.append(
        ("crowded", "\(shown(spot.position)): \(spot.names.joined(separator: ", "))\(more)"))
    }
    rows += [("names", String(summary.named)), ("postcodes", String(summary.withPostcode))]
    if !summary.areas.isEmpty { rows.append(("areas", areas)) }
    if let box = summary.extent {
      rows.append(
        ("extent", "\(shown(box.south))…\(shown(box.north)), \(shown(box.west))…\(shown(box.east))")
      )
    }
    rows.append(("camera", "\(summary.insideCamera) inside the bounds"))
    return rows
  }

  private var size: String {
    summary.isPacked
      ? "\(summary.fileBytes) bytes (gzip), \(summary.textBytes) unpacked"
      : "\(summary.fileBytes) bytes"
  }

  private var areas: String {
    let most = summary.areas.prefix(Self.areasShown).map { "\($0.name) \($0.venues)" }
    let more = summary.areas.count > most.count ? ", …" : ""
    return "\(summary.areas.count) of postcodes: \(most.joined(separator: ", "))\(more)"
  }

  private static func snapshotText(_ state: String) -> String {
    switch state {
    case "fresh": "a snapshot makes queries quick"
    case "stale": "the snapshot is of an earlier state; the next query makes a new one"
    case "off": "off"
    default: "no snapshot; the next query on a file makes one"
    }
  }

  private static func text(age seconds: Int) -> String {
    let units = [(86_400, "day"), (3600, "hour"), (60, "minute")]
    let unit = units.first { seconds >= 2 * $0.0 } ?? (1, "second")
    return counted(seconds / unit.0, unit.1)
  }

  // MARK: For programs

  func json(separator: String) -> String {
    let extent = summary.extent.map {
      "{\"south\":\(shown($0.south)),\"west\":\(shown($0.west)),"
        + "\"north\":\(shown($0.north)),\"east\":\(shown($0.east))}"
    }
    let members = [
      "\"source\":\(finder.json(source.kind.rawValue))",
      "\"path\":\(finder.json(source.kind == .stdin ? nil : source.path))",
      "\"bytes\":\(summary.fileBytes)", "\"gzip\":\(summary.isPacked)",
      "\"unpacked_bytes\":\(summary.textBytes)", "\"features\":\(summary.tally.features)",
      "\"venues\":\(summary.venues)", "\"left_out\":\(summary.tally.leftOut)",
      "\"faults\":{\(summary.tally.reasonMembers)}",
      "\"looks_swapped\":\(summary.tally.looksSwapped)",
      "\"positions\":\(summary.positions)",
      "\"most_on_one_position\":\(summary.mostOnOnePosition)", "\"named\":\(summary.named)",
      "\"with_postcode\":\(summary.withPostcode)", "\"extent\":\(extent ?? "null")",
      "\"inside_camera_bounds\":\(summary.insideCamera)",
      "\"sha256\":\"\(summary.sha256)\"",
      "\"modified\":\(finder.json(summary.modified.map { Timestamp.text($0) }))",
      "\"age_s\":\(age.map { String($0) } ?? "null")", "\"most_crowded\":\(spotJSON)",
      "\"postcode_areas\":[\(areasJSON)]", "\"snapshot\":\"\(snapshot)\"",
      "\"installed\":\(record?.json ?? "null")",
    ]
    return "{" + members.joined(separator: separator) + "}\n"
  }

  private var spotJSON: String {
    guard let spot = summary.mostCrowded else { return "null" }
    let names = spot.names.map { finder.json($0) }.joined(separator: ",")
    return "{\"lat\":\(shown(spot.position.latitude)),\"lon\":\(shown(spot.position.longitude)),"
      + "\"venues\":\(spot.venues),\"names\":[\(names)]}"
  }

  private var areasJSON: String {
    summary.areas.map { "{\"area\":\"\($0.name)\",\"venues\":\($0.venues)}" }
      .joined(separator: ",")
  }
}
