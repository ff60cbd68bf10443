import CommandLineKit
import FinderEngine

enum ResultFormat: String, CaseIterable {
  case table, json, ndjson, geojson, geojsonseq, csv, tsv, gpx, kml

  /// How cells are separated and quoted; `nil` for formats without cells.
  var delimited: DelimitedStyle? {
    switch self {
    case .csv: .csv
    case .tsv: .tsv
    default: nil
    }
  }

  /// `nil` for formats without waypoints.
  var waypoints: WaypointWriter.Form? {
    switch self {
    case .gpx: .gpx
    case .kml: .kml
    default: nil
    }
  }

  /// Whether it can hold only venues: no counts, and no meals.
  var isOfPlacesAlone: Bool {
    self == .geojson || self == .geojsonseq || waypoints != nil
  }

  /// The formats for rows other than venues.
  static let ofRows: [ResultFormat] = [.table, .json, .ndjson, .geojson, .geojsonseq, .csv, .tsv]
}

extension Invocation {
  func format(default standard: ResultFormat = .table) -> ResultFormat {
    chosenFormat.flatMap(ResultFormat.init(rawValue:)) ?? standard
  }

  /// `--format`, `--json` or `--csv`, whichever came last; else the format for the ending of `--output`'s
  /// file. `nil` if neither decides.
  var chosenFormat: String? {
    // By name, since a command may describe an option in its own words.
    switch last(of: Options.format, Options.json, Options.csv) {
    // The table of endings would cost 16,000 instructions to make.
    case Options.json.name: offered.first(where: FileEnding.json.contains)
    case Options.csv.name: ResultFormat.csv.rawValue
    case nil: if case .format(let name) = outputEnding { name } else { nil }
    default: self[Options.format]
    }
  }

  /// Refuses a file with the ending of a format that the command does not write, unless a format is named.
  func checkOutputEnding() throws {
    guard last(of: Options.format, Options.json, Options.csv) == nil, outputEnding == .other else {
      return
    }
    throw error(
      Options.output,
      "\(UsageError.show(self[Options.output] ?? "")) has the ending of a format that "
        + "'\(path.joined(separator: " "))' does not write; --format chooses another")
  }

  /// Refuses options that have no effect on the results in this format, or that it cannot hold.
  func checkResultOptions(default standard: ResultFormat = .table) throws {
    let format = format(default: standard)
    guard !has(Options.noHeader) || format.delimited != nil else {
      throw error(Options.noHeader, "has no effect on \(format.rawValue), only on csv and tsv")
    }
    guard !has(Options.fields) || !has(Options.count) else {
      throw error(Options.fields, "has no effect with --count")
    }
    guard !has(Options.count) || !format.isOfPlacesAlone else {
      throw error(Options.count, "cannot be written as \(format.rawValue)")
    }
    // Check now rather than when the file is opened: by then there may be notes on the point.
    try checkOutputEnding()
  }

  private var offered: [String] { command.choices(ofOption: Options.format.name) }

  private var outputEnding: FileEnding.Meaning {
    guard let path = self[Options.output], !offered.isEmpty else { return .nothing }
    let packs = command.option(named: ListOptions.gzip.name) != nil
    return FileEnding.meaning(of: path, among: offered, packs: packs)
  }
}

/// The formats that endings of file names stand for.
enum FileEnding {
  /// The formats for `.json` and `--json`.
  static let json = ["json", "geojson", "ndjson"]

  /// A command takes the first of these formats that it offers. An empty list is a format that finder does
  /// not write.
  private static let formats: [(ending: String, formats: [String])] = [
    (".json", json), (".ndjson", ["ndjson"]), (".jsonl", ["ndjson"]),
    (".geojson", ["geojson"]), (".geojsonl", ["geojsonseq"]), (".geojsons", ["geojsonseq"]),
    (".geojsonseq", ["geojsonseq"]), (".csv", ["csv"]), (".tsv", ["tsv"]), (".tab", ["tsv"]),
    (".gz", []), (".zip", []), (".xml", []), (".kml", ["kml"]), (".kmz", []), (".gpx", ["gpx"]),
    (".shp", []), (".xls", []), (".xlsx", []), (".ods", []), (".parquet", []), (".sqlite", []),
    (".gpkg", []), (".pdf", []), (".txt", ["text"]), (".svg", ["svg"]), (".png", ["png"]),
    (".html", ["html"]), (".htm", ["html"]), (".jpg", []), (".jpeg", []), (".webp", []),
  ]

  enum Meaning: Equatable {
    /// No known format.
    case nothing
    case format(String)
    /// A known format that is not offered.
    case other
  }

  /// With `packs`, a final `.gz` only means that the file is compressed.
  static func meaning(of path: String, among offered: [String], packs: Bool = false) -> Meaning {
    var name = path.lowercased()
    if packs, name.hasSuffix(".gz") { name.removeLast(3) }
    guard let known = formats.first(where: { name.hasSuffix($0.ending) }) else { return .nothing }
    if let format = offered.first(where: known.formats.contains) { return .format(format) }
    // Any table may be saved as text.
    return known.ending == ".txt" ? .nothing : .other
  }
}
