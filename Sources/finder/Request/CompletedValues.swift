import CommandLineKit
import FinderChanges
import FinderEngine
import FinderLists
import FinderOwn

/// Values that shells complete and only finder knows. `completes` says which list an option or an argument
/// uses.
enum CompletedValues: UInt8 {
  case none
  case datasets
  case fields
  case spans
  case favourites
  case positions
  case gazetteerSources
  case editions
  case savedPoints
  case points
  case names
  case closest
  case settings
  case settingValues
  case meals
  case records
  case photos
  case changes
  case moments
  case kinds
  case cuisines
  case diets
  case features
  case foods

  init(_ list: ValueList) { self = CompletedValues(rawValue: list.rawValue) ?? .none }

  /// Values that begin with `typed`. Values that cannot be read are skipped silently. If a dataset is read
  /// for them, it is put in `data`.
  func candidates(
    for typed: String, after arguments: ArraySlice<String>, _ data: inout SearchData?
  ) -> [Candidate] {
    switch self {
    case .none: []
    case .datasets: [".geojson", ".geojson.gz", ".json"].map { Candidate($0) }
    case .fields: Self.listed(VenueFields.names.map { Candidate($0) }, typed)
    case .changes:
      Self.listed(DatasetComparison.Kind.allCases.map { Candidate($0.rawValue) }, typed)
    case .spans: Self.words(["low", "middle", "high"], typed)
    case .moments: Self.words(Self.times, typed)
    case .kinds: Self.food(.kind, typed, &data)
    case .cuisines: Self.food(.cuisine, typed, &data)
    case .diets: Self.food(.diet, typed, &data)
    case .features: Self.food(.feature, typed, &data)
    case .foods: Self.food(inWords: typed, &data)
    case .positions: Self.words(["top", "bottom"], typed)
    case .favourites: Self.favourites(typed)
    case .gazetteerSources: Self.gazetteerSources(typed)
    case .editions: Self.editions(typed)
    case .savedPoints: Self.points(Self.saved, typed)
    case .points: Self.points(Self.saved + ["here"], typed) + Self.places(typed)
    case .records: Self.records(typed)
    case .photos: [".jpg", ".jpeg", ".png", ".webp"].map { Candidate($0) }
    case .names: Self.names(typed, &data)
    case .closest: Self.favourites(typed) + Self.names(typed, &data)
    case .settings: Self.settings(typed)
    case .settingValues: Self.settingValues(of: arguments.first, typed)
    case .meals: Self.meals(typed)
    }
  }

  private static let times = [
    "now", "today", "tonight", "tomorrow", "breakfast", "lunch", "dinner", "noon", "midnight",
    "monday",
    "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private static func words(_ words: [String], _ typed: String) -> [Candidate] {
    words.filter { $0.hasPrefix(typed) }.map { Candidate($0) }
  }

  /// By name; a venue without a name by its id.
  private static func favourites(_ typed: String) -> [Candidate] {
    guard let folder = locator.dataFolder, let all = try? Favourites(in: folder) else { return [] }
    return all.items.compactMap { item in
      let text = item.shown
      return text.foldedBegins(with: typed)
        ? Candidate(text, item.name == nil ? "" : item.id ?? "") : nil
    }
  }

  /// By id, newest first.
  private static func records(_ typed: String) -> [Candidate] {
    guard let folder = locator.dataFolder, let log = try? VisitLog(in: folder) else { return [] }
    return log.newestFirst.lazy.filter { $0.id.hasPrefix(typed) }.prefix(mostRecords).map {
      Candidate($0.id, "\($0.kind.rawValue) of \($0.venue.shown), \($0.date.text())")
    }
  }

  private static let mostRecords = 100

  private static func gazetteerSources(_ typed: String) -> [Candidate] {
    let sources = locator.dataFolder.flatMap { try? GazetteerStore.sources(inDataFolder: $0) }
    return (sources ?? []).filter { $0.name.foldedBegins(with: typed) }.map {
      Candidate($0.name, GazetteerReport.about($0))
    }
  }

  private static func editions(_ typed: String) -> [Candidate] {
    let editions = locator.dataFolder.flatMap { try? InstalledEditions(inDataFolder: $0) }
    return (editions?.rows ?? []).filter { !$0.isHandPlaced && $0.word.hasPrefix(typed) }.map {
      Candidate($0.word, $0.edition.shown + ($0.isCurrent ? ", current" : ""))
    }
  }

  private static func settings(_ typed: String) -> [Candidate] {
    SettingKey.allCases.filter { $0.name.hasPrefix(typed) }.map { Candidate($0.name, $0.summary) }
  }

  /// For keys with only a few values.
  private static func settingValues(of key: String?, _ typed: String) -> [Candidate] {
    words(key.flatMap { SettingKey($0) }?.choices ?? [], typed)
  }

  /// From the menu that comes with finder.
  private static func meals(_ typed: String) -> [Candidate] {
    guard let path = MenuFile.path(in: SampleFolders.all), let menu = try? MenuFile.read(path)
    else {
      return []
    }
    return menu.meals.filter { $0.name.foldedBegins(with: typed) }.map {
      Candidate($0.name, "\(shown($0.kilocalories)) kcal" + ($0.chain.map { ", \($0)" } ?? ""))
    }
  }

  private static func points(_ names: [String], _ typed: String) -> [Candidate] {
    names.filter { $0.foldedBegins(with: typed) }.map { Candidate($0) }
  }

  private static var saved: [String] {
    locator.dataFolder.flatMap { try? SavedPoints(in: $0) }?.points.map(\.name) ?? []
  }

  private static var locator: DatasetLocator {
    DatasetLocator(environment: environment, sampleFolders: { SampleFolders.all })
  }

  /// Completes the last word of a comma-separated list, without the words already in it.
  private static func listed(_ words: [Candidate], _ typed: String) -> [Candidate] {
    var parts = typed.split(separator: ",", omittingEmptySubsequences: false)
    let last = String(parts.popLast() ?? "")
    let before = parts.map { "\($0)," }.joined()
    return words.filter { $0.text.foldedBegins(with: last) && !parts.contains($0.text[...]) }.map {
      Candidate(before + $0.text, $0.summary)
    }
  }
}

extension String {
  /// Ignores case.
  fileprivate func foldedBegins(with typed: String) -> Bool {
    lowercased().unicodeScalars.starts(with: typed.lowercased().unicodeScalars)
  }
}

extension ValueList {
  static let datasets = ValueList(.datasets)
  static let fields = ValueList(.fields)
  static let spans = ValueList(.spans)
  static let favourites = ValueList(.favourites)
  static let positions = ValueList(.positions)
  static let gazetteerSources = ValueList(.gazetteerSources)
  static let editions = ValueList(.editions)
  static let savedPoints = ValueList(.savedPoints)
  static let points = ValueList(.points)
  static let names = ValueList(.names)
  static let closest = ValueList(.closest)
  static let settings = ValueList(.settings)
  static let settingValues = ValueList(.settingValues)
  static let meals = ValueList(.meals)
  static let records = ValueList(.records)
  static let photos = ValueList(.photos)
  static let changes = ValueList(.changes)
  static let moments = ValueList(.moments)
  static let kinds = ValueList(.kinds)
  static let cuisines = ValueList(.cuisines)
  static let diets = ValueList(.diets)
  static let features = ValueList(.features)
  static let foods = ValueList(.foods)

  private init(_ list: CompletedValues) { self.init(rawValue: list.rawValue) }
}

/// Values that `finder suggest` knows.
extension CompletedValues {
  private static let most = 50

  /// Names of chains and venues in the dataset that queries use; none until something is typed, since there
  /// would be too many.
  static func names(_ typed: String, _ used: inout SearchData?) -> [Candidate] {
    guard !typed.isEmpty, let invocation = suggesting(typed) else { return [] }
    let data = SearchData(invocation)
    guard let source = try? data.source(), source.kind != .stdin,
      let found = try? data.answerByName({ $0.suggest(typed, limit: most) })
    else { return [] }
    used = data
    return like(theFirstOf: found, typed).map {
      Candidate($0.text, $0.kind == .chain ? counted($0.venues ?? 0, "venue") : "")
    }
  }

  /// Lower case matches any case: `mcdon` finds McDonald's first. A chain called mcdonalds bakers begins
  /// exactly as typed, and would otherwise be all that a shell offers.
  private static func like(theFirstOf found: [Suggestion], _ typed: String) -> [Suggestion] {
    guard typed == typed.lowercased(), let first = found.first else { return found }
    let head = String(
      String.UnicodeScalarView(first.text.unicodeScalars.prefix(typed.unicodeScalars.count)))
    guard head.lowercased() == typed else { return found }
    return found.filter { $0.text.unicodeScalars.starts(with: head.unicodeScalars) }
  }

  /// Towns and districts, once two letters have been typed.
  static func places(_ typed: String) -> [Candidate] {
    guard typed.unicodeScalars.count > 1, let invocation = suggesting(typed) else { return [] }
    let found = try? invocation.placeSuggestions(typed, from: nil, limit: most)
    return (found ?? []).map { Candidate($0.text, "place") }
  }

  private static func suggesting(_ typed: String) -> Invocation? {
    let line = ["suggest", "--quiet", "--", typed]
    guard case .run(let invocation)? = try? Program.table.parse(line) else { return nil }
    return invocation
  }
}

/// Food in the dataset that queries use, most common first.
extension CompletedValues {
  /// A limit for hostile files. Cities have some 200 cuisines.
  private static let mostValues = 1000

  /// If the dataset has no data on an aspect, all values that finder knows.
  static func food(
    _ aspect: FoodAspect, _ typed: String, _ used: inout SearchData?
  ) -> [Candidate] {
    let census = census(&used)
    let entries = census.map { $0.isOfNames ? [] : $0.entries(aspect) } ?? []
    var values = entries.prefix(mostValues).map { Candidate($0.value, counted($0.count, "venue")) }
    if values.isEmpty { values = FoodLine.all(aspect).map { Candidate($0.value) } }
    // `=only` may follow a diet.
    if aspect == .diet, typed.split(separator: ",").last?.contains("=") == true {
      values = values.map { Candidate("\($0.text)=only") }
    }
    return listed(values, typed)
  }

  /// Completes the last words of a text. Up to three may belong to one value: `vegan fish and` ends with the
  /// beginning of `fish and chips`, although `and` is also a word of its own.
  static func food(inWords typed: String, _ used: inout SearchData?) -> [Candidate] {
    let values = foodInWords(&used)
    let words = typed.split(separator: " ", omittingEmptySubsequences: false)
    for count in (1...min(3, words.count)).reversed() {
      let last = words.suffix(count).joined(separator: " ")
      let before = words.dropLast(count).map { "\($0) " }.joined()
      let found = values.filter {
        $0.text.foldedBegins(with: last) && !before.holds("\($0.text) ")
      }
      if !found.isEmpty { return found.map { Candidate(before + $0.text, $0.summary) } }
    }
    return []
  }

  /// Values that `--for` accepts as written here. It takes one word that the tables do not have for a name or
  /// for a value of the dataset, but not several such words.
  private static func foodInWords(_ used: inout SearchData?) -> [Candidate] {
    var seen: Set<String> = []
    let entries = census(&used)?.entries ?? []
    let values = entries.filter {
      !$0.value.contains("_") || FoodLine.of($0.value, $0.aspect) != nil
    }
    .map { Candidate(FoodText.shown($0.value), counted($0.count, "venue")) }
    let all =
      values.isEmpty
      ? FoodAspect.allCases.flatMap { FoodLine.all($0) }.map { Candidate(FoodText.shown($0.value)) }
      : values
    return Array(all.filter { seen.insert($0.text).inserted }.prefix(mostValues))
  }

  private static func census(_ used: inout SearchData?) -> FoodCensus? {
    guard let invocation = suggesting("") else { return nil }
    let data = SearchData(invocation)
    guard let source = try? data.source(), source.kind != .stdin,
      let census = try? data.answer({ venues in
        let columns = venues.food()
        return FoodCensus(of: 0..<columns.store.count, columns)
      })
    else { return nil }
    used = data
    return census
  }
}
