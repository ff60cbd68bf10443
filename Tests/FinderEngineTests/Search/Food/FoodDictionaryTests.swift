import TestSupport
import Testing

@testable import FinderEngine

/// The dictionary for many look-ups gives the same meanings as the text of the tables.
@Suite struct FoodDictionaryTests {
  /// Every word of the tables, and words close to it.
  private static let phrases: Set<String> = {
    var phrases: Set = ["", "s", "es", "ies", "no such dish"]
    for line in FoodAspect.allCases.flatMap(FoodLine.all) {
      for word in [FoodText.shown(line.value)] + line.words + line.onlyInNames {
        phrases.formUnion(["", "s", "es", "x"].map { word + $0 })
        phrases.insert(String(word.dropLast()))
        phrases.insert(word.dropLast() + "ies")
        phrases.formUnion(word.split(separator: " ").map { String($0) })
      }
    }
    return phrases
  }()

  @Test(arguments: FoodAspect.allCases) func asTheTables(aspect: FoodAspect) {
    var known = 0
    for phrase in Self.phrases {
      let lines = FoodLine.called(phrase, aspect)
      #expect(
        FoodLookup.many.called(phrase, aspect).map(\.number) == lines.map(\.number),
        "\(aspect.name) \(phrase)")
      let value = FoodText.value(phrase)
      #expect(
        FoodLine.inDictionary(value, aspect)?.number == FoodLine.of(value, aspect)?.number,
        "\(aspect.name) \(value)")
      known += lines.isEmpty ? 0 : 1
      if lines.count == 1, lines[0].value != value {
        #expect(FoodLookup.many.mayMeanAnother(Array(value.utf8), aspect), "\(value)")
      }
    }
    #expect(known > 20)
  }

  /// The reader finds the same, however it looks words up.
  @Test func sameFood() throws {
    let city = try FoodCity(count: 800, seed: 41)
    for row in 0..<city.store.count {
      let venue = city.store.venue(ofRow: row)
      #expect(venue.food == venue.foodAmongMany)
    }
  }

  /// A million words in one venue are not each searched for in the text of the tables: that took 12 s.
  @Test func longPropertiesHaveADictionary() {
    guard case .few = FoodLookup(bytes: 500), case .many = FoodLookup(bytes: 1 << 20) else {
      Issue.record("the wrong way round")
      return
    }
    let unknown = Array("c123x_y".utf8)
    #expect(!FoodLookup.many.mayMeanAnother(unknown, .cuisine), "no text is made of it")
    #expect(!FoodLookup.many.mayMeanAnother(Array("pizza".utf8), .cuisine), "it is as it stands")
    #expect(FoodLookup.many.mayMeanAnother(Array("x_pizzas".utf8), .cuisine))
  }
}
