import TestSupport
import Testing

@testable import FinderEngine

/// How the words of `--for` are read, before a dataset is known.
@Suite struct FoodPhraseTests {
  private static func read(_ text: String) throws -> FoodRequest {
    var request = FoodRequest()
    try request.add(text: text)
    return request
  }

  /// `diet:vegan`, `name:joes`: the parts of a request, as in the list. A cuisine with a diet's name is
  /// implied.
  private static func parts(_ request: FoodRequest) -> Set<Set<String>> {
    Set(
      request.parts.map { part -> Set<String> in
        guard part.words.isEmpty else { return ["name:\(part.typed)"] }
        let diets = part.choices.filter { $0.aspect == .diet }.map(\.value)
        let choices = part.choices.filter { $0.aspect != .cuisine || !diets.contains($0.value) }
        return Set(choices.map { "\($0.aspect.noun):\($0.value)" })
      })
  }

  @Test func whatPeopleType() throws {
    var count = 0
    for (typed, meaning) in TypedPhrases.all {
      count += 1
      guard meaning != "error" else {
        #expect(throws: BadExpression.self, "\(typed)") { try Self.read(typed) }
        continue
      }
      let wanted = meaning.split(separator: "+").map { part in
        Set(part.split(separator: "|").map { String($0.filter { $0 != " " }) })
      }
      #expect(Self.parts(try Self.read(typed)) == Set(wanted), "\(typed)")
    }
    #expect(count > 330)
  }

  /// Every value and every word of the tables, singular and plural, in any case.
  @Test func everyWordOfTheTables() throws {
    for aspect in FoodAspect.allCases {
      for line in FoodLine.all(aspect) {
        for word in [FoodText.phrase(FoodText.shown(line.value))] + line.words {
          for typed in [word, word.uppercased(), word + "s"] {
            let lines = FoodLine.called(FoodText.phrase(typed), aspect)
            // `dogs` is a plural, and `dogss` is not a word.
            guard typed != word + "s" || !word.hasSuffix("s") else { continue }
            #expect(lines.contains { $0.number == line.number }, "\(typed)")
          }
        }
        let wanted = "\(aspect.noun):\(line.value)"
        let read = Self.parts(try Self.read(FoodText.shown(line.value)))
        #expect(read.contains { $0.contains(wanted) }, "\(line.value)")
      }
    }
  }

  @Test(arguments: [
    ("no gluten", "gluten free"), ("pizza without nuts", "pizza nut free"),
    ("no dairy and no gluten", "dairy free and gluten free"), ("no meat", "meat free"),
    ("no onions", nil), ("no gluten no onions", nil), ("not spicy", nil),
    ("pizza no cheese", nil), ("no gluten no pubs", nil),
  ])
  func whatIsNotWanted(typed: String, meant: String?) throws {
    do {
      _ = try Self.read(typed)
      Issue.record("\(typed) is read")
    } catch let error as BadExpression {
      #expect(error.meant == meant && error.option == nil, "\(typed)")
      #expect((error.advice != nil) == (meant == nil) && error.further == nil, "\(error)")
    }
  }

  /// No line is suggested, since none works for every dataset's keys; those of OpenStreetMap are given as an
  /// example.
  @Test(arguments: [
    ("no pub", "amenity!=pub"), ("thai not vegan", "diet:vegan!=only"), ("no dogs", "dog!=yes"),
    ("no wifi and no chips", "internet_access!=wlan"), ("without coffee", "amenity!=cafe"),
    ("!pizza", "cuisine!=pizza"), ("no gluten no bakeries", "shop!=bakery"),
    ("no hotel", "tourism!=hotel"), ("no onions", nil), ("diet!=vegan", nil),
  ])
  func adviceInstead(typed: String, example: String?) throws {
    do {
      _ = try Self.read(typed)
      Issue.record("\(typed) is read")
    } catch let error as BadExpression {
      let advice = "--where 'KEY!=VALUE' leaves out venues by a property"
      let suchAs = example.map { ", such as '\($0)'" } ?? ""
      #expect(error.advice?.option == "where" && error.advice?.text == advice + suchAs, "\(typed)")
      #expect(error.meant == nil && error.further == nil, "\(typed)")
      if let example { _ = try Condition(example) }
    }
  }

  /// What a mark excludes is not asked for, whatever comes before the mark.
  @Test(arguments: [
    ("sushi,!vegan", "!vegan"), ("(-vegan) sushi", "-vegan"), ("sushi/-vegan", "-vegan"),
    ("pizza,-sushi", "-sushi"), ("sushi;-pizza", "-pizza"), ("pizza|!thai", "!thai"),
    ("pizza+-thai", "-thai"), ("pizza & !thai", "!thai"), ("\"-thai\"", "-thai\""),
    ("pizza, ! thai", "!thai"), ("\u{2013}thai", "\u{2013}thai"), ("--thai", "-thai"),
    ("vegan!=only", "vegan!=only"), ("pizza vegan!=only,thai", "vegan!=only"),
    ("-é", "-é"), ("pizza\n-thai", "-thai"),
    ("gluten-free", nil), ("deep-fried pizza", nil), ("tex-mex", nil), ("Yo! Sushi", nil),
    ("Yo!! Sushi", nil), ("yo!sushi", nil), ("pizza - thai", nil), ("pizza—thai", nil),
    ("pizza--thai", nil), ("fry-up, all-day", nil), ("!", nil), ("-", nil), ("", nil),
    ("thai!", nil),
    ("!?", nil),
  ])
  func marks(text: String, unwanted: String?) {
    #expect(FoodText.unwanted(in: text) == unwanted, "\(text)")
    guard unwanted != nil else { return }
    var request = FoodRequest()
    #expect(throws: BadExpression.self, "\(text)") { try request.add(text: text) }
    #expect(throws: BadExpression.self, "\(text)") { try request.add(kinds: text) }
    #expect(throws: BadExpression.self, "\(text)") { try request.add(cuisines: text) }
    #expect(throws: BadExpression.self, "\(text)") { try request.add(diets: text) }
    #expect(throws: BadExpression.self, "\(text)") { try request.add(features: text) }
    #expect(request.isEmpty)
  }

  /// Words that are in no table, some with an option of their own.
  @Test(arguments: [
    ("live music", nil, "where", "live_music=yes"),
    ("a pub with live bands", "pub", "where", "live_music=yes"),
    ("late night pizza", "pizza", "open", "11pm"), ("Sea Views", nil, "match", "sea view"),
    ("byob thai", "thai", nil, nil), ("set menu", nil, nil, nil),
  ])
  func elsewhere(typed: String, rest: String?, option: String?, value: String?) throws {
    do {
      _ = try Self.read(typed)
      Issue.record("\(typed) is read")
    } catch let error as BadExpression {
      let further = option.map { BadExpression.OptionValue(option: $0, value: value ?? "") }
      #expect(error.meant == rest && error.further == further, "\(error)")
    }
  }

  @Test(arguments: [
    (FoodAspect.cuisine, "pizza|thai", "pizza,thai", nil),
    (FoodAspect.cuisine, "pizza / own", "pizza,own", nil),
    (FoodAspect.cuisine, "Pizza & Thai", "pizza,thai", nil),
    (FoodAspect.cuisine, "pizza+thai,greek", "pizza,thai,greek", nil),
    (FoodAspect.cuisine, "fish and chips or pizza", "fish and chips,pizza", nil),
    (FoodAspect.kind, "pub;bar", "pub,bar", nil), (FoodAspect.kind, "pub and bar", "pub,bar", nil),
    (FoodAspect.diet, "vegan/halal", "vegan,halal", nil),
    (FoodAspect.diet, "vegan & halal", "vegan halal", "for"),
    (FoodAspect.feature, "wifi and dogs", "wifi,dogs", nil),
    (FoodAspect.feature, "wifi|dogs", "wifi or dogs", "for"),
    (FoodAspect.cuisine, "fish & chips", nil, nil),
    (FoodAspect.cuisine, "salt and pepper", nil, nil),
    (FoodAspect.kind, "bed and breakfast", nil, nil), (FoodAspect.cuisine, "thai food", nil, nil),
    (FoodAspect.kind, "pub restaurant", "pub,restaurant", nil),
    (FoodAspect.kind, "the pub and restaurant", "the pub,restaurant", nil),
    (FoodAspect.kind, "hotel bar", nil, nil), (FoodAspect.kind, "own bar", nil, nil),
    (FoodAspect.cuisine, "fish or chips", "fish,chips", nil),
    (FoodAspect.diet, "vegan/halal,kosher", "vegan,halal,kosher", nil),
    (FoodAspect.feature, "wifi and dogs,outdoor", "wifi,dogs,outdoor", nil),
    (FoodAspect.cuisine, "pizza, thai and greek", "pizza,thai,greek", nil),
  ])
  func separators(aspect: FoodAspect, typed: String, meant: String?, option: String?) {
    var request = FoodRequest()
    do throws(BadExpression) {
      switch aspect {
      case .kind: try request.add(kinds: typed)
      case .cuisine: try request.add(cuisines: typed)
      case .diet: try request.add(diets: typed)
      case .feature: try request.add(features: typed)
      }
      #expect(meant == nil, "\(typed)")
    } catch {
      #expect(meant != nil && error.meant == meant && error.option == option, "\(typed): \(error)")
    }
  }

  /// If one separator means "or" and another "and", any line would ask for something else.
  @Test(arguments: [
    (FoodAspect.feature, "wifi|dogs,outdoor"), (FoodAspect.feature, "wifi and dogs or outdoor"),
    (FoodAspect.diet, "vegan and halal,kosher"), (FoodAspect.diet, "vegan & halal or kosher"),
    (FoodAspect.cuisine, "pizza and thai or greek"), (FoodAspect.kind, "pub+bar|cafe"),
  ])
  func mixedSeparators(aspect: FoodAspect, typed: String) {
    var request = FoodRequest()
    do throws(BadExpression) {
      switch aspect {
      case .kind: try request.add(kinds: typed)
      case .cuisine: try request.add(cuisines: typed)
      case .diet: try request.add(diets: typed)
      case .feature: try request.add(features: typed)
      }
      Issue.record("\(typed) is read")
    } catch {
      #expect(error.problem.hasPrefix("mixes several separators; write a comma for "), "\(error)")
      #expect(error.meant == nil && error.further == nil, "\(error)")
    }
  }

  /// What each phrase says about a venue of that name.
  @Test(arguments: [
    ("The Greek Street Café", ["cafe"]), ("Greek St Kitchen", []), ("Greek Kitchen", ["greek"]),
    ("Greek Street Food", ["greek"]), ("Thai Street Food", ["thai", "street_food"]),
    ("Thai Square", ["thai"]), ("Burger Street", ["burger"]), ("Poland Street", []),
    ("Pudding Lane", []), ("All You Can Eat", ["buffet"]), ("Georgian House", []),
    ("Non-Veg Corner", []), ("Not Just Pizza", ["pizza"]), ("No 1 Pizza", ["pizza"]),
    ("Non Dairy Thai", ["dairy_free", "thai"]), ("Not Pizza, Thai", ["thai"]),
  ])
  func namesOfStreets(name: String, values: [String]) {
    let lines = FoodAspect.allCases.flatMap(FoodLine.all)
    var said: Set<String> = []
    name.withBytes { FoodPhrases().forEachValue(saidBy: $0) { said.insert(lines[Int($0)].value) } }
    #expect(said == Set(values), "\(name)")
  }

  /// The words that say nothing are one list without duplicates. One that is a value of a table does mean
  /// something beside other values.
  @Test func silentWords() {
    #expect(Set(SilentWords.all).count == SilentWords.all.count)
    #expect(SilentWords.all.allSatisfy(SilentWords.contains))
    for aspect in FoodAspect.allCases {
      func called(_ phrase: String) -> [FoodLine] { FoodLookup.many.called(phrase, aspect) }
      let values = FoodLine.all(aspect).map { FoodText.shown($0.value) }
      for word in SilentWords.all {
        let isValue = !called(word).isEmpty
        for value in values {
          let expected = isValue ? [] : called(value).map(\.value)
          for phrase in ["\(value) \(word)", "\(word) \(value)"] where called(phrase).isEmpty {
            #expect(FoodLine.meant(by: phrase, called).map(\.value) == expected, "\(phrase)")
          }
        }
      }
    }
    for word in ["", "pizza", "ne", "near in", "old"] { #expect(!SilentWords.contains(word)) }
    #expect(SilentWords.isArticle("the") && !SilentWords.isArticle("near"))
    #expect(SilentWords.isPreposition("near") && !SilentWords.isPreposition("the"))
  }

  @Test(arguments: [
    ("vegn", "vegan", nil), ("vegn,halal", "vegan,halal", nil),
    ("vegn=only,halal", "vegan=only,halal", nil), ("gluten", "gluten_free", nil),
    ("pizza", "pizza", "cuisine"), ("chippy", "fish_and_chips", "cuisine"),
    ("piza", "pizza", "cuisine"), ("pub", "pub", "kind"), ("wheelchairs", "wheelchair", "with"),
    ("vegan,pizza", "vegan pizza", "for"), ("vegan=no", "diet:vegan=no", "where"),
    ("veggie=limited", "diet:vegetarian=limited", "where"),
    ("vegan=maybe", nil, "where"), ("vegan=only,pizza", nil, "for"), ("zzzz", nil, nil),
    ("", nil, nil), ("vegan,", nil, nil),
  ])
  func wordsThatAreNotDiets(typed: String, meant: String?, option: String?) {
    var request = FoodRequest()
    do {
      try request.add(diets: typed)
      Issue.record("\(typed) is a diet")
    } catch {
      #expect(
        error.meant == meant && (meant == nil || error.option == option), "\(typed): \(error)")
    }
  }

  /// A likely slip is recognised, and a name is not one.
  @Test(arguments: [
    ("piza", "pizza"), ("burgur", "burger"), ("cofee", "coffee"), ("halel", "halal"),
    ("vegitarian", "vegetarian"), ("itallian", "italian"), ("resturant", "restaurant"),
    ("sandwitch", "sandwich"), ("wheelchar", "wheelchair"), ("hall", nil), ("green", nil),
    ("party", nil), ("pret", nil), ("piazza", nil), ("pantry", nil), ("nandos", nil),
    ("xyzzy", nil),
    ("", nil), ("zz", nil),
  ])
  func misspelt(typed: String, meant: String?) {
    #expect(FoodPhrase.closest(to: typed)?.text == meant)
  }

  @Test(arguments: [
    ("vegan pizza", true), ("pub with wifi", true), ("fish and chips", true), ("pizza hut", false),
    ("vegan food", false), ("pizza in", false), ("with wifi", false), ("", false),
  ])
  func wordsOfTheTables(text: String, areAll: Bool) {
    #expect(FoodRequest.isOfTables(text) == areAll)
  }

  /// Any text is read or refused, without a trap.
  @Test(.slow) func hostileTextsDoNotTrap() {
    var random = SeededGenerator(seed: 35)
    let pieces = [
      "vegan", "no", " ", "&", "'", "|", "~", ":", ",", "=", "\u{0}", "\n", "é", "\u{202E}", "fish",
      "and", "chips", "🍕", "-", "_", "only", "", "free", "gluten",
      String(repeating: "a", count: 300),
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0..<8, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      var request = FoodRequest()
      try? request.add(text: text)
      try? request.add(diets: text)
      try? request.add(features: text)
      try? request.add(kinds: text)
      try? request.add(cuisines: text)
      _ = FoodPhrase.closest(to: text)
      _ = FoodPhrase(without: text)
    }
  }
}

/// The tables keep the promises in their comments.
@Suite struct FoodTableTests {
  @Test func order() {
    // Columns beside a snapshot are numbered like these.
    #expect(
      FoodLine.all(.feature).map(\.value) == [
        "wheelchair", "outdoor", "takeaway", "delivery", "wifi", "dogs", "highchair",
      ])
    #expect(
      FoodLine.all(.diet).map(\.value) == [
        "vegan", "vegetarian", "pescetarian", "halal", "kosher", "gluten_free", "lactose_free",
        "dairy_free", "nut_free", "raw",
      ])
    let tags = [
      "wheelchair", "outdoor_seating", "takeaway", "delivery", "internet_access", "dog",
      "highchair",
    ]
    for (number, tag) in tags.enumerated() {
      let meaning = tag.withBytes { FoodKey.meaning(of: $0) }
      #expect(meaning == .feature(number, isFirm: true), "\(tag)")
    }
    for line in FoodLine.all(.diet) {
      let meaning = "diet:\(line.value)".withBytes { FoodKey.meaning(of: $0) }
      #expect(meaning == .diet(line.number, isFirm: true), "\(line.value)")
    }
  }

  @Test(arguments: FoodAspect.allCases) func lines(aspect: FoodAspect) {
    let lines = FoodLine.all(aspect)
    let values = lines.map(\.value)
    #expect(Set(values).count == values.count)
    for line in lines {
      let words = [FoodText.shown(line.value)] + line.words + line.onlyInNames
      #expect(Set(words).count == words.count, "\(line.value)")
      for word in line.words + line.onlyInNames {
        #expect(FoodText.phrase(word) == word && !word.isEmpty, "\(line.value): \(word)")
        #expect(FoodText.words(word).count <= FoodPhrases.mostWords, "\(line.value): \(word)")
      }
      for name in line.notInNames { #expect(FoodText.phrase(name) == name) }
      let neighbours = line.neighbours
      #expect(Set(neighbours).count == neighbours.count, "\(line.value)")
      for name in neighbours {
        #expect(values.contains(name) && name != line.value, "\(line.value) ~ \(name)")
      }
      #expect(FoodLine.of(line.value, aspect)?.number == line.number)
    }
  }
}
