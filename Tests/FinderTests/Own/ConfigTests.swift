import FinderEngine
import FinderOwn
import TestSupport
import Testing

/// `finder config`, and the effects of the settings.
@Suite struct ConfigTests {
  private func with(_ body: (InstallPlace) throws -> Void) throws {
    try InstallPlace.with { place in
      let data = try place.folder.write(Dataset.square, to: "venues.geojson")
      let environment = place.environment.merging(["FINDER_DATA": data]) { $1 }
      try body(InstallPlace(folder: place.folder, environment: environment))
    }
  }

  private func file(_ place: InstallPlace) -> String {
    place.folder.file("home/.config/finder/config")
  }

  private func write(_ text: String, _ place: InstallPlace) throws {
    try ProcessRunner.makeFolders(place.folder.path, "home/.config/finder")
    try Files.write(Array(text.utf8), to: file(place))
  }

  @Test func setGetAndUnset() throws {
    try with { place in
      expect(try place.run("config get units"), status: 1, stdout: "")
      expect(try place.run("config set units imperial"), stdout: "")
      expect(try place.run("config set weight 82kg"), stdout: "")
      expect(try place.run("config get units"), stdout: "imperial\n")
      #expect(try Files.text(file(place)) == "units = imperial\nweight = 82kg\n")
      expect(try place.run("config path"), stdout: file(place) + "\n")
      let list = """
        KEY          VALUE     FROM
        units        imperial  file
        color        auto      default
        limit        10        default
        data
        outside      refuse    default
        weight       82kg      file
        pace         4.8       default
        walk-factor  1.2       default
        router
        opener       xdg-open  default
        base

        """
      #if os(Linux)
        expect(try place.run("config list"), stdout: list)
        expect(try place.run("config"), stdout: list)
      #endif
      let json = try place.run("config list --json")
      #expect(
        json.stdout.hasPrefix(
          """
          {"path":"\(file(place))",
           "settings":[
            {"key":"units","value":"imperial","from":"file"},
            {"key":"color","value":"auto","from":"default"},

          """), "\(json)")
      #expect(json.stdout.contains("{\"key\":\"router\",\"value\":null,\"from\":\"default\"}"))
      expect(try place.run("config unset weight"), stdout: "")
      expect(try place.run("config unset weight"), stdout: "")
      #expect(try Files.text(file(place)) == "units = imperial\n")
      try write("# mine\n\nunits = metric\n# more", place)
      expect(try place.run("config set pace 5"), stdout: "")
      #expect(try Files.text(file(place)) == "# mine\n\nunits = metric\n# more\npace = 5\n")
    }
  }

  @Test func wrongUse() throws {
    try with { place in
      for command in ["get", "unset"] {
        expect(
          try place.run("config \(command) unit"), status: 1, stdout: "",
          stderr: """
            finder: config \(command): there is no setting 'unit'; did you mean 'units'?
              see 'finder help config'

            """)
      }
      expectUsage(
        try place.run("config set unit 3"),
        "config set: there is no setting 'unit'; did you mean 'units'?",
        "see 'finder help config set'")
      expectUsage(
        try place.run("config set units metrik"),
        "config set: VALUE metrik for units: expected metric or imperial; did you mean 'metric'?",
        "VALUE  its new value (see 'finder help config set')")
      expectUsage(
        try place.run("config set units miles"),
        "config set: VALUE miles for units: expected metric or imperial; did you mean 'imperial'?",
        "VALUE  its new value (see 'finder help config set')")
      expectUsage(
        try place.run("config set weight=82"),
        "config set: VALUE is missing; did you mean 'finder config set weight 82'?",
        "VALUE  its new value (see 'finder help config set')")
      expectUsage(
        try place.run("config set weight"),
        "config set: VALUE is missing; for example: finder config set units imperial", "")
      expectUsage(
        try place.run("config weight 82"),
        "config: unknown command 'weight'; try: finder config set weight 82", "")
      for key in SettingKey.allCases {
        expectUsage(
          try place.run("config \(key.name)"),
          "config: unknown command '\(key.name)'; did you mean 'config get \(key.name)' or "
            + "'config set \(key.name)'?", "see 'finder help config'")
      }
      for line in [
        "config set weight heavy", "config set pace 0", "config set zzz 1", "config set units",
        "config set router http://", "config set router x", "config set router http://h:99999",
        "config set opener '",
        "config set data -", "config set base ~nobody/here", "config set limit -1",
        "config set limit ten",
        "config set outside maybe", "config get",
      ] {
        expect(try place.run(line), status: 64, stdout: "", stderr: nil)
      }
      #expect(try Files.names(in: place.folder.file("home")) == [])
      expect(
        try place.run("config set pace 5", ["FINDER_CONFIG": "off"]), status: 64, stdout: "",
        stderr: nil)
      expect(
        try Finder.run("config set pace 5", environment: ["HOME": ""]), status: 73, stdout: "",
        stderr:
          "finder: config set: no folder for settings: neither XDG_CONFIG_HOME nor HOME is set\n")
      expect(
        try place.run("config get pace", ["FINDER_CONFIG": "/nonexistent"]), status: 66, stdout: "",
        stderr: "finder: config get: cannot read /nonexistent: No such file or directory\n"
          + "  FINDER_CONFIG names it\n")
    }
  }

  /// A bad line is reported by file and line wherever a setting matters, and nowhere else.
  @Test func damage() throws {
    try with { place in
      let near = "near 51.508,-0.128 -n 1 -q"
      let metric = try place.run(near)
      let json = try place.run("\(near) --json")
      try write("# mine\nunit = imperial\n", place)
      let problem =
        "\(file(place)): line 2: unknown key 'unit'; did you mean 'units'?\n"
        + "  'finder config unset unit' removes the line, and 'finder config edit' opens the file; "
        + "--no-config ignores the file\n"
      for (line, name) in [(near, "near"), ("show Lion", "show")] {
        expect(try place.run(line), status: 65, stdout: "", stderr: "finder: \(name): \(problem)")
      }
      // A message about the file does not suggest --no-config.
      for line in ["config", "config list", "config get pace", "config edit"] {
        let result = try place.run(line, ["EDITOR": "true"])
        #expect(result.status == 65, "\(result)")
        #expect(
          result.stderr.hasSuffix(
            "'units'?\n  'finder config unset unit' removes the line, and 'finder config edit' opens "
              + "the file\n"), "\(result)")
      }
      #expect(try Files.text(file(place)) == "# mine\nunit = imperial\n")
      expect(try place.run("\(near) --json"), stdout: json.stdout)
      expect(try place.run("\(near) --count"), stdout: "1\n")
      expect(try place.run("\(near) --no-config"), stdout: metric.stdout)
      expect(try place.run(near, ["FINDER_CONFIG": "off"]), stdout: metric.stdout)
      // A query's results never overwrite it.
      let refused = try place.run("near 51.508,-0.128 -o \(file(place)) --format json")
      #expect(refused.status == 64, "\(refused)")
      #expect(try Files.text(file(place)) == "# mine\nunit = imperial\n")
    }
  }

  @Test("Bad lines are corrected one after the other")
  func mended() throws {
    try with { place in
      try write("unit = imperial\nunits = furlongs\npace\n", place)
      expect(
        try place.run("config set pace 5"), stdout: "",
        stderr:
          "finder: config set: saved, but \(file(place)): line 1: unknown key 'unit'; did you mean "
          + "'units'?; 'finder config unset unit' removes the line, and 'finder config edit' opens "
          + "the file\n")
      let result = try place.run("config unset unit")
      #expect(result.status == 0 && result.stderr.contains("line 1: units 'furlongs'"), "\(result)")
      expect(try place.run("config set units imperial"), stdout: "")
      #expect(try Files.text(file(place)) == "units = imperial\npace = 5\n")
      expect(try place.run("config unset unit"), status: 1, stdout: "", stderr: nil)
    }
  }

  @Test func noSettings() throws {
    try with { place in
      try write("units = imperial\n", place)
      for off in ["off", "/dev/null"] {
        let more = ["FINDER_CONFIG": off]
        #expect(try place.run("near 51.508,-0.128 -n 2 -q", more).stdout.contains("233 m") == true)
        #expect(try place.run("config get units", more).status == 1)
        #expect(try place.run("config", more).stdout.contains("imperial") == false)
        for line in ["config set units metric", "config unset units", "config path", "config edit"]
        {
          let result = try place.run(line, more)
          #expect(
            result.status == 64 && result.stderr.contains("FINDER_CONFIG is \(off)"), "\(result)")
        }
      }
    }
  }

  @Test func unitsAndWalks() throws {
    try with { place in
      let line = "near 51.508,-0.128 --match lion -q"
      let metric = try place.run(line)
      #expect(metric.stdout.contains("233 m") && metric.stdout.contains("~4 min"), "\(metric)")
      let json = try place.run("\(line) --json")
      let csv = try place.run("\(line) --csv")
      try write("units = imperial\nwalk-factor = 2\npace = 2mph\n", place)
      let table = try place.run(line)
      // 233.2 m are 255 yards, and twice that at 53.6 metres a minute takes 8.7 minutes.
      #expect(table.stdout.contains("255 yd") && table.stdout.contains("~9 min"), "\(table)")
      #expect(try place.run("\(line) --units metric").stdout.contains("233 m") == true)
      expect(try place.run("\(line) --no-config"), stdout: metric.stdout)
      expect(try place.run("\(line) --json"), stdout: json.stdout)
      expect(try place.run("\(line) --csv"), stdout: csv.stdout)
      #expect(
        try place.run("show Lion 51.508,-0.128 -q").stdout.contains("255 yd N, ~9 min") == true)
      #expect(try place.run("check 40,-0.1 -q").stdout.contains(" mi;") == true)
      #expect(try place.run("closest Lion 51.508,-0.128 -q").stdout.contains("255 yd") == true)
      expect(try place.run("favourites add Lion -q"), stdout: "")
      #expect(try place.run("closest --all 51.508,-0.128 -q").stdout.contains("255 yd") == true)
    }
  }

  @Test func colour() throws {
    try with { place in
      let line = "near 51.508,-0.128 -n 1 -q"
      try write("color = always\n", place)
      #expect(try place.run(line).stdout.contains("\u{1B}[1m") == true)
      for (more, extra) in [
        ("--color never", [:]), ("--color auto", [:]), ("--no-config", [:]),
        ("", ["NO_COLOR": "1"]), ("", ["TERM": "dumb"]), ("", ["FINDER_CONFIG": "off"]),
      ] as [(String, [String: String])] {
        #expect(try place.run("\(line) \(more)", extra).stdout.contains("\u{1B}") == false)
      }
      #expect(
        try place.run("\(line) --color always", ["NO_COLOR": "1"]).stdout.contains("\u{1B}[1m")
          == true)
    }
  }

  /// As many rows as configured, only in tables, and unless an option says how many.
  @Test func limit() throws {
    try with { place in
      expect(try place.run("config set limit 2"), stdout: "")
      let near = "near 51.5074,-0.1278"
      func rows(_ line: String) throws -> Int {
        try place.run(line).stdout.split(separator: "\n").count
      }
      #expect(try rows("\(near)") == 1 + 2)
      #expect(try rows("\(near) -n 3") == 1 + 3)
      #expect(try rows("\(near) --no-config") == 1 + 4)
      #expect(try rows("\(near) --format ndjson") == 4)
      #expect(try rows("within 51.5074,-0.1278 -r 900km") == 1 + 4)
      expect(try place.run("\(near) --count"), stdout: "4\n")
      #expect(try place.run("\(near) --json").stdout.contains("\"limit\":10,"))
      expect(try place.run("config set limit 0"), stdout: "")
      #expect(try rows(near) == 1 + 4)
    }
  }

  /// The configured dataset comes after the option and the variable, and before the installed one.
  @Test func data() throws {
    try InstallPlace.with { place in
      let venues = try place.folder.write(Dataset.square, to: "venues.geojson")
      let one = Dataset.collection([Dataset.venue("Lion", 51.5, -0.1)])
      let other = try place.folder.write(one, to: "other.geojson")
      try place.folder.write("51.5,-0.1\n", to: "points.csv")
      expect(try place.run("data install other.geojson"), stdout: nil)
      // A relative name is relative to the folder where it was set.
      expect(try place.run("config set data venues.geojson"), stdout: "")
      let set = try place.run("config get data").stdout
      #expect(set.hasPrefix("/") && set.hasSuffix("/venues.geojson\n"), "\(set)")
      let near = "near 51.5074,-0.1278 --json"
      #expect(
        try place.run(near).stdout.contains("\"data\":{\"source\":\"config\"},\n \"count\":4,"))
      #expect(try place.run("data info").stdout.contains("config"))
      #expect(
        try place.run("\(near) --no-config").stdout.contains(
          "\"source\":\"installed\"},\n \"count\":1,"))
      #expect(
        try place.run(near, ["FINDER_DATA": other]).stdout.contains("\"source\":\"environment\""))
      #expect(try place.run("\(near) --data \(other)").stdout.contains("\"source\":\"option\""))
      // A named file that is missing is an error, and a query's result never overwrites it.
      expect(
        try place.run("near 51.5,-0.1 --output \(venues)"), status: 64, stdout: "", stderr: nil)
      let missing = try place.run("config set data /nonexistent.geojson")
      expect(
        missing, stdout: "",
        stderr: "finder: config set: /nonexistent.geojson cannot be read yet\n")
      expect(try place.run(near), status: 66, stdout: "", stderr: nil)
      // The same if the name is relative, since a file may be created later.
      let folder = set.dropLast("venues.geojson\n".count)
      for key in ["data", "base"] {
        expect(
          try place.run("config set \(key) later.geojson"), stdout: "",
          stderr: "finder: config set: \(folder)later.geojson cannot be read yet\n")
        expect(try place.run("config get \(key)"), stdout: "\(folder)later.geojson\n")
      }
      expect(try place.run("bulk points.csv"), status: 66, stdout: "", stderr: nil)
      expect(try place.run("bulk points.csv --no-config"), stdout: nil)
      let installed = try place.run("data install venues.geojson")
      expect(
        installed, stdout: nil,
        stderr:
          "finder: data install: queries still use \(folder)later.geojson, set by 'finder config set "
          + "data'; 'finder config unset data' undoes that\n")
    }
  }

  @Test func outside() throws {
    try with { place in
      expect(try place.run("near 40.7,-74 -n 1"), status: 3, stdout: "", stderr: nil)
      expect(try place.run("config set outside allow"), stdout: "")
      expect(try place.run("near 40.7,-74 -n 1"), stdout: nil)
      #expect(try place.run("near 40.7,-74 -n 1 --json").stdout.contains("\"inside\":false"))
      expect(try place.run("near 40.7,-74 --outside refuse"), status: 3, stdout: "", stderr: nil)
      expect(try place.run("near 40.7,-74 --no-config"), status: 3, stdout: "", stderr: nil)
      expect(try place.run("config set outside refuse"), stdout: "")
      // Each point of a stream has its answer, whatever the settings.
      try place.folder.write("40.7,-74\n", to: "points.csv")
      expect(try place.run("bulk points.csv"), stdout: nil)
    }
  }

  /// A name that is nearly a variable's would have no effect.
  @Test func misspeltVariables() throws {
    try with { place in
      let near = "near 51.5074,-0.1278 -n 1"
      for (name, meant) in [
        ("FINDER_DTA", "FINDER_DATA"), ("FINDER_CASHE", "FINDER_CACHE"),
        ("FINDER_CACHE_SISE", "FINDER_CACHE_SIZE"), ("FINDER_CONFGI", "FINDER_CONFIG"),
      ] {
        expect(
          try place.run(near, [name: "x"]), stdout: nil,
          stderr: "finder: near: finder has no variable \(name); did you mean \(meant)?\n")
        expect(try place.run("\(near) -q", [name: "x"]), stdout: nil)
        expect(try place.run(near, [name: ""]), stdout: nil)
        expect(try place.run("completions bash", [name: "x"]), stdout: nil)
      }
      expect(try place.run(near, ["FINDER_REAL_DATA": "x", "FINDERDATA": "x"]), stdout: nil)
      expect(
        try place.run(near, ["FINDER_CACHE": "no"]), stdout: nil,
        stderr: "finder: near: FINDER_CACHE 'no' has no effect; off turns the cache off\n")
      for value in ["off", "on", ""] {
        expect(try place.run(near, ["FINDER_CACHE": value]), stdout: nil)
      }
    }
  }

  @Test func opener() throws {
    try with { place in
      let program = try place.folder.write(
        "#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(place.folder.path)/opened'\n", to: "my browser")
      _ = try ProcessRunner.shell("chmod +x '\(program)'")
      try write("opener = '\(program)' --new \"a b\"\n", place)
      let shown = try place.run("show Lion --open map -q")
      expect(shown, stdout: nil)
      let words = try Files.text(place.folder.file("opened")).split(separator: "\n")
      #expect(words.count == 3 && words[0] == "--new" && words[1] == "a b", "\(words)")
      #expect(words.last?.hasPrefix("https://www.openstreetmap.org/") == true)
      try write("opener = nowhere-to-be-found\n", place)
      expect(try place.run("show Lion --open map"), status: 69, stdout: nil, stderr: nil)
    }
  }

  @Test func edit() throws {
    try with { place in
      let editor = try place.folder.write(
        "#!/bin/sh\nfor last; do :; done\nprintf '%s' \"$TEXT\" > \"$last\"\n", to: "ed itor")
      _ = try ProcessRunner.shell("chmod +x '\(editor)'")
      let more = ["EDITOR": "'\(editor)' -n", "TEXT": "units = imperial\n"]
      expect(try place.run("config edit", more), stdout: "")
      #expect(try Files.text(file(place)) == "units = imperial\n")
      expect(
        try place.run("config edit", more.merging(["TEXT": "\nx"]) { $1 }), status: 65, stdout: "",
        stderr: nil)
      #expect(try Files.text(file(place)) == "\nx")
      expect(
        try place.run("config edit", ["VISUAL": "no-such-editor"]), status: 69, stdout: "",
        stderr: nil)
      let failed = try place.run("config edit", ["EDITOR": "false"])
      #expect(failed.status == 69 && failed.stdout == "", "\(failed)")
      #expect(failed.stderr.hasSuffix("false failed: nothing was kept\n"))
    }
  }

  @Test("Changes by another program in the meantime are not overwritten by an editor")
  func editedMeanwhile() throws {
    try with { place in
      let editor = try place.folder.write("#!/bin/bash\neval \"$SCRIPT\"\n", to: "editor")
      _ = try ProcessRunner.shell("chmod +x '\(editor)'")
      func edit(_ script: String) throws -> ProcessResult {
        try place.run(
          "config edit", ["EDITOR": editor, "SCRIPT": script, "TMPDIR": place.folder.path])
      }
      func texts() throws -> [String] {
        try Files.names(in: place.folder.path).filter { $0.hasPrefix("finder-config-") }
      }
      expect(try place.run("config set pace 5"), stdout: "")
      let result = try edit("finder config set limit 7; echo units = imperial > \"$1\"")
      let name = try #require(try texts().first)
      expect(
        result, status: 65, stdout: "",
        stderr:
          "finder: config edit: another process changed \(file(place)) while your editor was open; nothing was "
          + "saved\n"
          + "  your text is in \(place.folder.file(name))\n")
      #expect(try Files.text(file(place)) == "pace = 5\nlimit = 7\n")
      #expect(try Files.text(place.folder.file(name)) == "units = imperial\n")
      try Files.remove(place.folder.file(name))
      // If nothing was written, or the same text, there is nothing to lose.
      for (script, text) in [
        ("finder config set limit 8", "pace = 5\nlimit = 8\n"),
        (
          "finder config set limit 9; printf 'pace = 5\\nlimit = 9\\n' > \"$1\"",
          "pace = 5\nlimit = 9\n"
        ),
        ("stat -c %a \"$1\" > $TMPDIR/mode; sed -i s/9/6/ \"$1\"", "pace = 5\nlimit = 6\n"),
      ] {
        // The first one changes the file, not the copy.
        let isUnchanged = script == "finder config set limit 8"
        let note =
          "finder: config edit: nothing was changed; an editor that returns at once needs its option to "
          + "wait, such as 'code --wait'\n"
        expect(try edit(script), stdout: "", stderr: isUnchanged ? note : "")
        #expect(try Files.text(file(place)) == text && texts().isEmpty)
      }
      #expect(try Files.text(place.folder.file("mode")) == "600\n")
      // The text left by an editor that failed is kept too.
      let failed = try edit("echo limit = 1 > \"$1\"; exit 3")
      #expect(failed.status == 69 && failed.stderr.contains("  your text is in "), "\(failed)")
      #expect(try Files.text(file(place)) == "pace = 5\nlimit = 6\n")
    }
  }

  @Test func aLockThatIsALink() throws {
    try with { place in
      try write("units = metric\n", place)
      let lock = place.folder.file("home/.config/finder/.config.lock")
      _ = try ProcessRunner.shell("ln -s /nowhere '\(lock)'")
      expect(
        try place.run("config set units imperial"), status: 73, stdout: "",
        stderr: "finder: config set: \(lock) is a symbolic link, not a file that can be locked; "
          + "delete it\n")
    }
  }

  /// Each of many concurrent changes is made.
  @Test func manyAtOnce() throws {
    try with { place in
      let names = ["units imperial", "color never", "weight 80", "pace 5", "walk-factor 1.3"]
      let script = names.map { "finder config set \($0) &" }.joined(separator: "\n") + "\nwait"
      for _ in 0..<5 {
        _ = try Finder.shell(script, environment: place.environment)
        let lines = try Files.text(file(place)).split(separator: "\n")
        #expect(lines.count == 5, "\(lines)")
        for name in names { _ = try place.run("config unset \(name.prefix { $0 != " " })") }
      }
      #expect(try Files.text(file(place)) == "")
    }
  }

  @Test func completed() throws {
    func offered(_ words: String...) throws -> [Substring] {
      try Finder.run(["completions", "fish", "--", "config"] + words).stdout.split(separator: "\n")
        .map { $0.prefix { $0 != "\t" } }
    }
    #expect(try offered("get", "w") == ["weight", "walk-factor"])
    #expect(try offered("set", "units", "m") == ["metric"])
  }
}
