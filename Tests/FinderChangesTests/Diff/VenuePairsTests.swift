import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// Which venues of two registers are one house.
@Suite struct VenuePairsTests {
  private static func name(_ name: String, _ names: RegisterNames = RegisterNames()) -> CloseName {
    Array(name.utf8).withUnsafeBufferPointer { names.read($0) }
  }

  @Test(
    arguments: [
      ("The Crown Ltd", "CROWN", 0), ("Costa Coffee", "Costa", 0),
      ("McDonald's Restaurant", "McDonalds", 0),
      ("P A Crocker Ltd t/a McDonald’s", "McDonalds", 0), ("KFC - BOLTON (Drive Thru)", "KFC", 0),
      ("Costa Coffee, 12 Station Road", "Costa", 0), ("Zizi", "Zizzi Restaurant", 1),
      ("Rose & Crown Inn", "Rose and Crown", 0), ("Crown Bar", "Crown Hotel", nil),
      ("Crown Bar", "Crown Bar Grill", 0), ("Studio 54", "Studio", nil),
      ("Unit 1 Cafe", "Unit 2 Cafe", nil), ("Oxford", "Oxford Kebab House", nil),
      ("The Coffee House", "The Coffee Shop", nil), ("Market Cafe", "Market Tavern", nil),
      ("", "", nil), ("!!!", "???", nil),
    ] as [(String, String, Int?)])
  func names(_ one: String, _ other: String, _ slips: Int?) {
    #expect(Self.name(one).slips(to: Self.name(other)) == slips)
    #expect(Self.name(other).slips(to: Self.name(one)) == slips)
  }

  /// The rows of both.
  private struct Pair: Hashable {
    let old: Int
    let new: Int
  }

  private static func pairs(_ old: [EditedVenue], _ new: [EditedVenue]) throws -> Set<Pair> {
    let editions = Editions(
      old: try LoadedDataset(features: old.map(\.feature)).store,
      new: try LoadedDataset(features: new.map(\.feature)).store)
    let found = VenuePairs.of(editions).map { Pair(old: $0.old, new: $0.new) }
    // Each is paired once.
    #expect(Set(found.map(\.old)).count == found.count)
    #expect(Set(found.map(\.new)).count == found.count)
    return Set(found)
  }

  private static func venue(_ name: String, _ postcode: String, north: Double) -> EditedVenue {
    EditedVenue(name: name, postcode: postcode, x: 0, y: 51 + north / 111_247)
  }

  @Test(arguments: [
    ("Crown", "N1 1AA", "Crown Inn", "N1 1AA", 149.0, true),
    ("Crown", "N1 1AA", "Crown Inn", "N1 1AA", 151, false),
    ("Crown", "N1 1AA", "Crown Inn", "N1 1AB", 10, false),
    ("Crown", "", "Crown Inn", "N1 1AA", 149, true),
    ("Crown", "", "Crown Inn", "", 149, true), ("Crown", "", "Crown Inn", "", 151, false),
    ("Zizzi", "", "Zizi", "N1 1AA", 10, false),
    ("Crown", "N1 1AA", "Crown", "n11aa", 5000, true),
    ("Zizzi", "WC2N", "Zizzi", "wc2n 1aa", 5, true),
    ("Zizzi", "WC2N", "Zizzi", "SW1A 1AA", 5, false),
    ("The Crown", "", "Crown - Fried Chicken", "", 140, false),
    ("The Crown", "", "Crown (Function Room)", "N1 1AA", 30, true),
    // A district has several branches.
    ("Costa", "N1", "Costa", "N1", 5000, false), ("Costa", "N1", "Costa", "N1", 100, true),
  ])
  func rules(
    one: String, postcode: String, other: String, otherPostcode: String, metres: Double,
    isOne: Bool
  ) throws {
    let found = try Self.pairs(
      [Self.venue(one, postcode, north: 0)], [Self.venue(other, otherPostcode, north: metres)])
    #expect(found.isEmpty == !isOne)
  }

  /// A venue on the spot comes before one with a more similar name that is farther away.
  @Test(arguments: [
    ("Costa", "", [("Costa Coffee", "N1 1AA", 2.0), ("Costa", "N1 1AA", 140)], 0),
    ("Costa", "N1 1AA", [("Costa", "N1 1AA", 1_500), ("Costa Coffee", "N1 1AA", 3)], 1),
    (
      "Pizza Hut", "N1 1AA", [("Pizza Hot", "N1 1AA", 100), ("Pizza Hut Restaurant", "N1 1AA", 3)],
      1
    ),
    ("Costa", "", [("Costa Coffee", "", 10), ("Costa", "", 30)], 1),
    ("Costa", "N1 1AA", [("Costa", "N1 1AA", 1_500), ("Costa Coffee", "N1 1AB", 3)], 0),
    ("Costa", "N1 1AA", [("Costa", "N1 1AA", 1_500), ("Costa", "N1 1AB", 0)], 1),
    ("Starbucks", "N1 1AA", [("Starbuks", "N1 1AA", 2), ("Starbucks", "N1 1AA", 140)], 0),
  ])
  func nearFirst(
    name: String, postcode: String, others: [(String, String, Double)], wanted: Int
  ) throws {
    let found = try Self.pairs(
      [Self.venue(name, postcode, north: 0)],
      others.map { Self.venue($0.0, $0.1, north: $0.2) })
    #expect(found == [Pair(old: 0, new: wanted)])
  }

  // MARK: Brute force

  /// Tries every pair, step by step, and measures each.
  private struct Oracle {
    let old: [EditedVenue]
    let new: [EditedVenue]
    private let names = RegisterNames()
    private(set) var pairs = Set<Pair>()

    init(_ old: [EditedVenue], _ new: [EditedVenue]) {
      (self.old, self.new) = (old, new)
      let close: (String) -> CloseName = { name in
        Array(name.utf8).withUnsafeBufferPointer { CloseName($0) }
      }
      let house = names
      func takeEdited(within farthest: Double) {
        take { a, b, metres in
          a.name == b.name && Self.isSamePostcode(a, b) && metres <= farthest ? [metres] : nil
        }
        take { a, b, metres in
          guard Self.isSamePostcode(a, b), metres <= min(250, farthest),
            let slips = close(a.name).slips(to: close(b.name))
          else { return nil }
          return [Double(slips), metres]
        }
      }
      takeEdited(within: 40)
      take { a, b, metres in
        guard Self.isSamePostcode(a, b), metres <= 150,
          let slips = VenuePairsTests.name(a.name, house).slips(
            to: VenuePairsTests.name(b.name, house))
        else { return nil }
        return [Double(slips), metres]
      }
      take { a, b, metres in
        let one = VenuePairsTests.name(a.name, house)
        let other = VenuePairsTests.name(b.name, house)
        guard a.postcode.isEmpty || b.postcode.isEmpty, metres <= 150, one.slips(to: other) == 0
        else { return nil }
        let hasBreak = a.name.contains("-") || b.name.contains("-")
        let order = one.extras.count == other.extras.count ? 0.0 : hasBreak ? 2 : 1
        return metres > 40 && order == 2 ? nil : [metres > 40 ? 1 : 0, order, metres]
      }
      // All postcodes are complete.
      takeEdited(within: .infinity)
    }

    private func metres(_ a: Int, _ b: Int) -> Double {
      Geodesic.distance(
        from: Coordinate(latitude: old[a].y, longitude: old[a].x),
        to: Coordinate(latitude: new[b].y, longitude: new[b].x))
    }

    private static func isSamePostcode(_ a: EditedVenue, _ b: EditedVenue) -> Bool {
      !a.postcode.isEmpty && a.postcode == b.postcode
    }

    /// Takes the best pair of those left, until there is none.
    private mutating func take(
      _ likeness: (EditedVenue, EditedVenue, _ metres: Double) -> [Double]?
    ) {
      while true {
        var best: (order: [Double], pair: Pair)?
        for a in old.indices where !pairs.contains(where: { $0.old == a }) {
          for b in new.indices where !pairs.contains(where: { $0.new == b }) {
            let metres = metres(a, b)
            guard let order = likeness(old[a], new[b], metres) else { continue }
            if best.map({ order.lexicographicallyPrecedes($0.order) }) ?? true {
              best = (order, Pair(old: a, new: b))
            }
          }
        }
        guard let best else { return }
        pairs.insert(best.pair)
      }
    }
  }

  private static let words = [
    "Crown", "The Crown", "Crown Inn", "Crown Hotel", "Crwon Inn", "Costa", "Costa Coffee", "Zizzi",
    "Zizi", "ZIZZI LTD", "Zizzi Restaurant", "KFC - Bolton", "KFC",
  ]

  @Test(arguments: [1, 2, 3] as [UInt64]) func bruteForce(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var paired = 0
    for round in 0..<150 {
      func some() -> [EditedVenue] {
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          EditedVenue(
            name: Self.words.randomElement(using: &random) ?? "",
            postcode: ["N1 1AA", "N1 1AB", "", ""].randomElement(using: &random) ?? "",
            x: Double.random(in: 0...0.003, using: &random),
            y: Double.random(in: 51...51.003, using: &random))
        }
      }
      let (old, new) = (some(), some())
      let found = try Self.pairs(old, new)
      #expect(found == Oracle(old, new).pairs, "seed \(seed), round \(round): \(old) \(new)")
      paired += found.count
    }
    #expect(paired > 200)
  }

  /// The bytes are the same whatever the order of the features.
  @Test(arguments: [1, 2] as [UInt64]) func order(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      func some() -> [String] {
        (0..<30).map { number in
          EditedVenue(
            name: Self.words.randomElement(using: &random) ?? "",
            postcode: ["N1 1AA", "N1 1AB", ""].randomElement(using: &random) ?? "",
            x: Double(Int.random(in: 0...3, using: &random)) / 1000,
            y: 51 + Double(Int.random(in: 0...3, using: &random)) / 1000,
            more: ",\"n\":\(number % 7)"
          ).feature
        }
      }
      let (one, other) = (some(), some())
      let first = try VenueMergeTests.merged([
        VenueMergeTests.source("a", one), VenueMergeTests.source("b", other),
      ])
      let second = try VenueMergeTests.merged([
        VenueMergeTests.source("a", one.shuffled(using: &random)),
        VenueMergeTests.source("b", other.shuffled(using: &random)),
      ])
      #expect(first.text == second.text)
      #expect(first.summary.shared > 0)
    }
  }
}
