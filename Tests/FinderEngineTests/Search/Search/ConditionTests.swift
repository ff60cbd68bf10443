import TestSupport
import Testing

@testable import FinderEngine

/// `--where`: how conditions are written, and which venues meet them.
@Suite struct ConditionTests {
  /// Numbered from 0, with the numbers of those that meet a condition.
  private static let features = [
    #"{"name":"Ann's Bar","cuisine":"pizza","stars":4,"open":true,"tags":["wifi","dogs"]}"#,
    #"{"name":"Bo's","postcode":"N1 1AA","cuisine":"Pizza;Kebab","stars":"5","open":false}"#,
    #"{"name":"7","cuisine":null,"stars":"Exempt","contact":{"web":"a.example","phone":"+44 1"}}"#,
    #"{"cuis\u0069ne":"caf\u00e9","stars":12345678901234567890123,"contact.web":"b.example"}"#,
    #"{"name":"x","stars":4.0,"a":{"b":{"c":"deep","d":[]}},"a.b":{"c":"shallow"},"":"empty"}"#,
    #"{"title":"T","id":"own","code":"007","x=y":"a,b=c","n":-1.5e1,"tags":[1,null,["in"],{"k":1}]}"#,
    #"{"stars":1,"stars":9,"cuisine":"a\"b","date":"2020-08-05","properties":{"k":"inner"}}"#,
    "null",
  ]

  private static let store: VenueStore = {
    let all = Self.features.enumerated().map { number, properties in
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[0,\#(number)]},"properties":"#
        + properties + (number == 5 ? #","id":"five"}"# : "}")
    }
    let text = #"{"type":"FeatureCollection","features":["# + all.joined(separator: ",") + "]}"
    return try! VenueStore(reading: PaddedBytes(copying: text.utf8))
  }()

  @Test(
    arguments: [
      // Texts by their letters in any case, with any escapes in the file; also an element of a list.
      ("cuisine=pizza", [0, 1]), ("cuisine = PIZZA ", [0, 1]), ("cuisine==pizza", [0, 1]),
      ("cuisine=kebab", [1]), ("cuisine=Pizza;Kebab", [1]), ("cuisine=pizza;kebab", [1]),
      ("cuisine=pizza;", []), ("cuisine=CAFÉ", [3]), ("cuisine=cafe", []),
      ("cuisine=café", [3]), (#"cuisine=a"b"#, [6]), (#"cuisine="a\"b""#, [6]),
      (#""cuisine"="caf\u00e9""#, [3]), ("cuisine=pizz", []), ("cuisine=eba", []),
      // Everything else, with or without the property.
      ("cuisine!=pizza", [2, 3, 4, 5, 6, 7]), ("none!=x", [0, 1, 2, 3, 4, 5, 6, 7]),
      ("cuisine!=kebab", [0, 2, 3, 4, 5, 6, 7]), ("cuisine!=kebab|pizza", [2, 3, 4, 5, 6, 7]),
      // Alternatives.
      ("cuisine=kebab|café", [1, 3]), ("cuisine= kebab | thai ", [1]), ("cuisine=thai|", []),
      ("cuisine=kebab||café", [1, 3]), (#"cuisine="kebab|café""#, []),
      (#"cuisine="kebab" | "caf\u00e9""#, [1, 3]), (#"cuisine=x|"a\"b"|y"#, [6]),
      ("stars=5|9", [1, 6]), ("name=X|7", [2, 4]), ("id=FIVE|six", [5]), ("tags=Dogs|1", [0, 5]),
      // Present and not null.
      ("cuisine", [0, 1, 3, 6]), ("!cuisine", [2, 4, 5, 7]), ("! cuisine", [2, 4, 5, 7]),
      ("none", []), ("!none", [0, 1, 2, 3, 4, 5, 6, 7]), ("tags", [0, 5]), ("cuisine=null", [2]),
      // Words begin as with --match.
      ("cuisine~pizza", [0, 1]), ("cuisine~KEB", [1]), ("cuisine~cafe", [3]), ("cuisine~izza", []),
      ("stars~ex", [2]), ("tags~dog", [0]),
      // Numbers by value, with or without quotes; other values have no order relative to a number.
      ("stars=4", [0, 4]), ("stars=4.00", [0, 4]), ("stars=40e-1", [0, 4]), ("stars=+4", [0, 4]),
      ("stars=5", [1]), ("stars>4", [1, 3, 6]), ("stars>=4", [0, 1, 3, 4, 6]), ("stars<5", [0, 4]),
      ("stars<=5", [0, 1, 4]), ("n<-14", [5]), ("n=-15", [5]), ("stars=9", [6]), ("stars=1", []),
      // Exact beyond a Double's digits.
      ("stars=12345678901234567890123", [3]), ("stars=12345678901234567890124", []),
      ("stars<12345678901234567890124", [0, 1, 3, 4, 6]),
      ("stars>12345678901234567890122", [3]), ("stars<1e400", [0, 1, 3, 4, 6]),
      // A text in quotes is a number only if JSON would write it so.
      ("code=007", [5]), ("code=7", []), ("code<8", []),
      // Other texts in the order of their bytes.
      ("date>=2020-08-01", [6]), ("date<2020-08-05", []), ("name<B", [0, 2]), ("stars>D", [2]),
      // Words of JSON.
      ("open=true", [0]), ("open=false", [1]), ("open!=true", [1, 2, 3, 4, 5, 6, 7]),
      // Any element of a list, but nothing nested deeper.
      ("tags=wifi", [0]), ("tags=dogs", [0]), ("tags=1", [5]), ("tags=null", [5]), ("tags=in", []),
      ("tags!=wifi", [1, 2, 3, 4, 5, 6, 7]), ("tags>0", [5]),
      // First the key as it is, then split at its dots.
      ("contact.web=a.example", [2]), ("contact.web=b.example", [3]), ("contact.web", [2, 3]),
      ("contact", [2]), ("contact=x", []), ("contact.phone", [2]), ("contact.fax", []),
      ("a.b.c=deep", [4]), ("a.b.c=shallow", []), ("a.b", [4]), ("a.b.d", [4]), ("a.b.d=x", []),
      ("properties.cuisine=pizza", [0, 1]), ("properties.k=inner", [6]),
      ("properties.stars=9", [6]),
      (#""x=y"="a,b=c""#, [5]), (#"""="empty""#, [4]), (#""""#, [4]),
      // The venue's own values, as printed.
      ("name=Ann's Bar", [0]), ("name~bar", [0]), ("name=T", [5]), ("title=T", [5]),
      ("name=7", [2]),
      ("name", [0, 1, 2, 4, 5]), ("!name", [3, 6, 7]), ("postcode=N1 1AA", [1]),
      ("postcode~n1", [1]), ("properties.name=x", [4]), ("properties.postcode", [1]),
      ("id=five", [5]), ("id=own", []), ("properties.id=own", [5]),
      ("id!=five", [0, 1, 2, 3, 4, 6, 7]),
    ] as [(String, [Int])])
  func meetsIt(text: String, expected: [Int]) throws {
    let condition = try Condition(text)
    for store in [Self.store, Self.store.indexed()] {
      var query = Query(from: Coordinate(latitude: 0, longitude: 0))
      query.conditions = [condition]
      var searcher = Searcher(store)
      #expect(searcher.rank(query).map { Int(store.position(ofRow: $0)) } == expected, "\(text)")
      #expect(searcher.count(query) == expected.count, "\(text)")
      let plain = PlainSearch(query, in: store).ranking.map { Int(store.position(ofRow: $0.row)) }
      #expect(plain == expected, "\(text)")
      // It is a filter, so it comes before the limit.
      for limit in 1...3 {
        query.limit = limit
        let found = searcher.rank(query).map { Int(store.position(ofRow: $0)) }
        #expect(found == Array(expected.prefix(limit)), "\(text), \(limit)")
      }
      query.area = .box(BoundingBox(south: 1, west: -1, north: 5, east: 1))
      query.limit = nil
      let inBox = searcher.rank(query).map { Int(store.position(ofRow: $0)) }
      #expect(inBox == expected.filter { (1...5).contains($0) }, "\(text)")
      #expect(store.matching(nil, [condition]).count == expected.count, "\(text)")
    }
  }

  /// If `properties` has nothing else, name and postcode are not searched for in the text.
  @Test(arguments: [
    (#"{"name":"a"}"#, ["a"]), (#"{"postcode":"N1","name":"a b"}"#, ["a b"]),
    (#"{"name":"a","name":"b"}"#, ["b"]), (#"{"name":"a","name":null}"#, []),
    (#"{"name":null,"name":"b"}"#, ["b"]), (#"{"name":"a","name":7}"#, ["7"]),
    (#"{"name":""}"#, [""]),
    (#"{"name":7}"#, ["7"]), (#"{"na\u006de":"x\u0041"}"#, ["xA"]),
    (#"{"name":["a","b"]}"#, ["a", "b"]),
    (#"{"title":"a"}"#, []), (#"{"name":"a","properties.name":"c"}"#, ["c"]), (#"{}"#, []),
    (#"{"name":" a "}"#, [" a "]),
  ])
  func namesByTheirKey(properties: String, values: [String]) throws {
    let text =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[0,1]},"properties":\#(properties)}"#
    let store = try VenueStore(reading: PaddedBytes(copying: text.utf8))
    for value in ["a", "b", "c", "7", "", "xA", " a ", "a b"] {
      for key in ["properties.name", #""properties.name""#] {
        let condition = try Condition("\(key)=\"\(value)\"")
        #expect(
          condition.holds(ofRow: 0, in: store, ids: nil) == values.contains(value),
          "\(properties) \(value)")
        var query = Query(from: Coordinate(latitude: 0, longitude: 0))
        query.conditions = [condition]
        #expect(
          PlainSearch(query, in: store).count == (values.contains(value) ? 1 : 0),
          "\(properties) \(value)")
      }
    }
  }

  /// If spaces around a text do not count in one comparison, they count in none.
  @Test(
    arguments: [
      (#"" 4 ""#, ["=4", ">=4", "<=4", ">3", "<5", "=4.0"], ["!=4", ">4", "<4", ">=5"]),
      (#"[" 4 ","x"]"#, ["=4", ">=4", "<=4", "=x"], [">4", "<4", "=y"]),
      (#"" b ""#, ["=b", ">=b", "<=b", ">a", "<c", "=\" b \"", "<=\" b \""], ["<a", ">b", "<b"]),
    ] as [(String, [String], [String])])
  func spacesAround(json: String, met: [String], unmet: [String]) throws {
    try expect(#"{"k":\#(json)}"#, met: met.map { "k\($0)" }, unmet: unmet.map { "k\($0)" })
  }

  /// A dot at the beginning, or only dots, reaches into the property with the empty name.
  @Test(
    arguments: [
      (#"{"":{"a":1}}"#, [".a=1", ".a", #"".a"=1"#, "!.b"], [".", "..", ".b", "a", "!.a"]),
      (
        #"{"a":1,"cuisine":"pizza"}"#, ["!.a", "!.", "!..", #"!"""#],
        [".a=1", ".a", ".", "..", #""."=1"#]
      ),
      (#"{"":{"":{"":2}}}"#, ["..=2", "..", ".", #"".""#, #""""#], ["...", "..a", ".=2"]),
      (#"{".a":3,".":4}"#, [".a=3", ".=4"], ["..", ".a.b"]),
      (#"{"b":{"":5},"\"":6}"#, ["b.=5", #""\""=6"#, "b"], ["b..", #""\\"=6"#, "c"]),
      (#"{"\u0061":7,"\\":{"\"":8}}"#, ["a=7", #""\\.\""=8"#], [".a", "a.a"]),
    ] as [(String, [String], [String])])
  func keysWithEmptyParts(properties: String, met: [String], unmet: [String]) throws {
    try expect(properties, met: met, unmet: unmet)
  }

  private func expect(_ properties: String, met: [String], unmet: [String]) throws {
    let feature =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[0,0]},"properties":\#(properties)}"#
    let store = try VenueStore(reading: PaddedBytes(copying: feature.utf8))
    for text in met + unmet {
      let count = store.matching(nil, [try Condition(text)]).count
      #expect(count == (met.contains(text) ? 1 : 0), "\(properties) \(text)")
    }
  }

  /// The parts of several values, without the surrounding text.
  @Test(arguments: [
    ("diet=vegan|halal", ["vegan", "halal"]), ("diet=vegan | halal", ["vegan", "halal"]),
    (#"diet="vegan"|halal"#, ["vegan", "halal"]), ("diet=vegan", ["vegan"]),
    (#"diet="vegan|halal""#, ["vegan|halal"]), ("diet!=vegan", nil), ("stars>4", nil),
  ])
  func wantedValues(text: String, values: [String]?) throws {
    #expect(try Condition(text).wantedValues == values, "\(text)")
  }

  @Test func allConditionsMustHold() throws {
    var query = Query(from: Coordinate(latitude: 0, longitude: 0))
    query.conditions = try ["stars>=4", "cuisine~pizza"].map { try Condition($0) }
    var searcher = Searcher(Self.store)
    #expect(searcher.rank(query) == [0, 1])
    query.match = NameMatch("bo")
    #expect(searcher.rank(query) == [1])
    query.conditions.append(try Condition("open=true"))
    #expect(searcher.rank(query) == [])
  }

  @Test(arguments: [
    ("", "has no key"), ("  ", "has no key"), ("=x", "has no key"), ("!", "has no key"),
    ("!=x", "has no key"), ("a=", #"has no value; an empty text is written as """#),
    ("a=  ", #"has no value; an empty text is written as """#),
    ("a~", #"has no value; an empty text is written as """#),
    ("a~...", "has no word to search for"),
    (#"a~"""#, "has no word to search for"),
    ("!a=b", "has '!' before the key; to leave out a value, write KEY!=VALUE"),
    (#""a"b"#, "has something other than an operator after the key in quotes"),
    (#"a="b"c"#, "has something after the value in quotes"),
    ("cuisine:", "has no value; expected KEY=VALUE"),
    (#"a~"b"|c"#, "has something after the value in quotes"),
    (#"a="b"|"c"d"#, "has something after the value in quotes"),
    (#"a="b\q""#, "has a text in quotes that is not a JSON string: no such escape in JSON"),
    (#"a="b"#, "has a text in quotes that is not a JSON string: the text ends inside a string"),
  ])
  func refused(text: String, problem: String) {
    #expect(throws: BadExpression(problem)) { try Condition(text) }
  }

  @Test(arguments: ["a=~b", "a!~b", "a~=b", "a<>b", "a=<b", "a=>b", "a===b", "a=!b"])
  func otherOperators(text: String) {
    do {
      _ = try Condition(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.problem.hasPrefix("has no operator that finder knows: '"), "\(error)")
    }
  }

  @Test(arguments: [
    "a>=4 and b", "a<-1.5 OR !b", "a>2 && b", "a=1,b=2", "a=1;b>2", "a=1 and b=2", "a=1 AND b=2",
    "a=1 or b=2", "a=1&&b=2", "a=1||b~x",
  ])
  func severalConditionsInOne(text: String) {
    do {
      _ = try Condition(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.problem.hasPrefix("looks like several conditions; "), "\(error)")
    }
  }

  /// In words, with the expression that was meant. Other keys with spaces are as valid as any.
  @Test(
    arguments: [
      ("name contains pizza", "name~pizza"), ("name HAS pizza hut", "name~pizza hut"),
      ("name like 'x", "name~'x"), ("stars is 4", "stars=4"), ("stars equals 4", "stars=4"),
      ("Business Name is Joe's", "Business Name=Joe's"), ("cuisine: pizza", "cuisine=pizza"),
      ("Opening Hours: 24/7", "Opening Hours=24/7"), ("NOT closed", "!closed"),
      ("not closed", "!closed"), ("Opening Hours", nil), ("addr:postcode", nil), ("is", nil),
      ("what it is", nil), ("has parking", nil), ("not it at all", nil),
      (#""stars is 4""#, nil), (#""not closed""#, nil), ("!stars is 4", nil),
    ] as [(String, String?)])
  func conditionsInWords(text: String, meant: String?) {
    do {
      _ = try Condition(text)
      #expect(meant == nil, "\(text) was read")
    } catch {
      #expect(
        error == BadExpression("has no operator that finder knows", meant: meant), "\(text)")
    }
  }

  @Test(arguments: [
    "a=b,c", "a=b and c", "a=4 and c", "a>b and c", "a>4 android", "a<4 and",
    "web=https://x.example/?q=1", #"a="1,b=2""#,
  ])
  func valuesThatContainOperators(text: String) throws { _ = try Condition(text) }

  /// Texts between semicolons count, except for keys whose values are one text.
  @Test(arguments: [
    (
      "cuisine", #""italian; Pizza ;;thai""#,
      ["italian", "pizza", "THAI", "italian; pizza ;;thai"], true
    ),
    ("cuisine", #""italian; Pizza ;;thai""#, ["\"\"", "italian;", "; pizza", "piz"], false),
    ("a.b", #""x;y""#, ["x", "y", "x|z"], true), ("cuisine", #"["x;y","z"]"#, ["z", "x;y"], true),
    ("cuisine", #"["x;y","z"]"#, ["x", "y", "z;x;y"], false),
    ("k", #"" x ""#, ["x", "\" x \""], true), ("k", #"" x ""#, ["\"x \""], false),
    ("k", #"[" x ","\ty\n"]"#, ["x", "y", "\" x \""], true),
    ("k", #"["a b"," 4 "]"#, ["4", "4.0", "a b"], true),
    ("k", #"["a b"," 4 "]"#, ["b", "a"], false),
    ("k", #""a|b""#, ["a|b", "A|B", "c|\"a|b\""], true),
    ("k", #""a|b""#, ["a", "b", "b|a"], false),
    ("k", #""a|b;c""#, ["a|b", "c", "x|c"], true), ("k", #""1;2.0""#, ["1", "2", "1.0"], true),
    ("k", #""\u003b;x\u003by""#, ["x", "y"], true),
    ("k", #""STRASSE;Σίσυφος""#, ["Straße", "ΣΊΣΥΦΟΣ"], true),
    ("name", #""x;y""#, ["x;y", "X;Y"], true), ("name", #""x;y""#, ["x", "y"], false),
    ("postcode", #""N1 1AA;N2 2BB""#, ["N1 1AA"], false),
    ("properties.name", #""x;y""#, ["x"], false),
    ("opening_hours", #""Mo 9-5; Tu 9-5""#, ["Mo 9-5; Tu 9-5"], true),
    ("opening_hours", #""Mo 9-5; Tu 9-5""#, ["Mo 9-5", "Tu 9-5"], false),
    ("Opening Hours", #""Mo;Tu""#, ["Mo"], false),
    ("opening_hours:kitchen", #""Mo;Tu""#, ["Mo"], false),
  ])
  func listsAndAlternatives(key: String, json: String, values: [String], expected: Bool) throws {
    let feature =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[0,0]},"properties":{"\#(key)":\#(json)}}"#
    let store = try VenueStore(reading: PaddedBytes(copying: feature.utf8))
    for value in values {
      #expect(
        store.matching(nil, [try Condition("\"\(key)\"=\(value)")]).count == (expected ? 1 : 0),
        "\(key) \(json) \(value)")
      #expect(
        store.matching(nil, [try Condition("\"\(key)\"!=\(value)")]).count == (expected ? 0 : 1),
        "\(key) \(json) \(value)")
    }
  }

  /// Against the rule spelled out, with values that are likely to just meet it.
  @Test(.slow) func randomListsAndAlternatives() throws {
    var generator = SeededGenerator(seed: 33)
    let parts = ["a", "B", "ab", "é", "É", "7", "7.0", ";", ";", "|", "|", " ", "ß", "SS", "x y"]
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 1...most, using: &generator))
        .map { _ in parts.randomElement(using: &generator)! }.joined()
    }
    func isEqual(_ one: String, _ other: String) -> Bool {
      if let one = Double(one), let other = Double(other) { return one == other }
      return one.uppercased() == other.uppercased()
    }
    func split(_ text: String, _ sign: Character) -> [String] {
      text.split(separator: sign).map { part in
        String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }.filter { !$0.isEmpty }
    }
    /// Half of them are related to the values: one of them or a part, in another case, with an alternative or
    /// one more letter.
    func searched(_ values: [String]) -> String {
      guard Bool.random(using: &generator) else { return text(6) + "a" }
      let own = (values + split(values[0], ";")).randomElement(using: &generator)!
      let ways: [String] = [
        own, own.uppercased(), own.lowercased(), "\(own)|\(text(2))", "\(text(2))|\(own)",
        "\(own)\(text(1))",
      ]
      return ways.randomElement(using: &generator)!
    }
    var held = 0
    for _ in 0..<3000 {
      let isArray = Int.random(in: 0..<5, using: &generator) == 0
      let values = isArray ? [text(4), text(4)] : [text(6)]
      let pieces = split(searched(values), ";")
      let written = pieces.isEmpty ? "a" : pieces.joined(separator: ";")
      let json = isArray ? "[\"\(values[0])\",\"\(values[1])\"]" : "\"\(values[0])\""
      for (key, isList) in [("k", true), ("name", false), ("the hours", false)] {
        let feature =
          #"{"type":"Feature","geometry":{"type":"Point","coordinates":[0,0]},"properties":{"\#(key)":\#(json)}}"#
        let store = try VenueStore(reading: PaddedBytes(copying: feature.utf8))
        // A list is not a name, and printed names have no more than one space in a row.
        if key == "name", isArray || values[0] != split(values[0], " ").joined(separator: " ") {
          continue
        }
        let wanted = [written] + split(written, "|")
        // Each without the spaces around it; the elements of an array are not split.
        let trimmed = values.flatMap { split($0, "\n") }
        let given =
          values + (isList ? trimmed : []) + (isList && !isArray ? split(values[0], ";") : [])
        let expected = given.contains { value in wanted.contains { isEqual(value, $0) } }
        held += expected ? 1 : 0
        for (sign, isMet) in [("=", expected), ("!=", !expected)] {
          let count = store.matching(nil, [try Condition("\"\(key)\"\(sign)\(written)")]).count
          #expect(count == (isMet ? 1 : 0), "\(key) \(json) \(sign)\(written)")
        }
      }
    }
    #expect(held > 1000, "\(held)")
  }

  /// Random lists, texts and numbers, against Swift's own parser.
  @Test func randomNumbers() throws {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<300 {
      let numbers = (0..<2).map { _ in
        "\(Int.random(in: -30...30, using: &generator))"
          + ["", ".0", ".5", "e1", ".25e-1"].randomElement(using: &generator)!
      }
      let feature = #"""
        {"type":"Feature","geometry":{"type":"Point","coordinates":[0,0]},"properties":{"k":\#(numbers[0])}}
        """#
      let store = try VenueStore(reading: PaddedBytes(copying: feature.utf8))
      let (value, wanted) = (Double(numbers[0])!, Double(numbers[1])!)
      for (operation, expected) in [
        ("=", value == wanted), ("!=", value != wanted), ("<", value < wanted),
        ("<=", value <= wanted), (">", value > wanted), (">=", value >= wanted),
      ] {
        let found = store.matching(nil, [try Condition("k\(operation)\(numbers[1])")]).count
        #expect(found == (expected ? 1 : 0), "\(numbers[0]) \(operation) \(numbers[1])")
      }
    }
  }
}
