import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderOwn

@Suite struct FavouritesTests {
  private func list(_ names: [String]) throws -> Favourites {
    var list = Favourites()
    for name in names { _ = list.add(try #require(Favourite(name: name))) }
    return list
  }

  private func shown(_ list: Favourites) -> [String] { list.items.map(\.shown) }

  @Test func noneTwice() throws {
    var list = try list(["Dishoom", "McDonald’s"])
    #expect(list.add(Favourite(name: "MCDONALDS")!) == 1)
    #expect(list.add(Favourite(id: "x", name: "Dishoom")) == nil)
    #expect(list.add(Favourite(id: "x", name: "Other")) == 2)
    #expect(list.add(Favourite(id: "y", name: "Dishoom")) == nil)
    #expect(shown(list) == ["Dishoom", "McDonald’s", "Dishoom", "Dishoom"])
    #expect(Favourite(name: " \u{200B}\u{7} ") == nil)
    #expect(Favourite(name: "\u{1B}[2J  a\u{202E}b ")?.name == "[2J ab")
  }

  @Test func found() throws {
    var list = try list(["Ann", "1", "Bob", "42"])
    _ = list.add(Favourite(id: "3", name: "Cat"))
    // A position, before a name or an id with the same digits.
    #expect(list.place(of: "1") == 0)
    #expect(list.place(of: "3") == 2)
    #expect(list.place(of: "42") == 3)
    #expect(list.place(of: "bob") == 2)
    #expect(list.place(of: "CAT") == 4)
    for none in [
      "0", "6", "-7", "", "an", "99999999999999999999", "\(Int.min)", "\(Int.max)",
    ] {
      #expect(list.place(of: none) == nil, "\(none)")
    }
  }

  /// Compared with an array on which the same is done in another way.
  @Test func moved() throws {
    let names = ["A", "B", "C", "D"]
    for from in names.indices {
      for to in names.indices {
        var list = try list(names)
        #expect(list.move(from: from, to: to) == (from != to))
        var expected = names.filter { $0 != names[from] }
        expected.insert(names[from], at: to)
        #expect(shown(list) == expected)
      }
    }
  }

  @Test func renamed() throws {
    var list = try list(["Ann", "Bob"])
    _ = list.add(Favourite(id: "x", name: "Cat"))
    #expect(list.rename(at: 0, to: "BOB") == 1)
    #expect(list.rename(at: 0, to: "ANN") == nil)
    #expect(list.rename(at: 2, to: "Bob") == nil)
    #expect(shown(list) == ["ANN", "Bob", "Bob"])
    #expect(list.items[2].id == "x")
  }

  @Test func merged() throws {
    var list = try list(["Ann", "Bob"])
    #expect(list.merge(try self.list(["Cat", "bob", "Dog"])) == 2)
    #expect(shown(list) == ["Ann", "Bob", "Cat", "Dog"])
    #expect(list.merge(list) == 0)
  }

  @Test(arguments: ["{}", #"{"type":"FeatureCollection","features":[]}"#, #"{"version":1}"#])
  func noList(text: String) throws {
    let error = #expect(throws: OwnFileError.self) {
      try Favourites(exported: PaddedBytes(copying: Array(text.utf8)), named: "x")
    }
    #expect(error?.message == "x: line 1, column 1: expected an object with \"favourites\"")
  }

  @Test func aMillionAreMergedAtOnce() throws {
    let text = (0..<100_000).map { #"{"name":"N \#($0)"}"# }.joined(separator: ",")
    let imported = try Favourites(
      exported: PaddedBytes(copying: Array("{\"favourites\":[\(text),\(text)]}".utf8)), named: "x")
    #expect(imported.items.count == 100_000)
    var list = try list(["N 7"])
    #expect(list.merge(imported) == 99_999)
  }
}
