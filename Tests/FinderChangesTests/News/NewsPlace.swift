import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// A data folder in which editions are installed one after another, with a journal, as the commands do it.
struct NewsPlace {
  let folder: FilePath

  static func with(_ body: (NewsPlace) throws -> Void) throws {
    try TemporaryDirectory.with { try body(NewsPlace(folder: FilePath($0.file("finder")))) }
  }

  var journalPath: String { "\(NewsJournal.path(in: folder))" }
  var foodPath: String { "\(NewsFoods.path(in: folder))" }

  static func venue(_ name: String, _ y: Double = 51, _ more: String = "") -> String {
    EditedVenue(name: name, postcode: "N1 1AA", x: 0, y: y, more: more).feature
  }

  func installer() throws -> DatasetInstaller {
    try DatasetInstaller(folder: folder, cache: nil, patience: 5)
  }

  var keeper: NewsKeeper { NewsKeeper(folder: folder) }

  @discardableResult
  func install(
    _ features: [String], modified: String? = nil, scope: @escaping () -> NewsScope = { .all }
  ) throws -> NewsKeeper.Outcome {
    let installer = try installer()
    let keeper = NewsKeeper(folder: folder) { _, _ in scope() }
    try keeper.follow(installer.installed, after: .nothing)
    try install(features, modified, by: installer)
    return try keeper.follow(installer.installed, after: .install)
  }

  /// As if finder had been stopped before it updated the journal.
  func installWithoutNews(_ features: [String]) throws {
    try install(features, by: try installer())
  }

  private func install(
    _ features: [String], _ modified: String? = nil, by installer: DatasetInstaller
  ) throws {
    let text =
      "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ",\n"))]}"
    let candidate = try DatasetCandidate(PaddedBytes(copying: Array(text.utf8)), named: "it")
    _ = try installer.install(candidate, from: .init(source: "a", modified: modified))
  }

  func rollBack() throws {
    let installer = try installer()
    try keeper.follow(installer.installed, after: .nothing)
    try installer.rollBack()
    try keeper.follow(installer.installed, after: .rollback)
  }

  /// Including food.
  func journal() throws -> NewsJournal {
    let journal = try #require(try NewsJournal.open(in: folder))
    try journal.readFoods()
    return journal
  }

  /// As the commands write it.
  func write(_ draft: NewsDraft) throws {
    try Folder.make("\(folder)/\(NewsJournal.folderName)")
    try draft.write(in: folder)
  }

  /// The journal's entries for each edition, the oldest first.
  func summaries() throws -> [[String]] {
    let journal = try journal()
    let found = journal.editions.indices.map { edition in
      journal.entryRange(ofEdition: edition).map { entry in
        journal.item(entry).map(Self.summary) ?? "damaged"
      }.sorted()
    }
    try journal.refuseDamage()
    return found
  }

  /// `moved B N1 1AA 51.5,-0.1 from B N1 1AA 51.4,-0.1 rating`
  static func summary(_ item: NewsItem) -> String {
    func text(_ venue: NewsVenue) -> String {
      "\(venue.name) \(venue.postcode) \(venue.place.latitude),\(venue.place.longitude)"
    }
    let before = item.before.map { " from \(text($0))" } ?? ""
    let fields = item.fields.isEmpty ? "" : " \(item.fields.joined(separator: ","))"
    return "\(item.kind) \(text(item.venue))\(before)\(fields)"
  }

  /// ` pub pizza,c1 vegan`; `?` where nothing was noted.
  static func food(_ item: NewsItem) -> String {
    guard let food = item.venue.food else { return " ?" }
    return FoodAspect.allCases.map { " " + food.values($0).joined(separator: ",") }.joined()
  }
}

extension NewsDraft {
  /// As the keeper does.
  func write(in folder: FilePath) throws {
    try writeFoods(in: folder)
    try writeJournal(in: folder)
  }

  /// An edition a day, from day 0. Each has as many opened venues as the day's remainder by 3.
  static func ofDays(
    to last: Int, food: (_ day: Int, _ place: Int) -> VenueFood? = { _, _ in nil }
  ) -> NewsDraft {
    func record(_ day: Int) -> EditionRecord {
      EditionRecord(
        file: "editions/x", source: "-", sha256: "\(day)", bytes: 1, features: 1, venues: 1,
        installed: Timestamp.text(day * 86_400))
    }
    var draft = NewsDraft()
    draft.append(record(0))
    for day in 1...last {
      var changes = NewsChanges()
      for place in 0..<day % 3 {
        let venue = NewsVenue(
          id: "id \(day)", name: "Venue \(day)", postcode: "N1", place: Coordinate(51, 0),
          food: food(day, place))
        changes.add(.opened, venue, nil, chain: 1, fields: [])
      }
      draft.append(record(day), after: record(day - 1), changes)
    }
    return draft
  }
}

extension EditedVenue {
  /// The venue in the form that `NewsPlace.summary` uses.
  var summary: String { "\(name) \(postcode) \(y),\(x)" }
}
