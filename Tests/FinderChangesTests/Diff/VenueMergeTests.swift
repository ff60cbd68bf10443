import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// Several sources merged into one dataset.
@Suite struct VenueMergeTests {
  static func source(
    _ name: String, _ features: [String], members: String = "",
    links: SourceLinks.Form? = nil
  ) -> VenueMerge.Source {
    let text =
      "{\"type\":\"FeatureCollection\"\(members),\"features\":[\(features.joined(separator: ","))]}"
    return VenueMerge.Source(name: name, text: guarded(Array(text.utf8)), links: links)
  }

  static func merged(_ sources: [VenueMerge.Source]) throws -> (
    text: String, summary: VenueMerge.Summary
  ) {
    let merged = try VenueMerge.merged(sources)
    return (String(decoding: merged.text.bytes, as: UTF8.self), merged.summary)
  }

  private func feature(
    _ id: String, _ properties: String, _ longitude: Double = -0.1, _ latitude: Double = 51.5
  ) -> String {
    "{\"type\":\"Feature\",\(id)\"properties\":{\(properties)},\"geometry\":"
      + "{\"type\":\"Point\",\"coordinates\":[\(longitude),\(latitude)]}}"
  }

  /// What is written for a venue in both, one only in the first and one only in the second.
  @Test func twoRegisters() throws {
    let osm = Self.source(
      "osm",
      [
        feature(#""id":"node/2","#, #""name":"Zizzi","postcode":"N1 1AB""#, -0.2),
        feature(
          #""id":"node/1","#,
          #""name":"The Crown","cuisine":"pizza","phone":"","a":1,"addr:postcode":"N1 1AA""#),
      ])
    let ratings = Self.source(
      "hygiene",
      [
        feature(#""id":21,"#, #""BusinessName":"Roma","PostCode":"N1 1AC""#, -0.3),
        feature(
          #""id":20,"#,
          #""BusinessName":"CROWN LTD","PostCode":"n11aa","phone":"020","a":2,"Rating":"5""#,
          -0.1, 51.5001),
      ], members: #","attribution":"Food Standards Agency""#)
    let (text, summary) = try Self.merged([osm, ratings])
    #expect(
      text == """
        {"type":"FeatureCollection","attribution":"Food Standards Agency","features":[
        {"type":"Feature","id":"node/1","properties":{"name":"The Crown","cuisine":"pizza",\
        "phone":"020","a":1,"addr:postcode":"N1 1AA","Rating":"5","sources":{"osm":{"id":"node/1"},\
        "hygiene":{"id":20,"distance_m":11.1,"properties":{"BusinessName":"CROWN LTD",\
        "PostCode":"n11aa","a":2}}}},"geometry":{"type":"Point","coordinates":[-0.1,51.5]}},
        {"type":"Feature","id":"node/2","properties":{"name":"Zizzi","postcode":"N1 1AB",\
        "sources":{"osm":{"id":"node/2"}}},"geometry":{"type":"Point","coordinates":[-0.2,51.5]}},
        {"type":"Feature","id":21,"properties":{"BusinessName":"Roma","PostCode":"N1 1AC",\
        "sources":{"hygiene":{"id":21}}},"geometry":{"type":"Point","coordinates":[-0.3,51.5]}}
        ]}

        """)
    #expect(summary == .init(venues: 3, shared: 1, read: [2, 2], leftOut: [0, 0]))
  }

  /// What the first source lacks, or has without a word in it, comes from the first other source that has it.
  @Test(arguments: ["", #","postcode":"""#, #","postcode":null"#, #","postcode":" ""#])
  func lackingPostcode(none: String) throws {
    let sources = [
      Self.source("a", [feature("", #""name":"The Crown Inn""# + none)]),
      Self.source("b", [feature("", #""name":"Crown Inn""# + none, -0.1, 51.5001)]),
      Self.source(
        "c", [feature("", #""name":"CROWN INN LTD","postcode":"N1 1AA""#, -0.1, 51.5001)]),
    ]
    for used in [[sources[0], sources[2]], sources] {
      let (text, summary) = try Self.merged(used)
      #expect(summary.venues == 1 && summary.shared == 1)
      let store = try VenueStore(reading: PaddedBytes(copying: text.utf8))
      #expect(store.venue(ofRow: 0).postcode == "N1 1AA", "\(text)")
      #expect(store.venue(ofRow: 0).name == "The Crown Inn", "\(text)")
      #expect(text.contains(#""postcode":"N1 1AA","sources":{"#), "\(text)")
    }
  }

  /// Two venues that only a link shows to be one.
  @Test(arguments: ["", #","name":"""#, #","name":null"#]) func lackingName(none: String) throws {
    let osm = Self.source("osm", [feature("", #""fhrs_id":"20""# + none)])
    let ratings = Self.source(
      "hygiene", [feature(#""id":"fhrs:20","#, #""name":"Crown","postcode":"N1 1AA""#)],
      links: .hygiene)
    let (text, summary) = try Self.merged([osm, ratings])
    #expect(summary.venues == 1 && summary.shared == 1)
    #expect(
      text.contains(
        #""name":"Crown","postcode":"N1 1AA","sources":{"osm":{},"hygiene":{"id":"fhrs:20"}}"#),
      "\(text)")
  }

  /// A name under a better key does not replace the first one, and a source's own `sources` is kept.
  @Test func keys() throws {
    let first = Self.source(
      "a",
      [
        feature("", #""name":"Crown","postcode":"N1 1AA","sources":"x""#),
        feature("", #""BusinessName":"Roma","postcode":"N1 1AB""#, -0.2),
      ])
    let second = Self.source(
      "b",
      [
        feature("", #""name":"Crown","title":"CROWN","postcode":"N1 1AA""#),
        feature("", #""name":"ROMA","postcode":"N1 1AB","k":1,"k":2"#, -0.2),
      ])
    let text = try Self.merged([first, second]).text
    let names = try LoadedDataset(text).names
    #expect(names == ["Crown", "Roma"])
    #expect(
      text.contains(
        #""sources":{"a":{"properties":{"sources":"x"}},"b":{"properties":{"title":"CROWN"}}}"#))
    #expect(text.contains(#""b":{"properties":{"name":"ROMA"}}"#))
    #expect(text.contains(#""k":2,"#) && !text.contains(#""k":1"#))
  }

  /// With more keys than are searched one by one.
  @Test func manyKeys() throws {
    func properties(_ numbers: some Sequence<Int>) -> String {
      ([#""name":"Crown","postcode":"N1 1AA""#] + numbers.map { "\"k\($0)\":\($0)" })
        .joined(separator: ",")
    }
    let text = try Self.merged([
      Self.source("a", [feature("", properties(0..<2000))]),
      Self.source("b", [feature("", properties(1000..<3000))]),
    ]).text
    for number in [0, 999, 1000, 1999, 2000, 2999] {
      #expect(text.split(separator: "\"k\(number)\":").count == 2)
    }
    #expect(text.contains(#""sources":{"a":{},"b":{}}"#))
  }

  @Test func oneSourceStaysAsItIs() throws {
    let features = [feature("", #""name":"A""#), feature("", #""name":"B","sources":1"#)]
    let (text, summary) = try Self.merged([Self.source("osm", features)])
    #expect(
      text
        == "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}\n"
    )
    #expect(summary == .init(venues: 2, shared: 0, read: [2], leftOut: [0]))
  }

  /// The third source finds the postcode that came from the second.
  @Test func threeSources() throws {
    let (text, summary) = try Self.merged([
      Self.source("a", [feature("", #""name":"Crown""#)]),
      Self.source("b", [feature("", #""name":"Crown","postcode":"N1 1AA""#, -0.1001)]),
      Self.source("c", [feature("", #""name":"Crowns","postcode":"N1 1AA","z":1"#, -0.1003)]),
    ])
    #expect(summary.venues == 1 && summary.shared == 1)
    #expect(text.contains(#""z":1"#) && text.contains(#""c":{"distance_m":"#), "\(text)")
  }

  @Test func emptyAndUnusable() throws {
    #expect(
      try Self.merged([Self.source("a", []), Self.source("b", [])]).text
        == "{\"type\":\"FeatureCollection\",\"features\":[]}\n")
    let lost = #"{"type":"Feature","geometry":null,"properties":{"name":"A"}}"#
    let summary = try Self.merged([
      Self.source("a", [lost]), Self.source("b", [feature("", #""name":"A""#)]),
    ]).summary
    #expect(summary == .init(venues: 1, shared: 0, read: [0, 1], leftOut: [1, 0]))
    for text in ["", "{", "[1]", "{\"type\":\"FeatureCollection\",\"features\":[{]}"] {
      let broken = VenueMerge.Source(name: "b", text: guarded(Array(text.utf8)))
      #expect(throws: VenueMerge.Problem.self) {
        try Self.merged([Self.source("a", []), broken])
      }
    }
  }

  /// Two venues of one source are never merged, however alike.
  @Test func crowds() throws {
    let count = 3000
    func crowd(_ more: (Int) -> String) -> [String] {
      (0..<count).map { feature("", #""name":"Crown"\#(more($0))"#) }
    }
    for other in [
      crowd { _ in "" }, crowd { ",\"n\":\($0)" }, crowd { _ in ",\"postcode\":\"N1 1AA\"" },
    ] {
      let (text, summary) = try Self.merged([
        Self.source("a", crowd { _ in "" }), Self.source("b", other),
      ])
      #expect(summary.venues + summary.shared == 2 * count)
      // Each has its own entry.
      for source in ["\"a\":{", "\"b\":{"] {
        #expect(text.split(separator: source, omittingEmptySubsequences: false).count == count + 1)
      }
    }
    let same = try Self.merged([
      Self.source("a", crowd { _ in "" }), Self.source("b", crowd { _ in "" }),
    ])
    #expect(same.summary.shared == count)
  }

  /// A number of the hygiene ratings in OpenStreetMap counts before names, if it can be right.
  @Test func links() throws {
    func osm(_ number: Int, _ name: String, _ link: String, _ latitude: Double) -> String {
      feature(
        "\"id\":\"osm:node/\(number)\",", "\"name\":\"\(name)\",\"fhrs_id\":\(link)", -0.1, latitude
      )
    }
    func rated(_ number: Int, _ name: String, _ latitude: Double) -> String {
      feature(
        "\"id\":\"fhrs:\(number)\",", "\"name\":\"\(name)\",\"postcode\":\"N1 1AA\"", -0.1, latitude
      )
    }
    let ratings = Self.source(
      "hygiene",
      [
        rated(20, "Trattoria di Roma Ltd", 51.5), rated(21, "Roma", 51.5009),
        rated(22, "Zizzi", 51.6), rated(23, "Crown", 51.51), rated(24, "Costa", 51.52),
      ], members: #","attribution":"Food Standards Agency""#, links: .hygiene)
    let (text, summary) = try Self.merged([
      Self.source(
        "osm",
        [
          osm(1, "Roma", "\"20\"", 51.5),
          // Ten kilometres away, it belongs to another branch.
          osm(2, "Zizzi", "\"22\"", 51.7),
          // Two venues with one number: the nearer is taken. Two numbers: either is.
          osm(3, "Crown Kitchen", "23", 51.511), osm(4, "The Old Crown", "\"99; 23\"", 51.5101),
          osm(5, "Coffee", "\"x\"", 51.52), osm(6, "Tea", "\"99999999999999999999999\"", 51.52),
        ], members: #","attribution":"OpenStreetMap""#), ratings,
    ])
    #expect(summary.shared == 2)
    let store = try VenueStore(reading: guarded(Array(text.utf8)))
    #expect(store.attribution.count == 2)
    #expect(store.row(ofID: "fhrs:20") == store.row(ofID: "osm:node/1"))
    #expect(store.row(ofID: "fhrs:20") != nil)
    #expect(NameDirectory(of: store).row(ofID: "fhrs:20") == store.row(ofID: "osm:node/1"))
    #expect(store.row(ofID: "fhrs:2") == nil)
    for (id, other) in [("node/1", 20), ("node/4", 23)] {
      #expect(
        text.contains("{\"osm\":{\"id\":\"osm:\(id)\"},\"hygiene\":{\"id\":\"fhrs:\(other)\""))
    }
  }

  /// A key with escapes is the same key, and an id must match as a whole.
  @Test(arguments: [
    (#""fhrs\u005fid":"20""#, "fhrs:20", true), (#""fhrs_id":"020""#, "fhrs:20", true),
    (#""fhrs_id":20"#, "fhrs:20", true), (#""fhrs_id":"20""#, "fhrs:201", false),
    (#""fhrs_id":"20""#, "osm:20", false), (#""other":"20","fhrs_id":"21""#, "fhrs:20", false),
    (#""fhrs_id":"18446744073709551615""#, "fhrs:18446744073709551615", false),
  ])
  func linkSpelling(property: String, id: String, isOne: Bool) throws {
    let ratings = Self.source(
      "hygiene", [feature("\"id\":\"\(id)\",", #""name":"Zizzi""#)], links: .hygiene)
    let osm = Self.source("osm", [feature(#""id":"osm:node/1","#, #""name":"Crown",\#(property)"#)])
    let summary = try Self.merged([osm, ratings]).summary
    #expect(summary.shared == (isOne ? 1 : 0))
  }

  /// 11 m apart, across the antimeridian.
  @Test func dateLine() throws {
    for postcode in ["", ",\"postcode\":\"N1 1AA\""] {
      let summary = try Self.merged([
        Self.source("a", [feature("", "\"name\":\"Crown Inn\"\(postcode)", 179.99995, 0)]),
        Self.source("b", [feature("", "\"name\":\"Crown\"\(postcode)", -179.99995, 0)]),
      ]).summary
      #expect(summary.shared == 1)
    }
  }
}
