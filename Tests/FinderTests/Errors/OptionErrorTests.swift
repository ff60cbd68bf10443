import CommandLineKit
import FinderEngine
import TestSupport
import Testing

@testable import finder

/// Commands and options that do not exist, do not belong here, or are incomplete; and invalid choices.
@Suite struct OptionErrorTests {
  typealias Case = UsageErrorTests.Case

  @Test(arguments: [
    Case("nera", "unknown command 'nera'; did you mean 'near'?", "see 'finder help'"),
    Case("bluk points.csv", "unknown command 'bluk'; try: finder bulk points.csv", ""),
    Case("withn --json", "unknown command 'withn'; did you mean 'within'?", "see 'finder help'"),
    Case("NEAR", "unknown command 'NEAR'; did you mean 'near'?", "see 'finder help'"),
    Case("validate", "unknown command 'validate'; try: finder data validate", ""),
    Case(
      "validate x.geojson", "unknown command 'validate'; try: finder data validate x.geojson", ""),
    Case(
      "xyzzy", "unknown command 'xyzzy'; for example: finder near London --match xyzzy", ""),
    Case("data inof", "data: unknown command 'inof'; try: finder data info", ""),
    Case("data xyzzy", "data: unknown command 'xyzzy'", "see 'finder help data'"),
    Case("help nera", "unknown command or topic 'nera'; try: finder help near", ""),
    Case("help near xyzzy", "near: unknown command or topic 'xyzzy'", "see 'finder help near'"),
    Case("help format", "unknown command or topic 'format'; try: finder help formats", ""),
    Case("points", "unknown command 'points'; did you mean 'help points'?", "see 'finder help'"),
    Case("help xyzzy", "unknown command or topic 'xyzzy'", "see 'finder help'"),
    Case(
      "xyzzy 5 --json",
      "unknown command 'xyzzy'; for example: finder near London --match xyzzy --limit 5 --json", ""),
    Case("--json", "no command given; for example: finder near London --json", ""),
    Case(
      "data --json",
      "data: no command given; expected one of info, validate, diff, convert, import, install, "
        + "list, remove, rollback, update, fetch, cache, gazetteer",
      "see 'finder help data'"),
    Case(
      "near 51 0 more",
      "near: '51 0 more' is not a point that finder knows; try: finder near '51 0' --match more", ""
    ),
    Case("data cache 51", "data cache: unexpected argument '51'", "see 'finder help data cache'"),
    Case("bulk a b", "bulk: unexpected argument 'b'", "see 'finder help bulk'"),
    Case(
      "data cache -- -q", "data cache: unexpected argument '-q'", "see 'finder help data cache'"),
  ])
  func commands(wrong: Case) throws {
    expectUsage(try Finder.run(wrong.line), wrong.problem, wrong.help)
  }

  private static let lat = "--lat D  latitude in decimal degrees, -90…90 (see 'finder help near')"

  @Test(arguments: [
    Case(
      "near --lattitude 51 --lon 0",
      "near: unknown option '--lattitude'; try: finder near --lat 51 --lon 0", ""),
    Case(
      "near --latitude=51 --longitude 0",
      "near: unknown option '--latitude'; try: finder near --lat 51 --lon 0", ""),
    Case(
      "near --limt 5",
      "near: unknown option '--limt'; for example: finder near London --limit 5", ""),
    Case(
      "near 51,0 --colour never",
      "near: unknown option '--colour'; try: finder near 51,0 --color never", ""),
    Case(
      "near 51,0 --sort name -n 3",
      "near: --sort is an option of 'data convert' and 'data import': venues always come nearest first; "
        + "try: finder near 51,0 --limit 3", ""),
    Case(
      "check --job 5", "check: unknown option '--job'; did you mean '--jobs' of 'bulk'?",
      "--jobs, -j N  use N threads; the output is the same for any N (see 'finder help bulk')"),
    Case("near --xyzzy", "near: unknown option '--xyzzy'", "see 'finder help near'"),
    Case("near -x", "near: unknown option '-x'", "see 'finder help near'"),
    Case(
      "near --jobs 5", "near: --jobs is an option of 'bulk'",
      "--jobs, -j N  use N threads; the output is the same for any N (see 'finder help bulk')"),
    Case(
      "check --outside allow",
      "check: --outside is an option of 'near', 'within', 'meet' and others",
      "--outside WHAT  what to do with a point outside the UK camera bounds: refuse, clamp, allow "
        + "(see 'finder help near')"),
    Case(
      "bulk --lat 51", "bulk: --lat is an option of 'near', 'within', 'pick' and others",
      "--lat D  latitude in decimal degrees, -90…90 (see 'finder help near')"),
    Case(
      "near --json=yes", "near: --json takes no value",
      "--json  the same as --format json (see 'finder help near')"),
    Case("near --lat", "near: --lat needs a value", lat),
    Case("near --lat --lon 0", "near: --lat needs a value", lat),
  ])
  func options(wrong: Case) throws {
    expectUsage(try Finder.run(wrong.line), wrong.problem, wrong.help)
  }

  /// Every option of every command that takes a value says so if it has none, and a switch says that it takes
  /// none. An option whose value is optional is parsed without one, and with any: its command checks the
  /// value.
  @Test(.slow) func everyOptionOfEveryCommand() throws {
    var count = 0
    for (path, command) in Program.table.commands where !command.isGroup {
      for option in command.options {
        let flag = "--\(option.name)"
        count += 1
        if let standard = option.standard {
          #expect(try value(of: option, in: path + [flag]) == standard, "\(path) \(flag)")
          #expect(try value(of: option, in: path + ["\(flag)=x"]) == "x", "\(path) \(flag)")
          continue
        }
        let needsValue = option.value != nil
        let result = try Finder.run(path + [needsValue ? flag : "\(flag)=x"])
        let name = path.joined(separator: " ")
        #expect(result.status == 64 && result.stdout == "", "\(result)")
        let lines = result.stderr.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 3, "\(result)")
        let problem = needsValue ? "needs a value" : "takes no value"
        #expect(lines[0] == "finder: \(name): \(flag) \(problem)", "\(result)")
        #expect(lines[1].hasPrefix("  \(flag)"), "\(result)")
        #expect(lines[1].hasSuffix("(see 'finder help \(name)')"), "\(result)")
      }
    }
    #expect(count > 70)
  }

  private func value(of option: Option, in line: [String]) throws -> String? {
    guard case .run(let invocation) = try Program.table.parse(line) else { return nil }
    return invocation[option]
  }

  /// Alone it means now; a value that it cannot read is named.
  @Test(arguments: ["near 51.5,-0.1", "within 51.5,-0.1 -r 1km", "closest x 51.5,-0.1", "bulk"])
  func anInvalidOptionalValue(line: String) throws {
    let name = line.prefix { $0 != " " }
    expectUsage(
      try Finder.run("\(line) --open=x"),
      "\(name): --open x is not a time: expected now, 18:30, 7pm, tonight, friday, 'friday 7pm' or "
        + "2026-11-22T18:30",
      "--open [WHEN]  only venues that are open then: now, 7pm, tonight, friday, 'friday 7pm', "
        + "2026-11-22T18:30 (see 'finder help \(name)')")
  }

  /// A value that is not among the choices, for each option that has choices.
  @Test(.slow) func everyChoice() throws {
    var count = 0
    for (path, command) in Program.table.commands {
      for option in command.options where !option.choices.isEmpty {
        let name = path.joined(separator: " ")
        expectUsage(
          try Finder.run(path + ["--\(option.name)", "xyzzy"]),
          "\(name): --\(option.name) xyzzy: not one of \(option.choices.joined(separator: ", "))",
          "\(option.synopsis)  \(option.summary) (see 'finder help \(name)')")
        count += 1
      }
    }
    #expect(count >= 20)
  }

  @Test func theNearestChoiceIsNamed() throws {
    expectUsage(
      try Finder.run("near --at 51,0 --format jsn"),
      "near: --format jsn: not one of table, json, ndjson, geojson, geojsonseq, csv, tsv, gpx, kml; "
        + "did you mean 'json'?",
      "--format, -f FORMAT  how results are printed (see 'finder help near')")
  }

  /// Scripts rely on these being there for every command.
  @Test func theCommonOptionsAreEverywhere() {
    let results = ["format", "json", "output", "exit-status", "quiet"]
    let dataset = results + ["data", "no-cache"]
    for (path, common) in [
      ("near", dataset + ["units", "color", "csv", "no-header", "count"]),
      ("within", dataset + ["units", "color", "csv", "no-header", "count"]),
      ("check", dataset + ["units"]), ("bulk", dataset + ["csv", "no-header", "count"]),
      ("data info", dataset), ("data validate", dataset + ["csv", "no-header"]),
      ("data cache", results), ("data install", results), ("data update", results),
      ("data diff", results + ["units", "color", "csv", "no-header", "count"]),
    ] {
      let names = Program.table.command(at: Finder.words(path))?.options.map(\.name) ?? []
      for option in common { #expect(names.contains(option), "\(path) \(option)") }
    }
  }

  /// An option that could have no effect is refused.
  @Test(arguments: [
    ("bulk", "--units imperial"), ("bulk", "--color always"), ("check", "--color never"),
    ("data info", "--units imperial"), ("data validate", "--color always"),
    ("data cache", "--data x"), ("data cache", "--no-cache"), ("data cache", "--units imperial"),
    ("data install x", "--units imperial"), ("data rollback", "--exit-status"),
    ("data rollback", "--color always"), ("check 51,0", "--csv"), ("data info", "--no-header"),
  ])
  func optionsWithoutEffect(command: String, option: String) throws {
    let result = try Finder.run("\(command) \(option)")
    let flag = option.prefix { $0 != " " }
    #expect(result.status == 64 && result.stdout == "", "\(result)")
    #expect(result.stderr.contains(": \(flag) is an option of '"), "\(result)")
  }

  // MARK: Words of other programs

  @Test(arguments: [
    ("near 51,0 --max 5", "near 51,0 --limit 5"), ("near 51,0 --top=5", "near 51,0 --limit 5"),
    ("near --point 51,0", "near --at 51,0"), ("near --coords 51,0", "near --at 51,0"),
    ("near --location 51,0", "near --at 51,0"),
    ("near --lat 51 --lng 0", "near --lat 51 --lon 0"),
    ("near --lat 51 --longitude 0", "near --lat 51 --lon 0"),
    ("near 51,0 --dist 5", "near 51,0 --radius 5"),
    ("near --lat 51 --LNG 5", "near --lat 51 --lon 5"),
    ("near 51,0 --no-color", "near 51,0 --color never"),
    ("near 51,0 --nocolour", "near 51,0 --color never"),
    ("near 51,0 --miles", "near 51,0 --units imperial"),
    ("near 51,0 --geojson", "near 51,0 --format geojson"),
    ("near 51,0 --file x", "near 51,0 --data x"),
    ("bulk --threads 2", "bulk --jobs 2"), ("near 51,0 --filter a=b", "near 51,0 --where 'a=b'"),
    ("near 51,0 --columns a", "near 51,0 --fields a"),
    // With one dash, as in some programs.
    ("near 51,0 -json", "near 51,0 --json"), ("bulk -json", "bulk --json"),
    ("near -limit=3 51,0", "near --limit 3 51,0"), ("near 51,0 -match x", "near 51,0 --match x"),
    ("near 51,0 -csv", "near 51,0 --csv"), ("bulk --tsv", "bulk --format tsv"),
    ("check --point 51,0", "check --at 51,0"), ("near --postcode M1", "near --at M1"),
    ("near --place London", "near --at London"), ("near --near London", "near --at London"),
    ("near 51,0 --type pub", "near 51,0 --kind pub"),
    ("near 51,0 --category=pub", "near 51,0 --kind pub"),
    ("near 51,0 --food pizza", "near 51,0 --for pizza"),
    ("near 51,0 --dish pizza", "near 51,0 --for pizza"),
    // Words that the food tables know, each for the option that takes it.
    ("near 51,0 --vegan", "near 51,0 --diet vegan"),
    ("near 51,0 --veggie", "near 51,0 --diet vegetarian"),
    ("near 51,0 --halal --km 2", "near 51,0 --diet halal --radius 2km"),
    ("near 51,0 --gluten-free", "near 51,0 --diet gluten_free"),
    ("near 51,0 --no-gluten", "near 51,0 --diet gluten_free"),
    ("near 51,0 --wheelchair", "near 51,0 --with wheelchair"),
    ("near 51,0 --dog-friendly", "near 51,0 --with dogs"),
    ("near 51,0 --takeaway", "near 51,0 --with takeaway"),
    ("near 51,0 --pizza", "near 51,0 --for pizza"), ("near 51,0 --pubs", "near 51,0 --for pub"),
    ("near 51,0 --fish-and-chips", "near 51,0 --for 'fish and chips'"),
    ("near 51,0 --chippy --vegan", "near 51,0 --for chippy --diet vegan"),
    ("closest x 51,0 --sushi", "closest x 51,0 --for sushi"),
    ("bulk --pizza", "bulk --for pizza"),
    ("near 51,0 --type json", "near 51,0 --format json"),
    ("near 51,0 --max 5 --miles", "near 51,0 --limit 5 --units imperial"),
    // Another command's option, which took its value: the word after that is the point.
    ("near --order distance 51,0", "near 51,0"),
  ])
  func optionsOfOtherPrograms(line: String, meant: String) throws {
    let result = try Finder.run(line)
    #expect(result.status == 64 && result.stdout == "", "\(result)")
    #expect(result.stderr.hasSuffix("; try: finder \(meant)\n"), "\(result)")
    #expect(result.stderr.split(separator: "\n").count == 1, "\(result)")
  }

  /// A word that may be a letter's value stays one; help is given wherever it is asked for.
  @Test func lettersWithValues() throws {
    try Dataset.with(Dataset.square) { _, data in
      let expected = try Finder.run("near 51.5,-0.1 --format json -n 1", data: data)
      expect(try Finder.run("near 51.5,-0.1 -fjson -qn1", data: data), stdout: expected.stdout)
      expect(try Finder.run("near -help"), stdout: try Finder.run("near --help").stdout)
    }
  }

  @Test(arguments: [
    ("uninstall", "; did you mean 'data remove', 'help shells' or 'data gazetteer remove'?\n"),
    (
      "UNINSTALL --now", "; did you mean 'data remove', 'help shells' or 'data gazetteer remove'?\n"
    ),
    ("help uninstall", "; try: finder help shells\n"),
  ])
  func uninstalling(line: String, hint: String) throws {
    let result = try Finder.run(line)
    #expect(result.status == 64 && result.stderr.contains(hint), "\(result)")
  }

  /// A name or a point of several words.
  @Test(
    .slow,
    arguments: [
      (
        "fav add Pizza Hut", "favourites add: unexpected argument 'Hut'",
        "favourites add 'Pizza Hut'"
      ),
      (
        "fav add McDonald's of Leeds -q", "favourites add: unexpected argument 'of'",
        #"favourites add 'McDonald'\''s of Leeds' --quiet"#
      ),
      (
        "fav move Pizza Hut top", "favourites move: unexpected argument 'top'",
        "favourites move 'Pizza Hut' top"
      ),
      ("fav rm Pizza Hut", "favourites: unknown command 'rm'; did you mean", ""),
      (
        "fav remove Pizza Hut", "favourites remove: unexpected argument 'Hut'",
        "favourites remove 'Pizza Hut'"
      ),
      (
        "show Pizza Hut TQ 30 80", "show: unexpected argument '30'", "show 'Pizza Hut' 'TQ 30 80'"
      ),
      (
        "show Pizza Hut 51.5 -0.1", "show: unexpected argument '-0.1'",
        "show 'Pizza Hut' '51.5 -0.1'"
      ),
      ("closest Pizza Hut M1", "closest: POINT 'Hut M1' is two words", "closest 'Pizza Hut' M1"),
      (
        "closest Pizza Hut", "closest: POINT Hut is not a point that finder knows",
        "closest 'Pizza Hut' London"
      ),
      (
        "suggest pizza hu 51.5,-0.1", "suggest: POINT 'hu 51.5,-0.1' is two words",
        "suggest 'pizza hu' 51.5,-0.1"
      ),
      (
        "locate save home TQ 30 80", "locate save: unexpected argument '80'",
        "locate save home 'TQ 30 80'"
      ),
      (
        "locate save my house 51.5,-0.1", "locate save: POINT 'house 51.5,-0.1' is two words",
        "locate save 'my house' 51.5,-0.1"
      ),
      (
        "locate use where-am-i please", "locate use: unexpected argument 'please'",
        "locate use 'where-am-i please'"
      ),
      (
        "locate forget my house", "locate forget: unexpected argument 'house'",
        "locate forget 'my house'"
      ),
      ("check TQ 30 80", "check: unexpected argument '80'", "check 'TQ 30 80'"),
      ("near M1 --radius 5 km", "near: --radius 5 km needs quotes", "near M1 --radius '5 km'"),
      (
        "near --radius 20 minutes M1", "near: --radius 20 minutes needs quotes",
        "near M1 --radius '20 minutes'"
      ),
      (
        "near M1 --match pub --limit 3 --radius 5 km", "near: --radius 5 km needs quotes",
        "near M1 --match pub --limit 3 --radius '5 km'"
      ),
      (
        "closest KFC --at Bath Spa --limit 2", "closest: give the point once",
        "closest KFC --at 'Bath Spa' --limit 2"
      ),
      (
        "visit add x --note Great food, loved it", "visit add: unexpected argument 'it'",
        "visit add x --note 'Great food, loved it'"
      ),
    ])
  func wordsWithoutQuotes(line: String, problem: String, meant: String) throws {
    try InstallPlace.with { place in
      let result = try place.run(line)
      let said = result.stderr.split(separator: "\n").first ?? ""
      let advice = "finder \(meant)"
      #expect(
        result.status == 64 && result.stdout == "" && said.hasPrefix("finder: \(problem)")
          && (meant.isEmpty || said.hasSuffix(advice)), "\(result)")
      guard !meant.isEmpty else { return }
      // The advice does not mention quotes again.
      let next = try Finder.shell("finder \(meant)", environment: place.environment)
      #expect(!next.stderr.contains("quotes"), "\(next)")
    }
  }

  @Test func anOptionOfAnotherCommand() throws {
    expectUsage(
      try Finder.run("near 51,0 --distance 5"),
      "near: --distance is an option of 'check'; try: finder near 51,0 --radius 5", "")
  }

  @Test(arguments: [
    ("find", "near"), ("nearest", "near"), ("ls", "within"),
    ("list", "within"),
    ("import x", "data import', 'favourites import' or 'review import"),
    ("export", "favourites export' or 'review export"),
    ("rm x", "data remove', 'favourites remove', 'locate forget' or others"),
    ("complete", "completions"), ("convert", "data convert"),
    ("favs", "favourites"), ("favorite x", "favourites"), ("favorites", "favourites"),
  ])
  func commandsOfOtherPrograms(line: String, meant: String) throws {
    let word = line.prefix { $0 != " " }
    expectUsage(
      try Finder.run(line),
      "unknown command '\(word)'; did you mean '\(meant)\(meant.hasSuffix("others") ? "" : "'")?",
      "see 'finder help'")
  }

  /// With more words, the whole line is known.
  @Test(arguments: [
    ("convert x", "data convert x"), ("completion bash", "completions bash"),
    ("install x -q", "data install x --quiet"), ("search 51,0", "near 51,0"),
    ("validate x", "data validate x"), ("verify x", "data validate x"),
    ("validate", "data validate"), ("verify", "data validate"), ("download", "data update"),
    ("version", "--version"),
    ("nera London -n 1", "near London --limit 1"),
  ])
  func linesOfOtherPrograms(line: String, meant: String) throws {
    let word = line.prefix { $0 != " " }
    expectUsage(try Finder.run(line), "unknown command '\(word)'; try: finder \(meant)", "")
  }

  @Test func undoing() throws {
    let result = try Finder.run("undo")
    #expect(result.status == 64 && result.stderr.hasSuffix("; try: finder history\n"), "\(result)")
    #expect(!result.stderr.contains("rollback"), "\(result)")
  }

  /// No such word is taken for the real one, and none hides one of the command's own.
  @Test func otherProgramsWordsHideNoCommand() {
    for (path, command) in Program.table.commands {
      let names = command.options.map(\.name) + Option.builtIn.map(\.name)
      for option in command.options {
        for word in option.otherWords.split(separator: " ") {
          let name = word.prefix { $0 != "=" }
          #expect(!names.contains(String(name)), "\(path) \(option.flag) \(word)")
        }
      }
    }
  }

  @Test(arguments: [
    ("data help", "help data"), ("data help info", "help data info"),
    ("data --quiet help diff", "help data diff"), ("help data help", "help data"),
    ("data help --help", "help data"),
  ])
  func helpAfterAGroup(line: String, same: String) throws {
    expect(try Finder.run(line), stdout: try Finder.run(same).stdout)
  }

  @Test func helpForWhatIsNotInTheGroup() throws {
    expectUsage(
      try Finder.run("data help near"),
      "data: unknown command or topic 'near'; try: finder help near", "")
  }

  @Test func bulkHasFourFormats() throws {
    for format in ["table", "json", "geojsonseq", "gpx", "kml"] {
      let result = try Finder.run("bulk --format \(format)", stdin: .text("51,0\n"))
      #expect(result.status == 64 && result.stdout == "", "\(result)")
      let problem = "finder: bulk: --format \(format): not one of ndjson, csv, tsv, geojson"
      #expect(result.stderr.hasPrefix(problem), "\(result)")
    }
  }
}
