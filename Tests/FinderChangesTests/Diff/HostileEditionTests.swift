import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// Editions in which thousands of venues might be the same venue.
@Suite struct HostileEditionTests {
  /// None of these takes more than a second or two.
  private func crowd(
    _ count: Int, _ place: (Int) -> (Double, Double), _ name: (Int) -> String
  ) throws -> VenueStore {
    try LoadedDataset(
      features: (0..<count).map { i in
        EditedVenue(name: name(i), postcode: "N1 1AA", x: place(i).0, y: place(i).1).feature
      }
    ).store
  }

  @Test(.slow) func manyOfOneName() throws {
    let spot = try crowd(50_000, { _ in (1, 1) }, { _ in "A" })
    #expect(DatasetComparison(from: spot, to: spot).unchanged == 50_000)
    let elsewhere = try crowd(40_000, { _ in (1, 2) }, { _ in "A" })
    let moved = DatasetComparison(from: spot, to: elsewhere)
    #expect(moved.count(of: .moved) == 40_000 && moved.count(of: .closed) == 10_000)
    let line = try crowd(20_000, { (Double($0) / 1000, 0) }, { _ in "A" })
    let shifted = try crowd(20_000, { (Double($0) / 1000 + 0.0001, 0) }, { _ in "A" })
    #expect(DatasetComparison(from: line, to: shifted).count(of: .moved) == 20_000)
  }

  /// Its feature is read once per step, not once for each of the others that it is compared with.
  @Test(.timeLimit(.minutes(5))) func oneHugeVenueAmongMany() throws {
    let long = String(repeating: "e\\u0301", count: 200_000)
    let one = try crowd(1, { _ in (1, 1) }, { _ in long })
    let many = try crowd(30_000, { _ in (2, 2) }, { "restaurant \($0)" })
    let start = ContinuousClock.now
    let comparison = DatasetComparison(from: one, to: many)
    #expect(comparison.count(of: .closed) == 1 && comparison.count(of: .opened) == 30_000)
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  /// Thousands of names on one spot, each close to one name of the other edition, and to many more that are
  /// no nearer in the alphabet.
  @Test(.slow, .timeLimit(.minutes(5))) func manyNamesOnOneSpot() throws {
    func number(_ i: Int) -> String {
      String(
        [i / 2197 % 13, i / 169 % 13, i / 13 % 13, i % 13].map {
          Character(Unicode.Scalar(97 + UInt8($0)))
        })
    }
    let count = 20_000
    let names = try crowd(count, { _ in (1, 1) }, { "\(number($0)) kitchen aaaaaaaaaaaaa" })
    let others = try crowd(count, { _ in (1, 1) }, { "\(number($0)) kitchen aaaaaaaaaaaab" })
    let digits = try crowd(count, { _ in (1, 1) }, { "aaaaaaaaaaaaaaaaaaaa \($0)" })
    let otherDigits = try crowd(count, { _ in (1, 1) }, { "aaaaaaaaaaaaaaaaaaaa \($0 + count)" })
    let capitals = try crowd(count, { _ in (1, 1) }, { "AAAAAAAAAAAAAAAAAAAA \($0) LTD" })
    let clock = ContinuousClock()
    let start = clock.now
    #expect(DatasetComparison(from: names, to: others).count(of: .renamed) == count)
    #expect(DatasetComparison(from: digits, to: otherDigits).count(of: .renamed) == 0)
    #expect(DatasetComparison(from: digits, to: capitals).count(of: .renamed) == count)
    #expect(clock.now - start < .seconds(120))
  }

  /// If one edition has no venues left, nothing is compared, however many the other has.
  @Test(.slow, .timeLimit(.minutes(1))) func manyOpenedWhereOneWasRenamed() throws {
    let count = 500_000
    let old = try crowd(1, { _ in (1, 1) }, { _ in "Crown" })
    let new = try crowd(count, { _ in (1, 1) }, { $0 == 0 ? "CROWN LTD" : "inn \($0)" })
    for found in [DatasetComparison(from: old, to: new), DatasetComparison(from: new, to: old)] {
      #expect(found.count(of: .renamed) == 1)
      #expect(found.count(of: .opened) + found.count(of: .closed) == count - 1)
    }
  }
}
