import Foundation
import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderMaps

/// The filters of a page, compared with what each venue says.
@Suite struct PageFoodTests {
  private func store(_ properties: [String]) throws -> VenueStore {
    // The first is the westernmost: they keep their order.
    let features = properties.enumerated().map { number, properties in
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[\#(Double(number) / 1000),51.5]},"#
        + #""properties":{\#(properties)}}"#
    }
    let text = #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
    return try VenueStore(reading: PaddedBytes(copying: text.utf8))
  }

  private func food(
    _ store: VenueStore, rows: [Int]? = nil, hours: PageHours? = nil
  ) throws -> [String: Any]? {
    var contents = PageContents(title: "a")
    contents.hours = hours
    var output = ByteBuffer()
    PageWriter(store, rows: rows).write(contents, PageWriterTests.small, to: &output)
    let text = String(decoding: output.bytes, as: UTF8.self)
    guard text.contains("id=\"data-food\"") else { return nil }
    let json = Data(try PageReader.unpacked("data-food", of: text))
    return try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
  }

  private struct Value: Equatable {
    let aspect: Int
    let value: String
    var venues: [Int]
    var named: [Int] = []
  }

  private func values(_ food: [String: Any]?) throws -> [Value] {
    try ((food?["values"] as? [[Any]]) ?? []).map { entry in
      let steps = try [3, 4].map { try #require(entry[$0] as? [Int]) }
      let places = steps.map { steps in
        steps.reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1) }
      }
      return Value(
        aspect: try #require(entry[0] as? Int), value: try #require(entry[1] as? String),
        venues: places[0], named: places[1])
    }
  }

  @Test func nothingWhereNothingIsSaid() throws {
    #expect(try food(try store([#""name":"Pizza""#, #""name":"B","stars":4"#])) == nil)
    #expect(try food(try store([])) == nil)
  }

  @Test func valuesMostFirst() throws {
    let store = try store([
      #""name":"A","kind":"pub","cuisine":"neapolitan_pizza;thai","wheelchair":"limited""#,
      #""name":"Pizza Roma","kind":"restaurant""#,
      #""name":"Pizza Two","cuisine":"thai","diet:vegan":"no","wheelchair":"yes""#,
      #""name":"Vegan Thai","business_type":"Restaurant/Cafe/Canteen","diet:vegan":"only""#,
    ])
    let food = try food(store)
    #expect(
      try values(food) == [
        Value(aspect: 0, value: "restaurant", venues: [1, 3]),
        Value(aspect: 0, value: "cafe", venues: [3]),
        Value(aspect: 0, value: "canteen", venues: [3]),
        Value(aspect: 0, value: "pub", venues: [0]),
        Value(aspect: 1, value: "thai", venues: [0, 2], named: [3]),
        Value(aspect: 1, value: "neapolitan_pizza", venues: [0]),
        Value(aspect: 1, value: "pizza", venues: [0], named: [1]),
        Value(aspect: 2, value: "vegan", venues: [3]),
        Value(aspect: 3, value: "wheelchair", venues: [2]),
      ])
    let words = ((food?["values"] as? [[Any]]) ?? []).first { $0[1] as? String == "wheelchair" }
    #expect((words?[2] as? [String])?.contains("step free") == true)
    #expect(food?["hours"] == nil)
    // The page leaves out the same words as --for.
    #expect(food?["silent"] as? [String] == SilentWords.all)
    #expect(food?["articles"] as? [String] == SilentWords.articles)
    // Only those of a page's own rows.
    #expect(
      try values(try self.food(store, rows: [2])) == [
        Value(aspect: 1, value: "thai", venues: [0]),
        Value(aspect: 3, value: "wheelchair", venues: [0]),
      ])
  }

  /// The same venues as with `--cuisine`, `--kind`, `--diet` and `--with`, and together with names the same
  /// as with `--for`.
  @Test func asTheFilters() throws {
    var random = SeededGenerator(seed: 35)
    let kinds = ["pub", "cafe", "fast_food", "Restaurant/Cafe/Canteen", "gastropub"]
    let cuisines = [
      "pizza", "neapolitan_pizza", "thai", "afternoon_tea", "tea", "fish_and_chips", "own",
      "my_own", "her_thing", "our_own_thing",
    ]
    let names = [
      "Roma Pizza", "Chippy", "The Thai Inn", "Tea Room", "Vegan Halal Grill", "A",
      "Dog friendly Pub",
    ]
    let store = try store(
      (0..<400).map { number in
        var members = [#""name":"\#(names.randomElement(using: &random)!) \#(number)""#]
        func add(_ key: String, _ values: [String]) {
          guard Bool.random(using: &random) else { return }
          members.append(#""\#(key)":"\#(values.randomElement(using: &random)!)""#)
        }
        add("kind", kinds)
        add("cuisine", cuisines + ["pizza; thai", "tea;own;pizza"])
        for diet in ["vegan", "halal"] { add("diet:\(diet)", ["yes", "no", "only", "limited"]) }
        for feature in ["wheelchair", "dog"] { add(feature, ["yes", "no", "limited", "leashed"]) }
        return members.joined(separator: ",")
      })
    let columns = FoodColumns(of: store)
    let found = try values(try food(store))
    #expect(found.count > 12)
    for value in found {
      var option = FoodRequest()
      var text = FoodRequest()
      switch value.aspect {
      case 0: try option.add(kinds: value.value)
      case 1: try option.add(cuisines: value.value)
      case 2: try option.add(diets: value.value)
      default: try option.add(features: value.value)
      }
      try text.add(text: FoodText.shown(value.value))
      func rows(_ request: FoodRequest) -> Set<Int> {
        let filter = FoodFilter(request, columns)
        return Set((0..<store.count).filter { filter.accepts($0, of: store) })
      }
      // If several lines of the tables have a word, each is a value of its own.
      #expect(Set(value.venues) == rows(option), "\(value.value)")
      if FoodAspect.allCases.reduce(
        0, { $0 + FoodLine.called(FoodText.shown(value.value), $1).count }) == 1
      {
        #expect(Set(value.venues + value.named) == rows(text), "\(value.value)")
      }
    }
  }

  @Test func hoursThatAreTheSameStandOnce() throws {
    let store = try store((0..<5).map { #""name":"\#($0)""# })
    let some = [
      PageHours.Interval(from: 60, to: 120, isSure: true),
      PageHours.Interval(from: 200, to: 260, isSure: false),
    ]
    let all: [[PageHours.Interval]?] = [some, nil, [], some, nil]
    let food = try food(
      store, rows: [0, 1, 2, 3], hours: PageHours(firstDay: 20_784, days: 28) { all[$0] })
    let hours = try #require(food?["hours"] as? [String: Any])
    #expect(hours["first"] as? Int == 20_784 && hours["days"] as? Int == 28)
    #expect(hours["of"] as? [Int] == [1, 0, 2, 1])
    #expect(hours["open"] as? [[Int]] == [[60, 60, 80, -60], []])
    #expect(food?["silent"] == nil)
    let none = PageHours(firstDay: 20_784, days: 28) { _ in nil }
    #expect(try self.food(store, hours: none) == nil)
  }

  @Test func propertiesInWords() throws {
    let store = try store([
      #""name":"A","kind":"fast_food","outdoor_seating":"garden","website":"javascript:alert(1)","level":"2""#
    ])
    var output = ByteBuffer()
    PageWriter(store).write(PageContents(title: "a"), PageWriterTests.small, to: &output)
    let venue = try #require(try PageReader(output.bytes).venues.first)
    #expect(
      venue.properties
        == "kind\tfast food\twith\toutdoor seating (garden)\twebsite\tjavascript:alert(1)\tlevel\t2"
    )
  }
}
