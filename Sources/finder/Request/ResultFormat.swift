import CommandLineKit
import FinderEngine

enum ResultFormat: String, CaseIterable {
  case table, json, ndjson, geojson, geojsonseq, csv, tsv, gpx, kml

  /// How its cells are separated and quoted; `nil` where there are none.
  var delimited: DelimitedStyle? {
    switch self {
    case .csv: .csv
    case .tsv: .tsv
    default: nil
    }
  }

  /// `nil` where venues are not written as waypoints.
  var waypoints: WaypointWriter.Form? {
    switch self {
    case .gpx: .gpx
    case .kml: .kml
    default: nil
    }
  }

  /// Whether it has venues and nothing else: no number of them, and no meals.
  var isOfPlacesAlone: Bool {
    self == .geojson || self == .geojsonseq || waypoints != nil
  }

  /// What other rows than venues are written as.
  static let ofRows: [ResultFormat] = [.table, .json, .ndjson, .geojson, .geojsonseq, .csv, .tsv]
}

extension Invocation {
  func format(default standard: ResultFormat = .table) -> ResultFormat {
    chosenFormat.flatMap(ResultFormat.init(rawValue:)) ?? standard
  }

  /// `--format`, `--json` or `--csv`, whichever was given last; else what the ending of `--output`'s
  /// file stands for. `nil` where nothing chooses.
  var chosenFormat: String? {
    // By name: a command may describe an option in words of its own.
    switch last(of: Options.format, Options.json, Options.csv) {
    // Not by way of the table of endings: making it takes 16,000 instructions.
    case Options.json.name: offered.first(where: FileEnding.json.contains)
    case Options.csv.name: ResultFormat.csv.rawValue
    case nil: if case .format(let name) = outputEnding { name } else { nil }
    default: self[Options.format]
    }
  }

  /// Refuses a file whose ending promises what the command does not write, unless a format is named.
  func checkOutputEnding() throws {
    guard last(of: Options.format, Options.json, Options.csv) == nil, outputEnding == .other else {
      return
    }
    throw error(
      Options.output,
      "\(UsageError.show(self[Options.output] ?? "")) has the ending of a format that "
        + "'\(path.joined(separator: " "))' does not write; --format chooses another")
  }

  /// Refuses options that would have no effect on the form of the results, or make none of it.
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
    // Now, and not only where the file is opened: by then there may be notes on the point.
    try checkOutputEnding()
  }

  private var offered: [String] { command.choices(ofOption: Options.format.name) }

  private var outputEnding: FileEnding.Meaning {
    guard let path = self[Options.output], !offered.isEmpty else { return .nothing }
    let packs = command.option(named: ListOptions.gzip.name) != nil
    return FileEnding.meaning(of: path, among: offered, packs: packs)
  }
}

/// Which formats the ending of a file's name stands for.
enum FileEnding {
  /// What `.json` and `--json` stand for.
  static let json = ["json", "geojson", "ndjson"]

  /// Of several formats a command takes the first of its own; none stands for a form that finder
  /// does not write.
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
    /// No format that finder knows.
    case nothing
    case format(String)
    /// A format, but none of those that are offered.
    case other
  }

  /// With `packs`, a `.gz` at the end says only that the file is to be compressed.
  static func meaning(of path: String, among offered: [String], packs: Bool = false) -> Meaning {
    var name = path.lowercased()
    if packs, name.hasSuffix(".gz") { name.removeLast(3) }
    guard let known = formats.first(where: { name.hasSuffix($0.ending) }) else { return .nothing }
    if let format = offered.first(where: known.formats.contains) { return .format(format) }
    // Any table may be kept as text.
    return known.ending == ".txt" ? .nothing : .other
  }
}
