import CommandLineKit
import FinderEngine
import FinderLists

enum FetchOptions {
  static let source = Argument(
    "SOURCE", choices: FetchSource.allCases.map(\.rawValue),
    summary: "which source to ask; both may be named")
  /// The words after the first: perhaps a second source, and a point.
  static let point = Argument(
    Options.pointArgument.name, isRequired: false, mostWords: 3, completes: .points,
    joins: PointRequest.joined, summary: Options.pointArgument.summary)

  static let at = Options.at.with(
    summary: "the point as one value; repeat it for several circles", group: "Area",
    isRepeatable: true)
  static let radius = Options.radius.with(
    summary: "venues within D of the point: 800, 800m, 1.5km or 5mi", group: "Area",
    defaultText: RealVenues.radius.text)
  static let box = Options.box.with(
    summary: "venues in a box", group: "Area", isEveryday: true, isRepeatable: true)
  static let authority = Option(
    "authority", value: "NAME", summary: "all venues that a local authority rates; hygiene only",
    group: "Area", isEveryday: true, isRepeatable: true,
    otherWords: "council local-authority district")
  static let kinds = Option(
    "kinds", value: "KINDS",
    summary: "any of "
      + FetchKind.allCases.map(\.rawValue).joined(separator: ", ") + "; separated by commas",
    group: "Area", isEveryday: true,
    defaultText: FetchKind.usual.map(\.rawValue).joined(separator: ","),
    otherWords: "kind amenity amenities types")
  static let includesPrivate = Option(
    "private", summary: "also places tagged access=private or no, such as canteens; osm only",
    group: "Area",
    otherWords: "access include-private")
  static let server = Option(
    "server", value: "URL",
    summary: "ask another server; osm=URL or hygiene=URL where both are asked",
    group: "Fetching", isRepeatable: true, otherWords: "url endpoint api")
  static let timeout = Option(
    "timeout", value: "SECONDS", summary: "give up after this time", group: "Fetching",
    defaultText: "300")
  static let dryRun = Option(
    "dry-run", summary: "print what would be asked, and send nothing", group: "Fetching",
    isEveryday: true,
    otherWords: "dry show-query")
  static let install = Option(
    "install", summary: "make it the dataset that queries use", group: "Output", isEveryday: true,
    otherWords: "use")
  static let force = Option(
    "force", summary: "install even if more than half of the installed venues would be gone",
    group: "Fetching")

  static let all =
    [
      radius, at, Options.latitude.with(group: "Area"), Options.longitude.with(group: "Area"), box,
      authority, kinds, includesPrivate, server, timeout, dryRun, force, install,
      Options.output.with(summary: "write GeoJSON to FILE, whole or not at all"),
      Options.exitStatus.with(
        summary: "exit with 1 if nothing was found, or with --install nothing changed"),
      Options.quiet,
    ]
}

extension Invocation {
  /// From a thousandth of a second to a day.
  func seconds(_ option: Option, default standard: Double) throws -> Double {
    guard let seconds = try number(option) else { return standard }
    guard seconds >= 0.001, seconds <= 86_400 else {
      throw error(option, "\(shown(seconds)) is out of range (0.001…86400)")
    }
    return seconds
  }

  func fetchRequest() throws -> FetchRequest {
    var words = self.words(FetchOptions.point)
    var sources = [self[FetchOptions.source]].compactMap { $0.flatMap(FetchSource.init(rawValue:)) }
    while let word = words.first, let source = FetchSource(rawValue: word.text) {
      sources.append(source)
      words = words.dropFirst()
    }
    let kinds = try fetchKinds()
    let servers = try fetchServers(sources)
    let authorities = values(FetchOptions.authority)
    guard authorities.isEmpty || sources.contains(.hygiene) else {
      throw error(
        FetchOptions.authority, "has no effect: only the hygiene ratings have authorities")
    }
    guard authorities.allSatisfy({ !trimmed($0[...]).isEmpty }) else {
      throw error(FetchOptions.authority, "is empty: expected the name of an authority")
    }
    guard !has(FetchOptions.includesPrivate) || sources.contains(.osm) else {
      throw error(FetchOptions.includesPrivate, "has no effect: only osm says what is private")
    }
    let areas = try fetchAreas(words, of: sources)
    guard !areas.isEmpty || !authorities.isEmpty else {
      throw error(
        "expected a point, or --bbox W,S,E,N, or for hygiene --authority NAME; for example: "
          + "finder data fetch \(sources.map(\.rawValue).joined(separator: " ")) London")
    }
    guard !areas.isEmpty || !sources.contains(.osm) else {
      throw error("osm has no authorities: it needs a point, or --bbox W,S,E,N")
    }
    guard areas.count + authorities.count <= FetchRequest.mostParts else {
      throw error("at most \(FetchRequest.mostParts) areas and authorities can be fetched together")
    }
    let request = FetchRequest(
      sources: sources, kinds: kinds, areas: areas, authorities: authorities, servers: servers,
      includesPrivate: has(FetchOptions.includesPrivate))
    guard request.squareKilometres <= FetchArea.mostInAll else { throw tooLarge(request) }
    guard request.text.utf8.count <= FetchRequest.mostText else {
      throw error("the request is too long to be recorded")
    }
    return request
  }

  func fetchKinds() throws -> [FetchKind] {
    guard let text = self[FetchOptions.kinds] else { return FetchKind.usual }
    return try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let word = trimmed(part)
      if let kind = FetchKind(rawValue: word) { return kind }
      let near = Misspelling.closest(to: word, among: FetchKind.allCases) { $0.rawValue }
      let hint = near.map { "; did you mean '\($0.rawValue)'?" } ?? ""
      throw error(FetchOptions.kinds, "\(UsageError.show(word)) is not a kind of venue\(hint)")
    }
  }

  private func fetchServers(_ sources: [FetchSource]) throws -> [FetchSource: WebAddress] {
    var servers: [FetchSource: WebAddress] = [:]
    for text in values(FetchOptions.server) {
      let named = FetchSource.allCases.first { text.hasPrefix("\($0.rawValue)=") }
      guard let source = named ?? (sources.count == 1 ? sources[0] : nil) else {
        throw error(FetchOptions.server, "must name the source: osm=URL or hygiene=URL")
      }
      guard sources.contains(source) else {
        throw error(FetchOptions.server, "has no effect: \(source.rawValue) is not asked")
      }
      let url = String(text.dropFirst(named == nil ? 0 : source.rawValue.count + 1))
      guard let address = WebAddress(url) else {
        let shown = UsageError.show(WebAddress.withoutCredentials(url))
        throw error(FetchOptions.server, "\(shown) is not an http or https address")
      }
      servers[source] = address
    }
    return servers
  }
}

// The areas given to `data fetch`, checked against its limits before anything is sent.

extension Invocation {
  func fetchAreas(_ words: ArraySlice<Word>, of sources: [FetchSource]) throws -> [FetchArea] {
    let boxes = try boxes(FetchOptions.box)
    for box in boxes where box.south >= box.north || box.longitudeWidth == 0 {
      throw error(FetchOptions.box, "has no area")
    }
    let given = try distance(FetchOptions.radius)
    let radius = given ?? RealVenues.radius.metres
    guard radius > 0 else { throw error(FetchOptions.radius, "must be above 0") }
    try refuseTooLarge(radius)
    let data = SearchData(self)
    var points = try fetchPoints(words, of: sources, data)
    if points.isEmpty {
      guard boxes.isEmpty, !has(FetchOptions.authority) else {
        guard given == nil else {
          throw error(FetchOptions.radius, "has no effect without a point")
        }
        return boxes.map { .box($0) }
      }
      let point = PointRequest(self, [])
      // If there is no radius either, the user may not have meant a point.
      let here = given == nil ? try Here(self).point(text: "here") : try point.givenOrHere(data)
      points = here.map { [$0] } ?? []
    }
    data.noteMadeUpPoint()
    if let text = self[FetchOptions.radius], let note = Radius.note(metres: radius, text: text) {
      diagnostics.note(note)
    }
    for point in points {
      if let note = point.note("fetching around") { diagnostics.note(note) }
    }
    if given == nil, !points.isEmpty {
      diagnostics.note(
        "fetching what is within \(RealVenues.radius.text); --radius asks for more or less")
    }
    return points.map { .circle($0.coordinate, radius: radius) } + boxes.map { .box($0) }
  }

  private func fetchPoints(
    _ words: ArraySlice<Word>, of sources: [FetchSource], _ data: SearchData
  ) throws -> [GivenPoint] {
    let texts = values(FetchOptions.at)
    guard texts.count > 1 else {
      do {
        return try PointRequest(self, words).given(data).map { [$0] } ?? []
      } catch let problem as UsageError where sources == [.hygiene] && !words.isEmpty {
        // An authority's name need not be a place.
        let name = Self.quoted(words.map(\.text).joined(separator: " "))
        throw problem.advising(
          "; for an authority: finder data fetch hygiene "
            + "\(FetchOptions.authority.flag) \(name)")
      }
    }
    guard words.isEmpty, !has(Options.latitude), !has(Options.longitude) else {
      throw error("give points as POINT, or with --at, or with --lat and --lon")
    }
    return try texts.compactMap { try PointRequest(self, at: $0).given(data) }
  }

  private func refuseTooLarge(_ radius: Double) throws {
    let most = FetchArea.radius(ofSquareKilometres: FetchArea.mostInAll)
    guard radius > most else { return }
    throw error(
      FetchOptions.radius,
      "\(self[FetchOptions.radius] ?? "") is more than one fetch may ask for: at most "
        + "\(Int(most / 1000)) km")
  }

  func tooLarge(_ request: FetchRequest) -> UsageError {
    let most = Int(FetchArea.mostInAll)
    for case .box(let box) in request.areas where box.west > box.east {
      let west = shown(box.west)
      return error(
        FetchOptions.box,
        "goes east from \(west) round the globe to \(shown(box.east)); the order is "
          + "WEST,SOUTH,EAST,NORTH")
    }
    let asked = Int(min(request.squareKilometres.rounded(.up), 1e9))
    return error(
      "\(asked) square kilometres are more than one fetch may ask for: at most \(most), as a box of "
        + "\(Int(FetchArea.mostInAll.squareRoot())) km a side")
  }
}
