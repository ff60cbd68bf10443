import Testing

@testable import FinderEngine

@Suite struct LocateStateTests {
  /// The table once more, as a person would draw it: each row a state, each column an event.
  private static let drawn = """
                  given         answered  failed        turnedOff  turnedOn      forgotten
    undefined     initialising  -         -             off        -             undefined
    initialising  initialising  on        initialising  off        initialising  undefined
    on            initialising  on        initialising  off        on            undefined
    off           initialising  off       off           off        initialising  undefined
    """

  private static let table: [(state: LocateState, event: LocateEvent, next: LocateState?)] = {
    let rows = drawn.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let events = Dictionary(uniqueKeysWithValues: LocateEvent.allCases.map { ("\($0)", $0) })
    return rows.dropFirst().flatMap { row in
      zip(rows[0], row.dropFirst()).map {
        (LocateState(rawValue: row[0])!, events[$0]!, LocateState(rawValue: $1))
      }
    }
  }()

  @Test func theWholeTable() {
    #expect(Self.table.count == LocateState.allCases.count * LocateEvent.allCases.count)
    for (state, event, next) in Self.table {
      #expect(LocateMachine.next(after: state, event) == next, "\(state), \(event)")
      var machine = LocateMachine(state)
      #expect(machine.take(event) == (next != nil))
      #expect(machine.state == next ?? state)
    }
  }

  /// Every state can be reached from the first, and left for it again.
  @Test func nowhereAlone() {
    for start in LocateState.allCases {
      var reached: Set = [start]
      for _ in LocateState.allCases {
        for state in reached {
          reached.formUnion(
            LocateEvent.allCases.compactMap { LocateMachine.next(after: state, $0) })
        }
      }
      #expect(reached == Set(LocateState.allCases), "\(start)")
    }
  }

  @Test func fromSettings() {
    var settings = LocateSettings()
    #expect(settings.machine.state == .undefined)
    settings.isOff = true
    #expect(settings.machine.state == .off)
    settings.program = ["x"]
    #expect(settings.machine.state == .off)
    settings.isOff = false
    #expect(settings.machine.state == .initialising)
    settings.forget()
    #expect(settings.machine.state == .undefined)
  }
}
