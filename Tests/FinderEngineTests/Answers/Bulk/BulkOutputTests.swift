import Foundation
import TestSupport
import Testing

@testable import FinderEngine

/// The answers in every format.
@Suite struct BulkOutputTests {
  private let header =
    "rank,venue_id,venue_name,venue_postcode,venue_lat,venue_lon,distance_m,bearing_deg,error"

  // MARK: Complete examples

  @Test func ndjson() throws {
    let run = try BulkQuestion().with { $0.query.limit = 2 }.run("lat,lon,n\n51.5,-0.1,x\n")
    #expect(
      run.text == """
        {"query":{"line":2,"lat":51.5,"lon":-0.1,"n":"x"},"count":2,"venues":[\
        {"id":"a","name":"Alpha","postcode":"AB1 2CD","lat":51.5,"lon":-0.1,"distance_m":0,\
        "bearing_deg":0},\
        {"id":"b","name":"Bravo, Ltd","postcode":"AB1 2CD","lat":51.6,"lon":-0.2,\
        "distance_m":13111,"bearing_deg":328.1}]}

        """)
  }

  @Test func csv() throws {
    let run = try BulkQuestion { $0.format = .delimited(.csv) }.with { $0.query.limit = 2 }
      .run("id,lat,lon\n\"x, y\",51.5,-0.1\n")
    #expect(
      run.text == """
        id,lat,lon,\(header)
        "x, y",51.5,-0.1,1,a,Alpha,AB1 2CD,51.5,-0.1,0,0,
        "x, y",51.5,-0.1,2,b,"Bravo, Ltd",AB1 2CD,51.6,-0.2,13111,328.1,

        """)
  }

  @Test func tsvFromObjects() throws {
    let input = """
      {"lon":-0.1,"id":"a\\tb","lat":51.5,"n":[1,2]}
      {"lat":51.5,"lon":-0.1,"other":1,"n":null}

      """
    let run = try BulkQuestion { $0.format = .delimited(.tsv) }.run(input)
    let names = header.replacing(",", with: "\t")
    #expect(
      run.text == """
        lat\tlon\tid\tn\t\(names)
        51.5\t-0.1\ta\\tb\t[1,2]\t1\ta\tAlpha\tAB1 2CD\t51.5\t-0.1\t0\t0\t
        51.5\t-0.1\t\tnull\t1\ta\tAlpha\tAB1 2CD\t51.5\t-0.1\t0\t0\t

        """)
    #expect(run.summary.droppedMembers == 1)
  }

  /// One row with empty cells; the same for a bad line, except for the error.
  @Test func rowsWithoutVenues() throws {
    let question = BulkQuestion { $0.format = .delimited(.csv) }.with { $0.radius = 1 }
    let run = try question.run("lat,lon,n\n10,20,x\n,,\"a \"\"b\"\"\"\n51.5\n")
    #expect(
      run.lines == [
        "lat,lon,n,\(header)", "10,20,x,,,,,,,,,",
        ",,\"a \"\"b\"\"\",,,,,,,,,'lat' is not a number: ''", "51.5,,,,,,,,,,,has no 'lon'",
      ])
    let objects = try question.run("{\"lat\":10,\"lon\":20,\"n\":1}\n{\"n\":1}\n")
    #expect(
      objects.lines == [
        "lat,lon,n,\(header)", "10,20,1,,,,,,,,,",
        ",,1,,,,,,,,,has neither 'lat' and 'lon' nor 'postcode' or 'place'",
      ])
    let ndjson = try BulkQuestion().with { $0.radius = 1 }.run("10 20\n")
    #expect(ndjson.lines == [#"{"query":{"line":1,"lat":10,"lon":20},"count":0,"venues":[]}"#])
    #expect(ndjson.summary.found == 0)
  }

  private struct Soho: PointLookup {
    func postcodes() throws(PointRefusal) -> PostcodePositions { throw PointRefusal("is unknown") }
    func point(in text: String) throws(PointRefusal) -> PointInWords {
      PointInWords(
        Coordinate(latitude: 51.6, longitude: -0.2), text == "Soho" ? .sector : .degrees, said: [])
    }
  }

  /// Rows have columns that say how exactly a point in words is known; otherwise such a point is a bad line.
  @Test func pointsInWordsAmongOthers() throws {
    func run(_ format: BulkSettings.Format, _ input: String) throws -> BulkRun {
      try BulkQuestion {
        $0.format = format
        $0.lookup = Soho()
      }.run(input)
    }
    let (degrees, words) = (
      #"{"lat":51.5,"lon":-0.1,"n":1}"# + "\n", #"{"n":2,"place":"Soho"}"# + "\n"
    )
    let mixed = try run(.delimited(.csv), degrees + words + #"{"n":3,"place":"a point"}"#)
    #expect(mixed.lines[0] == "lat,lon,n,\(header)")
    #expect(mixed.lines[1].hasPrefix("51.5,-0.1,1,1,a,"))
    #expect(mixed.lines[2].hasPrefix(",,2,,,,,,,,,\"is a point in words, and the first object"))
    #expect(mixed.lines[3].hasPrefix("51.6,-0.2,3,1,b,"))
    #expect(mixed.faults.map(\.line) == [2] && mixed.summary.points(.sector) == 0)
    for first in [words, #"{"n":1}"# + "\n", #"{"lat":91,"lon":0,"n":1}"# + "\n"] {
      let rows = try run(.delimited(.csv), first + degrees + words).lines
      #expect(rows[0].hasSuffix("\(header),place_precision,searched_lat,searched_lon"), "\(rows)")
      #expect(rows[2].hasSuffix(",0,0,,,,") && rows[3].hasSuffix(",,sector,51.6,-0.2"), "\(rows)")
    }
    for (first, second) in [(degrees, words), (words, degrees)] {
      let text = try run(.geojson, first + second).text
      let precision = #""place_precision":"sector","searched_lat":51.6,"searched_lon":-0.2"#
      #expect(
        text.split(separator: "place_precision").count == 2 && text.contains(precision), "\(text)")
    }
  }

  /// A bare line break, or one in quotes between tabs, does not remain in the answer.
  @Test func cellsThatCannotStayUnchanged() throws {
    for (style, input, row) in [
      (DelimitedStyle.csv, "lat,lon,n\n51.5,-0.1,a\rb\n", "51.5,-0.1,\"a\rb\",3,"),
      (.csv, "lat,lon,n\n51.5,-0.1,\"a\rb\"\r\n", "51.5,-0.1,\"a\rb\",3,"),
      (.tsv, "lat\tlon\tn\n51.5\t-0.1\ta\rb\\t\n", "51.5\t-0.1\ta\\rb\\\\t\t3\t"),
      (.tsv, "lat\tlon\tn\n51.5\t-0.1\tC:\\new\n", "51.5\t-0.1\tC:\\\\new\t3\t"),
      (.tsv, "lat\tlon\tn\n51.5\t-0.1\t\"a\tb\\\n\"\n", "51.5\t-0.1\ta\\tb\\\\\\n\t3\t"),
    ] {
      let run = try BulkQuestion.counts.with { $0.settings.format = .delimited(style) }.run(input)
      #expect(run.lines.last == row, "\(input.debugDescription)")
    }
  }

  // MARK: Counting

  @Test(
    arguments: [
      (nil, nil, 3), (nil, 20_000, 2), (nil, 0, 1), (2, nil, 2), (1, 20_000, 1), (9, 20_000, 2),
    ] as [(Int?, Double?, Int)])
  func counts(limit: Int?, radius: Double?, expected: Int) throws {
    let question = BulkQuestion.counts.with {
      $0.query.limit = limit
      $0.radius = radius
    }
    let run = try question.run("51.5,-0.1\n")
    #expect(run.lines == [#"{"query":{"line":1,"lat":51.5,"lon":-0.1},"count":\#(expected)}"#])
    #expect(run.summary.found == expected)
    let csv = try question.with { $0.settings.format = .delimited(.csv) }.run("51.5,-0.1\nx\n")
    #expect(
      csv.lines == [
        "lat,lon,count,error", "51.5,-0.1,\(expected),", "x,,,'lat' is not a number: 'x'",
      ])
  }

  @Test func countsOnlyWhatMatches() throws {
    let question = BulkQuestion.counts.with { $0.query.match = NameMatch("caf") }
    let run = try question.run("51.5,-0.1\n")
    #expect(run.lines == [#"{"query":{"line":1,"lat":51.5,"lon":-0.1},"count":1}"#])
    let nearest = try BulkQuestion().with { $0.query.match = NameMatch("caf") }.run("51.5,-0.1\n")
    #expect(nearest.text.contains("\"venues\":[{\"id\":\"c\",\"name\":\"Cafe C\""))
  }

  // MARK: Outside the camera bounds

  private let outside =
    "lat,lon,moved,n\n51.5,-0.1,x,1\n40,10,y,2\n-0.1,51.5,z,3\n46.678409,3.21521,,4\n"

  @Test func allowed() throws {
    let run = try BulkQuestion.counts.run(outside)
    #expect(run.faults.isEmpty)
    #expect(
      run.lines[1] == #"{"query":{"line":3,"lat":40,"lon":10,"moved":"y","n":"2"},"count":3}"#)
  }

  @Test func clamped() throws {
    let question = BulkQuestion.counts.with { $0.settings.outside = .clamp }
    let run = try question.run(outside)
    #expect(run.faults.isEmpty)
    #expect(
      run.lines == [
        #"{"query":{"line":2,"lat":51.5,"lon":-0.1,"moved":"x","n":"1"},"count":3}"#,
        #"{"query":{"line":3,"lat":46.678409,"lon":3.21521,"moved":true,"n":"2"},"count":3}"#,
        #"{"query":{"line":4,"lat":46.678409,"lon":3.21521,"moved":true,"n":"3"},"count":3}"#,
        #"{"query":{"line":5,"lat":46.678409,"lon":3.21521,"moved":"","n":"4"},"count":3}"#,
      ])
    let object = try question.run("{\"moved\":1,\"lat\":70,\"lon\":-1,\"n\":2}\n")
    #expect(
      object.lines == [
        #"{"query":{"line":1,"lat":61.508409,"lon":-1,"moved":true,"n":2},"count":3}"#
      ])
    // The venues are those near the place that the point was moved to.
    let near = try question.with { $0.radius = 1000 }.run("51.5,-0.1\n")
    #expect(near.summary.found == 1)
  }

  @Test func refused() throws {
    let run = try BulkQuestion.counts.with { $0.settings.outside = .refuse }.run(outside)
    #expect(run.faults.map(\.line) == [3, 4])
    #expect(run.faults.map(\.isRefusal) == [true, true])
    #expect(run.summary.refusals == 2 && run.summary.badRecords == 0)
    let outside = "is outside the camera bounds; nearest point inside: 46.678409,3.21521"
    #expect(
      run.lines[1...2] == [
        #"{"query":{"line":3,"moved":"y","n":"2"},"error":"40,10 \#(outside)"}"#,
        #"{"query":{"line":4,"moved":"z","n":"3"},"error":"-0.1,51.5 \#(outside); latitude and longitude look swapped"}"#,
      ])
    #expect(run.lines.count == 4)
  }

  // MARK: Against the searcher

  /// Every answer is byte for byte what a separate searcher finds for that point.
  @Test(arguments: [nil, 3_000_000] as [Double?], [1, 4, nil])
  func answersAreTheSearchers(radius: Double?, limit: Int?) throws {
    let harness = try SearchHarness(.clustered, count: 60, seed: 11)
    var generator = SeededGenerator(seed: 12)
    let points = (0..<6).flatMap { _ in harness.points(using: &generator) }
    let lines = points.map { "\(shown($0.latitude)),\(shown($0.longitude))\n" }
    let match = try #require(NameMatch("caf"))
    for match in [nil, match] {
      let question = BulkQuestion().with {
        $0.radius = radius
        $0.query.limit = limit
        $0.query.match = match
        $0.store = harness.store
        $0.jobs = 2
      }
      let run = try question.run(lines.joined())
      let expected = answers(points, harness.store, radius, limit, match)
      // Not with `#expect`, which would spend minutes on the shortest edit between the two.
      let first = zip(run.output.lines, expected.lines).first { $0 != $1 }
      guard run.output != expected else { continue }
      Issue.record("\(String(decoding: first?.0 ?? [], as: UTF8.self)) in place of another")
    }
  }

  private func answers(
    _ points: [Coordinate], _ store: VenueStore, _ radius: Double?, _ limit: Int?,
    _ match: NameMatch?
  ) -> [UInt8] {
    var searcher = Searcher(store)
    let writer = VenueWriter(store)
    var expected = ByteBuffer()
    for (number, point) in points.enumerated() {
      let area = radius.map { Query.Area.circle(radius: $0) } ?? .everywhere
      let hits = searcher.search(Query(from: point, area: area, limit: limit, match: match))
      let (latitude, longitude) = (shown(point.latitude), shown(point.longitude))
      expected.append(
        text: "{\"query\":{\"line\":\(number + 1),\"lat\":\(latitude),\"lon\":\(longitude)},")
      expected.append(text: "\"count\":\(hits.count),\"venues\":[")
      for (i, hit) in hits.enumerated() {
        if i > 0 { expected.append(",") }
        writer.append(jsonOf: hit, to: &expected)
      }
      expected.append("]}\n")
    }
    return Array(expected.bytes)
  }

  // MARK: Round trips

  /// Cells of any text come back unchanged, from either table into either table and into JSON, each with the
  /// line on which its record begins. Escapes between tabs are interpreted if an option says so, and in
  /// finder's own answers; elsewhere they are letters.
  @Test(arguments: DelimitedText.allCases, 1...10 as ClosedRange<UInt64>)
  func cellsComeBack(form: DelimitedText, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let table = table(rows: 60, using: &generator)
    let lineEnd = seed % 2 == 0 ? "\r\n" : "\n"
    let input = form.text(table, lineEnd: lineEnd)
    for output in DelimitedText.allCases {
      let style: DelimitedStyle = output == .csv ? .csv : .tsv
      let question = BulkQuestion {
        $0.format = .delimited(style)
        $0.hasEscapes = form == .tsv
      }
      let run = try question.run(input)
      let rows = try #require(output.rows(run.text), "seed \(seed), \(form) to \(output)")
      #expect(rows.map { Array($0.prefix(5)) } == table, "seed \(seed), \(form) to \(output)")
      #expect(rows.allSatisfy { $0.count == 5 + 9 })
      // The answer is also a stream of points, and gives the same answers.
      let again = try BulkQuestion { $0.format = .delimited(style) }.run(run.text)
      let rowsAgain = try #require(output.rows(again.text))
      #expect(rowsAgain.map { Array($0.suffix(9)) } == rows.map { Array($0.suffix(9)) })
    }
    let run = try BulkQuestion.counts.with { $0.settings.hasEscapes = form == .tsv }.run(input)
    let echoes = try echoes(run)
    #expect(echoes == expectedEchoes(table, form, lineEnd), "seed \(seed), \(form)")
    guard form == .tsv else { return }
    // A quote at the beginning of a cell would be read as one around it.
    let plain = table.map { $0.map { $0.hasPrefix("\"") ? "x" + $0 : $0 } }
    let letters = try self.echoes(BulkQuestion.counts.run(form.text(plain, lineEnd: lineEnd)))
    let written = plain.dropFirst().map { row in
      [0, 2, 4].map { form.text([[row[$0]]], lineEnd: "") }
    }
    #expect(letters.map { Array($0.dropFirst()) } == written, "seed \(seed)")
  }

  /// Line and cells, read by Foundation's JSON reader.
  private func echoes(_ run: BulkRun) throws -> [[String]] {
    try run.lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let query = try #require(object?["query"] as? [String: Any])
      return try [String(#require(query["line"] as? Int))]
        + ["first", "se cond", "café"].map { try #require(query[$0] as? String) }
    }
  }

  private func expectedEchoes(
    _ table: [[String]], _ form: DelimitedText, _ lineEnd: String
  ) -> [[String]] {
    var line = 1
    return table.map { row in
      defer { line += form.text([row], lineEnd: lineEnd).utf8.count { $0 == 0x0A } }
      return [String(line), row[0], row[2], row[4]]
    }.dropFirst().map { $0 }
  }

  private func table(rows: Int, using generator: inout SeededGenerator) -> [[String]] {
    let scalars: [Unicode.Scalar] = [
      "a", "b", ",", "\"", "\n", "\r", "\t", "\\", "n", "é", "😀", " ",
    ]
    func cell() -> String {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...6, using: &generator) {
        text.append(scalars.randomElement(using: &generator)!)
      }
      return String(text)
    }
    let header = ["first", "lat", "se cond", "lon", "café"]
    return [header] + (0..<rows).map { [cell(), "\($0)", cell(), "-\($0)", cell()] }
  }
}
