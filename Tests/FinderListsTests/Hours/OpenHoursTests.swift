import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderLists
@testable import OpeningHoursKit

/// Which venues are open at a moment, compared with checking every venue.
@Suite struct OpenHoursTests {
  private static let texts: [String?] = [
    "24/7", "Mo-Fr 09:00-17:30", "Mo-Su 18:00-02:00", "Sa,Su 10:00-16:00; PH off", "off",
    "Mo-Fr 9 until 5", "", nil, "Su 12:00-20:00; Mo-Sa 11:00-23:00", "SH 10:00-12:00",
  ]

  private static func store(count: Int, _ random: inout SeededGenerator) throws -> VenueStore {
    let features = (0..<count).map { number in
      let hours = texts.randomElement(using: &random).flatMap { $0 }
      let latitude = Double.random(in: 51...52, using: &random)
      let property = hours.map { #","opening_hours":"\#($0)""# } ?? ""
      return #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-0.1,\#(latitude)]},"#
        + #""properties":{"name":"\#(number)","postcode":"N1 1AA"\#(property)}}"#
    }
    let text = #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
    return try VenueStore(reading: PaddedBytes(copying: text.utf8)).indexed()
  }

  /// From separately parsed hours, in the order of all venues.
  private func expected(
    _ query: Query, _ moment: CivilTime, _ states: Set<OpenState>, in store: VenueStore
  ) -> [Int] {
    var all = query
    all.limit = nil
    var searcher = Searcher(store)
    let rows = searcher.rank(all).filter { row in
      let venue = Venue(row: row, of: store)
      var text = ""
      VenueWriter(store).withText(.property(PropertyKey("opening_hours")), of: venue) {
        text = String(decoding: $0, as: UTF8.self)
      }
      let hours = text.isEmpty ? nil : try? OpeningHours(text)
      let place = HoursPlace(venue.coordinate, .englandAndWales)
      return states.contains(hours?.state(at: moment, in: place) ?? .unknown)
    }
    return Array(rows.prefix(query.limit ?? .max))
  }

  /// The state and its end are remembered for some rows only: of those 4,096 apart, for the last one asked
  /// for.
  @Test func remembersNoOtherVenues() throws {
    var random = SeededGenerator(seed: 12)
    let store = try Self.store(count: 9_000, &random)
    let moment = CivilTime(day: 20_780, minute: 600)
    let open = OpenHours(at: .minute(moment))
    let rows = (0..<700).flatMap { [$0, $0 + 4_096, $0 + 8_192, $0] }.filter { $0 < store.count }
    for row in rows + rows.shuffled(using: &random) {
      let expected = VenueHours(of: row, in: store)?.status(at: .minute(moment)) ?? .unknown
      let status = open.status(of: Venue(row: row, of: store))
      #expect(status.state == expected.state && status.until == expected.until, "row \(row)")
    }
  }

  @Test(.slow, arguments: 1...6 as ClosedRange<UInt64>)
  func agreesWithCheckingEveryVenue(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let store = try Self.store(count: 700, &random)
    for _ in 0..<40 {
      let moment = CivilTime(
        day: 20_780 + Int.random(in: 0..<60, using: &random),
        minute: Int.random(in: 0..<1440, using: &random))
      let point = Coordinate(
        latitude: Double.random(in: 51...52, using: &random), longitude: -0.1)
      let limits: [Int?] = [1, 3, 10, 100, nil]
      let areas: [Query.Area] = [.everywhere, .circle(radius: 9000)]
      var query = Query(
        from: point, area: areas.randomElement(using: &random)!,
        limit: limits.randomElement(using: &random)!)
      let plain = query
      let keepsUnknown = Bool.random(using: &random)
      let open = OpenHours(at: .minute(moment), keepsUnknown: keepsUnknown)
      open.limit(&query)
      var searcher = Searcher(store)
      let states: Set<OpenState> = keepsUnknown ? [.open, .unknown] : [.open]
      let right = expected(plain, moment, states, in: store)
      #expect(searcher.rank(query) == right, "seed \(seed), \(moment.text)")
      // The remembered states of rows are right as well.
      #expect(searcher.rank(query) == right, "seed \(seed), \(moment.text)")
      var all = plain
      all.limit = nil
      #expect(
        open.count(.unknown, query, in: store) == expected(all, moment, [.unknown], in: store).count
      )
      #expect(
        searcher.count(query) == expected(all, moment, states, in: store).count,
        "seed \(seed), \(moment.text)")
    }
  }

  /// Chains in the answer do not count as left out, and each of the others counts once.
  @Test func onePerChain() throws {
    var random = SeededGenerator(seed: 8)
    let store = try Self.store(count: 700, &random)
    let list = (0..<60).map { ChainList.Chain(name: "\($0)", venues: 2, isShared: false) }
    let chains = StoreChains(
      list, keys: [],
      chainOfRow: Column(count: store.count) { $0 % 3 == 0 ? ChainList.none : UInt32($0 % 60) })
    for hour in [4, 12, 19] {
      let open = OpenHours(at: .minute(CivilTime(day: 20_780, minute: 60 * hour)))
      let point = Coordinate(latitude: 51.5, longitude: -0.1)
      var query = Query(from: point, area: .circle(radius: 9000), limit: nil)
      var searcher = Searcher(store)
      var houses: [OpenState: Set<Int>] = [:]
      for row in searcher.rank(query) {
        houses[open.state(ofRow: row, of: store), default: []].insert(
          row % 3 == 0 ? -1 - row : row % 60)
      }
      open.limit(&query)
      query.chains = ChainFilter(chains, keeps: .all, onePerChain: true)
      let found = houses[.open] ?? []
      #expect(searcher.count(query) == found.count)
      for state in [OpenState.unknown, .closed] {
        let others = (houses[state] ?? []).subtracting(found)
        #expect(open.count(state, query, in: store) == others.count && !others.isEmpty, "\(hour)")
      }
    }
  }

  @Test("Rows of another store are examined again")
  func anotherStore() throws {
    var random = SeededGenerator(seed: 7)
    let noon = try #require(CivilTime("2026-11-23T12:00"))
    let open = OpenHours(at: .minute(noon))
    for _ in 0..<3 {
      let store = try Self.store(count: 50, &random)
      var query = Query(from: Coordinate(latitude: 51.5, longitude: -0.1))
      let right = expected(query, noon, [.open], in: store)
      open.limit(&query)
      var searcher = Searcher(store)
      #expect(searcher.rank(query) == right)
    }
  }

  /// As in `bulk`, and with two stores in turn, so that results are discarded all the time.
  @Test("Several threads ask at the same time")
  func manyThreads() throws {
    var random = SeededGenerator(seed: 9)
    let stores = [try Self.store(count: 20, &random), try Self.store(count: 20, &random)]
    let open = OpenHours(at: .minute(Self.noon))
    let right = stores.map { store in
      (0..<20).map { VenueHours(of: $0, in: store)?.state(at: .minute(Self.noon)) == .open }
    }
    let wrong = UnsafeMutableBufferPointer<Int>.allocate(capacity: 4)
    defer { wrong.deallocate() }
    wrong.initialize(repeating: 0)
    Parallel.run(4, threads: 4) { thread in
      for number in 0..<20_000 {
        let (store, row) = (number % 2, number / 2 % 20)
        if open.accepts(row, of: stores[store]) != right[store][row] { wrong[thread] += 1 }
      }
    }
    #expect(wrong.allSatisfy { $0 == 0 })
  }

  // MARK: The property

  private func hours(_ properties: String) throws -> VenueHours? {
    let text =
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[0,51]},"properties":"#
      + properties + "}"
    return VenueHours(of: 0, in: try VenueStore(reading: PaddedBytes(copying: text.utf8)))
  }

  private static let noon = CivilTime(day: 20_780, minute: 720)

  @Test(arguments: [
    (#"{"opening_hours":"24/7"}"#, OpenState.open), (#"{"opening_hours":"off"}"#, .closed),
    (#"{"name":"A","openingHours":"off"}"#, .closed), (#"{"Opening Hours":"off"}"#, .closed),
    (#"{"OPENING-HOURS":"off"}"#, .closed), (#"{"open\u0069ng_hours":"off"}"#, .closed),
    (#"{"\u006fpening_hours":"off"}"#, .closed), (#"{"opening_hours":"o\u0066f"}"#, .closed),
    // The usual name wins, wherever it is; the last of two; an empty value does not count.
    (#"{"openingHours":"24/7","opening_hours":"off"}"#, .closed),
    (#"{"opening_hours":"off","openingHours":"24/7"}"#, .closed),
    (#"{"opening_hours":"24/7","opening_hours":"off"}"#, .closed),
    (#"{"opening_hours":null,"openingHours":"off"}"#, .closed),
    (#"{"opening_hours":"","Opening Hours":"off"}"#, .closed),
    // Present, but unreadable.
    (#"{"opening_hours":"9 to 5"}"#, .unknown), (#"{"opening_hours":7}"#, .unknown),
    (#"{"opening_hours":["24/7"]}"#, .unknown), (#"{"opening_hours":{"Mo":"9"}}"#, .unknown),
    (#"{"opening_hours":" "}"#, .unknown),
  ])
  func property(properties: String, state: OpenState) throws {
    let found = try #require(try hours(properties))
    #expect(found.state(at: .minute(Self.noon)) == state)
  }

  @Test(arguments: [
    "null", "{}", #"{"name":"opening_hours"}"#, #"{"opening_hours":null}"#,
    #"{"opening_hours":""}"#, #"{"opening_hours:kitchen":"off"}"#, #"{"hours":"off"}"#,
    #"{"contact":{"opening_hours":"off"}}"#, #"{"opening_hours":[]}"#,
  ])
  func noProperty(properties: String) throws {
    #expect(try hours(properties) == nil)
  }

  @Test("The postcode decides the nation, otherwise the position")
  func nation() throws {
    func nation(_ latitude: Double, _ postcode: String) throws -> Nation? {
      let text =
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[-3.2,\#(latitude)]},"#
        + #""properties":{"opening_hours":"PH off","postcode":"\#(postcode)"}}"#
      let store = try VenueStore(reading: PaddedBytes(copying: text.utf8))
      return VenueHours(of: 0, in: store)?.place.nation
    }
    #expect(try nation(51.5, "EH1 1AA") == .scotland)
    #expect(try nation(55.95, "N1 1AA") == .englandAndWales)
    #expect(try nation(55.95, "") == .scotland)
    #expect(try nation(51.5, "none") == .englandAndWales)
  }
}
