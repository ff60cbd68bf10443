import FinderEngine
import TestSupport
import Testing

/// `data list` and `data remove`.
@Suite struct DataEditionsTests {
  private func words(_ place: InstallPlace) throws -> [String] {
    try place.run("data list --csv --no-header").stdout.split(separator: "\n").map {
      String($0.prefix { $0 != "," })
    }
  }

  private func near(_ place: InstallPlace) throws -> String {
    let row = try place.run("near 51.5,-0.1 -n 1 --csv --no-header -q").stdout
    return String(row.split(separator: ",")[1])
  }

  @Test func listed() throws {
    try InstallPlace.with { place in
      expect(
        try place.run("data list"), stdout: "",
        stderr:
          "finder: data list: nothing is installed; 'finder data install FILE' installs a file of "
          + "venues\n")
      expect(try place.run("data list --json --exit-status"), status: 1, stdout: "[]\n")
      let (one, two) = (try place.dataset("one"), try place.dataset("two"))
      expect(try place.run("data install one.geojson -q"), stdout: nil)
      expect(try place.run("data install two.geojson -q"), stdout: nil)
      let bytes = try [one, two].map { try Files.bytes($0).count }
      let words = try words(place)
      #expect(words.count == 2 && words.allSatisfy { $0.utf8.count == 12 })
      let table = try place.run("data list").stdout.split(separator: "\n")
      #expect(table.count == 3 && table[0].hasPrefix("EDITION"), "\(table)")
      #expect(
        table[1].hasPrefix("\(words[0])  current") && table[1].hasSuffix("  \(two)"), "\(table)")
      #expect(table[2].hasPrefix("\(words[1]) ") && table[2].hasSuffix("  \(one)"), "\(table)")
      let csv = try place.run("data list --csv").stdout.split(separator: "\n")
      #expect(csv[0] == "edition,current,installed,venues,bytes,source")
      #expect(csv[1].hasPrefix("\(words[0]),true,20") && csv[1].hasSuffix("Z,1,\(bytes[1]),\(two)"))
      #expect(
        csv[2].hasPrefix("\(words[1]),false,20") && csv[2].hasSuffix("Z,1,\(bytes[0]),\(one)"))
      let tsv = try place.run("data list --format tsv --no-header").stdout
      #expect(tsv.hasPrefix("\(words[0])\ttrue\t"), "\(tsv)")
      let lines = try place.run("data list --format ndjson").stdout.split(separator: "\n")
      #expect(lines.count == 2 && lines[0].hasPrefix(#"{"edition":"\#(words[0])","current":true,"#))
      let json = try place.run("data list --json").stdout
      #expect(
        json.hasPrefix("[")
          && json.contains(#""source":"\#(one)","path":"\#(place.data)/editions/"#))
      // After a rollback, the older one is in use.
      expect(try place.run("data rollback"), stdout: nil)
      #expect(try self.words(place) == words)
      #expect(try place.run("data list --csv --no-header").stdout.contains("\(words[1]),true,"))
      expect(try place.run("data list --format geojson"), status: 64, stdout: "", stderr: nil)
    }
  }

  @Test("Unfinished downloads are listed, and removed with all editions")
  func unfinishedDownloads() throws {
    try InstallPlace.with { place in
      try place.dataset("one")
      expect(try place.run("data install one.geojson -q"), stdout: nil)
      try ProcessRunner.makeFolders(place.data, "downloads")
      let key = "\(place.data)/downloads/5d41402abc4b2a76"
      try Files.write([UInt8](repeating: 1, count: 5000), to: "\(key).b1946ac92492d234.part")
      try Files.write([1], to: "\(key).head")
      #expect(
        try place.run("data list").stderr
          == "finder: data list: 1 unfinished download of 5 kB: repeat the command that began one "
          + "to resume it; 'finder data remove --all' removes all\n")
      expect(try place.run("data remove --all"), stdout: nil)
      #expect(try !Files.names(in: place.data).contains("downloads"))
      expect(try place.run("data list -q"), stdout: "")
    }
  }

  @Test("Without the current edition, queries use the one before, and then none")
  func removed() throws {
    try InstallPlace.with { place in
      let (one, two) = (try place.dataset("one"), try place.dataset("two"))
      for name in ["one", "two"] {
        expect(try place.run("data install \(name).geojson -q"), stdout: nil)
      }
      let words = try words(place)
      expect(
        try place.run("data remove \(words[0])"),
        stdout: "removed the 1 venue from \(two); queries use the 1 venue from \(one)\n")
      #expect(try near(place) == "one")
      #expect(try place.editions.count == 1 && place.snapshots.count == 1)
      #expect(try self.words(place) == [words[1]])
      #expect(try place.run("news --csv --no-header").stdout == "")
      expect(
        try place.run("data remove \(words[0])"), status: 1, stdout: "",
        stderr: "finder: data remove: no edition is called '\(words[0])'; there is \(words[1])\n")
      // By its whole name, or by a part.
      expect(
        try place.run("data remove \(words[1].prefix(5))"),
        stdout: "removed the 1 venue from \(one); nothing is installed now\n")
      #expect(try place.editions == [] && Files.names(in: "\(place.data)/editions") == [])
      #expect(try !Files.names(in: place.data).contains("installed.json"))
      expect(
        try place.run("data remove \(words[1])"), status: 1, stdout: "",
        stderr: "finder: data remove: no edition is called '\(words[1])': nothing is installed\n")
      expect(try place.run("data rollback"), status: 66, stdout: "", stderr: nil)
      // It can be installed again.
      expect(try place.run("data install two.geojson"), stdout: "installed 1 venue from \(two)\n")
      #expect(try near(place) == "two")
    }
  }

  @Test func theOneBefore() throws {
    try InstallPlace.with { place in
      for name in ["one", "two"] {
        try place.dataset(name)
        expect(try place.run("data install \(name).geojson -q"), stdout: nil)
      }
      let words = try words(place)
      let result = try place.run("data remove \(words[1]) --json")
      expect(result, stdout: nil)
      #expect(
        result.stdout.hasPrefix(
          "{\"action\":\"remove\",\n \"changed\":true,\n \"removed\":[{\"edition\":\"\(words[1])\",\"current\":false,"
        ),
        "\(result)")
      #expect(result.stdout.hasSuffix(" \"previous\":null}\n"), "\(result)")
      #expect(try near(place) == "two")
      #expect(try place.editions.count == 1 && place.snapshots.count == 1)
      expect(try place.run("data rollback"), status: 66, stdout: "", stderr: nil)
    }
  }

  @Test func all() throws {
    try InstallPlace.with { place in
      expect(try place.run("data remove --all"), stdout: "nothing was installed\n")
      #expect(try Files.names(in: place.folder.path) == ["home"])
      for name in ["one", "two"] {
        try place.dataset(name)
        expect(try place.run("data install \(name).geojson -q"), stdout: nil)
      }
      let clutter = String(repeating: "0a", count: 16)
      for name in ["\(clutter).geojson", "\(clutter).snapshot", "mine.geojson"] {
        try Files.write([1], to: "\(place.data)/editions/\(name)")
      }
      let result = try place.run("data remove --all")
      expect(result, stdout: nil)
      #expect(
        result.stdout.hasPrefix("removed the 1 venue from ")
          && result.stdout.hasSuffix("; nothing is installed now\n"),
        "\(result)")
      #expect(try Files.names(in: "\(place.data)/editions") == ["mine.geojson"])
      expect(try place.run("data list --exit-status -q"), status: 1, stdout: "")
    }
  }

  @Test("A beginning that two editions share identifies neither")
  func twoThatBeginSo() throws {
    try InstallPlace.with { place in
      for name in ["one", "two"] {
        try place.dataset(name)
        expect(try place.run("data install \(name).geojson -q"), stdout: nil)
      }
      let both = try #require(try InstalledDataset(folder: FilePath(place.data)))
      let (old, beginning) = (
        try #require(both.previous).sha256, both.current.sha256.prefix(5)
      )
      let record = try Files.text("\(place.data)/installed.json")
      try Files.write(
        Array(
          record.replacing(
            "\"sha256\":\"\(old)\"", with: "\"sha256\":\"\(beginning)\(old.dropFirst(5))\""
          ).utf8), to: "\(place.data)/installed.json")
      let words = try words(place)
      expect(
        try place.run("data remove \(beginning)"), status: 64, stdout: "",
        stderr: "finder: data remove: '\(beginning)' matches two editions: \(words[0]) and "
          + "\(words[1])\n")
    }
  }

  @Test func standardInputAmongOthers() throws {
    try InstallPlace.with { place in
      let two = try place.dataset("two")
      try place.dataset("one")
      let result = try Finder.shell(
        "finder data install - two.geojson < one.geojson", environment: place.environment,
        directory: place.folder.path)
      #expect(result.stdout.hasSuffix(" from standard input, \(two)\n"), "\(result)")
      #expect(try place.run("data list").stdout.contains("standard input, "))
    }
  }

  /// It is the user's, and stays.
  @Test func aFilePutThereByHand() throws {
    try InstallPlace.with { place in
      try place.dataset("one")
      let byHand = try place.datasetByHand()
      expect(try place.run("data install one.geojson -q"), stdout: nil)
      #expect(try words(place).last == "venues.geojson")
      expect(
        try place.run("data remove venues.geojson"), status: 64, stdout: "",
        stderr:
          "finder: data remove: \(byHand) was not installed by finder: delete the file itself\n")
      expect(try place.run("data remove --all"), stdout: nil)
      #expect(try near(place) == "hand")
    }
  }

  @Test func wrongUsage() throws {
    for line in ["data remove", "data remove abcd --all"] {
      let result = try Finder.run(line)
      #expect(result.status == 64)
      #expect(
        result.stderr.hasPrefix("finder: data remove: expected an EDITION, or --all\n"), "\(result)"
      )
    }
    // Too short to identify one.
    try InstallPlace.with { place in
      try place.dataset("one")
      expect(try place.run("data install one.geojson -q"), stdout: nil)
      let word = try words(place)[0]
      expect(try place.run("data remove \(word.prefix(3))"), status: 1, stdout: "", stderr: nil)
    }
  }

  /// At any moment one of the editions is in use, or none, and the one in use is complete.
  @Test(.slow, .timeLimit(.minutes(5))) func killed() throws {
    try InstallPlace.with { place in
      for name in ["one", "two"] { try place.dataset(name) }
      var generator = SeededGenerator(seed: 34)
      var (killed, left) = (0, 0)
      for round in 0..<60 {
        for name in ["one", "two"] {
          expect(try place.run("data install \(name).geojson -q"), stdout: nil)
        }
        let what = round % 2 == 0 ? "--all" : try words(place)[0]
        let delay = Double.random(in: 0...0.012, using: &generator)
        let result = try Finder.shell(
          "finder data remove \(what) -q & sleep \(delay); kill -9 $!; wait $!",
          environment: place.environment, directory: place.folder.path)
        if result.status == 137 { killed += 1 }
        let found = try place.run("near 51.5,-0.1 -n 1 --csv --no-header -q")
        #expect(found.status == 0, "\(found)")
        let names = try words(place)
        if names.isEmpty {
          #expect(round % 2 == 0)
          left += try place.editions.count
        } else {
          let name = found.stdout.split(separator: ",")[1]
          #expect(
            name == "two" && names.count == 2
              || name == "one" && names.count == 1 && round % 2 == 1, "\(found)")
        }
      }
      #expect(killed > 10, "\(killed)")
      // The next run removes what was left.
      expect(try place.run("data remove --all -q"), stdout: nil)
      #expect(try Files.names(in: "\(place.data)/editions") == [])
    }
  }
}
