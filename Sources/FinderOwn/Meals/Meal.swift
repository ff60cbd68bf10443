import FinderEngine

/// Something to eat, and what it holds.
package struct Meal: Equatable, Sendable {
  /// Tidied, as are the other texts.
  package let name: String
  /// The chain that sells it; `nil` where it is to be had anywhere.
  package let chain: String?
  package let kilocalories: Double
  package let country: String?
  package let year: Int?
  /// Where the figure is from.
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

  /// With the chain, where there is one: `Hamburger (McDonald's)`.
  package var fullName: String { chain.map { "\(name) (\($0))" } ?? name }

  /// What a meal may hold.
  package static let range = 1.0...100_000
}
