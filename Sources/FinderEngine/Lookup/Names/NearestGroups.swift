/// The squared distances to the nearest few groups so far, each group's own the least that was noted.
struct NearestGroups {
  typealias Group = NameTable.Group

  private let wanted: Int
  /// In ascending order, at most as many as are wanted.
  private var nearest: [(group: Group, square: Double)] = []
  /// A name that belongs to no chain comes once.
  private var leastOfChain: [Int: Double] = [:]

  /// More are not kept in order: then there is no bound.
  static let most = 1024

  init(wanted: Int) { self.wanted = wanted }

  /// That of the last group that is wanted; infinite while there are fewer.
  private(set) var bound = Double.infinity

  /// The least noted of a chain; infinite for names.
  func least(of group: Group) -> Double {
    guard case .chain(let chain) = group else { return .infinity }
    return leastOfChain[chain] ?? .infinity
  }

  mutating func note(_ group: Group, _ square: Double) {
    if case .chain(let chain) = group {
      guard square < leastOfChain[chain] ?? .infinity else { return }
      leastOfChain[chain] = square
    }
    guard wanted <= Self.most, square < bound else { return }
    if let known = nearest.firstIndex(where: { $0.group == group }) {
      guard square < nearest[known].square else { return }
      nearest.remove(at: known)
    }
    let place = firstPlace(in: 0..<nearest.count) { nearest[$0].square > square }
    nearest.insert((group, square), at: place)
    if nearest.count > wanted { nearest.removeLast() }
    if nearest.count == wanted { bound = nearest[wanted - 1].square }
  }
}
