import FinderEngine
import TestSupport
import Testing

/// `finder favourites`, as users run it.
@Suite struct FavouritesTests {
  /// A home folder, and a dataset whose path is in `FINDER_DATA`.
  private func with(_ body: (InstallPlace) throws -> Void) throws {
    try InstallPlace.with { place in
      let data = try place.folder.write(Dataset.square, to: "venues.geojson")
      let environment = place.environment.merging(["FINDER_DATA": data]) { $1 }
      try body(InstallPlace(folder: place.folder, environment: environment))
    }
  }

  private func run(_ place: InstallPlace, _ words: String...) throws -> ProcessResult {
    try Finder.run(
      ["fav"] + words, environment: place.environment, directory: place.folder.path)
  }

  private func names(_ place: InstallPlace) throws -> String {
    try run(place, "list", "--format", "ndjson").stdout
      .split(separator: "\n").map { $0.split(separator: "\"").dropLast().last ?? "" }
      .joined(separator: " ")
  }

  @Test func aList() throws {
    try with { place in
      expect(
        try run(place, "list"),
        stderr:
          "finder: favourites list: there are none yet; 'finder favourites add NAME' adds one\n")
      expect(try run(place, "list", "--exit-status", "-q"), status: 1)
      #expect(try Files.names(in: place.folder.file("home")) == [])
      for name in ["Lion", "Nelson", "Pigeon"] { expect(try run(place, "add", name), stdout: "") }
      expect(
        try run(place, "list"), stdout: "NO  NAME\n 1  Lion\n 2  Nelson\n 3  Pigeon\n")
      expect(try run(place, "move", "3", "1"), stdout: "")
      expect(try run(place, "move", "nelson", "top"), stdout: "")
      expect(try run(place, "rename", "2", "Fountain"), stdout: "")
      expect(
        try run(place, "list", "--json"),
        stdout: """
          {"favourites":[
            {"position":1,"name":"Nelson"},
            {"position":2,"name":"Fountain"},
            {"position":3,"name":"Lion"}]}

          """)
      expect(try run(place, "remove", "Nelson"), stdout: "")
      #expect(try names(place) == "Fountain Lion")
      expect(
        try run(place, "remove", "Nelson"), status: 1, stdout: "",
        stderr: "finder: favourites remove: no favourite is called 'Nelson'\n"
          + "  'finder favourites list' shows all 2\n")
      expect(
        try run(place, "move", "fontain", "1"), status: 1, stdout: "",
        stderr: "finder: favourites move: no favourite is called 'fontain'\n"
          + "  did you mean 'Fountain'?\n")
    }
  }

  @Test func namesAndIDs() throws {
    try with { place in
      let data = Dataset.collection([
        Dataset.feature(51, 0, properties: #"{"name":"Fig"}"#, id: "\"a1\""),
        Dataset.feature(51, 0, properties: #"{"name":"b2"}"#, id: "\"c3\""),
        Dataset.feature(51, 0, properties: #"{"name":"Oak a1"}"#, id: "\"b2\""),
      ])
      try place.folder.write(data, to: "venues.geojson")
      let note = "finder: favourites add: no venue in the dataset is called 'Elm'\n"
      expect(try run(place, "add", "Elm"), stdout: "", stderr: note)
      expect(try run(place, "add", "Elm", "-q"), stdout: "")
      // As 'closest' understands it, not '--match'.
      expect(
        try run(place, "add", "Oak"), stdout: "",
        stderr: "finder: favourites add: no venue in the dataset is called 'Oak'; did you mean "
          + "'Oak a1'?\n")
      expect(try run(place, "remove", "Oak"), stdout: "")
      expect(try run(place, "add", "a1"), stdout: "")
      // A whole name comes first; the prefix marks an id.
      expect(
        try run(place, "add", "b2"), stdout: "",
        stderr: "finder: favourites add: 'b2' is both a name and an id, and was added as a name; "
          + "'venue:b2' adds the venue with that id\n")
      expect(try run(place, "add", "venue:b2"), stdout: "")
      expect(
        try run(place, "list"),
        stdout: "NO  NAME    ID\n 1  Elm\n 2  Fig     a1\n 3  b2\n 4  Oak a1  b2\n")
      expect(try run(place, "move", "venue:b2", "top"), stdout: "")
      expect(try run(place, "move", "venue:b2", "bottom"), stdout: "")
      expect(
        try run(place, "add", "venue:zz"), status: 1, stdout: "",
        stderr: "finder: favourites add: no venue in the dataset has the id 'zz'\n"
          + "  'finder near POINT --format csv' lists ids\n")
      expect(
        try run(place, "add", "FIG", "--data", "/nonexistent"), status: 66, stdout: "", stderr: nil)
      expect(
        try run(place, "add", "elm"), stdout: "",
        stderr: "finder: favourites add: no venue in the dataset is called 'elm'\n"
          + "finder: favourites add: 'elm' is already there, at position 1\n")
      expect(
        try run(place, "rename", "fig", "My fig"), stdout: "")
      expectUsage(
        try run(place, "rename", "Elm", "B2"),
        "favourites rename: NAME B2 is already the name of favourite 3",
        "NAME  the new name (see 'finder help favourites rename')")
      for name in ["", " ", "\u{200B}"] {
        expect(try run(place, "add", name), status: 64, stdout: "", stderr: nil)
      }
    }
  }

  @Test func wrongPlaces() throws {
    try with { place in
      expect(try run(place, "add", "Lion"), stdout: "")
      for target in ["0", "2", "-1", "up", "", "99999999999999999999"] {
        expect(try run(place, "move", "1", target), status: 64, stdout: "", stderr: nil)
      }
      expect(try run(place, "move", "1", "bottom"), stdout: "")
      #expect(try names(place) == "Lion")
    }
  }

  @Test func exportedAndImported() throws {
    try with { place in
      for name in ["Lion", "Nelson"] { expect(try run(place, "add", name), stdout: "") }
      expect(try run(place, "export", "--output", "list.json"), stdout: "")
      expect(
        try run(place, "import", "list.json"), stdout: "",
        stderr: "finder: favourites import: added 0 favourites; 2 were there already\n")
      expect(try run(place, "remove", "1"), stdout: "")
      expect(try run(place, "add", "Pigeon"), stdout: "")
      expect(
        try run(place, "import", "list.json"), stdout: "",
        stderr: "finder: favourites import: added 1 favourite; 1 was there already\n")
      #expect(try names(place) == "Nelson Pigeon Lion")
      let before = try Files.text("\(place.data)/favourites.json")
      for bad in [
        "", "[]", "{\"favourites\":[{\"name\":\"Z\"},{}]}", "{\"favourites\":[{\"name\":\"Z\"}]",
        "{\"version\":2,\"favourites\":[]}", "\u{0}", "{}", "{\"type\":\"Feature\"}",
        "{\"favourites\":[{\"name\":\"Z\"}]} x",
      ] {
        let result = try Finder.run(
          "fav import -", environment: place.environment, stdin: .text(bad))
        expect(result, status: 65, stdout: "", stderr: nil)
        #expect(result.stderr.contains("standard input: line 1, column "), "\(result)")
      }
      expect(try run(place, "import", "/dev/zero"), status: 65, stdout: "", stderr: nil)
      expect(try run(place, "import", "missing"), status: 66, stdout: "", stderr: nil)
      #expect(try Files.text("\(place.data)/favourites.json") == before)
    }
  }

  /// An export put in its place is a valid list, but finder itself refuses to write there.
  @Test func theListItself() throws {
    try with { place in
      for name in ["Lion", "Nelson"] { expect(try run(place, "add", name), stdout: "") }
      let path = "\(place.data)/favourites.json"
      let before = try Files.text(path)
      for words in [["export"], ["list", "--json"]] {
        expectUsage(
          try Finder.run(
            ["fav"] + words + ["-o", "favourites.json"], environment: place.environment,
            directory: place.data),
          "favourites \(words[0]): --output favourites.json is where finder keeps your own data",
          "--output, -o FILE  write to FILE, whole or not at all (see 'finder help favourites "
            + "\(words[0])')")
      }
      #expect(try Files.text(path) == before)
      expect(try run(place, "export", "-o", "list.json"), stdout: "")
      try Files.write(try Files.bytes(place.folder.file("list.json")), to: path)
      expect(try run(place, "add", "Pigeon"), stdout: "")
      #expect(try names(place) == "Lion Nelson Pigeon")
      #expect(try Files.text(path).hasPrefix("{\"version\":1,"))
    }
  }

  @Test func noPosition() throws {
    try with { place in
      expect(try run(place, "add", "Lion"), stdout: "")
      for position in ["-9223372036854775808", "9223372036854775807"] {
        expect(try run(place, "remove", "--", position), status: 1, stdout: "", stderr: nil)
      }
    }
  }

  /// Each of fifty concurrent additions is made.
  @Test func fiftyAtOnce() throws {
    try with { place in
      let result = try Finder.shell(
        """
        for n in $(seq 50); do finder fav add "Name $n" -q & pids="$pids $!"; done
        for pid in $pids; do wait $pid || exit 1; done
        """, environment: place.environment)
      expect(result)
      let found = try run(place, "list", "--format", "ndjson").stdout.split(separator: "\n")
      #expect(found.count == 50)
      for number in 1...50 {
        #expect(found.contains { $0.hasSuffix("\"name\":\"Name \(number)\"}") }, "\(number)")
      }
      #expect(try Files.names(in: place.data) == [".own.lock", "favourites.json"])
    }
  }

  /// Killed at any moment, a change is made or not, and the file is complete.
  @Test func killed() throws {
    try with { place in
      let result = try Finder.shell(
        """
        for n in $(seq 30); do
          finder fav add "Name $n" -q & pid=$!
          sleep 0.00$((n % 10)); kill -9 $pid; wait $pid
        done 2>/dev/null
        finder fav list --json
        """, environment: place.environment)
      expect(result, stdout: nil, stderr: nil)
      #expect(result.stdout.hasPrefix("{\"favourites\":["), "\(result)")
    }
  }

  @Test func damaged() throws {
    try with { place in
      expect(try run(place, "add", "Lion"), stdout: "")
      let path = "\(place.data)/favourites.json"
      try Files.write(Array("{\"version\":1,\n oops}".utf8), to: path)
      for words in [["list"], ["export"], ["add", "Nelson"], ["remove", "1"]] {
        expect(
          try Finder.run(["fav"] + words, environment: place.environment), status: 65, stdout: "",
          stderr: "finder: favourites \(words[0]): \(path): line 2, column 2: expected a member's "
            + "name in double quotes, found 'oops}'\n"
            + "  finder does not change a file that it cannot read; correct it there, or move it "
            + "away to start again\n")
      }
      #expect(try Files.text(path) == "{\"version\":1,\n oops}")
    }
  }

  @Test(.enabled(if: !Tool.isRoot, "root reads and writes everything")) func noPermission() throws {
    try with { place in
      expect(try run(place, "add", "Lion"), stdout: "")
      let path = "\(place.data)/favourites.json"
      _ = try ProcessRunner.shell("chmod 000 \(path)")
      expect(try run(place, "list"), status: 66, stdout: "", stderr: nil)
      expect(try run(place, "add", "Nelson"), status: 66, stdout: "", stderr: nil)
      _ = try ProcessRunner.shell("chmod 600 \(path)")
      _ = try ProcessRunner.shell("chmod 500 \(place.data)")
      expect(try run(place, "list"), stdout: nil)
      expect(try run(place, "add", "Nelson"), status: 73, stdout: "", stderr: nil)
      _ = try ProcessRunner.shell("chmod 700 \(place.data)")
      #expect(try names(place) == "Lion")
    }
  }

  @Test func noHome() throws {
    let environment = ["HOME": "", "XDG_DATA_HOME": "relative"]
    expect(
      try Finder.run("favourites list", environment: environment), status: 73, stdout: "",
      stderr: "finder: favourites list: no folder for files of your own: neither XDG_DATA_HOME nor "
        + "HOME is set\n")
    expect(
      try Finder.run("fav add X", data: Sample.path, environment: ["HOME": "/nonexistent"]),
      status: 73, stdout: "", stderr: nil)
  }
}
