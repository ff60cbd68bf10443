import FinderEngine

/// What became of a list's rows.
package struct ImportTally: Sendable {
  /// Why a row has no position.
  package enum Unplaced: Hashable, Sendable, CaseIterable {
    case unread(PostcodeReading.Fault)
    case unknown
    /// Its cells cannot be told apart.
    case malformed

    package static let allCases =
      PostcodeReading.Fault.allCases.map(Unplaced.unread) + [.unknown, .malformed]

    package var name: String {
      switch self {
      case .unread(.missing): "no postcode given"
      case .unread(.noPostcode): "not a postcode"
      case .unread(.noSuchArea): "no such postcode area"
      case .unread(.ambiguous): "more than one postcode fits"
      case .unknown: "postcode not in the positions"
      case .malformed: "not readable"
      }
    }
  }

  private var byLevel = [Int](repeating: 0, count: Postcode.Level.allCases.count)
  private var byReason: [Unplaced: Int] = [:]
  private var byRepair = [Int](repeating: 0, count: PostcodeRepairs.kinds.count)
  /// Rows whose postcode was repaired in one way or several.
  package private(set) var repaired = 0

  package var placed: Int { byLevel.reduce(0, +) }
  package var unplaced: Int { byReason.values.reduce(0, +) }
  package var rows: Int { placed + unplaced }

  package func count(at level: Postcode.Level) -> Int { byLevel[level.rawValue] }

  package func count(of reason: Unplaced) -> Int { byReason[reason] ?? 0 }

  package func count(of repair: PostcodeRepairs) -> Int {
    byRepair[repair.rawValue.trailingZeroBitCount]
  }

  mutating func add(placedAt level: Postcode.Level) { byLevel[level.rawValue] += 1 }

  mutating func add(unplaced reason: Unplaced) { byReason[reason, default: 0] += 1 }

  mutating func add(_ repairs: PostcodeRepairs) {
    guard !repairs.isEmpty else { return }
    repaired += 1
    for bit in 0..<byRepair.count where repairs.rawValue >> UInt8(bit) & 1 == 1 {
      byRepair[bit] += 1
    }
  }
}
