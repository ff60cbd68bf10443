import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// Venues that a register writes and places differently the next year: same postcode, similar name, nearby.
@Suite struct MovedAndRenamedTests {
  private typealias Kind = DatasetComparison.Kind

  private func comparison(_ old: [EditedVenue], _ new: [EditedVenue]) throws -> DatasetComparison {
    DatasetComparison(
      from: try LoadedDataset(features: old.map(\.feature)).store,
      to: try LoadedDataset(features: new.map(\.feature)).store)
  }

  private static let before = EditedVenue(name: "7H SPICES", postcode: "N1 1AA", x: 0, y: 51)
  /// A point north of it: a hundredth of a degree is 1,112 m there.
  private static func north(_ metres: Double) -> Double { 51 + metres / 111_247 }

  @Test(arguments: [
    ("7h Spices", 90.0, true), ("7H Spices Ltd", 249, true), ("7h Spyces", 200, true),
    ("7H SPICES", 5000, true), ("7h Spices", 251, false), ("8h Spices", 10, false),
    ("Costa", 10, false),
  ])
  func pairs(name: String, metres: Double, isPaired: Bool) throws {
    let after = Self.before.with {
      ($0.name, $0.y, $0.more) = (name, Self.north(metres), ",\"r\":1")
    }
    let found = try comparison([Self.before], [after])
    guard isPaired else {
      #expect(found.changes.map(\.kind) == [.opened, .closed])
      return
    }
    let change = try #require(found.changes.first)
    #expect(found.changes.count == 1 && change.kind == .moved)
    #expect(change.isRenamed == (name != "7H SPICES"))
    #expect(change.fields == (change.isRenamed ? ["name", "r"] : ["r"]))
    #expect(abs((change.path?.distance ?? 0) - metres) < 0.01 * metres)
  }

  /// There must be a postcode, and the same one; a name too.
  @Test func withoutPostcodeOrName() throws {
    for (name, postcode, other) in [
      ("7h Spices", "N1 1AA", "N1 1AB"), ("7h Spices", "", ""), ("", "N1 1AA", "N1 1AA"),
    ] {
      let old = Self.before.with { $0.postcode = postcode }
      let new = Self.before.with { ($0.name, $0.postcode, $0.y) = (name, other, Self.north(50)) }
      #expect(try comparison([old], [new]).changes.map(\.kind) == [.opened, .closed])
    }
  }

  /// The closest names come first, and among equally close ones the nearest. A venue with exactly the same
  /// name comes before all others.
  @Test func closestAndNearestFirst() throws {
    func venue(_ name: String, _ metres: Double) -> EditedVenue {
      Self.before.with { ($0.name, $0.y) = (name, Self.north(metres)) }
    }
    let old = [venue("Golden Dragon", 0), venue("GOLDEN DRAGON", 100), venue("Nero", 0)]
    let new = [
      venue("golden dragon", 120), venue("Golden Dragen", 10), venue("Nero", 200),
      venue("NERO", 5),
    ]
    let found = try comparison(old, new)
    let pairs = found.changes.map { change in
      [found.oldVenue(change)?.name ?? "-", found.newVenue(change)?.name ?? "-"]
    }
    #expect(
      pairs == [
        ["-", "NERO"], ["GOLDEN DRAGON", "golden dragon"], ["Golden Dragon", "Golden Dragen"],
        ["Nero", "Nero"],
      ])
  }

  /// An edition of many venues, and one in which some are written differently and some are gone. Exactly
  /// those that are gone are closed, also with the editions exchanged.
  @Test(arguments: [1, 2, 3] as [UInt64]) func seededEditions(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = ["Golden", "Dragon", "Lamb", "Royal", "Spice", "Harbour", "Corner", "Old"]
    let old = (0..<1500).map { number in
      let name = (0..<3).map { _ in words.randomElement(using: &random)! }.joined(separator: " ")
      // Five per postcode, about 40 m apart.
      return EditedVenue(
        name: "\(name) \(number % 5)", postcode: "N\(number / 50) \(number / 5 % 10)AA",
        x: Double(number / 5) / 50, y: Self.north(Double(number % 5) * 40))
    }
    var new: [EditedVenue] = []
    var (closed, renamed, moved) = (0, 0, 0)
    for venue in old {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: closed += 1
      case 1, 2:
        renamed += 1
        new.append(
          venue.with {
            $0.name = Bool.random(using: &random) ? $0.name.uppercased() : "The \($0.name) Ltd."
            $0.y += Double.random(in: 0.0001...0.0008, using: &random)
          })
      case 3:
        moved += 1
        new.append(venue.with { $0.y += 0.0005 })
      default: new.append(venue)
      }
    }
    new.shuffle(using: &random)
    let found = try comparison(old, new)
    #expect(found.count(of: .closed) == closed && found.count(of: .opened) == 0)
    #expect(found.changes.count { $0.isRenamed } == renamed)
    #expect(found.count(of: .moved) == renamed + moved)
    #expect(found.unchanged == old.count - closed - renamed - moved)
    let mirrored = try comparison(new, old)
    #expect(mirrored.count(of: .opened) == closed && mirrored.count(of: .closed) == 0)
    let pairs = Set(found.changes.map { [$0.old ?? -1, $0.new ?? -1] })
    #expect(Set(mirrored.changes.map { [$0.new ?? -1, $0.old ?? -1] }) == pairs)
  }

  /// Thousands in one postcode do not take quadratic time.
  @Test func manyInOnePostcode() throws {
    func venues(_ suffix: String, _ metres: Double) -> [EditedVenue] {
      (0..<4000).map { number in
        let letters = String(number, radix: 26).map {
          String(UnicodeScalar(97 + Int(String($0), radix: 26)!)!)
        }
        return Self.before.with {
          ($0.name, $0.y) = ("Cafe \(letters.joined())\(suffix)", Self.north(metres))
        }
      }
    }
    let found = try comparison(venues("", 0), venues(" Ltd", 20))
    #expect(found.count(of: .moved) == 4000 && found.changes.allSatisfy { $0.isRenamed })
  }
}
