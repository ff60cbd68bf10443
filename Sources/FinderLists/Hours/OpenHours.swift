import FinderEngine
import OpeningHoursKit

/// Which venues are open at a minute or on a day, and until when, for `--open`.
///
///     let open = OpenHours(at: .minute(CivilTime("2026-11-22T18:30")!))
///     open.limit(&query)                     // only venues that are open then
///     VenueWriter(store, addition: open)     // and their hours with them
///
/// Hours are parsed as a search reaches venues: from the nearest on, until there are enough. Results are kept
/// by row, so counting the venues that were left out parses nothing twice. Several threads may search at the
/// same time.
package final class OpenHours: RowTest, @unchecked Sendable {
  /// Local time at each venue.
  package let time: OpenTime
  /// Whether venues with unknown hours are wanted too.
  package let keepsUnknown: Bool
  private let mutex = Mutex()
  /// Guarded by the mutex.
  private var memory: StateMemory?

  package init(at time: OpenTime, keepsUnknown: Bool = false) {
    (self.time, self.keepsUnknown) = (time, keepsUnknown)
  }

  package func limit(_ query: inout Query) { query.conditions.append(Condition(self)) }

  package func accepts(_ row: Int, of store: VenueStore) -> Bool {
    switch state(ofRow: row, of: store) {
    case .open: true
    case .closed: false
    case .unknown: keepsUnknown
    }
  }

  func state(ofRow row: Int, of store: VenueStore) -> OpenState {
    let memory = memory(of: store)
    if let known = memory[row] { return known }
    let state = VenueHours(of: row, in: store)?.state(at: time) ?? .unknown
    memory[row] = state
    return state
  }

  private func memory(of store: VenueStore) -> StateMemory { withMemory(of: store) { $0 } }

  private func withMemory<Result>(of store: VenueStore, _ body: (StateMemory) -> Result) -> Result {
    mutex.withLock {
      // A dataset may be reloaded while it is searched.
      if let memory, memory.store === store { return body(memory) }
      let new = StateMemory(store)
      memory = new
      return body(new)
    }
  }

  func knownStatus(of venue: Venue) -> HoursStatus? {
    withMemory(of: venue.store) { $0.status(ofRow: venue.row) }
  }

  func remember(_ status: HoursStatus, of venue: Venue) {
    withMemory(of: venue.store) { $0.keep(status, ofRow: venue.row) }
  }

  /// How many venues a query would find if it looked for those in this state instead. If the query lists one
  /// venue per chain, a chain counts once, or not at all if the query already finds a branch of it.
  package func count(_ state: OpenState, _ query: Query, in store: VenueStore) -> Int {
    let isOnePerChain = query.chains?.isOnePerChain == true
    var other = query
    other.conditions = query.conditions.filter { !$0.isTest(self) }
    other.conditions.append(Condition(OtherState(self, state, orFound: isOnePerChain)))
    let searcher = Searcher(store)
    return searcher.count(other) - (isOnePerChain ? searcher.count(query) : 0)
  }
}

private final class OtherState: RowTest {
  private let hours: OpenHours
  private let state: OpenState
  /// Whether venues that `hours` accepts count too.
  private let orFound: Bool

  init(_ hours: OpenHours, _ state: OpenState, orFound: Bool) {
    (self.hours, self.state, self.orFound) = (hours, state, orFound)
  }

  func accepts(_ row: Int, of store: VenueStore) -> Bool {
    hours.state(ofRow: row, of: store) == state || orFound && hours.accepts(row, of: store)
  }
}

/// Results for a store's rows. The states take one byte per row, which is 0 until the row is examined. Two
/// threads that examine the same row get the same result.
private final class StateMemory {
  let store: VenueStore
  private let bytes: UnsafeMutablePointer<UInt8>
  /// Results of rows that were printed, guarded by the mutex. `places` is indexed by the last bits of a row,
  /// and has the index in `kept`, plus 1, of that row or of another with the same bits. Creating a dictionary
  /// of ten takes 160,000 instructions.
  private var kept: [(row: Int, status: HoursStatus)] = []
  private var places = [UInt16](repeating: 0, count: lastBits + 1)

  private static let lastBits = 1 << 12 - 1

  init(_ store: VenueStore) {
    self.store = store
    // If few rows of a large store are examined, most pages are never touched.
    guard let memory = calloc(store.count + 1, 1) else { fatalError("out of memory") }
    bytes = memory.assumingMemoryBound(to: UInt8.self)
  }

  deinit { free(bytes) }

  func status(ofRow row: Int) -> HoursStatus? {
    let place = Int(places[row & Self.lastBits])
    return place > 0 && kept[place - 1].row == row ? kept[place - 1].status : nil
  }

  func keep(_ status: HoursStatus, ofRow row: Int) {
    let place = Int(places[row & Self.lastBits])
    if place > 0 {
      kept[place - 1] = (row, status)
    } else {
      kept.append((row, status))
      places[row & Self.lastBits] = UInt16(kept.count)
    }
  }

  subscript(row: Int) -> OpenState? {
    get {
      switch bytes[row] {
      case 1: .open
      case 2: .closed
      case 3: .unknown
      default: nil
      }
    }
    set {
      switch newValue {
      case .open: bytes[row] = 1
      case .closed: bytes[row] = 2
      case .unknown: bytes[row] = 3
      case nil: bytes[row] = 0
      }
    }
  }
}

// Adds {"state":"open","until":"2026-11-22T23:00"}, and the columns hours_state and hours_until.

extension OpenHours: VenueAddition {
  private static let (state, until) = ("hours_state", "hours_until")

  package var key: String { "hours" }
  package var columns: [String] { [Self.state, Self.until] }

  package func append(json name: String, of row: FieldReader, to output: inout ByteBuffer) {
    let venue = row.venue
    switch name {
    case Self.state: output.append(jsonString: state(ofRow: venue.row, of: venue.store).name)
    case Self.until: output.append(jsonOf: status(of: venue).until)
    default:
      let status = status(of: venue)
      output.appendObject { $0.append(membersOf: status) }
    }
  }

  /// The result is kept, since a table asks for it in each column, and a stream asks for the same venue at
  /// many points.
  package func status(of venue: Venue) -> HoursStatus {
    if let known = knownStatus(of: venue) { return known }
    let status = VenueHours(of: venue.row, in: venue.store)?.status(at: time) ?? .unknown
    remember(status, of: venue)
    return status
  }
}

extension OpenState {
  package var name: String {
    switch self {
    case .open: "open"
    case .closed: "closed"
    case .unknown: "unknown"
    }
  }
}

extension ByteBuffer {
  package mutating func append(membersOf status: HoursStatus) {
    append(key: "state", string: status.state.name)
    append(key: "until")
    append(jsonOf: status.until)
  }

  fileprivate mutating func append(jsonOf time: CivilTime?) {
    if let time { append(jsonString: time.text) } else { append("null") }
  }
}
