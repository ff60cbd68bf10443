import FinderEngine

/// A kind of venue, by its word in OpenStreetMap's `amenity`.
package enum FetchKind: String, CaseIterable, Sendable {
  case restaurant
  case cafe
  case pub
  case bar
  case fastFood = "fast_food"
  case foodCourt = "food_court"
  case beerGarden = "biergarten"
  case iceCream = "ice_cream"

  /// What is asked for unless the user chooses.
  package static let usual: [FetchKind] = [.restaurant, .cafe, .pub, .bar, .fastFood]

  /// The number of the business type that the hygiene ratings have it under.
  var businessType: Int {
    switch self {
    case .restaurant, .cafe, .foodCourt: 1
    case .pub, .bar, .beerGarden: 7843
    case .fastFood, .iceCream: 7844
    }
  }
}
