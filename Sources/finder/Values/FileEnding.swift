import FinderEngine

/// Which formats the ending of a file's name stands for.
enum FileEnding {
  /// What `.json` and `--json` stand for.
  static let json = ["json", "geojson", "ndjson"]

  /// Of several formats a command takes the first that it offers; none stands for a form that finder
  /// does not write.
  private static let formats: [(ending: String, formats: [String])] = [
    (".json", json), (".ndjson", ["ndjson"]), (".jsonl", ["ndjson"]),
    (".geojson", ["geojson"]), (".geojsonl", ["geojsonseq"]), (".geojsons", ["geojsonseq"]),
    (".geojsonseq", ["geojsonseq"]), (".csv", ["csv"]), (".tsv", ["tsv"]), (".tab", ["tsv"]),
    (".gz", []), (".zip", []), (".xml", []), (".kml", []), (".kmz", []), (".gpx", []),
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
    if let format = known.formats.first(where: offered.contains) { return .format(format) }
    // Any table may be kept as text.
    return known.ending == ".txt" ? .nothing : .other
  }
}
