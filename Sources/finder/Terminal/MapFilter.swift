import CommandLineKit
import FinderEngine

/// What was typed into the map's field.
struct FilterText: Equatable {
  var text: String
  /// What `--match` said is of names alone.
  var isOfNames = false

  func begins(with other: FilterText) -> Bool {
    isOfNames == other.isOfNames && text.hasPrefix(other.text)
  }
}

/// The same read as `--for` reads it, but for names: a word in the making is the beginning of a name's word, and
/// a name counts whatever else is known of its venue.
///
///     pizz           names with a word that begins so
///     pizza          what has pizza, and names with a word that begins so
///     pizza hut      of those, names with a word that begins with hut
///     the crown      names with words that begin so
struct MapFilter {
  /// What there is to be to eat, or in the name: a request each, of one part.
  let foods: [FoodRequest]
  /// What is to be in the name.
  let names: String

  init(_ typed: FilterText, _ columns: FoodColumns) {
    let text = typed.text
    var request = FoodRequest()
    // What cannot be asked of food may be a name: No Frills.
    guard !typed.isOfNames, (try? request.add(text: text)) != nil else {
      (foods, names) = ([], text)
      return
    }
    let isFood = request.parts.map { !$0.choices.isEmpty || columns.aspect(of: $0) != nil }
    guard isFood.contains(true) else {
      (foods, names) = ([], text)
      return
    }
    let parts = zip(request.single, isFood)
    foods = parts.filter(\.1).map(\.0)
    names = parts.filter { !$0.1 }.map { $0.0.words }.joined(separator: " ")
  }

  /// Whether whatever this finds is among what the other does.
  func narrows(_ other: MapFilter) -> Bool {
    foods.count >= other.foods.count && zip(foods, other.foods).allSatisfy { $0.words == $1.words }
      && names.hasPrefix(other.names)
  }

  /// How the words were read: `cuisine pizza, or the name; 'hut' in the name`. Empty where only names count.
  func reading(_ columns: FoodColumns, says: @escaping (FoodAspect) -> Bool) -> String {
    var meanings: [String] = []
    for food in foods {
      for part in food.parts {
        if part.choices.contains(where: { says($0.aspect) }) {
          let reading = FoodReading(
            request: food, subject: "this dataset", says: { says($0.aspect) })
          meanings.append(reading.meaning(part))
        } else if let aspect = columns.aspect(of: part) {
          meanings.append("\(aspect.noun) \(part.typed)")
        }
      }
    }
    guard !meanings.isEmpty else { return "" }
    meanings = meanings.map { "\($0), or the name" }
    if !names.isEmpty { meanings.append("\(UsageError.quote(names)) in the name") }
    return meanings.joined(separator: "; ")
  }
}

extension FoodRequest {
  fileprivate var words: String { parts.map(\.typed).joined(separator: " ") }
}

extension FoodColumns {
  /// Of words that the tables do not know, what the dataset itself has of that name.
  fileprivate func aspect(of part: FoodRequest.Part) -> FoodAspect? {
    part.words.lazy.compactMap { self.aspect(ofOwn: $0) }.first
  }
}

/// The venues that what is typed finds, key by key.
///
/// Names are compared once for each key, and not at all where a key takes a letter back. What a longer text finds
/// is most often among what its beginning found; it is not where a word becomes one for food.
final class FilteredVenues {
  private let names: NameDirectory
  private let food: FoodColumns
  /// Those that may be found at all; `nil` for all.
  private let wanted: RowMarks?
  private let searcher: Searcher
  /// Of what the venues say anything.
  private lazy var aspects = FoodAspect.allCases.filter { food.has($0) }
  /// What was looked for last, after what it begins with.
  private var matched: [(typed: FilterText, filter: MapFilter, marks: RowMarks)] = []

  /// Rows are those of the names' store.
  init(_ names: NameDirectory, _ food: FoodColumns, among wanted: RowMarks?) {
    (self.names, self.food, self.wanted) = (names, food, wanted)
    searcher = Searcher(names.store)
  }

  func marks(matching typed: FilterText) -> RowMarks? {
    guard NameMatch(typed.text) != nil else { return wanted }
    while let last = matched.last, !typed.begins(with: last.typed) { matched.removeLast() }
    if let last = matched.last, last.typed == typed { return last.marks }
    let filter = MapFilter(typed, food)
    let before = matched.last { filter.narrows($0.filter) }
    var marks = before?.marks ?? wanted
    for request in filter.foods.dropFirst(before?.filter.foods.count ?? 0) {
      marks = self.marks(of: request, among: marks)
    }
    if filter.names != before?.filter.names, let match = NameMatch(filter.names) {
      marks = self.marks(of: match, among: marks)
    }
    guard var marks else { return nil }
    // Two sets of the same rows are one.
    if let before, before.marks.count == marks.count { marks = before.marks }
    matched.append((typed, filter, marks))
    return marks
  }

  /// What there is to eat, or what the name says.
  private func marks(of request: FoodRequest, among marks: RowMarks?) -> RowMarks {
    var query = Query(from: .init(latitude: 0, longitude: 0))
    (query.food, query.marks) = (FoodFilter(request, food), marks)
    let found = searcher.marks(of: query)
    let named = request.parts.first.flatMap { NameMatch($0.typed) }
    return named.map { found.union(self.marks(of: $0, among: marks)) } ?? found
  }

  /// By the names that lie beside the snapshot, each once; where there are none yet, by the name of each row,
  /// and the next screen has them.
  private func marks(of match: NameMatch, among marks: RowMarks?) -> RowMarks {
    if names.isMapped { return names.marks(of: match, among: marks) }
    var query = Query(from: .init(latitude: 0, longitude: 0), match: match)
    query.marks = marks
    return searcher.marks(of: query)
  }

  /// How the words were read, where that is not names alone.
  func reading(of typed: FilterText) -> String {
    let aspects = aspects
    return MapFilter(typed, food).reading(food) { aspects.contains($0) }
  }
}
