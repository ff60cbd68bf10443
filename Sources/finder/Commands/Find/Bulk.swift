import CommandLineKit
import FinderEngine
import FinderLists

enum Bulk {
  private static let file = Argument(
    "FILE", isRequired: false, isPath: true, summary: "the points; standard input by default")
  private static let jobs = Option(
    "jobs", short: "j", value: "N", summary: "use N threads; the output is the same for any N",
    group: "Stream", defaultText: "the number of processors",
    otherWords: "threads workers parallel cores")
  private static let strict = Option(
    "strict", summary: "stop at the first bad line", group: "Stream")
  private static let count = Options.count.with(
    summary: "print how many venues are within the radius, instead of the venues")

  private static let radius = Options.radius.with(
    summary: Options.radius.summary + "; with --count also several: 400,800")

  private static let latitudeColumn = ListOptions.latitudeColumn.with(group: "Stream")
  private static let longitudeColumn = ListOptions.longitudeColumn.with(group: "Stream")
  private static let pointColumn = Option(
    "point-column", value: "NAME",
    summary: "the column or key with points in words, such as postcodes", group: "Stream",
    isEveryday: true,
    otherWords: "postcode-column address-column place-column")
  private static let encoding = ListOptions.encoding.with(
    summary: "the encoding of CSV and TSV", group: "Stream")
  private static let tsvEscapes = ListOptions.tsvEscapes.with(group: "Stream")

  static let command = Command.command(
    "bulk", summary: "the nearest venues to each point of a stream, in input order",
    otherWords: "batch stream",
    heading: CommandHeading.programs, exits: [.nothingFound, .outsideCamera],
    about: """
      Points are read as CSV, TSV or columns separated by spaces, either with a header that names lat \
      and lon or with the latitude first. They may also be JSON: objects with lat and lon or GeoJSON \
      features, one a line, in an array or in a FeatureCollection. Text is UTF-8 or UTF-16, plain or \
      gzip. 'finder help lists' says which columns count. Every other column or key is repeated in the \
      answer. A line without a valid point gets an error instead of an answer, and finder then exits \
      with 65.

      If there is no latitude or no longitude, points may be in words: postcodes, places or any other \
      form of 'finder help points'. They are read from a column or key called point, postcode, \
      postal_code, place, location or grid_ref, or from the column of --point-column. \
      Answers then say what was searched: JSON under "place" (an input's own place is repeated as \
      place_2), CSV and TSV in the last columns, place_precision, searched_lat and searched_lon.

      With --format geojson each venue is a feature, with the input's columns, those that CSV adds, \
      and the venue's own properties. With --count, --radius may have several distances, each with a \
      count of its own.
      """,
    usage: ["[FILE] [OPTIONS]"],
    examples: """
      finder bulk points.csv # the nearest venue to each point, one JSON object a line
      finder bulk --limit 3 --format csv < points.csv # the nearest three, one row each
      finder bulk points.csv --radius 1mi --count # how many venues are within a mile
      finder bulk points.csv --radius 400,800 --count --csv # within 400 and within 800 metres
      finder bulk points.csv --output nearest.geojson # for a map
      echo '51.5074 -0.1278' | finder bulk # columns may be separated by spaces
      printf 'name,postcode\\nAnn,WC1B 2JS\\n' | finder bulk --csv # a list with postcodes
      parallel --pipe --header : --keep-order finder bulk --jobs 1 < points.csv # a part of the input
        for each of many processes; see 'finder help shells'
      """,
    options: ([
      Options.limit.with(defaultText: "1"), radius, Options.match,
      Options.condition, Options.chain, Options.independentsOnly, Options.onePerChain,
      Options.open, Options.unknownHours, count,
      Options.outside.with(defaultText: "allow"), jobs, strict,
      latitudeColumn, longitudeColumn, pointColumn, encoding, tsvEscapes,
    ] + Options.food
      + Options.common.with(
        formats: [.ndjson, .csv, .tsv, .geojson], default: .ndjson,
        summary: "how answers are printed (gpx and kml cannot say which point a venue belongs to)"
      )
      .without(Options.units, Options.colour) + [Options.fields])
      .everyday(Options.fields).seldom(Options.match, Options.chain),
    arguments: [file],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let diagnostics = invocation.diagnostics
    try invocation.checkResultOptions(default: .ndjson)
    let request = try Request(invocation)
    let data = SearchData(invocation)
    let source = try data.source()
    let input = try openPoints(invocation)
    let output = try Output(invocation, inputs: [source.path, invocation.path(file) ?? "-"])
    if let note = request.filters.openNote { diagnostics.note(note) }

    // Check all the data first: answers are written long before the end of the input.
    let (store, query, chainNotes) = try request.narrowed(data)
    let points = StreamPoints(invocation, data, saysPlaces: request.format.saysPlaces)
    let fields = request.fields(of: store)
    let stream = BulkStream(
      store, query, settings: request.settings(fields, lookup: points),
      isStrict: invocation.has(strict), jobs: request.jobs, named: input.name)
    var complaints = Complaints(diagnostics: diagnostics, name: input.name)
    let summary = try stream.run(
      from: input.descriptor,
      write: {
        try points.refuseFailure()
        try output.write($0)
      },
      fault: { complaints.add($0) })
    complaints.finish(summary)
    if !diagnostics.isQuiet {
      let notes = request.notes(on: summary, query, fields, in: store) + chainNotes
      for note in notes { diagnostics.note(note) }
    }
    try data.refuseDamage()
    if !summary.stoppedEarly { try output.finish() }
    let end: ExitCode =
      summary.badRecords > 0
      ? .badData : summary.refusals > 0 ? .outsideCamera : invocation.exitCode(found: summary.found)
    return try data.keep(closing: output, before: end)
  }

  /// What is asked, read from the command line once. Opens no file.
  private struct Request {
    let invocation: Invocation
    let format: BulkSettings.Format
    let countsOnly: Bool
    /// The circles of `--radius`.
    let circles: [(name: String, radius: Radius)]
    /// `nil` for all.
    let limit: Int?
    let outside: OutsidePolicy
    let position: PositionNames
    let filters: Filters
    let additions: VenueAdditions
    let fields: VenueFields?
    let jobs: Int

    init(_ invocation: Invocation) throws {
      self.invocation = invocation
      countsOnly = invocation.has(Options.count)
      let format = invocation.format(default: .ndjson)
      self.format =
        format.delimited.map { .delimited($0) } ?? (format == .geojson ? .geojson : .ndjson)
      circles = try invocation.circles()
      limit = try invocation.limit(default: 1)
      outside = invocation.outsidePolicy(default: .allow)
      position = try Bulk.positionNames(invocation)
      filters = try Filters(invocation)
      additions = VenueAdditions(
        open: filters.open, food: filters.food == nil ? nil : FoodAddition())
      fields = try SearchRequest.fields(invocation, ofStream: true)
      jobs =
        try invocation.whole(Bulk.jobs, 1...256)
        ?? max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
    }

    /// The query of each point, and notes on its chains. Several circles are counted in one after another.
    func narrowed(
      _ data: SearchData
    ) throws -> (store: VenueStore, query: Query, chainNotes: [String]) {
      let (filters, limit) = (filters, limit)
      let area: Query.Area =
        circles.count == 1 ? .circle(radius: circles[0].radius.metres) : .everywhere
      return try data.answerMany(byName: filters.chains != nil, byFood: filters.food != nil) {
        venues in
        var query = filters.query(
          from: Coordinate(latitude: 0, longitude: 0), area: area, limit: limit)
        query.chains = try filters.chains?.filter(by: venues.names().chains)
        query.food = filters.food.map { FoodFilter($0.request, venues.food()) }
        return (
          venues.store, query, filters.chains?.notes(in: venues.names(), .metric) ?? []
        )
      }
    }

    func fields(of store: VenueStore) -> VenueFields? {
      fields?.without(BulkSettings.ownColumns(outside: outside), of: store)
    }

    func settings(_ fields: VenueFields?, lookup: StreamPoints) -> BulkSettings {
      BulkSettings(
        format: format,
        circles: circles.count > 1 ? circles.map { ($0.name, $0.radius.metres) } : [],
        countsOnly: countsOnly, outside: outside, fields: fields, additions: additions.all,
        hasHeader: invocation.hasHeader, position: position, encoding: invocation.encoding,
        hasEscapes: invocation.has(tsvEscapes), lookup: lookup)
    }

    /// Notes on all answers.
    func notes(
      on summary: BulkStream.Summary, _ query: Query, _ fields: VenueFields?, in store: VenueStore
    ) -> [String] {
      var notes = format.saysPlaces ? [] : [PrecisionNote(summary).text].compactMap { $0 }
      notes += unknownKeys(
        in: query.conditions, fields, of: store, found: summary.found,
        columns: VenueWriter.columns + additions.names)
      var (all, isExplained) = (query, false)
      (all.area, all.limit) = (.everywhere, nil)
      // A branch left out at one point may be in the answer to another.
      all.chains = query.chains?.ofAllBranches
      notes += AnswerScope(ofStream: all, found: summary.found, in: store).notes(
        filters.open, isTable: false, &isExplained)
      if summary.found == 0, circles.count == 1, let note = circles[0].radius.note {
        notes.append(note)
      }
      return notes
    }
  }

  private static func positionNames(_ invocation: Invocation) throws -> PositionNames {
    var names = try invocation.positionNames()
    names.point = invocation[pointColumn]
    guard names.point == nil || names.latitude == nil else {
      throw invocation.error(pointColumn, "cannot be combined with --lat-column")
    }
    return names
  }

  private static func openPoints(_ invocation: Invocation) throws -> (
    descriptor: CInt, name: String
  ) {
    guard let path = invocation.path(file), path != "-" else {
      try invocation.claimStandardInput(for: "points")
      return (STDIN_FILENO, "standard input")
    }
    let descriptor = path.open(O_RDONLY)
    guard descriptor >= 0 else { throw FileError.unreadable(path: "\(path)", errno: errno) }
    return (descriptor, "\(path)")
  }
}

/// How exact the points are: a note if some of them are only approximate.
private struct PrecisionNote {
  private let counts: [(precision: PointPrecision, points: Int)]

  init(_ summary: BulkStream.Summary) {
    counts = PointPrecision.allCases.map { ($0, summary.points($0)) }.filter { $0.points > 0 }
  }

  /// `nil` if none is approximate.
  var text: String? {
    let guesses: [PointPrecision] = [.venues, .sector, .district]
    guard counts.contains(where: { guesses.contains($0.precision) }) else { return nil }
    let all = counts.reduce(0) { $0 + $1.points }
    let parts = counts.map { "\(grouped($0.points)) \(Self.words($0.precision))" }
    return "\(grouped(all)) point\(all == 1 ? "" : "s"): \(parts.joined(separator: ", ")); "
      + "'finder help gazetteer' makes them exact"
  }

  private static func words(_ precision: PointPrecision) -> String {
    switch precision {
    case .degrees: "in degrees"
    case .unit: "by postcode"
    case .venues: "by postcode (mean of the venues there)"
    case .sector: "by sector"
    case .district: "by district"
    case .place: "by place"
    case .cell: "by plus code"
    case .square: "by grid square"
    }
  }
}

extension Invocation {
  /// The distances of `--radius`, each as it was typed. More than one needs `--count`.
  fileprivate func circles() throws -> [(name: String, radius: Radius)] {
    guard let text = self[Options.radius] else { return [] }
    guard text.utf8.contains(UInt8(ascii: ",")) else {
      return [(text, try radius(text, of: Options.radius))]
    }
    var circles: [(name: String, radius: Radius)] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = trimmed(part)
      guard !circles.contains(where: { $0.name == name }) else {
        throw error(Options.radius, "\(UsageError.show(text)) has \(name) twice")
      }
      circles.append((name, try radius(name, of: Options.radius)))
    }
    guard has(Options.count) else {
      throw error(
        Options.radius, "\(UsageError.show(text)) is several distances, which need --count")
    }
    return circles
  }
}

/// Reports lines without an answer: the first ten, then how many more there were.
private struct Complaints {
  let diagnostics: Diagnostics
  /// The name of the input.
  let name: String
  var count = 0

  private static let mostSaid = 10

  mutating func add(_ fault: BulkFault) {
    count += 1
    guard count <= Self.mostSaid else { return }
    let (line, column) = fault.place
    diagnostics.say("\(name): line \(line), column \(column): \(fault.problem)")
  }

  func finish(_ summary: BulkStream.Summary) {
    if count > Self.mostSaid {
      diagnostics.say("and \(counted(count - Self.mostSaid, "more line")) without an answer")
    }
    if summary.swappedPoints > 0 {
      diagnostics.note(
        "are latitude and longitude swapped? \(counted(summary.swappedPoints, "point")) outside the "
          + "camera bounds would then be inside")
    }
    if summary.zeroPoints > 0 {
      diagnostics.note(
        "\(counted(summary.zeroPoints, "point")) \(summary.zeroPoints == 1 ? "is" : "are") at 0,0, which "
          + "is usually a missing position")
    }
    if summary.droppedMembers > 0 {
      diagnostics.note(
        "left out \(counted(summary.droppedMembers, "value")) under keys that the first line does not have; "
          + "--format ndjson keeps them")
    }
  }
}
