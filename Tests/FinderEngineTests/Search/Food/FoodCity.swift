import Foundation
import TestSupport

@testable import FinderEngine

/// A seeded city whose tags have many spellings, and the answers by the rules of the interface, computed from
/// each venue's properties as JSON and from the meanings of names listed below.
struct FoodCity: Sendable {
  let text: String
  let venues: [Tagged]
  let oracle: BruteForce
  let storeAsRead: VenueStore
  /// With an index.
  let store: VenueStore

  init(count: Int, seed: UInt64) throws {
    var maker = VenueMaker(seed: seed)
    var (features, venues) = ([String](), [Tagged]())
    var positions: [Coordinate] = []
    for number in 0..<count {
      let properties = maker.properties()
      let (x, y) = (maker.degrees("-0", 0..<300_000), maker.degrees("51", 400_000..<600_000))
      features.append(
        feature(coordinates: "[\(x),\(y)]", id: "\"v\(number)\"", properties: properties))
      venues.append(try Tagged(json: properties))
      positions.append(Coordinate(latitude: Double(y)!, longitude: Double(x)!))
    }
    text = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ",\n"))]}"
    self.venues = venues
    oracle = BruteForce(positions: positions, names: venues.map(\.name))
    storeAsRead = try VenueStore(reading: PaddedBytes(copying: text.utf8))
    store = storeAsRead.indexed()
  }

  /// The meanings of these names, as far as questions ask for them.
  static let names: [(name: String, says: Set<String>)] = [
    ("", []), ("The Crown", []), ("北京", []), ("Zzz Corner", []),
    ("Pizza Palace", ["cuisine pizza"]), ("PIZZAS & Pies", ["cuisine pizza"]),
    ("Thai Terrace", ["cuisine thai"]), ("Curry Leaf", ["cuisine curry", "cuisine indian"]),
    ("Steak House", ["cuisine steak_house"]),
    ("Steakhouse 22", ["cuisine steak_house", "kind restaurant"]),
    ("Coffee & Cake", ["kind cafe", "cuisine coffee_shop"]), ("Café Noir", ["kind cafe"]),
    ("Red Lion", ["kind pub"]), ("Bars of Leeds", ["kind bar"]), ("Vegan Corner", ["diet vegan"]),
    ("Veggie Pub", ["diet vegetarian", "kind pub"]),
    ("Halal Fish and Chips", ["diet halal", "cuisine fish_and_chips"]),
    ("Gluten-Free Bakery", ["diet gluten_free"]),
    ("Dog-Friendly Arms", ["with dogs", "kind pub"]),
    ("Take Away Corner", ["kind fast_food", "with takeaway"]),
    ("Wi-Fi, Wheelchair Access", ["with wifi", "with wheelchair"]),
  ]

  // MARK: Questions

  /// A line of options, as typed and as meant.
  struct Question: Sendable {
    /// The line as typed.
    let line: String
    let add: @Sendable (inout FoodRequest) throws -> Void
    let parts: [Part]

    init(_ option: String, _ value: String, _ parts: Part...) {
      line = "--\(option) '\(value)'"
      self.parts = parts
      add = { request in
        switch option {
        case "kind": try request.add(kinds: value)
        case "cuisine": try request.add(cuisines: value)
        case "diet": try request.add(diets: value)
        case "with": try request.add(features: value)
        default: try request.add(text: value)
        }
      }
    }
  }

  /// One of these: `kind pub`, `cuisine pizza`, `diet vegan`, `diet vegan only`, `with dogs`; or a word of
  /// the name.
  struct Part: Sendable {
    /// For each word of a question, everything it may mean.
    var words: [[String]]
    var namesCount = false
    var name: String?

    static func any(_ wanted: String...) -> Part { Part(words: wanted.map { [$0] }) }
    static func said(_ wanted: String...) -> Part { Part(words: [wanted], namesCount: true) }
    static func either(_ words: [String]...) -> Part { Part(words: words, namesCount: true) }
    static func named(_ name: String, or wanted: String...) -> Part {
      Part(words: wanted.isEmpty ? [] : [wanted], namesCount: true, name: name)
    }
  }

  static let questions = [
    Question("kind", "pub", .any("kind pub")),
    Question("kind", "Cafes, bar", .any("kind cafe", "kind bar")),
    Question("kind", "fast food", .any("kind fast_food")),
    Question("cuisine", "pizza", .any("cuisine pizza")),
    Question("cuisine", "thai,curry", .any("cuisine thai", "cuisine curry", "cuisine indian")),
    Question("cuisine", "Fish & Chips", .any("cuisine fish_and_chips")),
    Question("cuisine", "own dish", .any("cuisine own_dish")),
    Question("diet", "vegan", .any("diet vegan")),
    Question("diet", "vegan=only", .any("diet vegan only")),
    Question("diet", "veggie,halal", .any("diet vegetarian", "diet halal")),
    Question("diet", "gluten free", .any("diet gluten_free")),
    Question("with", "wheelchair", .any("with wheelchair")),
    Question("with", "outside", .any("with outdoor")),
    Question("with", "wifi,dogs", .any("with wifi"), .any("with dogs")),
    Question("with", "delivery", .any("with delivery")),
    Question("with", "high chair", .any("with highchair")),
    Question("for", "pizza", .said("cuisine pizza")),
    Question("for", "vegan pizza", .said("diet vegan", "cuisine vegan"), .said("cuisine pizza")),
    Question("for", "pub", .said("kind pub")),
    Question("for", "curry", .said("cuisine curry", "cuisine indian")),
    Question("for", "coffee", .said("kind cafe", "cuisine coffee_shop")),
    Question("for", "steakhouse", .said("cuisine steak_house")),
    Question("for", "dog friendly pub", .said("with dogs"), .said("kind pub")),
    Question("for", "takeaway", .said("kind fast_food", "with takeaway")),
    Question("for", "gluten free", .said("diet gluten_free", "cuisine gluten_free")),
    Question("for", "a place with wheelchair access", .said("with wheelchair")),
    Question("for", "restaurant", .said("kind restaurant")),
    Question("for", "corner", .named("corner")),
    Question("for", "corner or thai", .named("corner", or: "cuisine thai")),
    Question("for", "vegan or pizza", .either(["diet vegan", "cuisine vegan"], ["cuisine pizza"])),
    Question("for", "pub or curry", .either(["kind pub"], ["cuisine curry", "cuisine indian"])),
    Question("for", "pub or a cafe", .either(["kind pub"], ["kind cafe"])),
  ]

  // MARK: The answers

  enum Answer { case fits, unknown, no }

  /// A venue's properties as JSON, and its name.
  struct Tagged {
    let name: String
    let says: Set<String>
    private let kinds: [String]
    private let cuisines: [String]
    /// The values of the tags that are a text or a Boolean.
    private let tags: [String: String]

    init(json: String) throws {
      let read = try JSONSerialization.jsonObject(with: Data(json.utf8))
      let properties = read as! [String: Any]
      tags = properties.compactMapValues { value in
        if let text = value as? String {
          return text.trimmingCharacters(in: .whitespaces).lowercased()
        }
        return (value as? Bool).map { $0 ? "true" : "false" }
      }
      let name = properties["name"] as? String ?? ""
      self.name = name
      says = FoodCity.names.first { $0.name == name }!.says
      let kind = Self.values(properties["kind"])
      kinds = kind.isEmpty ? Self.values(properties["amenity"]) : kind
      cuisines = Self.values(properties["cuisine"])
    }

    /// The city has no other spellings than these, with capitals and blanks.
    private static let spellings = [
      "fast food": "fast_food", "fish & chips": "fish_and_chips", "burgers": "burger",
      "own dish": "own_dish",
    ]

    private static func values(_ property: Any?) -> [String] {
      let texts = (property as? String).map { [$0] } ?? (property as? [String]) ?? []
      return texts.flatMap { $0.components(separatedBy: ";") }
        .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }.filter { !$0.isEmpty }
        .map { spellings[$0] ?? $0 }
    }

    private static let keys = [
      "outdoor": "outdoor_seating", "wifi": "internet_access", "dogs": "dog",
    ]

    /// Whether the venue has what is wanted; `nil` if it says nothing about it.
    private func has(_ wanted: String) -> Bool? {
      let words = wanted.components(separatedBy: " ")
      func isOne(of values: [String]) -> Bool? {
        guard !values.isEmpty else { return nil }
        return values.contains {
          $0 == words[1] || words[0] == "cuisine" && $0.hasSuffix("_" + words[1])
        }
      }
      switch words[0] {
      case "kind": return isOne(of: kinds)
      case "cuisine": return isOne(of: cuisines)
      case "diet":
        guard let said = tag("diet:" + words[1]) else { return nil }
        return said == "only" || words.count == 2 && ["yes", "true"].contains(said)
      default:
        guard let said = tag(Self.keys[words[1]] ?? words[1]) else { return nil }
        if words[1] == "wheelchair" { return ["yes", "designated", "true"].contains(said) }
        return !["no", "false"].contains(said)
      }
    }

    private func tag(_ key: String) -> String? {
      guard let said = tags[key], !said.isEmpty, said != "unknown" else { return nil }
      return said
    }

    func answer(_ part: Part) -> Answer {
      if let wanted = part.name {
        let words = name.lowercased().split { !$0.isLetter }
        let isThere = words.contains { $0.hasPrefix(wanted) }
        let isCuisine = cuisines.contains { $0 == wanted || $0.hasSuffix("_" + wanted) }
        if isThere || isCuisine || kinds.contains(wanted) { return .fits }
      }
      let answers = part.words.map { answer($0, part.namesCount) }
      return answers.contains(.fits) ? .fits : answers.contains(.unknown) ? .unknown : .no
    }

    /// A `no` for a diet or a feature excludes the venue, whatever else the word may mean.
    private func answer(_ wanted: [String], _ namesCount: Bool) -> Answer {
      let answers = wanted.map { ($0, has($0)) }
      let isDenied = answers.contains {
        $0.1 == false && ($0.0.hasPrefix("diet") || $0.0.hasPrefix("with"))
      }
      if isDenied { return .no }
      if answers.contains(where: { $0.1 == true }) { return .fits }
      // If a diet is asked for, a cuisine of the same name only adds venues.
      let asksDiet = wanted.contains { $0.hasPrefix("diet") }
      let isOpen = answers.contains {
        $0.1 == nil && !(asksDiet && $0.0.hasPrefix("cuisine"))
      }
      guard isOpen else { return .no }
      return namesCount && wanted.contains(where: says.contains) ? .fits : .unknown
    }
  }

  /// For each venue, whether it fits.
  func fitting(_ question: Question) -> [Bool] {
    venues.map { venue in question.parts.allSatisfy { venue.answer($0) == .fits } }
  }
}

/// Draws the properties of venues.
private struct VenueMaker {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let kinds = [
    #""pub""#, #""PUB""#, #"" Bar ""#, #""restaurant""#, #""cafe""#, #""fast_food""#,
    #""Fast Food""#, #""pub;bar""#, #""bakery""#, #"["pub","cafe"]"#, "null", #""""#, #"" ""#,
  ]
  private static let cuisines = [
    #""pizza""#, #""PIZZA; thai""#, #""neapolitan_pizza""#, #""Fish & Chips""#, #""burgers""#,
    #""sushi;japanese""#, #""japanese""#, #""curry""#, #""indian""#, #""coffee_shop;cake""#,
    #""vegan""#, #"" ; pizza;""#, #""own_dish""#, #""Own Dish""#, #""steak_house""#, #""corner""#,
    #"["thai","pizza"]"#, "null", #""""#, #""  ""#, #"";""#, "[]",
  ]
  private static let diets = [
    #""yes""#, #""YES""#, #"" only""#, #""only""#, #""limited""#, #""no""#, #""No""#, #""unknown""#,
    #""""#, "null", "true", "false",
  ]
  /// The share of venues with these tags, and the tags.
  private static let tags: [(key: String, share: Double, values: [String])] = [
    ("kind", 0.7, kinds), ("amenity", 0.2, kinds), ("cuisine", 0.6, cuisines),
    ("diet:vegan", 0.5, diets), ("diet:vegetarian", 0.4, diets), ("diet:halal", 0.2, diets),
    ("diet:gluten_free", 0.2, diets),
    (
      "wheelchair", 0.5,
      [#""yes""#, #""designated""#, #""limited""#, #""Limited""#, #""no""#, #""unknown""#, "true"]
    ),
    (
      "outdoor_seating", 0.4,
      [#""yes""#, #""garden""#, #""Terrace""#, #""no""#, #""NO ""#, #"" ""#, "null"]
    ),
    ("takeaway", 0.4, [#""yes""#, #""only""#, #""no""#, #""""#, "false"]),
    ("delivery", 0.3, [#""yes""#, #""no""#, #""Only""#]),
    ("internet_access", 0.4, [#""wlan""#, #""yes""#, #""no""#]),
    ("dog", 0.4, [#""yes""#, #""leashed""#, #""outside""#, #""no""#, "null"]),
    ("highchair", 0.3, [#""yes""#, #""2""#, #""no""#]),
    ("website", 0.3, [#""https://a.example/pizza""#]),
  ]

  mutating func properties() -> String {
    let name = FoodCity.names.randomElement(using: &generator)!.name
    var members = ["\"name\":\"\(name)\"", "\"postcode\":\"AB1 2CD\""]
    for (key, share, values) in Self.tags where Double.random(in: 0..<1, using: &generator) < share
    {
      members.append("\"\(key)\":\(values.randomElement(using: &generator)!)")
    }
    return "{\(members.shuffled(using: &generator).joined(separator: ","))}"
  }

  /// With six decimals.
  mutating func degrees(_ whole: String, _ millionths: Range<Int>) -> String {
    let digits = "\(Int.random(in: millionths, using: &generator))"
    return "\(whole).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
  }
}
