import FinderEngine
import TestSupport
import Testing

/// `finder locate`, as users run it.
@Suite struct LocateTests {
  private func with(_ body: (InstallPlace) throws -> Void) throws {
    try InstallPlace.with { place in
      let data = try place.folder.write(Dataset.square, to: "venues.geojson")
      let environment = place.environment.merging(["FINDER_DATA": data]) { $1 }
      try body(InstallPlace(folder: place.folder, environment: environment))
    }
  }

  private func run(
    _ place: InstallPlace, _ words: String..., more: [String: String] = [:]
  ) throws -> ProcessResult {
    try Finder.run(
      words, environment: place.environment.merging(more) { $1 }, directory: place.folder.path)
  }

  private func status(
    _ place: InstallPlace, more: [String: String] = [:]
  ) throws -> String {
    let result = try Finder.run(
      "locate --json -q", environment: place.environment.merging(more) { $1 })
    #expect(
      result.status == (result.stdout.contains("\"on\"") ? 0 : 69) && result.stderr == "",
      "\(result)")
    return String(result.stdout.dropLast())
  }

  private static func state(_ state: String, source: String? = nil) -> String {
    #"{"state":"\#(state)","lat":null,"lon":null,"source":\#(source.map { "\"\($0)\"" } ?? "null"),"age_s":null}"#
  }

  /// A program that prints this, in the place's folder.
  private func program(_ place: InstallPlace, _ script: String) throws -> String {
    let path = try place.folder.write("#!/bin/sh\n\(script)\n", to: "where")
    _ = try ProcessRunner.shell("chmod +x '\(path)'")
    return path
  }

  @Test func aPointThatIsKept() throws {
    try with { place in
      #expect(try status(place) == Self.state("undefined"))
      #expect(try Files.names(in: place.folder.file("home")) == [])
      expectUsage(
        try run(place, "near"),
        "near: Where? For example: finder near London", "")
      expect(
        try run(place, "near", "here"), status: 69, stdout: "",
        stderr: "finder: near: 'here' is not known: no location has been set\n"
          + "  'finder locate set POINT' keeps a point for it; see 'finder help locate'\n")
      expectUsage(
        try run(place, "locate", "set"),
        "locate set: Where? For example: finder locate set London", "")
      expect(try run(place, "locate", "set", "51.51", "-0.127"), stdout: "")
      // It would be as old as new.
      for words in [["here"], ["--at", "HERE"], []] {
        expect(
          try Finder.run(["locate", "set"] + words, environment: place.environment), status: 64,
          stdout: "", stderr: nil)
      }
      let on = try status(place)
      #expect(
        on.hasPrefix(#"{"state":"on","lat":51.51,"lon":-0.127,"source":"saved","age_s":"#), "\(on)")
      for words in [["near"], ["near", "HERE"], ["near", "--at", "here"]] {
        let result = try Finder.run(
          words + ["-n", "1", "--json"], environment: place.environment)
        #expect(
          result.stdout.contains(
            #""place":{"text":"\#(words.last == "near" ? "here" : words.last!)","kind":"here","name":"here","precision":"place","from":"locate"}"#
          ) && result.stdout.contains("Lion"), "\(result)")
      }
      expect(try run(place, "locate", "off"), stdout: "")
      #expect(try status(place) == Self.state("off"))
      expect(try run(place, "near"), status: 64, stdout: "", stderr: nil)
      expect(try run(place, "locate", "on"), stdout: "")
      #expect(try status(place).hasPrefix(#"{"state":"on""#))
      expect(try run(place, "locate", "forget"), stdout: "")
      #expect(try status(place) == Self.state("undefined"))
      expect(try run(place, "locate", "on"), status: 69, stdout: "", stderr: nil)
      #expect(try Files.names(in: place.data) == [".own.lock", "locate.json"])
    }
  }

  @Test func sourcesInOrder() throws {
    try with { place in
      let path = try program(place, "echo 53 -2")
      expect(try run(place, "locate", "use", path), stdout: "")
      #expect(
        try status(place) == #"{"state":"on","lat":53,"lon":-2,"source":"program","age_s":0}"#)
      expect(try run(place, "locate", "set", "51,-1"), stdout: "")
      #expect(try status(place).contains(#""lat":51,"lon":-1,"source":"saved""#))
      let location = ["FINDER_LOCATION": "TQ 30 80"]
      #expect(try status(place, more: location).contains(#","source":"environment","age_s":null}"#))
      expect(try run(place, "locate", "off"), stdout: "")
      #expect(try status(place, more: location).hasPrefix(#"{"state":"on""#))
      #expect(try status(place, more: ["FINDER_LOCATION": ""]) == Self.state("off"))
      for bad in ["x", "here", "95,0", "SW1A 1AA"] {
        expect(
          try run(place, "locate", more: ["FINDER_LOCATION": bad]), status: 64, stdout: "",
          stderr: nil)
      }
      for (good, position) in [
        ("5.15e1,-1.2e-1", "51.5,\"lon\":-0.12"), ("51.5-0.12", "51.5,\"lon\":-0.12"),
      ] {
        #expect(try status(place, more: ["FINDER_LOCATION": good]).contains("\"lat\":\(position)"))
      }
      for (bad, problem) in [
        (
          "100,51",
          "looks like degrees, but latitude 100 is out of range (-90…90); latitude and longitude "
            + "swapped? 51,100 is in range"
        ),
        (
          "12-14",
          "looks like degrees, but there is nothing between its two numbers: put a comma there if it is a "
            + "point"
        ),
      ] {
        expectUsage(
          try run(place, "locate", more: ["FINDER_LOCATION": bad]),
          "locate status: FINDER_LOCATION '\(bad)' \(problem)", "see 'finder help locate status'")
        let set = try run(place, "locate", "set", bad)
        #expect(set.status == 64 && set.stderr.contains("POINT \(bad) \(problem)\n"), "\(set)")
      }
      // It is not examined if a point is given.
      expect(
        try run(place, "near", "51.5,-0.1", "--csv", more: ["FINDER_LOCATION": "x"]), stdout: nil)
      expect(
        try run(place, "locate", "use", path), stdout: "",
        stderr: "finder: locate use: forgot the point that was kept for 'here'\n")
      #expect(try status(place).contains(#""source":"program""#))
    }
  }

  /// Nothing is run before the user allows it, nor after that is withdrawn.
  @Test func runOnlyWhereAllowed() throws {
    try with { place in
      let path = try program(place, "echo ran >> '\(place.folder.file("log"))'; echo 53 -2")
      _ = try (status(place), run(place, "near"), run(place, "locate", "saved"))
      expect(try run(place, "locate", "use", path), stdout: "")
      #expect(!FileManagerLike.isThere(place.folder.file("log")))
      _ = try status(place)
      expect(try run(place, "locate", "off"), stdout: "")
      _ = try (status(place), run(place, "near"))
      expect(try run(place, "locate", "forget"), stdout: "")
      _ = try status(place)
      #expect(try Files.text(place.folder.file("log")) == "ran\n")
    }
  }

  @Test(arguments: [
    ("exit 3", "ended with exit code 3"),
    ("echo no fix >&2; exit 1", "ended with exit code 1: 'no fix'"),
    ("echo hello", "printed no position: 'hello'"), ("true", "printed no position"),
    ("kill -9 $$", "was stopped by signal 9"),
    ("yes '................................................'", "printed more than 65.5 kB"),
  ])
  func programsThatFail(script: String, problem: String) throws {
    try with { place in
      let path = try program(place, script)
      expect(try run(place, "locate", "use", "'\(path)'"), stdout: "")
      #expect(try status(place) == Self.state("initialising", source: "program"))
      let note = try run(place, "locate").stderr
      #expect(
        note == "finder: locate status: 'here' is not known: the program '\(path)' \(problem)\n")
      let near = try run(place, "near")
      #expect(near.status == 64 && near.stderr.contains(problem), "\(near)")
    }
  }

  /// There is no shell: words are taken literally.
  @Test func wordsAreTakenLiterally() throws {
    try with { place in
      let path = try program(place, "printf '%s|' \"$@\" > '\(place.folder.file("log"))'; echo 1 2")
      expect(
        try run(place, "locate", "use", "'\(path)' \"a b\" '$HOME' ; *"), stdout: "")
      _ = try status(place)
      #expect(try Files.text(place.folder.file("log")) == "a b|$HOME|;|*|")
      for bad in ["'a", "", "  ", "\"\""] {
        expect(try run(place, "locate", "use", bad), status: 64, stdout: "", stderr: nil)
      }
      let folder = place.folder.path
      let plain = try place.folder.write("", to: "plain")
      for (missing, problem) in [
        ("nosuchprogram", "there is no program 'nosuchprogram' on the search path"),
        ("./where", "'./where' is not an absolute path"),
        ("/nosuch", "there is no program '/nosuch'"), ("/", "'/' is not a program"),
        ("plain", "there is no program 'plain' on the search path"),
        (plain, "'\(plain)' is not executable"), (folder, "'\(folder)' is not a program"),
      ] {
        expect(
          try run(place, "locate", "use", missing), status: 69, stdout: "",
          stderr: "finder: locate use: \(problem)\n")
      }
    }
  }

  /// One that keeps running, one that leaves another running, and one that does nothing: none outlives
  /// finder.
  @Test(.slow) func killedWithItsChildren() throws {
    try with { place in
      let log = place.folder.file("log")
      let left = "sleep 300 & echo $! $$ > '\(log)'"
      for (script, state) in [
        ("\(left); echo 'Latitude: 53.0'; echo 'Longitude: -2.0'; wait", "on"),
        ("\(left); echo 53 -2", "on"), ("\(left); wait", "initialising"),
        ("\(left); exec >&- 2>&- 3>&-; wait", "initialising"),
      ] {
        let path = try program(place, script)
        expect(try run(place, "locate", "use", path, "-q"), stdout: "")
        #expect(try status(place).contains("\"\(state)\""))
        expect(try Finder.shell(Self.living(log)), stdout: "")
      }
    }
  }

  /// A script that prints those of the listed processes that are still running. One that has ended may remain
  /// if its parent never waits for it.
  private static func living(_ log: String) -> String {
    """
    sleep 0.3; for p in $(cat '\(log)'); do case "$(ps -o stat= -p $p)" in ''|Z*) ;; *) echo $p ;; esac; done
    """
  }

  @Test func stoppedBySignal() throws {
    try with { place in
      let log = place.folder.file("log")
      let path = try program(place, "sleep 300 & echo $! $$ > '\(log)'; wait")
      expect(try run(place, "locate", "use", path), stdout: "")
      let result = try Finder.shell(
        """
        finder locate & pid=$!
        for n in $(seq 100); do [ -s '\(log)' ] && break; sleep 0.05; done
        kill -TERM $pid; wait $pid; echo $?
        \(Self.living(log))
        """, environment: place.environment)
      #expect(result.stdout == "143\n", "\(result)")
    }
  }

  /// Also if the point is needed twice.
  @Test func runOnce() throws {
    try with { place in
      let log = place.folder.file("log")
      let path = try program(place, "echo ran >> '\(log)'; echo 51.51 -0.127")
      expect(try run(place, "locate", "use", path), stdout: "")
      try place.folder.write(
        #"{"type":"Polygon","coordinates":[[[-1,51],[0,51],[0,52],[-1,52],[-1,51]]]}"#,
        to: "area.geojson")
      for words in [
        ["near", "here"], ["within", "here", "--polygon", "area.geojson"],
        ["within", "here", "--bbox", "-1,51,0,52"], ["check", "here"],
      ] {
        try Files.write([], to: log)
        let result = try Finder.run(
          words, environment: place.environment, directory: place.folder.path)
        expect(result, stdout: nil, stderr: nil)
        #expect(result.stderr.contains("the program's position, 51.51,-0.127"), "\(result)")
        #expect(try Files.text(log) == "ran\n", "\(words)")
      }
    }
  }

  @Test func theFilesThemselves() throws {
    try with { place in
      expect(try run(place, "locate", "save", "home", "51,0"), stdout: "")
      expect(try run(place, "locate", "set", "51,0"), stdout: "")
      for (name, words) in [
        ("saved", ["locate", "saved", "--json"]), ("locate", ["locate", "--json"]),
        ("saved", ["near", "home", "--json"]),
      ] {
        let path = "\(place.data)/\(name).json"
        let before = try Files.text(path)
        let result = try Finder.run(
          words + ["-o", "\(name).json"], environment: place.environment, directory: place.data)
        #expect(
          result.status == 64 && result.stderr.contains("--output \(name).json is"), "\(result)")
        #expect(try Files.text(path) == before)
      }
    }
  }

  @Test func savedPoints() throws {
    try with { place in
      expect(
        try run(place, "locate", "saved"),
        stderr:
          "finder: locate saved: there are none yet; 'finder locate save NAME POINT' keeps one\n")
      expect(try run(place, "locate", "save", "home", "51.51", "-0.127"), stdout: "")
      expect(try run(place, "locate", "save", "Brighton", "--at", "51.488,-0.128"), stdout: "")
      expect(
        try run(place, "locate", "saved"),
        stdout: """
          NAME      POSITION       GIVEN AS
          home      51.51,-0.127   51.51,-0.127
          Brighton  51.488,-0.128  51.488,-0.128

          """)
      expect(
        try run(place, "locate", "saved", "--format", "ndjson"),
        stdout: #"{"name":"home","lat":51.51,"lon":-0.127,"text":"51.51,-0.127"}"# + "\n"
          + #"{"name":"Brighton","lat":51.488,"lon":-0.128,"text":"51.488,-0.128"}"# + "\n")
      // The centre of a square has 14 decimals; people see six.
      #expect(try run(place, "locate", "save", "grid", "grid:TQ 30 80").status == 0)
      let square = try run(place, "locate", "saved").stdout
      #expect(square.contains("grid      51.508369,-0.120969  "), "\(square)")
      #expect(try run(place, "locate", "forget", "grid").status == 0)
      for (text, name) in [
        ("home", "Lion"), ("HOME", "Lion"), ("saved:home", "Lion"), ("Brighton", "Pigeon"),
      ] {
        let result = try run(place, "near", text, "-n", "1", "--csv", "-q")
        #expect(result.stdout.contains(name), "\(result)")
      }
      // A saved name comes first, unless the prefix says otherwise.
      let place50 = try run(place, "near", "place:Brighton", "-n", "1", "--json")
      #expect(place50.stdout.contains(#""lat":50.8225"#), "\(place50)")
      expectUsage(
        try run(place, "locate", "save", "SE24", "51,0"),
        "locate save: NAME SE24 reads as a postcode",
        "NAME  a name for the point (see 'finder help locate save')")
      expect(try run(place, "locate", "save", "x"), status: 64, stdout: "", stderr: nil)
      expect(
        try run(place, "locate", "forget", "hom"), status: 1, stdout: "",
        stderr: "finder: locate forget: no saved point is called 'hom'\n  did you mean 'home'?\n")
      expect(try run(place, "locate", "forget", "home"), stdout: "")
      expect(try run(place, "near", "home"), status: 64, stdout: "", stderr: nil)
    }
  }

  /// A point without a name is not a name without a point, for which the current position would be saved.
  @Test func aNameThatIsAPoint() throws {
    try with { place in
      expect(try run(place, "locate", "set", "51.51,-0.127"), stdout: "")
      for (text, quoted) in [
        ("London", "London"), ("brighton", "brighton"), ("SW1A 1AA", "'SW1A 1AA'"),
        ("place:Leeds", "place:Leeds"), ("51.5,-0.12", "51.5,-0.12"), ("TQ 30 80", "'TQ 30 80'"),
      ] {
        expectUsage(
          try run(place, "locate", "save", text),
          "locate save: '\(text)' is a point without a name; "
            + "try: finder locate save NAME \(quoted)", "")
      }
      expect(try run(place, "locate", "saved", "-q"), stdout: "")
      expect(try run(place, "locate", "save", "work"), stdout: "")
      expect(try run(place, "locate", "save", "London", "51.488,-0.128"), stdout: "")
      let near = try run(place, "near", "London", "-n", "1", "--csv", "-q")
      #expect(near.stdout.contains("Pigeon"), "\(near)")
    }
  }

  /// A saved point is a position: its source may change, or be forgotten.
  @Test func savedFromWhatChanges() throws {
    try with { place in
      let home = "home/.local/share/finder"
      expect(try run(place, "locate", "set", "51.51,-0.127"), stdout: "")
      expect(try run(place, "locate", "save", "a", "here"), stdout: "")
      expect(try run(place, "locate", "save", "b"), stdout: "")
      expect(try run(place, "locate", "save", "c", "saved:a"), stdout: "")
      expect(try run(place, "locate", "save", "a", "A"), stdout: "")
      expect(try run(place, "locate", "save", "d", "place:Brighton"), stdout: "")
      expect(try run(place, "locate", "save", "e", "TQ 30 80"), stdout: "")
      expect(try run(place, "locate", "set", "40,-74"), stdout: "")
      expect(try run(place, "locate", "forget", "a"), stdout: "")
      expect(
        try run(place, "locate", "saved", "--csv"), status: 64, stdout: "", stderr: nil)
      let saved = try run(place, "locate", "saved", "--format", "ndjson").stdout
      let square = saved.split(separator: "\n").last.map(String.init) ?? ""
      #expect(
        saved == #"""
          {"name":"b","lat":51.51,"lon":-0.127,"text":"51.51,-0.127"}
          {"name":"c","lat":51.51,"lon":-0.127,"text":"51.51,-0.127"}
          {"name":"d","lat":50.8225,"lon":-0.1372,"text":"place:Brighton"}
          \#(square)

          """#)
      #expect(square.hasSuffix(#","text":"TQ 30 80"}"#), "\(saved)")
      expect(try run(place, "locate", "set", "b"), stdout: "")
      let file = try Files.text(place.folder.file("\(home)/locate.json"))
      #expect(file.contains(#""lat":51.51,"lon":-0.127,"text":"51.51,-0.127""#), "\(file)")
    }
  }

  /// Anyone else who may write to the file could have any program run.
  @Test(.slow, arguments: ["666", "620", "602"]) func fileThatOthersMayWriteTo(mode: String) throws
  {
    try with { place in
      let log = place.folder.file("log")
      let path = try program(place, "echo ran >> '\(log)'; echo 53 -2")
      let file = "\(place.data)/locate.json"
      func open() throws { _ = try ProcessRunner.shell("chmod \(mode) '\(file)'") }
      expect(try run(place, "locate", "use", path), stdout: "")
      try open()
      let problem =
        "'here' is not known: the program '\(path)' is not run, since other users may write to \(file) or "
        + "own it; see that the program is yours, then 'chmod 600 \(file)'"
      #expect(try status(place) == Self.state("initialising", source: "program"))
      expect(
        try run(place, "locate"), status: 69, stdout: nil,
        stderr: "finder: locate status: \(problem)\n")
      expect(
        try run(place, "near", "here"), status: 69, stdout: "",
        stderr: "finder: near: \(problem)\n"
          + "  'finder locate set POINT' keeps a point for it; see 'finder help locate'\n")
      let near = try run(place, "near")
      #expect(near.status == 64 && near.stderr.contains(problem), "\(near)")
      #expect(!FileManagerLike.isThere(log))
      _ = try ProcessRunner.shell("chmod 600 '\(file)'")
      #expect(try status(place).hasPrefix(#"{"state":"on""#))
      try Files.write([], to: log)

      // A change makes the file the user's own again, but must not make what others put there trusted.
      for words in [["off"], ["set", "51,-1"], ["on"]] {
        expect(try run(place, "locate", "use", path, "-q"), stdout: "")
        try open()
        let change = try Finder.run(["locate"] + words, environment: place.environment)
        expect(
          change, status: words == ["on"] ? 69 : 0, stdout: "",
          stderr:
            "finder: locate \(words[0]): ignoring the program in \(file): other users own that file or "
            + "may write to it\n"
            + (words == ["on"]
              ? "finder: locate on: nothing to turn on: no point is kept and no program is allowed\n"
                + "  see 'finder help locate'\n" : ""))
        _ = try (run(place, "locate", "on", "-q"), status(place), run(place, "near"))
        #expect(try Files.text(log) == "", "\(words)")
      }
      // Points do no harm.
      expect(try run(place, "locate", "set", "51,-1", "-q"), stdout: "")
      expect(try run(place, "locate", "save", "home", "51,-1"), stdout: "")
      _ = try ProcessRunner.shell("chmod \(mode) '\(place.data)'/*.json")
      #expect(try status(place).contains(#""lat":51,"lon":-1,"source":"saved""#))
      expect(try run(place, "near", "home", "--csv", "-q"), stdout: nil)
    }
  }

  /// A position outside the camera bounds is treated like any other point there.
  @Test func outside() throws {
    try with { place in
      expect(try run(place, "locate", "set", "40.7,-74"), stdout: "")
      expect(try run(place, "locate", "save", "ny", "40.7,-74"), stdout: "")
      for text in ["here", "ny"] {
        expect(try run(place, "near", text), status: 3, stdout: "", stderr: nil)
        expect(
          try run(place, "near", text, "--outside", "allow", "--csv", "-q", "-n", "1"), stdout: nil)
      }
    }
  }

  @Test func damagedFiles() throws {
    try with { place in
      expect(try run(place, "locate", "save", "home", "51,0"), stdout: "")
      for name in ["saved.json", "locate.json"] {
        try place.folder.write("{\"version\":9}", to: "home/.local/share/finder/\(name)")
      }
      for words in [
        ["locate"], ["near"], ["near", "home"], ["near", "Brighton"], ["locate", "off"],
      ] {
        expect(
          try Finder.run(words, environment: place.environment), status: 65, stdout: "", stderr: nil
        )
      }
      // What has precedence over the file does not need it.
      expect(
        try run(place, "locate", "--json", more: ["FINDER_LOCATION": "51.5,-0.1"]),
        stdout: #"{"state":"on","lat":51.5,"lon":-0.1,"source":"environment","age_s":null}"# + "\n")
      // These need neither.
      for text in ["51.5,-0.1", "TQ 30 80", "place:Brighton"] {
        expect(try run(place, "near", text, "--csv", "-q"), stdout: nil)
      }
    }
  }
}

enum FileManagerLike {
  static func isThere(_ path: String) -> Bool { (try? Files.bytes(path)) != nil }
}
