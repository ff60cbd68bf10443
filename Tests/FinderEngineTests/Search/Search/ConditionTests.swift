import TestSupport
import Testing

@testable import FinderEngine

/// `--where`: how a condition is written, and which venues meet it.
@Suite struct ConditionTests {
  /// Numbered from 0; which of them meet a condition.
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
      // Texts by their bytes, whatever escapes the file has.
      ("cuisine=pizza", [0]), ("cuisine = pizza ", [0]), ("cuisine==pizza", [0]),
      ("cuisine=café", [3]), (#"cuisine=a"b"#, [6]), (#"cuisine="a\"b""#, [6]),
      (#""cuisine"="caf\u00e9""#, [3]), ("cuisine=Pizza", []), ("cuisine=pizz", []),
      // Everything that is not so, the property there or not.
      ("cuisine!=pizza", [1, 2, 3, 4, 5, 6, 7]), ("none!=x", [0, 1, 2, 3, 4, 5, 6, 7]),
      // There and not null.
      ("cuisine", [0, 1, 3, 6]), ("!cuisine", [2, 4, 5, 7]), ("! cuisine", [2, 4, 5, 7]),
      ("none", []), ("!none", [0, 1, 2, 3, 4, 5, 6, 7]), ("tags", [0, 5]), ("cuisine=null", [2]),
      // Words begin as with --match.
      ("cuisine~pizza", [0, 1]), ("cuisine~KEB", [1]), ("cuisine~cafe", [3]), ("cuisine~izza", []),
      ("stars~ex", [2]), ("tags~dog", [0]),
      // Numbers by value, in quotes or not; what is no number is in no order to one.
      ("stars=4", [0, 4]), ("stars=4.00", [0, 4]), ("stars=40e-1", [0, 4]), ("stars=+4", [0, 4]),
      ("stars=5", [1]), ("stars>4", [1, 3, 6]), ("stars>=4", [0, 1, 3, 4, 6]), ("stars<5", [0, 4]),
      ("stars<=5", [0, 1, 4]), ("n<-14", [5]), ("n=-15", [5]), ("stars=9", [6]), ("stars=1", []),
      // Exact beyond a Double's digits.
      ("stars=12345678901234567890123", [3]), ("stars=12345678901234567890124", []),
      ("stars<12345678901234567890124", [0, 1, 3, 4, 6]),
      ("stars>12345678901234567890122", [3]), ("stars<1e400", [0, 1, 3, 4, 6]),
      // A number in quotes is one only as JSON writes numbers.
      ("code=007", [5]), ("code=7", []), ("code<8", []),
      // Other texts in the order of their bytes.
      ("date>=2020-08-01", [6]), ("date<2020-08-05", []), ("name<B", [0, 2]), ("stars>D", [2]),
      // Words of JSON.
      ("open=true", [0]), ("open=false", [1]), ("open!=true", [1, 2, 3, 4, 5, 6, 7]),
      // Any element of a list; nothing inside what is deeper.
      ("tags=wifi", [0]), ("tags=dogs", [0]), ("tags=1", [5]), ("tags=null", [5]), ("tags=in", []),
      ("tags!=wifi", [1, 2, 3, 4, 5, 6, 7]), ("tags>0", [5]),
      // As it stands first, then by its dots.
      ("contact.web=a.example", [2]), ("contact.web=b.example", [3]), ("contact.web", [2, 3]),
      ("contact", [2]), ("contact=x", []), ("contact.phone", [2]), ("contact.fax", []),
      ("a.b.c=deep", [4]), ("a.b.c=shallow", []), ("a.b", [4]), ("a.b.d", [4]), ("a.b.d=x", []),
      ("properties.cuisine=pizza", [0]), ("properties.k=inner", [6]), ("properties.stars=9", [6]),
      (#""x=y"="a,b=c""#, [5]), (#"""="empty""#, [4]), (#""""#, [4]),
      // The venue's own: as they are printed.
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
      // A filter, so before the limit.
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

  /// Where nothing else stands in `properties`, its name and postcode are not looked for in the text.
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
      }
    }
  }

  @Test func allHaveToHold() throws {
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
    (#""a"b"#, "has something after the key in quotes that is no operator"),
    (#"a="b"c"#, "has something after the value in quotes"),
    (#"a="b\q""#, "has a text in quotes that is no JSON string: no such escape in JSON"),
    (#"a="b"#, "has a text in quotes that is no JSON string: the text ends inside a string"),
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
  func severalInOne(text: String) {
    do {
      _ = try Condition(text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.problem.hasPrefix("looks like several conditions; "), "\(error)")
    }
  }

  @Test(arguments: [
    "a=b,c", "a=b and c", "a=4 and c", "a>b and c", "a>4 android", "a<4 and",
    "web=https://x.example/?q=1", #"a="1,b=2""#,
  ])
  func oneWithThatInIt(text: String) throws { _ = try Condition(text) }

  /// Of random lists, texts and numbers, against Swift's own reading of them.
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
