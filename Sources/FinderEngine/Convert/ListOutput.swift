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

/// How a list is to be written.
package struct ListOutput: Sendable {
  package var format: ListFormat
  package var isPacked = false
  /// Decimals of positions.
  package var precision: Int?
  package var sorts = false
  package var dropsDuplicates = false
  /// The seed by which venues on one spot are moved apart.
  package var spreadSeed: UInt64?

  package init(format: ListFormat = .geojson) { self.format = format }
}

/// What became of the records.
package struct ListTally: Equatable, Sendable {
  package var written = 0
  package var withoutPosition = 0
  package var duplicates = 0
  package var moved = 0
  /// Members beside the properties of GeoJSON features, for which the format has no place.
  package var membersLost = 0
}
