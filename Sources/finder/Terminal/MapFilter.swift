import CommandLineKit
import FinderEngine

/// The text typed into the map's field.
struct FilterText: Equatable {
  var text: String
  /// Whether it is from `--match`, which applies only to names.
  var isOfNames = false

  func begins(with other: FilterText) -> Bool {
    isOfNames == other.isOfNames && text.hasPrefix(other.text)
  }
}

/// The text, read as in `--for` except for names: an incomplete word is the beginning of a name's word, and a
/// name counts whatever else is known about its venue.
///
///     pizz           names with a word that begins like this
///     pizza          venues with pizza, and names with a word that begins like this
///     pizza hut      of those, names with a word that begins with hut
///     the crown      names with words that begin like these
struct MapFilter {
  /// The food wanted, from data or names: one request for each part.
  let foods: [FoodRequest]
  /// The words wanted in the name.
  let names: String

  init(_ typed: FilterText, _ columns: FoodColumns) {
    let text = typed.text
    var request = FoodRequest()
    // Words that are refused as food may be a name: No Frills.
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

  /// Whether everything that this filter finds is also found by the other.
  func narrows(_ other: MapFilter) -> Bool {
    foods.count >= other.foods.count && zip(foods, other.foods).allSatisfy { $0.words == $1.words }
      && names.hasPrefix(other.names)
  }

  /// How the words were read, as in `cuisine pizza, or the name; 'hut' in the name`. Empty if only names
  /// count.
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
  /// For words that the tables do not have, the aspect in which the dataset has such a value.
  fileprivate func aspect(of part: FoodRequest.Part) -> FoodAspect? {
    part.words.lazy.compactMap { self.aspect(ofOwn: $0) }.first
  }
}

/// Finds the venues for the typed text, key by key.
///
/// Names are compared once for each key, and not at all if a key removes a letter. A longer text mostly finds
/// some of the venues that its beginning found, except if a word becomes one for food.
final class FilteredVenues {
  private let names: NameDirectory
  private let food: FoodColumns
  /// The venues that may be found; `nil` for all.
  private let wanted: RowMarks?
  private let searcher: Searcher
  /// The aspects that any venue has a value for.
  private lazy var aspects = FoodAspect.allCases.filter { food.has($0) }
  /// The last text searched, after its beginnings.
  private var matched: [(typed: FilterText, filter: MapFilter, marks: RowMarks)] = []

  /// Rows are those of the store of `names`.
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
    // If all rows remain, the earlier set is kept.
    if let before, before.marks.count == marks.count { marks = before.marks }
    matched.append((typed, filter, marks))
    return marks
  }

  /// By the food, or by the name.
  private func marks(of request: FoodRequest, among marks: RowMarks?) -> RowMarks {
    var query = Query(from: .init(latitude: 0, longitude: 0))
    (query.food, query.marks) = (FoodFilter(request, food), marks)
    let found = searcher.marks(of: query)
    let named = request.parts.first.flatMap { NameMatch($0.typed) }
    return named.map { found.union(self.marks(of: $0, among: marks)) } ?? found
  }

  /// Uses the names saved beside the snapshot, each once; if they are not saved yet, the name of each row.
  /// They will be there for the next screen.
  private func marks(of match: NameMatch, among marks: RowMarks?) -> RowMarks {
    if names.isMapped { return names.marks(of: match, among: marks) }
    var query = Query(from: .init(latitude: 0, longitude: 0), match: match)
    query.marks = marks
    return searcher.marks(of: query)
  }

  /// How the words were read, if they are not only names.
  func reading(of typed: FilterText) -> String {
    let aspects = aspects
    return MapFilter(typed, food).reading(food) { aspects.contains($0) }
  }
}
