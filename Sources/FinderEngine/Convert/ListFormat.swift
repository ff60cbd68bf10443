/// The forms that lists are written in.
package enum ListFormat: String, CaseIterable, Sendable {
  case geojson
  case geojsonseq
  case ndjson
  case csv

  /// By the ending of a file's name, without regard to `.gz`.
  package init?(ending path: String) {
    var name = path.lowercased()
    if name.hasSuffix(".gz") { name.removeLast(3) }
    let endings: [(String, ListFormat)] = [
      (".geojson", .geojson), (".geojsonl", .geojsonseq), (".geojsonseq", .geojsonseq),
      (".geojsons", .geojsonseq), (".ndjson", .ndjson), (".jsonl", .ndjson), (".csv", .csv),
    ]
    guard let format = endings.first(where: { name.hasSuffix($0.0) })?.1 else { return nil }
    self = format
  }
}
