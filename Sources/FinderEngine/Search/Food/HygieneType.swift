/// A business type of the hygiene ratings, as a whole: `Pub/bar/nightclub`. In types for food and drink, each
/// word is a kind, since a venue of that type may be any of them. In the others, one word represents the
/// type, so that a school is not also a university.
struct HygieneType {
  /// In the ratings' spelling, folded. `isWhole` if the kinds say everything that the type says.
  private static let types: [(type: StaticString, kinds: [String], isWhole: Bool)] = [
    ("restaurant cafe canteen", ["restaurant", "cafe", "canteen"], true),
    ("pub bar nightclub", ["pub", "bar", "nightclub"], true),
    ("takeaway sandwich shop", ["fast_food"], false), ("mobile caterer", ["fast_food"], true),
    ("other catering premises", ["caterer"], true),
    ("hotel bed and breakfast guest house", ["hotel", "guest_house"], true),
    ("retailers supermarkets hypermarkets", ["supermarket"], true),
    ("retailers other", ["shop"], false), ("school college university", ["school"], false),
    ("hospitals childcare caring premises", ["caring_premises"], false),
    ("farmers growers", ["farm"], false), ("manufacturers packers", ["manufacturer"], false),
    ("distributors transporters", ["distributor"], false),
    ("importers exporters", ["importer"], false),
  ]

  let kinds: [String]
  let isWhole: Bool

  init?(_ text: Bytes) {
    // From the shortest type to the longest.
    guard (14...40).contains(text.count) else { return nil }
    let phrase = FoodText.phrase(text)
    guard let type = Self.types.first(where: { $0.type.bytes.elementsEqual(phrase) }) else {
      return nil
    }
    (kinds, isWhole) = (type.kinds, type.isWhole)
  }
}
