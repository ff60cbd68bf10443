import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// Random editions, installed one after another: the journal has exactly the changes that were made.
@Suite struct RandomNewsTests {
  private static let metre = 1 / 70_198.0

  /// The venues of an edition, each with a name and a postcode of its own.
  private struct Edition {
    var venues: [EditedVenue] = []
    private var number = 0

    mutating func open(_ generator: inout SeededGenerator) -> String {
      number += 1
      let venue = EditedVenue(
        name: "Café \(["Nord", "Süd", "\\\"Ann\\\"", "日本"][number % 4]) \(number)",
        postcode: "N\(number % 90 + 1) \(number % 10)AA",
        x: Double(number % 1000) / 100 - 5, y: 51)
      venues.append(venue)
      return "opened \(Self.shown(venue))"
    }

    static func shown(_ venue: EditedVenue) -> String {
      venue.summary.replacing("\\\"", with: "\"")
    }

    /// One random change of one venue, and what the journal must have for it.
    mutating func change(
      _ place: Int, _ generator: inout SeededGenerator
    ) -> String? {
      let old = venues[place]
      func from(_ new: EditedVenue) -> String { "\(Self.shown(new)) from \(Self.shown(old))" }
      switch Int.random(in: 0..<7, using: &generator) {
      case 0:
        venues[place].y += Double.random(in: 110...5000, using: &generator) / 111_000
        return "moved \(from(venues[place]))"
      case 1:
        venues[place].x += Double.random(in: 1...95, using: &generator) * RandomNewsTests.metre
        return nil
      case 2:
        venues[place].name =
          old.name.hasSuffix(" Ltd") ? String(old.name.dropLast(4)) : old.name + " Ltd"
        return "renamed \(from(venues[place]))"
      case 3:
        venues[place].x += 40 * RandomNewsTests.metre
        venues[place].name =
          old.name.hasSuffix(" Ltd") ? String(old.name.dropLast(4)) : old.name + " Ltd"
        return "renamed \(from(venues[place]))"
      case 4:
        venues[place].more = ",\"rating\":\(Int.random(in: 0...1_000_000, using: &generator))"
        return venues[place].more == old.more ? nil : "changed \(from(venues[place])) rating"
      case 5:
        venues[place].x -= 60 * RandomNewsTests.metre
        venues[place].more = ",\"rating\":\(Int.random(in: 0...1_000_000, using: &generator))"
        return "changed \(from(venues[place])) rating"
      default:
        venues[place].y += 0.002
        venues[place].more = ",\"rating\":\(Int.random(in: 0...1_000_000, using: &generator))"
        return "moved \(from(venues[place])) rating"
      }
    }

    mutating func close(_ place: Int) -> String {
      "closed \(Self.shown(venues.remove(at: place)))"
    }

    var features: [String] { venues.map(\.feature) }
  }

  @Test(.slow, arguments: [1, 2, 3] as [UInt64]) func whatWasDone(seed: UInt64) throws {
    try NewsPlace.with { place in
      var generator = SeededGenerator(seed: seed)
      var edition = Edition()
      for _ in 0..<60 { _ = edition.open(&generator) }
      var expected: [[String]] = [[]]
      try place.install(edition.features)
      for round in 0..<12 {
        var done: [String] = []
        let changed = (0..<edition.venues.count).shuffled(using: &generator).prefix(
          Int.random(in: 0...25, using: &generator))
        for place in changed {
          if let change = edition.change(place, &generator) { done.append(change) }
        }
        let untouched = edition.venues.indices.filter { !changed.contains($0) }
        let closing = untouched.shuffled(using: &generator).prefix(
          Int.random(in: 0...4, using: &generator))
        for place in closing.sorted(by: >) { done.append(edition.close(place)) }
        for _ in 0..<Int.random(in: 0...5, using: &generator) {
          done.append(edition.open(&generator))
        }
        edition.venues.shuffle(using: &generator)
        try place.install(edition.features)
        expected.append(done.sorted())
        // A rollback removes the edition, and another restores it unchanged.
        if round % 3 == 0 {
          try place.rollBack()
          #expect(try place.summaries() == expected.dropLast(), "seed \(seed), round \(round)")
          try place.rollBack()
        }
        let found = try place.summaries()
        guard found == expected else {
          Issue.record(
            "seed \(seed), round \(round):\n\(found.last ?? [])\n\(expected.last ?? [])")
          return
        }
      }
    }
  }
}
