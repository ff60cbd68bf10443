/// The forms that lists are written in.
package enum ListFormat: String, CaseIterable, Sendable {
  case geojson
  case geojsonseq
  case ndjson
  case csv
}
