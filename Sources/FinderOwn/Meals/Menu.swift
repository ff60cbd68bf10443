import FinderEngine

/// Meals with their energy, in the order of their file.
package struct Menu: Sendable {
  package let meals: [Meal]

  package init(_ meals: [Meal]) { self.meals = meals }

  /// The meals that a text may mean.
  package enum Choice: Equatable, Sendable {
    case one(Meal)
    /// At least two, in the menu's order.
    case several([Meal])
    case none
  }

  /// The meal with that name, or else the meals whose names match: each word of the text begins a word of the
  /// name. If no name matches, the names of the chains count too.
  package func choice(_ text: String) -> Choice {
    guard let match = NameMatch(text) else { return .none }
    let folded = FoldedName(text)
    let fitting = meals.filter { match.matches($0.name) }
    if !fitting.isEmpty {
      let exact = fitting.filter { FoldedName($0.name) == folded }
      return Self.choice(of: exact.isEmpty ? fitting : exact)
    }
    let ofChains = meals.filter { meal in
      meal.chain.map { match.matches("\(meal.name) \($0)") } ?? false
    }
    // `hamburger mcdonalds` is the plain hamburger, not one with a longer name.
    let exact = ofChains.filter { FoldedName("\($0.name) \($0.chain ?? "")") == folded }
    return Self.choice(of: exact.isEmpty ? ofChains : exact)
  }

  private static func choice(of meals: [Meal]) -> Choice {
    meals.count > 1 ? .several(meals) : meals.first.map { .one($0) } ?? .none
  }

  /// Meals whose name and chain have the words.
  package func matching(_ match: NameMatch) -> [Meal] {
    meals.filter { match.matches("\($0.name) \($0.chain ?? "")") }
  }

  /// Meals of at most so many kilocalories, the largest first.
  package func earned(by kilocalories: Double) -> [Meal] {
    Menu(meals.filter { $0.kilocalories <= kilocalories }).ordered(largestFirst: true)
  }

  /// All meals by energy; equal ones stay in the menu's order.
  package func ordered(largestFirst: Bool) -> [Meal] {
    meals.indices.sorted { a, b in
      let (first, second) = (meals[a].kilocalories, meals[b].kilocalories)
      guard first != second else { return a < b }
      return largestFirst ? first > second : first < second
    }.map { meals[$0] }
  }
}

extension NameMatch {
  package func matches(_ name: String) -> Bool { name.withBytes { matches($0) } }
}

package struct Meal: Equatable, Sendable {
  /// Tidied, as are the other texts.
  package let name: String
  /// The chain that sells it; `nil` if it is not tied to one.
  package let chain: String?
  package let kilocalories: Double
  package let country: String?
  package let year: Int?
  /// Where the figure comes from.
  package let source: String?

  package init(
    name: String, chain: String? = nil, kilocalories: Double, country: String? = nil,
    year: Int? = nil, source: String? = nil
  ) {
    self.name = name
    self.chain = chain
    self.kilocalories = kilocalories
    self.country = country
    self.year = year
    self.source = source
  }

  /// With the chain, if there is one: `Hamburger (McDonald's)`.
  package var fullName: String { chain.map { "\(name) (\($0))" } ?? name }

  package static let range = 1.0...100_000
}
