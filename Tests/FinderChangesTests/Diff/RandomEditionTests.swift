import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// Random editions, against counts made independently.
@Suite struct RandomEditionTests {
  /// A venue, reduced to what can be compared.
  private struct Plain: Hashable {
    var name: String
    var postcode: String
    var x: Int
    var rating: Int

    static func random(_ generator: inout SeededGenerator) -> Plain {
      Plain(
        name: ["Joe's", "JOES", "Costa Coffee", "Costa Cofee", "Nero", ""]
          .randomElement(using: &generator)!,
        postcode: ["N1 1AA", "N2 2BB", ""].randomElement(using: &generator)!,
        x: Int.random(in: 0..<8, using: &generator),
        rating: Int.random(in: 0..<3, using: &generator))
    }

    func text(_ generator: inout SeededGenerator) -> String {
      let postcode =
        Bool.random(using: &generator)
        ? postcode : postcode.lowercased().replacing(" ", with: "")
      let space = Bool.random(using: &generator) ? " " : ""
      let members = [
        "\"name\":\(space)\"\(name)\(space)\"", "\"postcode\":\"\(postcode)\"", "\"r\":\(rating)",
      ].shuffled(using: &generator)
      return "{\"type\":\"Feature\",\(space)\"properties\":{\(members.joined(separator: ","))},"
        + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(x),50]}}"
    }
  }

  private func editions(
    _ generator: inout SeededGenerator
  ) throws -> (old: [Plain], new: [Plain], stores: [VenueStore]) {
    let count = Int.random(in: 0...60, using: &generator)
    let old = (0..<count).map { _ in Plain.random(&generator) }
    var new = old
    for _ in 0..<Int.random(in: 0...20, using: &generator) {
      let other = Plain.random(&generator)
      let place = Int.random(in: 0...new.count, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: new.insert(other, at: place)
      case _ where place == new.count: continue
      case 1: new.remove(at: place)
      case 2: new[place].x = other.x
      case 3: new[place].name = other.name
      case 4: new[place].postcode = other.postcode
      default: new[place].rating = other.rating
      }
    }
    if Bool.random(using: &generator) { new.shuffle(using: &generator) }
    let stores = try [old, new].map { edition in
      try LoadedDataset(features: edition.map { $0.text(&generator) }).store
    }
    return (old, new, stores)
  }

  @Test(.slow, arguments: [1, 2, 3, 4] as [UInt64]) func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<150 {
      let (old, new, stores) = try editions(&generator)
      let found = DatasetComparison(from: stores[0], to: stores[1])
      var problems = try faults(found, old, new)
      let mirrored = DatasetComparison(from: stores[1], to: stores[0])
      if try pairs(found, old, new)
        != pairs(mirrored, new, old).map({ Array($0.reversed()) }).sorted(by: precedes)
      {
        problems.append("the mirrored pairs differ")
      }
      for edition in stores where !DatasetComparison(from: edition, to: edition).isSame {
        problems.append("an edition differs from itself")
      }
      for mask in [0, 1] as [UInt64] {
        let collided = DatasetComparison(
          Editions(old: stores[0], new: stores[1], hashMask: mask))
        if summary(collided) != summary(found) { problems.append("hash mask \(mask) matters") }
      }
      guard problems.isEmpty else {
        Issue.record("seed \(seed), round \(round): \(problems)\n\(old)\n\(new)")
        return
      }
    }
  }

  private func summary(_ comparison: DatasetComparison) -> [String] {
    comparison.changes.map { "\($0.kind) \($0.old as Any) \($0.new as Any) \($0.fields)" }
  }

  private func precedes(_ a: [Int], _ b: [Int]) -> Bool { a.lexicographicallyPrecedes(b) }

  /// Every change as the rows on both sides, -1 for none, in the order of the editions.
  private func pairs(
    _ comparison: DatasetComparison, _ old: [Plain], _ new: [Plain]
  ) throws -> [[Int]] {
    comparison.changes.map { [$0.old ?? -1, $0.new ?? -1] }.sorted(by: precedes)
  }

  /// Compares them with counts made independently, and applies them to the old edition.
  private func faults(
    _ comparison: DatasetComparison, _ old: [Plain], _ new: [Plain]
  ) throws -> [String] {
    var problems: [String] = []
    // What each step may pair, by counting alone.
    func counts(_ venues: [Plain], _ key: (Plain) -> [String]) -> [[String]: Int] {
      venues.reduce(into: [:]) { $0[key($1), default: 0] += 1 }
    }
    func shared(_ a: [[String]: Int], _ b: [[String]: Int]) -> Int {
      a.reduce(0) { $0 + min($1.value, b[$1.key] ?? 0) }
    }
    let full = { (venue: Plain) in [venue.name, venue.postcode, "\(venue.x)", "\(venue.rating)"] }
    let same = { (venue: Plain) in Array(full(venue).prefix(3)) }
    let samePairs = shared(counts(old, same), counts(new, same))
    let alike = shared(counts(old, full), counts(new, full))
    if comparison.unchanged != alike {
      problems.append("unchanged \(comparison.unchanged), not \(alike)")
    }
    let ofRating = comparison.changes.filter { $0.kind == .changed && $0.fields == ["r"] }.count
    if ofRating != samePairs - alike { problems.append("\(ofRating) changed") }
    var rest = (old: counts(old, same), new: counts(new, same))
    for (key, count) in rest.old {
      let both = min(count, rest.new[key] ?? 0)
      rest.old[key]! -= both
      if both > 0 { rest.new[key]! -= both }
    }
    rest = (
      rest.old.filter { $0.key[0] != "" && $0.key[1] != "" },
      rest.new.filter { $0.key[0] != "" && $0.key[1] != "" }
    )
    func byName(_ counts: [[String]: Int]) -> [[String]: Int] {
      counts.reduce(into: [:]) { $0[Array($1.key.prefix(2)), default: 0] += $1.value }
    }
    let moves = shared(byName(rest.old), byName(rest.new))
    if comparison.count(of: .moved) != moves { problems.append("not \(moves) moved") }

    var applied = counts(old, full)
    for change in comparison.changes {
      let (a, b) = (change.old.map { old[$0] }, change.new.map { new[$0] })
      if let a { applied[full(a), default: 0] -= 1 }
      if let b { applied[full(b), default: 0] += 1 }
      let isRight =
        switch (change.kind, a, b) {
        case (.opened, nil, _?), (.closed, _?, nil): true
        case (.moved, let a?, let b?):
          a.name == b.name && a.postcode == b.postcode && a.x != b.x && change.path != nil
            && !a.name.isEmpty && !a.postcode.isEmpty
            && change.fields == (a.rating == b.rating ? [] : ["r"])
        case (.renamed, let a?, let b?):
          a.x == b.x && a.postcode == b.postcode && a.name != b.name
            && a.name.first?.lowercased() == b.name.first?.lowercased()
            && change.fields == (a.rating == b.rating ? [] : ["r"])
        case (.changed, let a?, let b?): a.x == b.x && a.name == b.name && !change.fields.isEmpty
        default: false
        }
      if !isRight { problems.append("\(change.kind): \(a as Any), \(b as Any)") }
    }
    applied = applied.filter { $0.value != 0 }
    if applied != counts(new, full) {
      problems.append("applied to the old one, it is not the new one")
    }
    return problems
  }

}
