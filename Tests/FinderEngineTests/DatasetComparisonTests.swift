import TestSupport
import Testing

@testable import FinderEngine

/// What changed from one edition of a dataset to the next.
@Suite struct DatasetComparisonTests {
  // MARK: One venue

  private static let before = Edit(name: "Joe's Cafe", postcode: "N1 1AA", x: 0, y: 51)

  private struct Edit: Sendable {
    var name: String
    var postcode: String
    var x: Double
    var y: Double
    var more = ""

    func with(_ change: (inout Edit) -> Void) -> Edit {
      var copy = self
      change(&copy)
      return copy
    }

    var feature: String {
      "{\"type\":\"Feature\",\"properties\":{\"name\":\"\(name)\",\"postcode\":\"\(postcode)\"\(more)},"
        + "\"geometry\":{\"type\":\"Point\",\"coordinates\":[\(x),\(y)]}}"
    }
  }

  /// The kinds and fields of the changes, in order.
  private func changes(_ old: [String], _ new: [String]) throws -> [String] {
    let comparison = DatasetComparison(
      from: try LoadedDataset(features: old).store, to: try LoadedDataset(features: new).store)
    return comparison.changes.map {
      ([$0.kind.rawValue] + $0.fields).joined(separator: " ")
    }
  }

  private func changes(_ edit: (inout Edit) -> Void) throws -> [String] {
    try changes([Self.before.feature], [Self.before.with(edit).feature])
  }

  @Test func kinds() throws {
    #expect(try changes { _ in } == [])
    #expect(try changes { $0.x = 0.001 } == ["moved"])
    #expect(try changes { $0.name = "JOES CAFE LTD" } == ["renamed"])
    #expect(try changes { $0.name = "Joe's Caffe" } == ["renamed"])
    #expect(try changes { $0.more = ",\"rating\":5" } == ["changed rating"])
    #expect(try changes { $0.postcode = "N1 1AB" } == ["changed postcode"])
    #expect(
      try changes {
        $0.postcode = "N1 1AB"
        $0.more = ",\"b\":1,\"a\":1"
      } == ["changed postcode a b"])
    #expect(try changes { $0.name = "Costa" } == ["opened", "closed"])
    #expect(
      try changes {
        $0.name = "Joes Cafe"
        $0.x = 1
      } == ["opened", "closed"])
    #expect(
      try changes {
        $0.postcode = "N1 1AB"
        $0.x = 1
      } == ["opened", "closed"])
    // What differs beside the place or the name.
    #expect(
      try changes {
        $0.x = 0.001
        $0.more = ",\"rating\":5,\"geometry\":1"
      } == ["moved geometry rating"])
    #expect(
      try changes {
        $0.name = "JOES CAFE LTD"
        $0.more = ",\"rating\":5"
      } == ["renamed rating"])
    #expect(try changes([], []) == [])
    #expect(try changes([], [Self.before.feature]) == ["opened"])
    #expect(try changes([Self.before.feature], []) == ["closed"])
  }

  /// Without a name or a postcode two venues are not the same one in another place.
  @Test func movedWithoutNameOrPostcode() throws {
    for (name, postcode) in [("Costa", ""), ("Costa", " - "), ("", "N1 1AA"), ("", ""), (" ", "")] {
      let venue = Self.before.with { ($0.name, $0.postcode) = (name, postcode) }
      let elsewhere = venue.with { $0.x = 3 }
      #expect(
        try changes([venue.feature], [elsewhere.feature]) == ["opened", "closed"], "\(venue)")
      #expect(try changes([venue.feature], [venue.feature]) == [])
    }
    let bare = Self.before.feature.replacing(",\"postcode\":\"N1 1AA\"", with: "")
    #expect(!bare.contains("postcode"))
    #expect(
      try changes([bare], [bare.replacing("[0.0,", with: "[1.0,")]) == ["opened", "closed"])
  }

  /// Whatever says the same in another way.
  @Test func noChange() throws {
    #expect(try changes { $0.name = "  Joe's \\t Cafe " } == [])
    #expect(try changes { $0.name = "\\u004aoe's Cafe" } == [])
    for postcode in ["n11aa", "N11 AA", "(N1-1AA)"] {
      #expect(try changes { $0.postcode = postcode } == [])
    }
    let feature = Self.before.feature
    for other in [
      feature.replacing(":", with: " : ").replacing(
        ",", with: ",\\n ".replacing("\\n", with: "\n")),
      feature.replacing("[0.0,51.0]", with: "[-0,51]"),
      feature.replacing("[0.0,51.0]", with: "[0e5,5.1e1]"),
      feature.replacing("\"name\"", with: "\"Name\""),
      "{\"geometry\":{\"coordinates\":[0,51],\"type\":\"Point\"},\"properties\":"
        + "{\"postcode\":\"N1 1AA\",\"name\":\"Joe's Cafe\"},\"type\":\"Feature\"}",
    ] {
      #expect(try changes([feature], [other]) == [], "\(other)")
      #expect(try changes([other], [feature]) == [], "\(other)")
    }
    // One place with two longitudes.
    func at(_ x: Double, _ y: Double) -> String {
      Self.before.with { ($0.x, $0.y) = (x, y) }.feature
    }
    #expect(try changes([at(180, 10)], [at(-180, 10)]) == ["changed geometry"])
    #expect(try changes([at(5, 90)], [at(0, 90)]) == ["changed geometry"])
  }

  @Test func members() throws {
    let feature = Self.before.feature
    let geometry = "{\"type\":\"Point\",\"coordinates\":[0.0,51.0]}"
    #expect(feature.contains(geometry))
    for (other, field) in [
      (feature.replacing("\"type\":\"Feature\"", with: "\"type\":\"Feature\",\"id\":7"), "id"),
      (feature.replacing("51.0]", with: "51.0,12]"), "geometry"),
      (
        feature.replacing(
          geometry, with: "{\"type\":\"LineString\",\"coordinates\":[[-1,50],[1,52]]}"), "geometry"
      ),
      (feature.replacing("\"type\":\"Feature\"", with: "\"type\":\"Feature\",\"x\":[]"), "x"),
      (Self.before.with { $0.more = ",\"é\":null" }.feature, "é"),
      (Self.before.with { $0.more = ",\"title\":\"y\"" }.feature, "title"),
    ] {
      #expect(try changes([feature], [other]) == ["changed \(field)"], "\(other)")
      #expect(try changes([other], [feature]) == ["changed \(field)"], "\(other)")
    }
    // Beyond what a Double can tell.
    let big = (1...2).map { n in Self.before.with { $0.more = ",\"n\":1234567890123456789\(n)" } }
    #expect(try changes([big[0].feature], [big[1].feature]) == ["changed n"])
  }

  /// Of venues alike each finds its own partner.
  @Test func multisets() throws {
    let venue = Self.before
    func rated(_ ratings: [Int]) -> [String] {
      ratings.map { rating in venue.with { $0.more = ",\"r\":\(rating)" }.feature }
    }
    #expect(try changes(rated([1, 2, 3, 3]), rated([3, 2, 3, 1])) == [])
    #expect(try changes(rated([1, 1, 1]), rated([1])) == ["closed", "closed"])
    #expect(try changes(rated([1, 2]), rated([2, 3, 4])) == ["opened", "changed r"])
    // The nearest first, however the file has them.
    func at(_ places: [Double]) -> [String] {
      places.map { x in venue.with { $0.x = x }.feature }
    }
    let comparison = DatasetComparison(
      from: try LoadedDataset(features: at([1, 5, 2])).store,
      to: try LoadedDataset(features: at([2, 1.5, 9, 4.5])).store)
    let moves = comparison.changes.filter { $0.kind == .moved }.map { change in
      [comparison.oldVenue(change)!, comparison.newVenue(change)!].map(\.coordinate.longitude)
    }
    #expect(moves == [[1, 1.5], [5, 4.5]])
    #expect(comparison.count(of: .opened) == 1 && comparison.unchanged == 1)
    let path = try #require(comparison.changes.first { $0.kind == .moved }?.path)
    #expect(path == Geodesic.inverse(from: Coordinate(51, 1), to: Coordinate(51, 1.5)))
  }

  @Test func order() throws {
    func venue(_ name: String, _ postcode: String, _ x: Double) -> String {
      Edit(name: name, postcode: postcode, x: x, y: 50).feature
    }
    let comparison = DatasetComparison(
      from: try LoadedDataset(features: [venue("z", "", 9)]).store,
      to: try LoadedDataset(features: [
        venue("b", "N1", 1), venue("a", "N2", 2), venue("a", "N1", 4), venue("a", "N1", 3),
        venue("alphabet 2", "", 1), venue("alphabet 1", "", 1), venue("Ä", "", 1), venue("", "", 1),
      ]).store)
    let shown = comparison.changes.map { change in
      let venue = comparison.newVenue(change) ?? comparison.oldVenue(change)!
      return "\(venue.name) \(venue.postcode ?? "") \(venue.coordinate.longitude)"
    }
    #expect(
      shown == [
        "  1.0", "a N1 3.0", "a N1 4.0", "a N2 2.0", "alphabet 1  1.0", "alphabet 2  1.0",
        "b N1 1.0", "Ä  1.0", "z  9.0",
      ])
  }

  // MARK: Random editions

  /// A venue by what can be compared of it.
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

  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<300 {
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

  /// Every change as the rows of both sides, -1 for none. Rows are in the order of the editions.
  private func pairs(
    _ comparison: DatasetComparison, _ old: [Plain], _ new: [Plain]
  ) throws -> [[Int]] {
    comparison.changes.map { [$0.old ?? -1, $0.new ?? -1] }.sorted(by: precedes)
  }

  /// Held against counts made in another way, and applied to the old edition.
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

  // MARK: Hostile editions

  /// None of these takes more than a second or two.
  private func crowd(
    _ count: Int, _ place: (Int) -> (Double, Double), _ name: (Int) -> String
  ) throws -> VenueStore {
    try LoadedDataset(
      features: (0..<count).map { i in
        Edit(name: name(i), postcode: "N1 1AA", x: place(i).0, y: place(i).1).feature
      }
    ).store
  }

  @Test func manyOfOneName() throws {
    let spot = try crowd(50_000, { _ in (1, 1) }, { _ in "A" })
    #expect(DatasetComparison(from: spot, to: spot).unchanged == 50_000)
    let elsewhere = try crowd(40_000, { _ in (1, 2) }, { _ in "A" })
    let moved = DatasetComparison(from: spot, to: elsewhere)
    #expect(moved.count(of: .moved) == 40_000 && moved.count(of: .closed) == 10_000)
    let line = try crowd(20_000, { (Double($0) / 1000, 0) }, { _ in "A" })
    let shifted = try crowd(20_000, { (Double($0) / 1000 + 0.0001, 0) }, { _ in "A" })
    #expect(DatasetComparison(from: line, to: shifted).count(of: .moved) == 20_000)
  }

  /// Thousands of names on one spot, each close to one of the other edition and to many more that are
  /// no nearer in the alphabet.
  @Test(.timeLimit(.minutes(5))) func manyNamesOnOneSpot() throws {
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
}
