import FinderEngine
import TestSupport
import Testing

/// Installs killed at any moment: afterwards the journal is complete, and has every change once.
@Suite struct NewsKilledTests {
  private static let rounds = 40
  private static let first = 300

  @Test(.slow, .timeLimit(.minutes(5))) func killed() throws {
    try InstallPlace.with { place in
      // Each edition opens one venue more.
      func write(_ edition: Int) throws {
        let venues = (0..<Self.first + edition).map { number in
          NewsTests.venue("Venue \(number)", "N1 1AA", 50 + Double(number) / 1000)
        }
        try NewsTests.write(venues, "\(edition)", place)
      }
      try write(0)
      expect(try place.run("data install 0.geojson"), stdout: nil)
      var generator = SeededGenerator(seed: 5)
      var killed = 0
      for edition in 1...Self.rounds {
        try write(edition)
        // An install takes about 15 ms.
        let delay = Double.random(in: 0...0.02, using: &generator)
        let script =
          "finder data install \(edition).geojson --quiet & sleep \(delay); kill -9 $!; wait $!"
        let result = try Finder.shell(
          script, environment: place.environment, directory: place.folder.path)
        if result.status == 137 { killed += 1 }
        let opened = try opened(place)
        #expect(opened == opened.first.map { Array($0..<$0 + opened.count) } ?? [])
        #expect(opened.last ?? 0 < Self.first + edition)
      }
      #expect(killed > Self.rounds / 8, "\(killed)")
      // What a killed install left out was added later.
      try write(Self.rounds + 1)
      expect(try place.run("data install \(Self.rounds + 1).geojson"), stdout: nil)
      #expect(try opened(place) == Array(Self.first...Self.first + Self.rounds))
      #expect(try Files.names(in: "\(place.data)/news").sorted() == ["food", "journal"])
    }
  }

  /// The numbers of the venues that opened, in order; there are no other changes.
  private func opened(_ place: InstallPlace) throws -> [Int] {
    let news = try place.run("news --csv --no-header --limit 0")
    expect(news, stdout: nil)
    return news.stdout.split(separator: "\n").map { row in
      #expect(row.contains(",opened,"))
      return row.split(separator: ",Venue ")[1].prefix { $0 != "," }
    }
    .compactMap { Int($0) }.sorted()
  }
}
