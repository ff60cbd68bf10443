/// Towns and districts for a text that is being typed: those whose names begin with it, then those with
/// a word that does. The largest come first, or with a point the nearest.
package struct PlaceSuggestions {
  /// Folded as `near` folds it: `saint iv` finds St Ives.
  private let typed: [[UInt8]]
  private let point: Coordinate?
  private var taken: [Taken] = []

  private struct Taken {
    let isFirst: Bool
    let people: Int
    let suggestion: Suggestion
  }

  package init(_ text: String, from point: Coordinate?) {
    typed = PlaceKey.beginnings(of: text)
    self.point = point
  }

  package mutating func take(_ place: Place) {
    let name = PlaceKey.of(place.name)
    guard name.withUnsafeBufferPointer({ PlaceKey.hasWord($0, beginning: typed) }) else { return }
    let isFirst = typed.contains { name.starts(with: $0) }
    let suggestion = Suggestion(
      text: place.fullName, kind: .place,
      distance: point.map { GeodesicOrigin($0).distance(to: place.coordinate) })
    taken.append(Taken(isFirst: isFirst, people: place.people, suggestion: suggestion))
  }

  package func found(limit: Int?) -> [Suggestion] {
    let sorted = taken.sorted { a, b in
      if a.isFirst != b.isFirst { return a.isFirst }
      if let first = a.suggestion.distance, let second = b.suggestion.distance, first != second {
        return first < second
      }
      return a.people != b.people
        ? a.people > b.people : a.suggestion.text < b.suggestion.text
    }
    // The same place may be in two lists.
    var seen: Set<String> = []
    let once = sorted.map(\.suggestion).filter { seen.insert($0.text).inserted }
    return Array(once.prefix(limit ?? .max))
  }
}
