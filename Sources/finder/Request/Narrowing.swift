import CommandLineKit
import FinderEngine
import FinderOwn

// Filters that need the venues: chains, the user's visits, names. Each is read from the command line once,
// and then narrows the query for a given store.

extension Invocation {
  /// Notes a filter that is given twice: the user may expect both to apply.
  func noteOverriddenFilters() {
    forEachOverridden { option in
      guard Options.filters.contains(where: { $0.name == option.name }) else { return }
      diagnostics.note(
        "\(option.flag) was given more than once; \(UsageError.show(self[option] ?? "")) is used"
      )
    }
  }
}

/// `--kind`, `--cuisine`, `--diet`, `--with` and `--for`; `nil` if none is given.
final class FoodNarrowing: Sendable {
  let request: FoodRequest
  /// The options given, as typed.
  let typed: [(option: Option, values: [String])]

  init?(_ invocation: Invocation) throws {
    // An array of pairs costs the runtime 42,000 instructions, and most queries do not need it.
    guard Options.food.contains(where: invocation.has) else { return nil }
    let typed = Options.food.map { ($0, invocation.values($0)) }.filter { !$0.1.isEmpty }
    var request = FoodRequest()
    var faults: [Fault] = []
    for (option, values) in typed {
      for value in values {
        do throws(BadExpression) {
          try request.add(value, of: option)
        } catch {
          faults.append(Fault(option: option, value: value, problem: error))
        }
      }
    }
    if let first = faults.first { throw Self.error(first, of: faults, invocation) }
    (self.request, self.typed) = (request, typed)
  }

  /// A value that cannot be read.
  private struct Fault {
    let option: Option
    let value: String
    let problem: BadExpression

    /// Whether there is a replacement to type, and the command has its options.
    func hasRemedy(_ command: Command) -> Bool {
      let options = [
        problem.meant.map { _ in problem.option ?? option.name }, problem.further?.option,
      ]
      .compactMap { $0 }
      return !options.isEmpty && options.allSatisfy { command.option(named: $0) != nil }
    }
  }

  /// An error with a line that corrects all faults. If one cannot be corrected, the error is about that one.
  private static func error(
    _ first: Fault, of faults: [Fault], _ invocation: Invocation
  ) -> UsageError {
    func problem(_ fault: Fault) -> String {
      let problem = "\(UsageError.quote(fault.value)) \(fault.problem.problem)"
      guard let advice = fault.problem.advice,
        invocation.command.option(named: advice.option) != nil
      else { return problem }
      return "\(problem); \(advice.text)"
    }
    if let fault = faults.first(where: { !$0.hasRemedy(invocation.command) }) {
      return invocation.error(fault.option, problem(fault))
    }
    // Add each option once, whichever faults need it, and give an option that takes one value no second.
    var further: [BadExpression.OptionValue] = []
    for value in faults.compactMap(\.problem.further)
    where !invocation.says(value) && !further.contains(value) {
      further.append(value)
    }
    let isTwice = further.contains { value in
      guard let option = invocation.command.option(named: value.option) else { return true }
      return !option.isRepeatable
        && (invocation.has(option) || further.count { $0.option == value.option } > 1)
    }
    guard !isTwice else { return invocation.error(first.option, problem(first)) }
    let words = invocation.words { option, value in
      let fault = faults.first { $0.option.name == option.name && $0.value == value }
      guard let fault else { return nil }
      var words =
        fault.problem.meant.map { ["--\(fault.problem.option ?? option.name)", $0] } ?? []
      if let place = fault.problem.further.flatMap({ further.firstIndex(of: $0) }) {
        let other = further.remove(at: place)
        words += ["--\(other.option)", other.value]
      }
      return words
    }
    return invocation.error("\(first.option.flag) \(problem(first))").correcting(words)
  }

  /// Members of a document's `query`, under the options' names.
  func append(to output: inout ByteBuffer) {
    for (option, values) in typed {
      output.append(keyText: option.name)
      output.appendArray(values.count) { $0.append(jsonString: values[$1]) }
    }
  }
}

extension Invocation {
  /// Whether the line already has that option and value.
  fileprivate func says(_ other: BadExpression.OptionValue) -> Bool {
    command.option(named: other.option).map { values($0).contains(other.value) } ?? false
  }
}

extension FoodRequest {
  /// A value of one of `Options.food`.
  mutating func add(_ value: String, of option: Option) throws(BadExpression) {
    switch option.name {
    case Options.kind.name: try add(kinds: value)
    case Options.cuisine.name: try add(cuisines: value)
    case Options.diet.name: try add(diets: value)
    case Options.with.name: try add(features: value)
    default: try add(text: value)
    }
  }
}

/// `--chain`, `--independents-only` and `--one-per-chain`; `nil` if none is given.
final class ChainNarrowing: Sendable {
  /// From each `--chain`; branches of any of them match.
  let names: [String]
  private let independentsOnly: Bool
  let onePerChain: Bool
  /// The chain comes from a meal, not from the user.
  let isOfMeal: Bool

  init(ofMeal chain: String, onePerChain: Bool) {
    (names, independentsOnly, isOfMeal) = ([chain], false, true)
    self.onePerChain = onePerChain
  }

  init?(_ invocation: Invocation) throws {
    names = invocation.values(Options.chain)
    independentsOnly = invocation.has(Options.independentsOnly)
    onePerChain = invocation.has(Options.onePerChain)
    isOfMeal = false
    guard !names.isEmpty || independentsOnly || onePerChain else { return nil }
    for name in names where NameMatch(name) == nil {
      throw invocation.error(Options.chain, "\(UsageError.quote(name)) has no word to search for")
    }
    guard names.isEmpty || !independentsOnly else {
      throw invocation.error(Options.chain, "cannot be combined with --independents-only")
    }
  }

  /// Throws if one name lists several chains: a search for just the first would mislead.
  func filter(by chains: StoreChains) throws -> ChainFilter {
    for name in names where !isOfMeal {
      let several = TypedChain(name, chains).several
      guard several.isEmpty else {
        let flags = several.map { "\(Options.chain.flag) \(Invocation.quoted($0))" }
        throw Failure(
          .usage,
          "\(Options.chain.flag) \(UsageError.quote(name)) names several chains; write "
            + flags.joined(separator: " "))
      }
    }
    let kept: ChainFilter.Kept =
      if !names.isEmpty { .chains(names.compactMap(chains.chain(named:))) } else if independentsOnly
      { .independents } else { .all }
    return ChainFilter(chains, keeps: kept, onePerChain: onePerChain)
  }

  /// Notes on names that are unknown, that are not chains, or that have no branch near the point, if there is
  /// one.
  func notes(
    in directory: NameDirectory, from point: Coordinate? = nil, _ units: ReadableFigures.Units
  ) -> [String] {
    var notes: [String] = []
    for name in names {
      if let note = note(on: name, in: directory, from: point, units), !notes.contains(note) {
        notes.append(note)
      }
    }
    return notes
  }

  private func note(
    on name: String, in names: NameDirectory, from point: Coordinate?,
    _ units: ReadableFigures.Units
  ) -> String? {
    let chains = names.chains
    guard let chain = chains.chain(named: name) else {
      guard !isOfMeal else {
        return "no \(name) in this dataset; --anywhere takes any venue that is far enough"
      }
      return "no chain is named \(UsageError.quote(name))"
        + didYouMean(names.closestChain(to: name, from: point), units)
    }
    guard !isOfMeal else { return nil }
    if let note = TypedChain(name, chains).note { return note }
    guard chains.isShared(chain) else {
      return point.flatMap { names.farAway(chain, from: $0, units) }
    }
    return
      "\(chains.name(of: chain)) is a name that \(chains.venueCount(of: chain)) venues share rather "
      + "than a chain"
  }
}

/// A chain's name as typed. The dataset's chains may know only the part before a comma or another separator,
/// since the branch's place often follows it.
struct TypedChain {
  private let text: String
  private let chains: StoreChains

  init(_ text: String, _ chains: StoreChains) { (self.text, self.chains) = (text, chains) }

  /// The chain that the beginning of the text names, unless the whole text names it too.
  private var chainOfBeginning: Int? {
    let words = text.split { " ,|;:@()[]".contains($0) }
      .filter { !["-", "–", "—"].contains($0) }
    guard words.count > 1, let chain = chains.chain(named: text),
      chains.chain(named: words.joined(separator: " ")) != chain
    else { return nil }
    return chain
  }

  /// `KFC, Subway`: the chains named. Empty if there is only one.
  var several: [String] {
    let names = text.split { ",|;".contains($0) }.map { trimmed($0) }.filter { !$0.isEmpty }
    guard names.count > 1, chainOfBeginning != nil else { return [] }
    // `Starbucks, Victoria` is a branch, although many venues are called Victoria.
    let areChains = names.allSatisfy { name in
      chains.chain(named: name).map { !chains.isShared($0) && chains.venueCount(of: $0) > 2 }
        ?? false
    }
    return areChains ? names : []
  }

  /// Says that the rest of the name is ignored; `nil` if there is no rest.
  var note: String? {
    chainOfBeginning.map {
      "\(UsageError.quote(text)) is taken for the chain \(chains.name(of: $0)); the rest of the name "
        + "is ignored"
    }
  }
}

/// A chain or a venue that the user may have meant.
struct SuggestedName {
  let name: String
  /// The distance to its nearest branch, if that is far from the point.
  var distance: Double?

  /// Anything farther away is hardly what the user is looking for.
  static let far = 50_000.0

  /// About a tenth of a second's work.
  static let mostCompared = 10_000
}

func didYouMean(_ suggested: SuggestedName?, _ units: ReadableFigures.Units) -> String {
  guard let suggested, let distance = suggested.distance else {
    return didYouMean(suggested?.name)
  }
  return "; did you mean \(UsageError.quote(suggested.name)), \(readable(distance, units)) away?"
}

extension NameDirectory {
  /// The chain whose name begins with what was typed, or is most similar; the largest if there are several.
  /// With a point, it must have a branch within 50 km, unless its name differs by only a letter.
  func closestChain(to text: String, from point: Coordinate? = nil) -> SuggestedName? {
    guard let point else {
      return chains.closest(to: text) { _ in true }.map { SuggestedName(name: chains.name(of: $0)) }
    }
    let nearby = chainsNear(point)
    if let chain = chains.closest(to: text, among: { nearby[$0] }) {
      return SuggestedName(name: chains.name(of: chain))
    }
    guard let chain = chains.nearlySame(as: text) else { return nil }
    return SuggestedName(
      name: chains.name(of: chain), distance: distance(to: .chain(chain), from: point))
  }

  /// The venue within 50 km of a point whose name is most similar to what was typed.
  func closestVenue(to text: String, from point: Coordinate) -> SuggestedName? {
    var searcher = Searcher(store)
    let query = Query(
      from: point, area: .circle(radius: SuggestedName.far), limit: SuggestedName.mostCompared)
    let names = searcher.search(query).lazy.map { Venue(row: $0.row, of: self.store).name }
    return Misspelling.closest(to: text, among: names) { $0 }.map { SuggestedName(name: $0) }
  }

  /// For each chain, whether it has a branch within 50 km.
  private func chainsNear(_ point: Coordinate) -> [Bool] {
    var nearby = [Bool](repeating: false, count: chains.count)
    var searcher = Searcher(store)
    for hit in searcher.search(Query(from: point, area: .circle(radius: SuggestedName.far))) {
      if let chain = chains.chain(ofRow: hit.row) { nearby[chain] = true }
    }
    return nearby
  }

  func distance(to meant: NameMeaning, from point: Coordinate) -> Double? {
    var query = Query(from: point, limit: 1)
    meant.limit(&query, by: chains)
    var searcher = Searcher(store)
    return searcher.search(query).first?.distance
  }

  /// If a chain has no branch within 50 km, how far the nearest is.
  func farAway(_ chain: Int, from point: Coordinate, _ units: ReadableFigures.Units) -> String? {
    guard let distance = distance(to: .chain(chain), from: point), distance > SuggestedName.far
    else { return nil }
    return "the nearest \(chains.name(of: chain)) is \(readable(distance, units)) away"
  }
}

extension StoreChains {
  /// The chain whose name begins with what was typed, or is most similar; the largest if there are several.
  fileprivate func closest(to text: String, among isWanted: (Int) -> Bool) -> Int? {
    let compared = largestFirst.lazy.filter(isWanted).prefix(SuggestedName.mostCompared)
    let typed = text.lowercased()
    if typed.count >= 3,
      let longer = compared.first(where: { name(of: $0).lowercased().hasPrefix(typed) })
    {
      return longer
    }
    return Misspelling.closest(to: text, among: Array(compared), by: name(of:))
  }

  /// The largest chain whose name differs by only a letter.
  fileprivate func nearlySame(as text: String) -> Int? {
    Misspelling.closest(
      to: text, within: 1, among: largestFirst.prefix(SuggestedName.mostCompared), by: name(of:))
  }

  /// Chains of equal size are sorted by name, since chain numbers differ between a snapshot and the file.
  var largestFirst: [Int] {
    (0..<count).sorted {
      let (first, second) = (venueCount(of: $0), venueCount(of: $1))
      return first != second ? first > second : name(of: $0) < name(of: $1)
    }
  }
}

/// `--reviewed`, `--min-rating` and `--not-visited`; `nil` if none is given.
final class VisitNarrowing: Sendable {
  private let filter: VisitFilter
  private let folder: FilePath?
  private let usesFile: Bool

  init?(_ invocation: Invocation) throws {
    let (reviewed, rated) = (invocation.has(Options.reviewed), invocation.has(Options.minRating))
    let notVisited = invocation.has(Options.notVisited)
    guard reviewed || rated || notVisited else { return nil }
    guard !notVisited || !reviewed && !rated else {
      let other = reviewed ? Options.reviewed : Options.minRating
      throw invocation.error(Options.notVisited, "cannot be combined with \(other.flag)")
    }
    let least = notVisited ? nil : try invocation.number(Options.minRating)
    let range = Double(VisitRecord.ratings.lowerBound)...Double(VisitRecord.ratings.upperBound)
    guard least.map(range.contains) ?? true else {
      throw invocation.error(
        Options.minRating, "\(invocation[Options.minRating] ?? "") is not from 1 to 5")
    }
    filter = VisitFilter(notVisited ? .notVisited : least.map { .rated(atLeast: $0) } ?? .reviewed)
    folder = invocation.locator.dataFolder
    usesFile = invocation.cache != nil
  }

  /// What an earlier query worked out, if it is still valid. No names are needed then.
  func kept(for store: VenueStore) -> VisitTallies? {
    guard usesFile, let folder else { return nil }
    return VisitTallies.kept(for: store, in: folder)
  }

  /// Without a folder there is nothing to look up.
  var hasFolder: Bool { folder != nil }

  /// `nil` if nothing can have been recorded.
  func tallies(_ names: NameDirectory) throws -> VisitTallies? {
    guard let folder else { return nil }
    return try usesFile
      ? VisitTallies.current(names, in: folder) : VisitTallies(names, in: folder)
  }

  func narrow(_ query: inout Query, by tallies: VisitTallies?, in store: VenueStore) {
    guard let tallies else {
      query.rows = filter.wanted == .notVisited ? nil : []
      return
    }
    tallies.limit(&query, by: filter, in: store)
  }

  static func note(_ tallies: VisitTallies?) -> String? {
    guard let faults = tallies?.faults, faults > 0 else { return nil }
    return
      "\(counted(faults, "line")) of \(VisitLog.fileName) cannot be read; 'finder history' says why"
  }
}

/// The favourite, chain or venues that `closest` looks for by name.
final class NameNarrowing: Sendable {
  private let text: String
  private let favourites: Favourites?
  private let favourite: Favourite?

  init(_ text: String, among favourites: Favourites?) {
    (self.text, self.favourites) = (text, favourites)
    favourite = favourites?.meant(by: text)
  }

  /// Returns a note on the name. Throws if nothing has that name.
  func narrow(
    _ query: inout Query, by names: NameDirectory, _ units: ReadableFigures.Units
  ) throws -> String? {
    let point = query.point
    let wanted = VenueByName(
      text: favourite?.shown ?? text, names: names, point: point, units: units)
    let meant = favourite.map { names.branches(of: $0) } ?? names.branches(of: text)
    guard meant.count(in: names.chains) > 0 else {
      if let favourites { throw favourites.missing(text, wanted) }
      throw wanted.missing
    }
    if favourite == nil, case .chain = meant, let note = try noteOnRest(names.chains) {
      meant.limit(&query, by: names.chains)
      return note
    }
    meant.limit(&query, by: names.chains)
    return wanted.note(on: meant)
  }
}

extension NameNarrowing {
  /// Throws if the name lists several chains.
  private func noteOnRest(_ chains: StoreChains) throws -> String? {
    let typed = TypedChain(text, chains)
    guard typed.several.isEmpty else {
      throw Failure(
        .usage,
        "\(UsageError.quote(text)) names several chains, and 'closest' takes one: "
          + typed.several.joined(separator: " or "))
    }
    return typed.note
  }
}

extension Favourites {
  /// `nil` if there is no folder for them.
  static func ofUser(_ invocation: Invocation) throws -> Favourites? {
    try invocation.locator.dataFolder.map { folder in try Favourites(in: folder) }
  }

  /// The favourite with that position, name or id.
  func meant(by text: String) -> Favourite? { place(of: text).map { items[$0] } }

  /// Explains why the text matches neither a favourite with a venue nor a name.
  fileprivate func missing(_ text: String, _ wanted: VenueByName) -> Failure {
    if let place = place(of: text) {
      return Failure(
        .nothingFound,
        "favourite \(place + 1), \(UsageError.quote(items[place].shown)), has no venue in the dataset"
      )
    }
    guard let position = Int(text), position > 0, !items.isEmpty else { return wanted.missing }
    return Failure(
      .nothingFound, "there is no favourite \(position), and no venue of that name",
      hint: "  'finder favourites list' shows all \(items.count)")
  }
}
