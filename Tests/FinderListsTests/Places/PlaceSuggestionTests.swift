import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists

/// Suggestions of places compared with their definition, which finds and sorts all that fit.
@Suite struct PlaceSuggestionTests {
  private static let words = [
    "Ash", "Ashford", "Saint", "St", "Ste", "Stoke", "Staines", "on", "Sea", "Magna", "Elmstead",
    "s",
    "Eastmanstead", "Eastmansteadham", "Œrsted", "北京", "Bishop's", "(Kent)", "a", "under-Edge",
  ]

  /// Few positions, populations and counties, so that many are equal.
  private static func rows(_ count: Int, _ generator: inout SeededGenerator) -> String {
    (0..<count).reduce(into: "name,lat,lon,county,kind,population\n") { rows, _ in
      let name = (0..<Int.random(in: 1...3, using: &generator))
        .map { _ in words.randomElement(using: &generator)! }.joined(separator: " ")
      let spot = (
        50 + Int.random(in: 0...4, using: &generator), Int.random(in: -4...0, using: &generator)
      )
      let county = ["Kent", "Devon", ""].randomElement(using: &generator)!
      let kind = ["Town", "Village", "Hamlet"].randomElement(using: &generator)!
      let people = ["", "", "1000", "70"].randomElement(using: &generator)!
      rows += "\(name),\(spot.0),\(spot.1),\(county),\(kind),\(people)\n"
    }
  }

  private static func typed(_ places: [Place], _ generator: inout SeededGenerator) -> String {
    let place = places.randomElement(using: &generator)!
    if Int.random(in: 0..<4, using: &generator) == 0 {
      return String(place.fullName.prefix(Int.random(in: 1...30, using: &generator)))
    }
    let name = place.name
    let words = name.split(separator: " ")
    let from = Int.random(in: 0..<words.count, using: &generator)
    let text = words[from...].joined(separator: Bool.random(using: &generator) ? " " : "-")
    let beginning = String(text.prefix(Int.random(in: 0...20, using: &generator)))
    return Bool.random(using: &generator) ? beginning.lowercased() : beginning
  }

  /// A place, and its key from each of its words on.
  private typealias Listed = (place: Place, rests: [[UInt8]])

  private static func listed(_ place: Place) -> Listed {
    let key = PlaceKey.of(place.name)
    let starts = key.indices.filter { $0 == 0 || key[$0 - 1] == PlaceKey.space }
    return (place, starts.map { Array(key[$0...]) })
  }

  private static func suggestions(
    _ text: String, from point: Coordinate?, of places: [Listed], limit: Int?
  ) -> [Suggestion] {
    let typed = PlaceKey.beginnings(of: String(text.prefix { $0 != "," }))
    let wholes = text.contains(",") ? PlaceKey.beginnings(of: text) : [[]]
    let fitting = places.compactMap {
      place, rests -> (isFirst: Bool, people: Int, line: Suggestion)? in
      guard rests.contains(where: { $0.begins(withAnyOf: typed) }),
        PlaceKey.of(place.fullName).begins(withAnyOf: wholes)
      else { return nil }
      let line = Suggestion(
        text: place.fullName, kind: .place,
        distance: point.map { Geodesic.distance(from: $0, to: place.coordinate) })
      return (rests[0].begins(withAnyOf: typed), place.people, line)
    }
    let sorted = fitting.sorted { a, b in
      if a.isFirst != b.isFirst { return a.isFirst }
      if a.line.distance != b.line.distance { return a.line.distance! < b.line.distance! }
      return a.people != b.people ? a.people > b.people : a.line.text < b.line.text
    }
    var seen: Set<String> = []
    return Array(sorted.map(\.line).filter { seen.insert($0.text).inserted }.prefix(limit ?? .max))
  }

  @Test(arguments: [(1, 1), (2, 30), (3, 200), (4, 600)] as [(UInt64, Int)])
  func byDefinition(seed: UInt64, count: Int) throws {
    var generator = SeededGenerator(seed: 470 + seed)
    try TemporaryDirectory.with { folder in
      let path = FilePath(try folder.write(Self.rows(count, &generator), to: "places.csv"))
      let data = FilePath(folder.file("data"))
      try GazetteerStore(dataFolder: data).add([try GazetteerReading(path)])
      let gazetteer = try #require(try Gazetteer.open(inDataFolder: data))
      var own: [Place] = []
      gazetteer.forEachName { own.append($1) }
      // Some are in both lists.
      let others = own.shuffled(using: &generator).prefix(40).map { place in
        var other = place
        other.coordinate = Coordinate(latitude: 51, longitude: -1)
        return Bool.random(using: &generator) ? place : other
      }
      let listed = (own + others).map(Self.listed)
      var answers = 0
      for round in 0..<50 {
        let text = Self.typed(own, &generator)
        let point =
          round % 3 == 0
          ? nil : round % 3 == 1 ? Coordinate(latitude: 51.3, longitude: -1.2) : own[0].coordinate
        let limit = [1, 2, 10, 50, nil].randomElement(using: &generator)!
        var search = PlaceSuggestions(text, from: point, in: gazetteer)
        for place in others { search.take(place) }
        let found = search.found(limit: limit)
        let right = Self.suggestions(text, from: point, of: listed, limit: limit)
        #expect(
          found.map(\.text) == right.map(\.text) && found.map(\.distance) == right.map(\.distance),
          "seed \(seed): \(text.debugDescription), limit \(limit ?? -1)")
        answers += found.count
      }
      #expect(answers > 20 && !gazetteer.isDamaged)
    }
  }
}
