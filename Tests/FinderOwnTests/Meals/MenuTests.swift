import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderOwn

/// Menus, and finding a meal by a typed name.
@Suite struct MenuTests {
  private static let menu = Menu([
    Meal(name: "Big Mac", chain: "McDonald's", kilocalories: 508),
    Meal(name: "Hamburger", chain: "McDonald's", kilocalories: 250),
    Meal(name: "Hamburger", chain: "Burger King", kilocalories: 250),
    Meal(name: "Caffè latte", kilocalories: 190),
    Meal(name: "Pizza", kilocalories: 850),
    Meal(name: "Pizza with ham", kilocalories: 950),
  ])

  private func names(_ text: String) -> [String] {
    switch Self.menu.choice(text) {
    case .one(let meal): [meal.fullName]
    case .several(let meals): meals.map(\.fullName)
    case .none: []
    }
  }

  @Test(arguments: [
    ("big mac", ["Big Mac (McDonald's)"]), ("BIG M", ["Big Mac (McDonald's)"]),
    ("mac big", ["Big Mac (McDonald's)"]), ("caffe", ["Caffè latte"]),
    ("hamburger", ["Hamburger (McDonald's)", "Hamburger (Burger King)"]),
    ("hamburger mcdonalds", ["Hamburger (McDonald's)"]),
    ("burger king", ["Hamburger (Burger King)"]),
    ("pizza", ["Pizza"]), ("piz", ["Pizza", "Pizza with ham"]), ("ham pizza", ["Pizza with ham"]),
    ("soup", []), ("", []), ("!", []),
  ])
  func choice(text: String, expected: [String]) { #expect(names(text) == expected) }

  @Test func earned() {
    #expect(Self.menu.earned(by: 250).map(\.kilocalories) == [250, 250, 190])
    #expect(Self.menu.earned(by: 250)[0].chain == "McDonald's")
    #expect(Self.menu.earned(by: 189.9).isEmpty)
  }

  @Test func ordered() {
    #expect(
      Self.menu.ordered(largestFirst: true).map(\.kilocalories) == [950, 850, 508, 250, 250, 190])
    let smallest = Self.menu.ordered(largestFirst: false)
    #expect(smallest.map(\.kilocalories) == [190, 250, 250, 508, 850, 950])
    #expect(smallest[1].chain == "McDonald's")
  }

  private func read(_ text: [UInt8]) throws -> Menu {
    try TemporaryDirectory.with { folder in
      try MenuFile.read(FilePath(try folder.write(text, to: "menu.csv")))
    }
  }

  private func read(_ text: String) throws -> Menu { try read(Array(text.utf8)) }

  @Test func rows() throws {
    let menu = try read(
      "\u{FEFF}Kcal;Meal;Year;Chain\r\n300;\"Soup; hot\";2024;\r\n\r\n12.5;A\u{1B}[1m  b;;X\r\n")
    #expect(
      menu.meals == [
        Meal(name: "Soup; hot", kilocalories: 300, year: 2024),
        Meal(name: "A[1m b", chain: "X", kilocalories: 12.5),
      ])
  }

  /// Blank cells that a spreadsheet leaves after a row do not count, and its commas are decimal commas.
  @Test func asSpreadsheetsWrite() throws {
    #expect(try read("name,kcal\nx,2,,\n").meals == [Meal(name: "x", kilocalories: 2)])
    #expect(
      try read("name;kcal\nx;100,5\ny;2.5\n").meals == [
        Meal(name: "x", kilocalories: 100.5), Meal(name: "y", kilocalories: 2.5),
      ])
  }

  @Test(arguments: [
    ("name,energy\nx,1\n", "line 1: expected columns name and kcal, found 'name', 'energy'"),
    ("name,kcal\nx,1\n,2\n", "line 3: has no name"),
    ("name,kcal\nx,0\n", "line 2: expected kcal from 1 to 100000, found '0'"),
    ("name,kcal\nx,many\n", "line 2: expected kcal from 1 to 100000, found 'many'"),
    ("name,kcal\nx\n", "line 2: expected kcal from 1 to 100000, found ''"),
    ("name,kcal\n\"x,1\n", "line 2: a quoted cell does not end"),
    // Two cells: otherwise a meal of 1 kcal.
    ("name,kcal\nx,1,100\n", "line 2: has 3 cells, but there are 2 columns"),
    ("name,kcal\nx,\"1,100\"\n", "line 2: expected kcal from 1 to 100000, found '1,100'"),
    (
      "name;kcal\nx;1,100\n",
      "line 2: '1,100' may be thousands: write it without a comma or full stop"
    ),
    (
      "name;kcal\nx;1.100\n",
      "line 2: '1.100' may be thousands: write it without a comma or full stop"
    ),
    ("name,kcal,year\nx,1,\ny,1,2024x\n", "line 3: expected a year such as 2024, found '2024x'"),
    ("name,kcal,year\nx,1,2024.5\n", "line 2: expected a year such as 2024, found '2024.5'"),
    (",\n", "expected rows with a header that has name and kcal"),
    ("[]", "expected rows with a header that has name and kcal"),
    (" \n", "line 1: expected a list, but there is nothing but white space"),
  ])
  func faults(text: String, problem: String) {
    do {
      _ = try read(text)
      Issue.record("no fault in \(text)")
    } catch let error as ListError {
      #expect(error.message.hasSuffix(": \(problem)"), "\(error.message)")
    } catch { Issue.record("\(error)") }
  }

  @Test func notUTF8() {
    #expect(throws: ListError.self) {
      try read(Array("name,kcal\nx\u{41},1\n".utf8).map { $0 == 0x41 ? 0xFF : $0 })
    }
  }

  @Test func anyBytesGiveAMenuOrAListError() {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      for text in [bytes, Array("name,kcal\n".utf8) + bytes] {
        do { _ = try read(text) } catch { #expect(error is ListError, "\(error)") }
      }
    }
  }

  /// The menu that comes with finder.
  @Test func itsOwn() throws {
    let folder = "\(Package.folder)/Data"
    let menu = try MenuFile.read(try #require(MenuFile.path(in: ["/nowhere", FilePath(folder)])))
    #expect(menu.meals.count == 69)
    #expect(menu.meals.allSatisfy { $0.source != nil && $0.country == "UK" })
    #expect(menu.meals.first?.fullName == "Big Mac (McDonald's)")
    for meal in menu.meals where meal.name != "Hamburger" && meal.name != "Cheeseburger" {
      #expect(menu.choice(meal.name) == .one(meal))
    }
    for meal in menu.meals {
      #expect(menu.choice("\(meal.name) \(meal.chain ?? "")") == .one(meal))
    }
  }
}
