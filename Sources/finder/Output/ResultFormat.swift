import CommandLineKit
import FinderEngine

enum ResultFormat: String, CaseIterable {
  case table
  case json
  case ndjson
  case geojson
  case geojsonseq
  case csv
  case tsv

  /// How its cells are separated and quoted; `nil` where there are none.
  var delimited: DelimitedStyle? {
    switch self {
    case .csv: .csv
    case .tsv: .tsv
    default: nil
    }
  }
}

extension Invocation {
  /// `--format`, or `--json`, whichever was given last.
  func format(default standard: ResultFormat = .table, json: ResultFormat = .json) -> ResultFormat {
    // By name: a command may describe the option in words of its own.
    guard last(of: Options.format, Options.json)?.name != Options.json.name else { return json }
    return self[Options.format].flatMap(ResultFormat.init(rawValue:)) ?? standard
  }
}
