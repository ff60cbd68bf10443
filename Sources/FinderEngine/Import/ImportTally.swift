/// What became of a list's rows.
package struct ImportTally: Sendable {
  /// Why a row has no position.
  package enum Unplaced: Int, Sendable, CaseIterable {
    case missing
    case noPostcode
    case noSuchArea
    case ambiguous
    case unknown

    init(_ fault: PostcodeReading.Fault) {
      self =
        switch fault {
        case .missing: .missing
        case .noPostcode: .noPostcode
        case .noSuchArea: .noSuchArea
        case .ambiguous: .ambiguous
        }
    }

    package var name: String {
      switch self {
      case .missing: "no postcode given"
      case .noPostcode: "not a postcode"
      case .noSuchArea: "no such postcode area"
      case .ambiguous: "more than one postcode fits"
      case .unknown: "postcode not in the positions"
      }
    }
  }

  package private(set) var rows = 0
  package private(set) var placed = 0
  private var byLevel = [Int](repeating: 0, count: Postcode.Level.allCases.count)
  private var byReason = [Int](repeating: 0, count: Unplaced.allCases.count)
  private var byRepair = [Int](repeating: 0, count: PostcodeRepairs.kinds.count)
  /// Rows whose postcode was repaired in one way or several.
  package private(set) var repaired = 0

  package init() {}

  package var unplaced: Int { byReason.reduce(0, +) }

  package func count(at level: Postcode.Level) -> Int {
    byLevel[level.order]
  }

  package func count(of reason: Unplaced) -> Int { byReason[reason.rawValue] }

  package func count(of repair: PostcodeRepairs) -> Int {
    byRepair[repair.rawValue.trailingZeroBitCount]
  }

  mutating func add(placedAt level: Postcode.Level) {
    rows += 1
    placed += 1
    byLevel[level.order] += 1
  }

  mutating func add(unplaced reason: Unplaced) {
    rows += 1
    byReason[reason.rawValue] += 1
  }

  mutating func add(_ repairs: PostcodeRepairs) {
    guard !repairs.isEmpty else { return }
    repaired += 1
    for bit in 0..<byRepair.count where repairs.rawValue >> UInt8(bit) & 1 == 1 {
      byRepair[bit] += 1
    }
  }
}

extension Postcode.Level {
  fileprivate var order: Int { Self.allCases.firstIndex(of: self)! }
}
