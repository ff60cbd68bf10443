import TestSupport
import Testing

@testable import FinderChanges
@testable import FinderEngine

/// The journal follows what is installed, wherever an install was stopped.
@Suite struct NewsKeeperTests {
  private func venue(_ name: String, _ y: Double = 51) -> String { NewsPlace.venue(name, y) }

  @Test func firstInstallHasNoNews() throws {
    try NewsPlace.with { place in
      #expect(try NewsJournal.open(in: place.folder) == nil)
      try place.install([venue("Ann")])
      #expect(try place.summaries() == [[]])
      let status = try #require(stat(ofFile: FilePath(place.journalPath)))
      #expect(status.st_mode & 0o777 == 0o600)
      // Installing the same file again changes nothing.
      try place.install([venue("Ann")])
      #expect(try place.summaries() == [[]])
    }
  }

  @Test func missedEditionsAreAdded() throws {
    try NewsPlace.with { place in
      try place.install([venue("Ann")])
      try place.installWithoutNews([venue("Ann"), venue("Bob", 52)])
      #expect(try place.summaries() == [[]])
      try place.install([venue("Ann"), venue("Bob", 52), venue("Cid", 53)])
      let expected = [[], ["opened Bob N1 1AA 52.0,0.0"], ["opened Cid N1 1AA 53.0,0.0"]]
      #expect(try place.summaries() == expected)
      // Once only.
      let installer = try place.installer()
      for step in [NewsKeeper.Step.nothing, .install, .rollback] {
        try place.keeper.follow(installer.installed, after: step)
        #expect(try place.summaries() == expected)
      }
    }
  }

  /// An earlier finder kept no journal: what it left is compared.
  @Test func journalsBegunLater() throws {
    try NewsPlace.with { place in
      try place.installWithoutNews([venue("Ann")])
      try place.installWithoutNews([venue("Bob", 52)])
      try place.install([venue("Cid", 53)])
      #expect(
        try place.summaries() == [
          [], ["closed Ann N1 1AA 51.0,0.0", "opened Bob N1 1AA 52.0,0.0"],
          ["closed Bob N1 1AA 52.0,0.0", "opened Cid N1 1AA 53.0,0.0"],
        ])
    }
  }

  /// If two installs were missed, only the later one can be added, and the journal knows that one is missing.
  @Test func twoMissedInstalls() throws {
    try NewsPlace.with { place in
      try place.install([venue("Ann")])
      try place.installWithoutNews([venue("Bob", 52)])
      try place.installWithoutNews([venue("Cid", 53)])
      try place.install([venue("Cid", 53), venue("Dan", 54)])
      #expect(
        try place.summaries() == [
          [], ["closed Bob N1 1AA 52.0,0.0", "opened Cid N1 1AA 53.0,0.0"],
          ["opened Dan N1 1AA 54.0,0.0"],
        ])
      let journal = try place.journal()
      #expect((0..<3).map { journal.followsOn($0) } == [false, false, true])
    }
  }

  @Test func rolledBack() throws {
    try NewsPlace.with { place in
      try place.install([venue("Ann")])
      try place.install([venue("Bob", 52)])
      let both = try place.summaries()
      #expect(both.count == 2)
      let date = try place.journal().editions[1]
      try place.rollBack()
      #expect(try place.summaries() == [[]])
      try place.rollBack()
      #expect(try place.summaries() == both && place.journal().editions[1] == date)
      try place.rollBack()
      try place.install([venue("Cid", 53)])
      #expect(
        try place.summaries() == [
          [], ["closed Ann N1 1AA 51.0,0.0", "opened Cid N1 1AA 53.0,0.0"],
        ])
      // The file of the edition before, installed again, is an edition like any other.
      try place.install([venue("Ann")])
      #expect(try place.summaries().count == 3)
    }
  }

  /// The file of the edition before, installed again and then rolled back twice, all within about a second.
  @Test func sameFileTwice() throws {
    try NewsPlace.with { place in
      let (ann, both) = ([venue("Ann")], [venue("Ann"), venue("Bob", 52)])
      for edition in [ann, both, ann] { try place.install(edition) }
      let all = [[], ["opened Bob N1 1AA 52.0,0.0"], ["closed Bob N1 1AA 52.0,0.0"]]
      #expect(try place.summaries() == all)
      let editions = try place.journal().editions
      try place.rollBack()
      #expect(try place.summaries() == Array(all.prefix(2)))
      try place.rollBack()
      #expect(try place.summaries() == all && place.journal().editions == editions)
    }
  }

  /// Three files at random, against a list from which a rollback removes the last, or puts it back.
  @Test(.slow, arguments: 1...8) func randomWalk(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let names = ["Ann", "Bob", "Cid"]
    try NewsPlace.with { place in
      var (model, takenBack): ([Int], Int?) = ([], nil)
      for step in 0..<30 {
        if model.count > 1 || takenBack != nil, Bool.random(using: &random) {
          try place.rollBack()
          if let edition = takenBack {
            model.append(edition)
            takenBack = nil
          } else {
            takenBack = model.removeLast()
          }
        } else {
          let edition = Int.random(in: names.indices, using: &random)
          try place.install([venue(names[edition], Double(51 + edition))])
          if model.last != edition {
            model.append(edition)
            takenBack = nil
          }
        }
        func text(_ edition: Int) -> String { "\(names[edition]) N1 1AA \(51 + edition).0,0.0" }
        let expected = zip(model, model.dropFirst()).map {
          ["closed \(text($0))", "opened \(text($1))"]
        }
        #expect(try place.summaries() == [[]] + expected, "step \(step)")
      }
    }
  }

  /// A rollback that was stopped before it updated the journal.
  @Test func missedRollbacksAreAdded() throws {
    try NewsPlace.with { place in
      try place.install([venue("Ann")])
      try place.install([venue("Bob", 52)])
      try place.installer().rollBack()
      try place.install([venue("Cid", 53)])
      #expect(
        try place.summaries() == [
          [], ["closed Ann N1 1AA 51.0,0.0", "opened Cid N1 1AA 53.0,0.0"],
        ])
    }
  }

  /// Editions of areas that overlap, or have nothing in common: what one of them cannot know is not news.
  @Test func otherAreas() throws {
    try NewsPlace.with { place in
      try place.install([venue("Ann"), venue("Bob", 52)])
      let south = try place.install([venue("Ann"), venue("Cid", 53), venue("Dan", 51.5)]) {
        .places { $0.latitude < 52 }
      }
      #expect(south.isPartial)
      let opened = ["opened Dan N1 1AA 51.5,0.0"]
      #expect(try place.summaries() == [[], opened])
      let other = try place.install([venue("Eve", 54)]) { .nothing }
      #expect(try other.isPartial && place.summaries() == [[], opened, []])
      let journal = try place.journal()
      #expect(journal.editions.map(\.isPartial) == [false, true, true])
      #expect((0..<3).allSatisfy { !journal.followsOn($0) })
      // Back, and then on again.
      try place.rollBack()
      #expect(try place.summaries() == [[], opened])
      let same = try place.install([venue("Ann"), venue("Cid", 53)])
      #expect(!same.isPartial)
      #expect(try place.summaries() == [[], opened, ["closed Dan N1 1AA 51.5,0.0"]])
    }
  }

  @Test func theEditionBeforeIsDamaged() throws {
    try NewsPlace.with { place in
      try place.install([venue("Ann")])
      let record = try #require(try InstalledDataset(folder: place.folder))
      try Files.write(Array("{".utf8), to: "\(record.path)")
      let outcome = try place.install([venue("Bob", 52)])
      #expect(outcome.lost != nil && outcome.aside == nil)
      try place.install([venue("Bob", 52), venue("Cid", 53)])
      #expect(try place.summaries() == [[], [], ["opened Cid N1 1AA 53.0,0.0"]])
      #expect(try !place.journal().followsOn(1))
    }
  }

  @Test func bounded() throws {
    try NewsPlace.with { place in
      try place.write(NewsDraft.ofDays(to: 130))
      let journal = try place.journal()
      #expect(journal.editions.map { Int($0.date) / 86_400 } == Array(31...130))
      let names = journal.editions.indices.map { edition in
        journal.entryRange(ofEdition: edition).map { journal.item($0)?.venue.name ?? "" }
      }
      #expect(
        names == (31...130).map { Array(repeating: "Venue \($0)", count: $0 % 3) })
      #expect(journal.entries(ofID: "id 130").count == 1 && journal.entries(ofID: "id 1").isEmpty)
    }
  }
}
