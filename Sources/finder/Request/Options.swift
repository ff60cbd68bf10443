import CommandLineKit
import FinderEngine

/// All shared options. Commands pick the ones they take, and change what differs for them, such as a default
/// or the formats.
enum Options {
  // MARK: The point

  static let latitude = Option(
    "lat", value: "D", summary: "latitude in decimal degrees, -90…90", group: "Point",
    otherWords: "latitude")
  static let longitude = Option(
    "lon", value: "D", summary: "longitude in decimal degrees, -180…180", group: "Point",
    otherWords: "lng long longitude longtitude")
  static let at = Option(
    "at", value: "POINT", summary: "the point as one value, like the argument POINT",
    group: "Point", completes: .points, otherWords: "\(wordsForPoint) from")
  /// What people call it anywhere: 'along' has an option --from.
  static let wordsForPoint =
    "point coords coord coordinates location loc position centre center ll latlon latlng postcode "
    + "post-code zip zipcode place address addr near nearby around in town city area street gps"
  static let outside = Option(
    "outside", value: "WHAT", choices: ["refuse", "clamp", "allow"],
    summary: "what to do with a point outside the UK camera bounds", group: "Point",
    defaultText: "refuse", otherWords: "clamp=clamp allow=allow")

  static let point = [latitude, longitude, at]
  static let chains = [chain, independentsOnly, onePerChain]
  static let visits = [reviewed, minRating, notVisited]
  static let hours = [open, unknownHours]
  /// Filters for which only the last value counts.
  static let filters = [
    radius, within, wayFrom, wayTo, minRating, open, unknownHours, box, polygon, span,
    History.since, History.until,
    History.kind, News.change, BurnOptions.tolerance, Clusters.members, FetchOptions.kinds,
  ]

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
    otherWords: "name names query q search text keyword keywords grep")
  static let condition = Option(
    "where", value: "EXPR",
    summary: "only venues with KEY=VALUE; also !=, <, <=, > and >=, KEY~TEXT, KEY and !KEY",
    group: "Search", isRepeatable: true,
    otherWords:
      "filter if having condition property tag phone=phone website=website")
  static let kind = Option(
    "kind", value: "KINDS", summary: "only pubs, cafes and so on: pub or pub,cafe", group: "Food",
    isRepeatable: true, completes: .kinds, reading: reading(.kind),
    otherWords: "kinds type amenity category")
  static let cuisine = Option(
    "cuisine", value: "CUISINES", summary: "only venues that serve pizza, thai and so on",
    group: "Food", isRepeatable: true, completes: .cuisines, reading: reading(.cuisine),
    otherWords: "cuisines cooking")
  static let diet = Option(
    "diet", value: "DIET",
    summary: "only venues that serve vegan, vegetarian, halal, kosher, gluten_free…; vegan=only",
    group: "Food", isRepeatable: true, completes: .diets,
    reading: reading(.diet, named: true), otherWords: "diets dietary")
  static let with = Option(
    "with", value: "FEATURE",
    summary: "only venues with wheelchair, outdoor, takeaway, delivery, wifi, dogs or highchair",
    group: "Food", isRepeatable: true, completes: .features,
    reading: reading(.feature, named: true), otherWords: "feature features")
  static let wanted = Option(
    "for", value: "TEXT",
    summary: "what you would like, in words: 'vegan pizza', 'dog friendly pub'", group: "Food",
    isEveryday: true, isRepeatable: true, completes: .foods,
    reading: ValueReading(
      joins: { mayJoin($0) && FoodRequest.isOfTables($0) },
      named: { name in
        guard let phrase = FoodPhrase(name), !phrase.saysHow else { return nil }
        return phrase.text
      }),
    otherWords: "food want eat meal dish craving fancy what")
  static let food = [wanted, kind, cuisine, diet, with]

  /// Several words from a table are one value: `--diet gluten free`. With `named`, an option named like a
  /// value means that value: `--vegan`. Names of kinds and cuisines mean `--for` instead.
  private static func reading(_ aspect: FoodAspect, named: Bool = false) -> ValueReading {
    ValueReading(
      joins: { text in
        mayJoin(text)
          && text.split(separator: ",").allSatisfy {
            !FoodLine.called(FoodText.phrase(String($0)), aspect).isEmpty
          }
      },
      named: { name in named ? value(named: name, aspect) : nil })
  }

  /// `gluten_free` for `gluten-free` and `no-gluten`.
  private static func value(named name: String, _ aspect: FoodAspect) -> String? {
    let words = FoodText.words(name)
    let isNegated = words.count == 2 && FoodRequest.negations.contains(words[0])
    let phrase = isNegated ? FoodPhrase(without: words[1]) : FoodPhrase(name)
    return phrase?.lines.first { $0.aspect == aspect }?.value
  }

  /// A word with a capital letter or a digit may be the point: Sandwich is a town.
  private static func mayJoin(_ text: String) -> Bool {
    text.split(separator: " ").dropFirst().allSatisfy { word in
      word.utf8.first.map { !$0.isDigit && !(0x41...0x5A).contains($0) } ?? false
    }
  }
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
    "min-rating", value: "N", summary: "only venues that you rated N or better on average, 1…5",
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

  /// Four numbers separated by spaces.
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

  // MARK: Proof

  static let explain = Option(
    "explain", summary: "say what was left out, which venues tie and what would come next",
    group: "Proof", otherWords: "why reason reasons debug")
  static let verify = Option(
    "verify", summary: "work the answer out again from the dataset's file, and compare",
    group: "Proof", otherWords: "check proof prove verified")
  static let proof = [explain, verify]

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
      "type output-format table=table ndjson=ndjson jsonl=ndjson geojson=geojson geojsonseq=geojsonseq tsv=tsv gpx=gpx kml=kml kmz=kml"
  )
  static let json = Option("json", summary: "the same as --format json", group: "Output")
  static let csv = Option("csv", summary: "the same as --format csv", group: "Output")
  static let noHeader = Option(
    "no-header", summary: "leave out the line of column names in CSV and TSV", group: "Output",
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
    summary: "units of distances in tables and waypoints", group: "Output", defaultText: "metric",
    otherWords:
      "metric=metric km=metric kilometres=metric metres=metric imperial=imperial miles=imperial "
      + "mile=imperial mi=imperial yards=imperial feet=imperial")
  static let colour = Option(
    "color", value: "WHEN", choices: ["auto", "always", "never"], summary: "colour in tables",
    group: "Output", defaultText: "auto",
    otherWords: "colour no-color=never no-colour=never nocolor=never nocolour=never")
  static let noConfig = Option(
    "no-config", summary: "ignore the settings of 'finder config'", group: "Output",
    otherWords: "no-settings no-rc")
  static let exitStatus = Option(
    "exit-status", summary: "exit with 1 if nothing was found", group: "Output",
    otherWords: "fail fail-if-empty")
  static let quiet = Option(
    "quiet", short: "q", summary: "no warnings or notes", group: "Output", isEveryday: true,
    otherWords: "silent no-warnings")

  /// Options of every command that prints results and for which they all have an effect.
  static let results = [
    format, json, csv, noHeader, output, units, colour, noConfig, exitStatus, quiet,
  ]

  static let common = [data, noCache] + results

  /// The same for commands that answer with one document.
  static let document = common.with(formats: [.table, .json, .ndjson])
}

extension [Option] {
  /// The same options, but with these replacing those of the same names.
  func with(_ own: Option...) -> [Option] {
    map { option in own.first { $0.name == option.name } ?? option }
  }

  /// The same options, with these marked as everyday, or as seldom used.
  func everyday(_ own: Option...) -> [Option] { marked(own, isEveryday: true) }
  func seldom(_ others: Option...) -> [Option] { marked(others, isEveryday: false) }

  private func marked(_ options: [Option], isEveryday: Bool) -> [Option] {
    map { option in
      options.contains { $0.name == option.name } ? option.with(isEveryday: isEveryday) : option
    }
  }

  func without(_ others: Option...) -> [Option] {
    let left = filter { option in !others.contains { $0.name == option.name } }
    // --no-config has an effect only if one of these options does.
    let set = [Options.units, Options.colour, Options.data].map(\.name)
    return left.contains { set.contains($0.name) }
      ? left : left.filter { $0.name != Options.noConfig.name }
  }

  /// The same options with fewer formats.
  func with(
    formats: [ResultFormat], default standard: ResultFormat = .table, summary: String? = nil
  ) -> [Option] {
    let hasCells = formats.contains { $0.delimited != nil }
    let cellOptions = [Options.csv.name, Options.noHeader.name]
    let format = Options.format.with(
      choices: formats.map(\.rawValue), summary: summary,
      defaultText: "by the ending of --output, else \(standard.rawValue)")
    let json =
      formats.contains(.json)
      ? Options.json : Options.json.with(summary: "the same as --format ndjson")
    let hasWaypoints = formats.contains { $0.waypoints != nil }
    let units =
      hasWaypoints ? Options.units : Options.units.with(summary: "units of distances in tables")
    return filter { hasCells || !cellOptions.contains($0.name) }.with(format, json, units)
  }
}
