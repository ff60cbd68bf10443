import TestSupport
import Testing

@testable import FinderEngine

/// A single venue gets the same answer as its row in a store.
@Suite struct FoodQuestionTests {
  private static let names = [
    "Pizza Hut", "Franco's", "Trattoria Roma", "The Red Lion", "Holiday Inn", "Vegan Corner", "",
    "Café Nero", "Halal Fried Chicken", "Bosna Grill", "Golden Dragon", "Beer Garden", "!!!",
  ]
  private static let kinds = [
    "pub", "restaurant", "fast_food", "cafe;bar", "Restaurant/Cafe/Canteen", "x",
  ]
  private static let cuisines = [
    "pizza", "italian;neapolitan_pizza", "Fish & Chips", "bosna", "vegan", "indian, curry", "",
  ]
  private static let answers = ["yes", "no", "only", "limited", "garden", ""]

  private static func properties(_ random: inout SeededGenerator) -> String {
    var members = ["\"name\":\"\(names.randomElement(using: &random)!)\""]
    func add(_ key: String, _ values: [String], _ chance: Int) {
      guard Int.random(in: 0..<chance, using: &random) == 0 else { return }
      members.append("\"\(key)\":\"\(values.randomElement(using: &random)!)\"")
    }
    add("amenity", kinds, 2)
    add("cuisine", cuisines, 2)
    for diet in ["vegan", "halal", "gluten_free"] { add("diet:\(diet)", answers, 3) }
    for key in ["wheelchair", "outdoor_seating", "dog"] { add(key, answers, 3) }
    return "{\(members.joined(separator: ","))}"
  }

  private static func requests() throws -> [FoodRequest] {
    var requests: [FoodRequest] = []
    for text in [
      "pizza", "vegan pizza", "pub", "pub or cafe with dogs", "bosna", "franco", "halal chicken",
      "italian restaurant outside", "chippy", "vegan", "inn", "wheelchair", "curry", "zzz",
    ] {
      var request = FoodRequest()
      try request.add(text: text)
      requests.append(request)
    }
    var options = FoodRequest()
    try options.add(kinds: "pub,cafe")
    requests.append(options)
    try options.add(diets: "vegan=only,halal")
    requests.append(options)
    options = FoodRequest()
    try options.add(cuisines: "pizza,bosna")
    try options.add(features: "wheelchair,dogs")
    requests.append(options)
    return requests
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func answersAsItsRow(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let features = (0..<600).map { number in
      feature(
        coordinates: "[\(Double(number) / 1000),51]", properties: Self.properties(&random))
    }
    let store = try LoadedDataset(features: features).store
    let columns = FoodColumns(of: store)
    let foods = (0..<store.count).map { Venue(row: $0, of: store).food }
    var counts = [0, 0, 0]
    for request in try Self.requests() {
      let (filter, question) = (FoodFilter(request, columns), FoodQuestion(request))
      for row in 0..<store.count {
        let expected = filter.answer(ofRow: row, of: store)
        let found = store.withName(ofRow: row) {
          question.answer(for: foods[row], named: $0)
        }
        counts[expected == .fits ? 0 : expected == .unknown ? 1 : 2] += 1
        guard found == expected else {
          Issue.record("seed \(seed), row \(row): \(request.parts.map(\.typed)) \(features[row])")
          return
        }
        #expect(filter.accepts(row, of: store) == (expected == .fits))
      }
    }
    #expect(counts.allSatisfy { $0 > 100 }, "\(counts)")
  }

  /// If nothing is known of a venue, its name can match words, but no option.
  @Test func nothingKnown() throws {
    func answer(_ name: String, _ ask: (inout FoodRequest) throws -> Void) throws
      -> FoodFilter.Answer
    {
      var request = FoodRequest()
      try ask(&request)
      return name.withBytes { FoodQuestion(request).answer(for: .none, named: $0) }
    }
    #expect(try answer("Pizza Hut") { try $0.add(text: "pizza") } == .fits)
    #expect(try answer("Franco's") { try $0.add(text: "pizza") } == .unknown)
    #expect(try answer("Franco's") { try $0.add(text: "franco") } == .fits)
    #expect(try answer("Joe's") { try $0.add(text: "franco") } == .no)
    #expect(try answer("Pizza Hut") { try $0.add(cuisines: "pizza") } == .unknown)
    #expect(try answer("The Red Lion Pub") { try $0.add(kinds: "pub") } == .unknown)
    #expect(try answer("Vegan Corner") { try $0.add(diets: "vegan") } == .unknown)
  }

  /// A value of the dataset's own is found by `--for` as by its option, and the opposite of a thing does not
  /// match it.
  @Test func ownValuesAndOpposites() throws {
    let cases: [(properties: String, text: String, isFound: Bool)] = [
      (#"{"kind":"Pub / Kiosk"}"#, "kiosk", true), (#"{"cuisine":"x_tapir"}"#, "tapir", true),
      (#"{"kind":"pub_kiosk"}"#, "kiosk", false), (#"{"cuisine":"non_tapir"}"#, "tapir", false),
      (#"{"cuisine":"non_vegetarian"}"#, "vegetarian", false),
      (#"{"cuisine":"x_no_pizza"}"#, "pizza", false), (#"{"cuisine":"not_pizza"}"#, "pizza", false),
      (#"{"cuisine":"neapolitan_pizza"}"#, "pizza", true),
      (#"{"cuisine":"non_veg_pizza"}"#, "pizza", true),
      (#"{"cuisine":"piano_pizza"}"#, "pizza", true),
    ]
    for (properties, text, isFound) in cases {
      let store = try LoadedDataset(features: [feature(properties: properties)]).store
      let columns = FoodColumns(of: store)
      var request = FoodRequest()
      try request.add(text: text)
      #expect(FoodFilter(request, columns).accepts(0, of: store) == isFound, "\(properties)")
      let answer = "".withBytes {
        FoodQuestion(request).answer(for: store.venue(ofRow: 0).food, named: $0)
      }
      #expect((answer == .fits) == isFound, "\(properties)")
      let isKind = properties.contains("kind")
      var option = FoodRequest()
      if isKind { try option.add(kinds: text) } else { try option.add(cuisines: text) }
      #expect(FoodFilter(option, columns).accepts(0, of: store) == isFound, "\(properties)")
      #expect(columns.has(isKind ? .kind(text) : .cuisine(text)) == isFound, "\(properties)")
      if text == "kiosk" || text == "tapir" {
        #expect((columns.aspect(ofOwn: text) != nil) == isFound, "\(properties)")
      }
      guard !isKind, let cuisine = store.venue(ofRow: 0).food.cuisines.first else { continue }
      var general: [String] = []
      cuisine.withBytes { bytes in
        FoodValues.forEachGeneral(bytes) { general.append(String(decoding: $0, as: UTF8.self)) }
      }
      #expect(general.contains(text) == isFound, "\(cuisine)")
    }
  }

  /// A kind and a cuisine with the same name are two neighbours.
  @Test func neighboursOfOneName() throws {
    var request = FoodRequest()
    try request.add(kinds: "bakery")
    try request.add(cuisines: "cake")
    let choices = request.neighbours.map(\.choice)
    #expect(choices.contains(.kind("pastry")) && choices.contains(.cuisine("pastry")))
    #expect(Set(choices.map { "\($0)" }).count == choices.count)
  }

  /// The journal of news stores numbers of diets and features: those here never change, and new ones are
  /// added at the end.
  @Test func numbersInTheJournal() {
    let diets = [
      "vegan", "vegetarian", "pescetarian", "halal", "kosher", "gluten_free", "lactose_free",
      "dairy_free", "nut_free", "raw",
    ]
    let features = [
      "wheelchair", "outdoor", "takeaway", "delivery", "wifi", "dogs", "highchair",
    ]
    #expect(FoodLine.all(.diet).map(\.value).starts(with: diets))
    #expect(FoodLine.all(.feature).map(\.value).starts(with: features))
    var facts = FoodFacts()
    facts[diet: 3] = .only
    facts[feature: 6] = .yes
    #expect(facts.bits == 4 << 9 | 2 << 44)
  }

  /// Each part on its own, and all of them together.
  @Test func single() throws {
    var request = FoodRequest()
    try request.add(text: "vegan pizza hut")
    #expect(request.single.map { $0.parts.map(\.typed) } == request.parts.map { [$0.typed] })
    #expect(request.single.count == 3)
  }
}
