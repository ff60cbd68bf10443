import CommandLineKit
import FinderChanges
import FinderEngine
import FinderOwn

enum News {
  private static let since = Option(
    "since", value: "DATE",
    summary: "only editions installed on that day (UTC) or later: 2026-11-22, yesterday, 30d, 8w, "
      + "2026-11 or 2026", group: "Search", isEveryday: true,
    otherWords: "after from date newer days")
  static let change = Option(
    "change", value: "KINDS",
    summary: "only these: opened, closed, moved, renamed or changed, separated by commas",
    group: "Search", isEveryday: true, completes: .changes,
    otherWords: "changes only type")
  private static let radius = Options.radius.with(
    summary: "only within D of the point: 800, 800m, 1.5km, 5mi, or a walk of 15min",
    defaultText: "2km")
  private static let limit = Options.limit.with(
    summary: "at most N changes; 0 for all", defaultText: "20")
  private static let data = Options.data.with(
    summary: "where to look up a postcode or venue in POINT; the news is of the installed dataset"
  )

  static let command = Command.command(
    "news", summary: "what opened, closed, moved, was renamed or changed around a point",
    otherWords: "changes opened closed new log",
    heading: CommandHeading.own, exits: [.nothingFound, .outsideCamera, .unavailable],
    about: """
      'finder data install', 'finder data update' and 'finder data rollback' note what changed from \
      the edition before, as 'finder data diff' finds it, with the day of the install (UTC). The first \
      edition brings no news. A move under 100 metres is not news either, since publishers vary \
      positions slightly; nor is a new id or a new shape of a geometry. A rollback withdraws its \
      edition's news.

      The newest edition comes first. In each, changes of your favourites and of their chains come \
      first, then the nearest. Without a point everything counts. A venue that moved counts at both \
      places, and its distance is to the nearer one; one that closed counts where it was.

      --for, --kind, --cuisine, --diet and --with ask what there is to eat at the venue now or, if \
      it closed, what there was. For changes that an earlier finder noted, only the names are \
      known.

      The journal keeps the last 100 editions, or as many as 64 MB hold. If an edition has more than \
      50,000 changes, as another dataset would, none are kept.
      """,
    usage: ["[POINT] [OPTIONS]"],
    examples: """
      finder news London # within 2 km
      finder news --since 30d --limit 0 # everything of the last 30 days
      finder news home --radius 5km --change opened,closed # around a point that you saved
      finder news Leeds --for pizza --change closed # which pizzerias are gone
      finder news --format ndjson | jq -r .venue.name # for other programs
      """,
    options: Options.point
      + [Options.outside, radius, since, change, limit] + Options.food + [data, Options.noCache]
      + Options.results.with(formats: [.table, .json, .ndjson, .csv, .tsv]),
    arguments: [Options.pointArgument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    try invocation.checkResultOptions()
    var query = NewsQuery()
    query.limit = try invocation.limit(default: 20)
    query.kinds = try kinds(invocation)
    try refuseChange(in: Options.kind, invocation)
    query.food = try FoodNarrowing(invocation).map { FoodQuestion($0.request) }
    let today = CalendarDate(Timestamp.today) ?? .today
    let since = try invocation.limit(since, .first, today: today)
    query.since = since.flatMap { Timestamp.seconds(ofDay: $0.text()) }
    let radius = try invocation.radius(radius)
    let data = SearchData(invocation)
    let place = try PointRequest(invocation).ruledIfGiven(data)
    data.noteMadeUpPoint()
    if let place {
      query.around = (place.ruling.point, radius?.metres ?? 2000)
    } else if radius != nil {
      throw invocation.error(Options.radius, "needs a point")
    }
    let folder = try invocation.ownFolder()
    let output = try Output(invocation, inputs: invocation.inputs(nil))
    let style = try invocation.tableStyle(output)
    let journal = try NewsJournal.open(in: folder)
    var rows = NewsRows(of: query)
    if let journal {
      if query.food != nil { try journal.readFoods() }
      query.favourites = try invocation.favourites(in: journal, folder)
      rows.search(journal, query)
    }
    let notes = NewsNotes(
      journal: journal, query: query, result: rows.result, since: since, units: style.figures.units)
    let first = notes.gaps + notes.food
    // Some notes read the journal too, so check it after them.
    try journal?.refuseDamage()
    try output.finish(with: rows.answer(invocation, style).bytes)
    for note in first { invocation.diagnostics.note(note) }
    let isTable = invocation.format() == .table
    if rows.result.hasMore, isTable || !invocation.has(limit) {
      invocation.diagnostics.note("there are more; --limit 0 shows all")
    }
    if rows.items.isEmpty, let note = radius?.note { invocation.diagnostics.note(note) }
    if let note = place?.given.note(isTable: isTable) { invocation.diagnostics.note(note) }
    if isTable, rows.items.isEmpty, let note = notes.absence { invocation.diagnostics.note(note) }
    return invocation.exitCode(found: rows.items.count)
  }

  /// Refuses a kind of change where a kind of venue is expected: `--kind`.
  private static func refuseChange(in option: Option, _ invocation: Invocation) throws {
    for value in invocation.values(option) {
      let words = value.split(separator: ",").map { trimmed($0) }
      guard !words.isEmpty, words.allSatisfy({ DatasetComparison.Kind(rawValue: $0) != nil })
      else { continue }
      throw invocation.errorWithoutHelp(
        "\(option.flag) \(UsageError.quote(value)) names a change, not a kind of venue; try: "
          + "\(change.flag) \(Invocation.quoted(value))")
    }
  }

  private static func kinds(_ invocation: Invocation) throws -> Set<DatasetComparison.Kind> {
    guard let text = invocation[change] else { return Set(DatasetComparison.Kind.allCases) }
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map { trimmed($0) }
    return Set(
      try words.map { word in
        if let kind = DatasetComparison.Kind(rawValue: word) { return kind }
        throw invocation.error(
          change,
          "\(UsageError.quote(word)) is not opened, closed, moved, renamed or changed")
      })
  }
}

extension Invocation {
  /// The user's favourites, as far as the journal knows them. Chains are those of the installed dataset; if
  /// it cannot be read, a name matches only itself.
  fileprivate func favourites(
    in journal: NewsJournal, _ folder: FilePath
  ) throws -> NewsFavourites {
    let items = try Favourites(in: folder).items
    let names = items.compactMap { $0.id == nil ? $0.name : nil }
    @Sendable func wanted(_ chains: StoreChains?) -> NewsFavourites {
      var favourites = NewsFavourites()
      for name in names { favourites.add(name: name, in: chains) }
      return favourites
    }
    var favourites: NewsFavourites?
    if !names.isEmpty, let installed = try? InstalledDataset(folder: folder) {
      let source = DatasetSource(kind: .installed, path: installed.path)
      favourites = try? SearchData(self, silently: source).answerByName { wanted($0.chains) }
    }
    var all = favourites ?? wanted(nil)
    for item in items {
      if let id = item.id { all.add(id: id, in: journal) }
    }
    return all
  }
}
