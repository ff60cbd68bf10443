import CommandLineKit
import FinderEngine

/// Every shared option. Commands list those they take, and change what differs for them, such as a
/// default or a list of formats.
enum Options {
  // MARK: The point

  static let latitude = Option(
    "lat", value: "D", summary: "latitude in decimal degrees, -90…90", group: "Point",
    otherWords: "latitude")
  static let longitude = Option(
    "lon", value: "D", summary: "longitude in decimal degrees, -180…180", group: "Point",
    otherWords: "lng long longitude longtitude")
  static let at = Option(
    "at", value: "POINT", summary: "the point in one, as the argument POINT", group: "Point",
    completes: .points,
    otherWords:
      "point coords coord coordinates location loc position centre center ll latlon latlng postcode "
      + "post-code zip zipcode place address addr near nearby around in from town city area street gps"
  )
  static let outside = Option(
    "outside", value: "WHAT", choices: ["refuse", "clamp", "allow"],
    summary: "what to do with a point outside the UK camera bounds", group: "Point",
    defaultText: "refuse", otherWords: "clamp=clamp allow=allow")

  static let point = [latitude, longitude, at]
  static let chains = [chain, independentsOnly, onePerChain]
  static let visits = [reviewed, minRating, notVisited]
  static let hours = [open, unknownHours]
  /// Filters of which only the last value counts.
  static let filters = [radius, minRating, open, box, polygon, span]

  /// Two bare numbers are one point; anything else is one word.
  static let pointArgument = Argument(
    "POINT", isRequired: false, mostWords: 2, completes: .points, joins: PointRequest.joined,
    summary:
      "degrees such as 51.5,-0.12, a postcode, a place, a saved point, a grid reference or a link")

  // MARK: The search

  static let limit = Option(
    "limit", short: "n", value: "N", summary: "at most N venues; 0 for all", group: "Search",
    isEveryday: true, defaultText: "10",
    otherWords: "max max-results maximum top first results number num how-many")
  static let match = Option(
    "match", short: "m", value: "TEXT",
    summary: "only venues whose names have words beginning with those of TEXT", group: "Search",
    isEveryday: true, isRepeatable: true,
    otherWords: "name names query q search text keyword keywords food what grep")
  static let condition = Option(
    "where", value: "EXPR",
    summary: "only venues with KEY=VALUE; also !=, <, <=, > and >=, KEY~TEXT, KEY and !KEY",
    group: "Search", isEveryday: true, isRepeatable: true,
    otherWords:
      "filter if having condition property tag cuisine=cuisine= type=amenity= kind=amenity= "
      + "amenity=amenity= category=amenity= vegan=diet:vegan=yes vegetarian=diet:vegetarian=yes "
      + "veggie=diet:vegetarian=yes halal=diet:halal=yes kosher=diet:kosher=yes "
      + "gluten-free=diet:gluten_free=yes wheelchair=wheelchair=yes accessible=wheelchair=yes "
      + "takeaway=takeaway=yes take-away=takeaway=yes delivery=delivery=yes "
      + "outdoor=outdoor_seating=yes outside-seating=outdoor_seating=yes phone=phone website=website"
  )
  static let chain = Option(
    "chain", value: "NAME", summary: "only the branches of a chain, in any spelling",
    group: "Search", isEveryday: true, isRepeatable: true, completes: .names,
    otherWords: "brand branch")
  static let independentsOnly = Option(
    "independents-only", summary: "only venues that belong to no chain", group: "Search",
    otherWords: "independent independents no-chains")
  static let onePerChain = Option(
    "one-per-chain", summary: "only the nearest branch of each chain", group: "Search",
    otherWords: "unique distinct dedupe")
  static let reviewed = Option(
    "reviewed", summary: "only venues that you reviewed", group: "Search")
  static let minRating = Option(
    "min-rating", value: "N", summary: "only venues that you rated N or better in the mean, 1…5",
    group: "Search", otherWords: "rating rated stars min-stars")
  static let notVisited = Option(
    "not-visited", summary: "only venues without a visit or a review of yours", group: "Search",
    otherWords: "new unvisited")
  static let unknownHours = Option(
    "unknown-hours", value: "WHAT", choices: ["drop", "keep"],
    summary: "with --open, what to do with venues whose hours are missing or unreadable",
    group: "Search", defaultText: "drop")
  static let box = Option(
    "bbox", value: "W,S,E,N",
    summary: "a box; if west is greater than east, it crosses the antimeridian", group: "Search",
    reading: ValueReading(joins: { Self.isBox($0) }, corrected: { Self.withCommas($0) }),
    otherWords: "box bounds bounding-box extent rect")

  /// Four numbers with spaces between.
  private static func isBox(_ text: String) -> Bool { withCommas(text) != nil }

  private static func withCommas(_ text: String) -> String? {
    let numbers = text.split { $0 == " " || $0 == "," }
    guard numbers.count == 4, text.contains(" "),
      numbers.allSatisfy({ DecimalNumber.parse(String($0)) != nil })
    else { return nil }
    return numbers.joined(separator: ",")
  }

  static let polygon = Option(
    "polygon", value: "FILE", summary: "the polygons of a GeoJSON file; - for standard input",
    group: "Search", isPath: true, completes: .datasets)
  static let span = Option(
    "span", value: "SPAN",
    summary: "a map view: low, middle, high, or height and width in degrees", group: "Search",
    completes: .spans,
    otherWords: "view viewport")
  static let count = Option(
    "count", summary: "print only how many there are", group: "Search", isEveryday: true,
    otherWords: "total number-of")

  // MARK: The data

  static let data = Option(
    "data", short: "d", value: "PATH", summary: "GeoJSON, plain or gzip; - for standard input",
    group: "Data", isPath: true, completes: .datasets, otherWords: "dataset file input source db"
  )
  static let noCache = Option(
    "no-cache", summary: "neither use nor keep a snapshot of the dataset", group: "Data")

  // MARK: Output

  static let format = Option(
    "format", short: "f", value: "FORMAT", choices: ResultFormat.allCases.map(\.rawValue),
    summary: "how results are printed", group: "Output", isEveryday: true,
    defaultText: "by the ending of --output, else table",
    otherWords:
      "type output-format table=table ndjson=ndjson jsonl=ndjson geojson=geojson geojsonseq=geojsonseq tsv=tsv"
  )
  static let json = Option("json", summary: "the same as --format json", group: "Output")
  static let csv = Option("csv", summary: "the same as --format csv", group: "Output")
  static let noHeader = Option(
    "no-header", summary: "no line of column names in CSV and TSV", group: "Output",
    otherWords: "skip-header headerless")
  static let output = Option(
    "output", short: "o", value: "FILE", summary: "write to FILE, whole or not at all",
    group: "Output", isEveryday: true, isPath: true, otherWords: "out outfile save save-as")
  static let fields = Option(
    "fields", value: "NAMES",
    summary: "these columns or keys, in this order: id,name,distance_m,cuisine", group: "Output",
    completes: .fields,
    otherWords: "columns cols column select properties props keys")
  static let units = Option(
    "units", value: "UNITS", choices: ["metric", "imperial"],
    summary: "units of distances in tables", group: "Output", defaultText: "metric",
    otherWords:
      "metric=metric km=metric kilometres=metric metres=metric imperial=imperial miles=imperial "
      + "mile=imperial mi=imperial yards=imperial feet=imperial")
  static let colour = Option(
    "color", value: "WHEN", choices: ["auto", "always", "never"], summary: "colour in tables",
    group: "Output", defaultText: "auto",
    otherWords: "colour no-color=never no-colour=never nocolor=never nocolour=never")
  static let noConfig = Option(
    "no-config", summary: "without the settings of 'finder config'", group: "Output",
    otherWords: "no-settings no-rc")
  static let exitStatus = Option(
    "exit-status", summary: "exit with 1 if nothing was found", group: "Output",
    otherWords: "fail fail-if-empty")
  static let quiet = Option(
    "quiet", short: "q", summary: "no warnings or notes", group: "Output", isEveryday: true,
    otherWords: "silent no-warnings")

  /// The options of every command that prints results, if all of them have an effect there.
  static let results = [
    format, json, csv, noHeader, output, units, colour, noConfig, exitStatus, quiet,
  ]

  static let common = [data, noCache] + results

  /// The same of the commands that answer with one document.
  static let document = common.with(formats: [.table, .json, .ndjson])
}

extension [Option] {
  /// The same, with these in place of the options of the same names.
  func with(_ own: Option...) -> [Option] {
    map { option in own.first { $0.name == option.name } ?? option }
  }

  /// The same, with these marked as everyday options or not.
  func everyday(_ own: Option...) -> [Option] { marked(own, isEveryday: true) }
  func seldom(_ others: Option...) -> [Option] { marked(others, isEveryday: false) }

  private func marked(_ options: [Option], isEveryday: Bool) -> [Option] {
    map { option in
      options.contains { $0.name == option.name } ? option.with(isEveryday: isEveryday) : option
    }
  }

  func without(_ others: Option...) -> [Option] {
    let left = filter { option in !others.contains { $0.name == option.name } }
    // The settings have an effect if these options do.
    let set = [Options.units, Options.colour, Options.data].map(\.name)
    return left.contains { set.contains($0.name) }
      ? left : left.filter { $0.name != Options.noConfig.name }
  }

  /// The same with fewer formats.
  func with(formats: [ResultFormat], default standard: ResultFormat = .table) -> [Option] {
    let hasCells = formats.contains { $0.delimited != nil }
    let cellOptions = [Options.csv.name, Options.noHeader.name]
    let format = Options.format.with(
      choices: formats.map(\.rawValue),
      defaultText: "by the ending of --output, else \(standard.rawValue)")
    let json =
      formats.contains(.json)
      ? Options.json : Options.json.with(summary: "the same as --format ndjson")
    return filter { hasCells || !cellOptions.contains($0.name) }.with(format, json)
  }
}
