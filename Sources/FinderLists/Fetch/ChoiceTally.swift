/// Venues that were left out, and why.
package struct ChoiceTally: Equatable, Sendable {
  /// In the order in which they are listed. The raw values are used in JSON.
  package enum Reason: String, CaseIterable, Sendable {
    /// Without a name, a brand or an operator.
    case nameless = "without_name"
    case placeless = "without_position"
    case outside
    case isPrivate = "private"
    case closed
    case notUTF8 = "not_utf8"
    /// With the same id as an earlier venue.
    case doubles
    /// With an id that OpenStreetMap does not give, such as a negative one.
    case withoutID = "without_id"
    /// Neither food nor drink.
    case notFood = "not_food"

    var words: String {
      switch self {
      case .nameless: "without a name"
      case .placeless: "without a position"
      case .outside: "outside the area"
      case .isPrivate: "private"
      case .closed: "closed"
      case .notUTF8: "not UTF-8"
      case .doubles: "with the id of an earlier venue"
      case .withoutID: "with an id that is not OpenStreetMap's"
      case .notFood: "not for food or drink"
      }
    }
  }

  private var counts: [Reason: Int] = [:]
  /// How many venues are of each kind that was not chosen.
  package var otherKinds: [String: Int] = [:]

  package init() {}

  package subscript(reason: Reason) -> Int {
    get { counts[reason] ?? 0 }
    set { counts[reason] = newValue == 0 ? nil : newValue }
  }

  mutating func add(_ other: ChoiceTally) {
    counts.merge(other.counts, uniquingKeysWith: +)
    otherKinds.merge(other.otherKinds, uniquingKeysWith: +)
  }

  /// For people, as in `2 closed, 5 without a name`.
  package var reasons: [(name: String, count: Int)] {
    Reason.allCases.map { ($0.words, self[$0]) } + kinds
  }

  /// For programs, as in JSON.
  package var codes: [(name: String, count: Int)] {
    Reason.allCases.map { ($0.rawValue, self[$0]) }
      + [("other_kinds", otherKinds.values.reduce(0, +))]
  }

  /// The kinds that were not chosen, the most frequent first.
  package var kinds: [(name: String, count: Int)] {
    otherKinds.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}
