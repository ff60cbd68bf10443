import FinderEngine
import FinderMaps
import TestSupport
import Testing

@testable import finder

/// The text typed into the map's field, its interpretation, and the venues that it finds key by key.
@Suite struct MapFilterTests {
  private static let names = [
    "Pizza Palace", "Pizzeria Roma", "Franco's", "The Crown", "Crown Hut", "Vegan Corner",
    "Café Nero",
    "Indiana Grill", "Hut", "Barn", "Piz Palü", "No Pizza Here", "Fish & Chips", "Étoile", "飯店",
  ]
  private static let foods = [
    "", ",\"cuisine\":\"pizza\"", ",\"cuisine\":\"indian\",\"diet:vegan\":\"yes\"",
    ",\"amenity\":\"bar\"", ",\"amenity\":\"cafe\",\"cuisine\":\"bosna\"",
    ",\"diet:vegan\":\"no\",\"cuisine\":\"neapolitan_pizza\"", ",\"cuisine\":\"fish_and_chips\"",
  ]

  private static func store(_ count: Int, seed: UInt64) throws -> VenueStore {
    var random = SeededGenerator(seed: seed)
    return try LoadedDataset(
      features: (0..<count).map { number in
        EditedVenue(
          name: names.randomElement(using: &random)!, postcode: "N1 1AA",
          x: Double(number) / 1000, y: 51, more: foods.randomElement(using: &random)!
        ).feature
      }
    ).store
  }

  private static let columns = Result { FoodColumns(of: try store(500, seed: 1)) }

  @Test(
    arguments: [
      ("piz", [], "piz"), ("pizza", ["pizza"], ""), ("Pizza ", ["pizza"], ""),
      ("pizza h", ["pizza"], "h"), ("hut pizza", ["pizza"], "hut"), ("vegan piz", ["vegan"], "piz"),
      ("vegan pizza", ["vegan", "pizza"], ""), ("the crown", [], "the crown"),
      ("No Frills", [], "No Frills"), ("no pizza", [], "no pizza"), ("bosna", ["bosna"], ""),
      ("fish and chips", ["fish and chips"], ""), ("bar cafe", ["bar cafe"], ""), ("", [], ""),
      ("!", [], "!"), ("pizza restaurant", ["pizza"], ""), ("restaurant", ["restaurant"], ""),
    ] as [(String, [String], String)])
  func readAsFood(text: String, foods: [String], names: String) throws {
    let filter = MapFilter(FilterText(text: text), try Self.columns.get())
    #expect(filter.foods.flatMap { $0.parts.map(\.typed) } == foods && filter.names == names)
    #expect(filter.foods.allSatisfy { $0.parts.count == 1 })
    let ofNames = MapFilter(FilterText(text: text, isOfNames: true), try Self.columns.get())
    #expect(ofNames.foods.isEmpty && ofNames.names == text)
  }

  /// Keys in any order find what checking each venue finds: it has the food, or the words in its name.
  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func keyByKey(seed: UInt64) throws {
    let store = try Self.store(300, seed: seed)
    let (names, food) = (NameDirectory(of: store), FoodColumns(of: store))
    var random = SeededGenerator(seed: seed)
    var wanted: RowMarks?
    if seed % 2 == 0 {
      let marks = RowMarks(rows: store.count, keepsMarked: true)
      for row in 0..<store.count where row % 3 != 0 { marks.mark(row) }
      wanted = marks
    }
    let filtered = FilteredVenues(names, food, among: wanted)
    let words = [
      "pizza", "vegan", "the", "crown", "bar", "indian", "bosna", "cafe", "hut", "fish and chips",
    ]
    let venues = (0..<store.count).map {
      (food: store.venue(ofRow: $0).food, name: store.venue(ofRow: $0).name)
    }
    // A question knows all words of the tables.
    var questions: [String: FoodQuestion] = [:]
    var (typed, rest) = ("", "")
    for step in 0..<200 {
      if rest.isEmpty, Int.random(in: 0..<3, using: &random) == 0 {
        if Bool.random(using: &random) { typed = "" }
        rest = (typed.isEmpty ? "" : " ") + words.randomElement(using: &random)!
      } else if !rest.isEmpty {
        typed.append(rest.removeFirst())
      } else if !typed.isEmpty {
        typed.removeLast()
      }
      let text = FilterText(text: typed, isOfNames: step % 50 > 45)
      let filter = MapFilter(text, food)
      let found = filtered.marks(matching: text).map(\.rows) ?? Array(venues.indices)
      let asked = filter.foods.map { request in
        let words = request.parts[0].typed
        let question = questions[words] ?? FoodQuestion(request)
        questions[words] = question
        return (words, question)
      }
      let expected = venues.indices.filter { row in
        guard wanted?.accepts(row) ?? true else { return false }
        let (own, name) = venues[row]
        func isInName(_ text: String) -> Bool {
          NameMatch(text).map { match in name.withBytes { match.matches($0) } } ?? true
        }
        return isInName(filter.names)
          && asked.allSatisfy { words, question in
            isInName(words) || name.withBytes { question.answer(for: own, named: $0) } == .fits
          }
      }
      guard found == expected else {
        Issue.record(
          "seed \(seed), step \(step): '\(typed)' finds \(found.count), not \(expected.count)")
        return
      }
    }
  }

  /// The beginning of a word finds names; the complete word also finds venues that have it, and no name is
  /// lost.
  @Test func wordsInTheMaking() throws {
    let store = try Self.store(2000, seed: 9)
    let filtered = FilteredVenues(NameDirectory(of: store), FoodColumns(of: store), among: nil)
    func names(_ text: String) -> Set<String> {
      let rows = filtered.marks(matching: FilterText(text: text))?.rows ?? []
      return Set(rows.map { store.venue(ofRow: $0).name })
    }
    let named: Set = ["Pizza Palace", "Pizzeria Roma", "No Pizza Here"]
    #expect(names("piz") == named.union(["Piz Palü"]))
    #expect(names("pizz") == named)
    #expect(names("pizza").isSuperset(of: ["Pizza Palace", "No Pizza Here", "Franco's", "Barn"]))
    #expect(names("pizza hut") == ["Hut", "Crown Hut"])
    #expect(names("pizz") == named)
  }

  @Test func readings() throws {
    let store = try Self.store(200, seed: 3)
    let filtered = FilteredVenues(NameDirectory(of: store), FoodColumns(of: store), among: nil)
    func reading(_ text: String, isOfNames: Bool = false) -> String {
      filtered.reading(of: FilterText(text: text, isOfNames: isOfNames))
    }
    #expect(reading("pizza") == "cuisine pizza, or the name")
    #expect(reading("pizza hut") == "cuisine pizza, or the name; 'hut' in the name")
    #expect(reading("bosna") == "cuisine bosna, or the name")
    #expect(reading("crown").isEmpty && reading("piz").isEmpty && reading("").isEmpty)
    #expect(reading("pizza", isOfNames: true).isEmpty)
    // If no venue says anything about it, only names count.
    let plain = try LoadedDataset(features: [feature(name: "Pizza Palace")]).store
    let ofNames = FilteredVenues(NameDirectory(of: plain), FoodColumns(of: plain), among: nil)
    #expect(ofNames.reading(of: FilterText(text: "pizza")).isEmpty)
    #expect(ofNames.marks(matching: FilterText(text: "pizza"))?.rows == [0])
  }

  // MARK: On the screen

  private static func state(filter: String = "") -> InteractiveMapState {
    let layout = InteractiveMapLayout(columns: 80, rows: 24)
    let point = Coordinate(latitude: 51.5, longitude: -0.1)
    return InteractiveMapState(
      layout: layout,
      view: MapView(
        center: point, zoom: 14, width: 2 * layout.map.columns, height: 4 * layout.map.rows),
      point: point, filter: filter)
  }

  /// The value of `--match` is kept until the user types.
  @Test func matchIsOfNames() {
    var state = Self.state(filter: "pizza")
    #expect(state.typed == FilterText(text: "pizza", isOfNames: true))
    _ = state.handle(.text("/"))
    #expect(state.typed.isOfNames)
    _ = state.handle(.text("s"))
    _ = state.handle(.key(.backspace))
    #expect(state.typed == FilterText(text: "pizza"))
    #expect(!Self.state().typed.isOfNames)
  }

  private static func bar(_ state: InteractiveMapState) -> (text: String, cursor: Int?) {
    var grid = CellGrid(width: state.layout.columns, height: state.layout.rows)
    let painter = InteractiveMapPainter(marks: .braille, figures: ReadableFigures(units: .metric))
    let cursor = painter.paintBar(state, MapScene(view: state.camera.view), into: &grid)
    let cells = grid.cells.suffix(grid.width)
    return (
      String(String.UnicodeScalarView(cells.map { Unicode.Scalar($0.scalar) ?? " " })),
      cursor?.column
    )
  }

  @Test func theBarSaysHowItWasRead() {
    var state = Self.state()
    for key in "/pizza".unicodeScalars { _ = state.handle(.text(key)) }
    state.reading = "cuisine pizza, or the name"
    var bar = Self.bar(state)
    #expect(bar.text.hasPrefix(" /pizza  (cuisine pizza, or the name) "), "\(bar)")
    #expect(bar.cursor == 7 && bar.text.hasSuffix(" 0 in view "), "\(bar)")
    // It is cut if there is little room, and disappears if there is hardly any.
    state.reading += String(repeating: "; 'more' in the name", count: 5)
    bar = Self.bar(state)
    #expect(bar.text.contains("  (cuisine pizza") && bar.text.hasSuffix(" 0 in view "), "\(bar)")
    state.filter = String(repeating: "pizza ", count: 10)
    #expect(!Self.bar(state).text.contains("("))
    state.mode = .map
    #expect(!Self.bar(state).text.contains("(cuisine"))
  }
}
