import CommandLineKit
import FinderEngine

/// Options for commands that read lists and write datasets.
enum ListOptions {
  static let latitudeColumn = Option(
    "lat-column", value: "NAME", summary: "the column or key with the latitude", group: "List")
  static let longitudeColumn = Option(
    "lon-column", value: "NAME", summary: "the column or key with the longitude", group: "List")
  static let nameColumn = Option(
    "name-column", value: "NAME", summary: "the column or key that becomes 'name'", group: "List",
    isEveryday: true)
  static let postcodeColumn = Option(
    "postcode-column", value: "NAME", summary: "the column or key that becomes 'postcode'",
    group: "List", isEveryday: true)
  static let encoding = Option(
    "encoding", value: "ENCODING", choices: ["utf8", "latin1"],
    summary: "the encoding of text in CSV, TSV and XML", group: "List", defaultText: "utf8")
  static let tsvEscapes = Option(
    "tsv-escapes",
    summary:
      "read TSV as written by jq, databases and finder: \\t, \\n and \\\\ are escapes, quotes are text",
    group: "List")
  static let businessType = Option(
    "business-type", value: "TYPE", summary: "only venues of this BusinessType", group: "List",
    isRepeatable: true)

  static let precision = Option(
    "precision", value: "N", summary: "round positions to N decimals; 4 decimals are 11 metres",
    group: "Changes", isEveryday: true)
  static let sort = Option(
    "sort", summary: "order venues by name, then postcode, then position", group: "Changes",
    isEveryday: true)
  static let dedupe = Option(
    "dedupe", summary: "keep only the first venue of each name and postcode", group: "Changes",
    isEveryday: true)
  static let spread = Option(
    "spread", summary: "move venues on the same spot apart, by at most 25 metres", group: "Changes")
  static let seed = Option(
    "seed", value: "N", summary: "choose other random places for --spread", group: "Changes",
    defaultText: "1")
  static let gzip = Option(
    "gzip", summary: "compress the output; so does a FILE ending in .gz", group: "Output",
    isEveryday: true)
  static let format = Options.format.with(
    choices: ListFormat.allCases.map(\.rawValue), summary: "the form to write",
    defaultText: "by the ending of --output, else geojson")

  static let writing = [
    precision, sort, dedupe, spread, seed, format, Options.csv, gzip, Options.output,
    Options.quiet,
  ]
}

extension Invocation {
  func listOutput() throws -> ListOutput {
    try checkOutputEnding()
    guard has(ListOptions.spread) || !has(ListOptions.seed) else {
      throw error(ListOptions.seed, "has no effect without --spread")
    }
    let seed = try whole(ListOptions.seed, 0...UInt64.max) ?? 1
    var output = ListOutput(format: chosenFormat.flatMap(ListFormat.init(rawValue:)) ?? .geojson)
    output.isPacked =
      has(ListOptions.gzip) || self[Options.output]?.lowercased().hasSuffix(".gz") ?? false
    output.precision = try whole(ListOptions.precision, 0...15)
    output.sorts = has(ListOptions.sort)
    output.dropsDuplicates = has(ListOptions.dedupe)
    output.spreadSeed = has(ListOptions.spread) ? seed : nil
    return output
  }

  func positionNames() throws -> PositionNames {
    let (latitude, longitude) = (ListOptions.latitudeColumn, ListOptions.longitudeColumn)
    guard has(latitude) == has(longitude) else {
      let (given, other) = has(latitude) ? (latitude, longitude) : (longitude, latitude)
      throw error(given, "needs \(other.flag) as well")
    }
    return PositionNames(latitude: self[latitude], longitude: self[longitude])
  }

  var encoding: TextSource.Encoding { self[ListOptions.encoding] == "latin1" ? .latin1 : .utf8 }

  func listInput() throws -> ListInput {
    var input = ListInput()
    input.position = try positionNames()
    input.name = self[ListOptions.nameColumn]
    input.postcode = self[ListOptions.postcodeColumn]
    input.businessTypes = values(ListOptions.businessType)
    input.hasEscapes = has(ListOptions.tsvEscapes)
    return input
  }
}
