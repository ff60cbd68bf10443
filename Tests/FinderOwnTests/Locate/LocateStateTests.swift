import TestSupport
import Testing

@testable import FinderEngine
@testable import FinderOwn

@Suite struct LocateStateTests {
  /// The table again, as a person would draw it: each row a state, each column an event. Only the off state
  /// has more than one row: there it matters whether there is a source.
  private static let drawn = """
                  given         answered  failed        turnedOff  turnedOn      forgotten
    undefined     initialising  -         -             off        -             undefined
    initialising  initialising  on        initialising  off        initialising  undefined
    on            initialising  on        initialising  off        on            undefined
    off           initialising  off       off           off        initialising  undefined
    off/none      initialising  -         -             off        -             undefined
    """

  /// The events that lead from the beginning to each row.
  private static let ways: [String: [LocateEvent]] = [
    "undefined": [], "initialising": [.given], "on": [.given, .answered],
    "off": [.given, .turnedOff], "off/none": [.turnedOff],
  ]

  @Test func theWholeTable() throws {
    let rows = Self.drawn.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let events = Dictionary(uniqueKeysWithValues: LocateEvent.allCases.map { ("\($0)", $0) })
    try #require(rows[0].count == events.count && rows.count == Self.ways.count + 1)
    for row in rows.dropFirst() {
      for (name, next) in zip(rows[0], row.dropFirst()) {
        var machine = LocateMachine()
        for event in try #require(Self.ways[row[0]]) { machine.take(event) }
        let state = machine.state
        let isTaken = machine.take(try #require(events[name]))
        #expect(row[0].hasPrefix(state.rawValue))
        #expect(isTaken == (next != "-"), "\(row[0]), \(name)")
        #expect(machine.state == LocateState(rawValue: next) ?? state, "\(row[0]), \(name)")
      }
    }
  }

  /// Every state can be reached from the first, and left for it again.
  @Test func everyStateIsReachable() {
    for start in LocateState.allCases {
      var reached: Set = [start]
      for _ in LocateState.allCases {
        for state in reached {
          reached.formUnion(
            LocateEvent.allCases.compactMap {
              LocateMachine.next(after: state, hasSource: true, $0)
            })
        }
      }
      #expect(reached == Set(LocateState.allCases), "\(start)")
    }
  }

  /// Settings follow the state machine, whatever changes are made in any order.
  @Test func settingsFollowTheTable() {
    let changes: [LocateChange] = [
      .keep(KeptPoint(name: "", Coordinate(validLatitude: 51, longitude: 0)!, text: "", kept: 0)),
      .allow(["x"]), .turnOff, .turnOn, .forget,
    ]
    var generator = SeededGenerator(seed: 10)
    for _ in 0..<200 {
      var (settings, machine) = (LocateSettings(), LocateMachine())
      for _ in 0..<12 {
        let change = changes.randomElement(using: &generator)!
        let isNothing = change.event == .forgotten && machine.state == .undefined
        let isTaken = (settings.make(change), machine.take(change.event))
        #expect(isTaken.0 == (isTaken.1 && !isNothing))
        #expect(settings.machine.state == machine.state)
      }
    }
  }

  @Test func whatIsKeptOfSettings() {
    let point = KeptPoint(name: "", Coordinate(validLatitude: 51, longitude: 0)!, text: "", kept: 0)
    func settings(after changes: LocateChange...) -> LocateSettings {
      var settings = LocateSettings()
      for change in changes { _ = settings.make(change) }
      return settings
    }
    #expect(settings(after: .keep(point), .turnOff).point == point)
    #expect(settings(after: .keep(point), .turnOff, .turnOn).point == point)
    #expect(settings(after: .keep(point), .allow(["x"])).point == nil)
    #expect(settings(after: .keep(point), .allow(["x"])).program == ["x"])
    #expect(settings(after: .allow(["x"]), .keep(point)).program == ["x"])
    let forgotten = settings(after: .allow(["x"]), .keep(point), .forget)
    #expect(forgotten.point == nil && forgotten.program.isEmpty)
  }
}
