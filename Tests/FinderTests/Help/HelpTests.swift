import CommandLineKit
import FinderEngine
import TestSupport
import Testing

@testable import finder

/// Help and version, compared as a whole with the files in Snapshots. With FINDER_UPDATE_SNAPSHOTS=1 the
/// files are rewritten; read the change before committing it.
@Suite struct HelpTests {
  private static let folder = Package.folder + "/Tests/FinderTests/Snapshots"
  private static let isUpdating = ProcessRunner.variable("FINDER_UPDATE_SNAPSHOTS") == "1"

  /// Every command and group, without `help` and its topics.
  private static let commands = Program.table.commands.filter { $0.path.first != "help" }
  private static let pages = commands.map { $0.path.joined(separator: " ") }
  private static let topics = Program.table.topics.map(\.name)

  /// `help-data-info.txt`, and `short-data-info.txt` for `data info --help`.
  private static func file(_ page: String, _ form: String = "help") -> String {
    let words = page.split(separator: " ").map { String($0) }
    return "\(folder)/\(([form] + words).joined(separator: "-")).txt"
  }

  /// Pages that have a short form.
  private static let abridged = commands.map(\.path).filter {
    Program.help(for: $0, .short, width: 80) != Program.help(for: $0, .whole, width: 80)
  }.map { $0.joined(separator: " ") }

  @Test(arguments: pages + topics)
  func snapshot(page: String) throws {
    let result = try Finder.run("help \(page)")
    #expect(result.status == 0 && result.stderr == "", "\(result)")
    if Self.isUpdating { try Files.write(result.stdoutBytes, to: Self.file(page)) }
    expect(result, stdout: try Files.text(Self.file(page)))
  }

  @Test(arguments: abridged)
  func shortSnapshot(page: String) throws {
    let result = try Finder.run("\(page) --help")
    #expect(result.status == 0 && result.stderr == "", "\(result)")
    let file = Self.file(page, "short")
    if Self.isUpdating { try Files.write(result.stdoutBytes, to: file) }
    expect(result, stdout: try Files.text(file))
  }

  /// A short page fits a screen, or nearly: at most ten options, five examples, and how to see the rest.
  @Test(arguments: abridged)
  func shortPages(page: String) throws {
    let text = try Finder.run("\(page) --help").stdout
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.filter { $0.hasPrefix("  -") }.count <= 10, "\(text)")
    let examples = lines.drop { $0 != "Examples:" }.dropFirst().prefix { $0.hasPrefix("  ") }
      .filter { !$0.hasPrefix("   ") }
    #expect((1...5).contains(examples.count), "\(text)")
    #expect(
      text.contains("'finder help \(page)'\nshows") || text.contains("'finder help \(page)' shows"))
    let command = Program.table.command(at: page.split(separator: " ").map { String($0) })
    let everyday = command?.everydayOptions ?? []
    // A group has none, nor does a command with only arguments.
    let least = command?.options.isEmpty == false ? 1 : 0
    #expect((least...10).contains(everyday.count), "\(page)")
  }

  /// The variables that the program reads are those that help explains.
  @Test func variables() throws {
    let rows = EnvironmentHelp.topic.sections.flatMap(\.rows).map(\.term)
    #expect(rows.filter { $0.hasPrefix("FINDER_") } == Variables.names)
  }

  /// The list of 2020 is never named without its date.
  @Test func publishedListIsNamedAsItIs() {
    var count = 0
    for path in [[]] + Self.commands.map(\.path) {
      let words = Program.help(for: path, .whole, width: 80).split(whereSeparator: \.isWhitespace)
      let text = words.joined(separator: " ")
      let names = text.ranges(of: "Eat Out to Help Out").count
      #expect(names == text.ranges(of: PublishedList.title).count, "\(path)")
      count += names
    }
    #expect(count >= 2)
  }

  @Test func noSnapshotIsLeftOver() throws {
    let names = try Files.names(in: Self.folder)
    let files =
      (Self.pages + Self.topics).map { Self.file($0) } + [Self.list, PhraseTests.file]
      + Self.abridged.map { Self.file($0, "short") }
    #expect(names.map { "\(Self.folder)/\($0)" } == files.sorted())
  }

  /// The table against which `.ci/checks/hostile` checks every run.
  private static let list = folder + "/commands.tsv"

  /// Each command with its heading and its exit codes.
  @Test func commandsSnapshot() throws {
    let lines = Self.commands.filter { !$0.command.isGroup }.map { path, command in
      let heading = Program.table.command(at: [path[0]])?.heading ?? ""
      let codes = Program.table.exitCodes(of: path).map(String.init).joined(separator: " ")
      return "\(path.joined(separator: " "))\t\(heading)\t\(codes)\n"
    }
    let text = "command\theading\texit codes\n" + lines.joined()
    if Self.isUpdating { try Files.write(Array(text.utf8), to: Self.list) }
    #expect(try Files.text(Self.list) == text)
  }

  /// Every command needs them. Its page has its snapshot above, and the compiler requires its exit codes.
  @Test func everyCommandHasAHeadingAndExamples() {
    for (path, command) in Self.commands {
      #expect(command.examples.count >= 2, "\(path)")
      #expect(command.heading.isEmpty == (path.count != 1), "\(path)")
    }
  }

  @Test func everyCommandIsCompleted() throws {
    for (path, group) in Self.commands where group.isGroup {
      let offered = try Finder.run(["completions", "fish", "--"] + path + [""]).stdout
        .split(separator: "\n").map { $0.prefix { $0 != "\t" } }
      for command in group.subcommands {
        #expect(offered.contains(command.name[...]), "\(path) \(command.name)")
      }
    }
  }

  @Test(.slow, arguments: pages)
  func everyWayOfAsking(page: String) throws {
    let help = try Finder.run("help \(page)").stdout
    expect(try Finder.run("help --help \(page)"), stdout: help)
    let short = try Finder.run("\(page) --help").stdout
    var ways = ["\(page) -h", "--help \(page)", "-h \(page)"]
    if case .help? = try? Program.table.parse(Finder.words(page)) { ways.append(page) }
    // Also next to something wrong, something missing, or something that would need data.
    ways += [
      "\(page) --help --no-such-option", "\(page) --data /nonexistent -h", "\(page) --lat -h",
    ]
    for way in ways {
      expect(try Finder.run(way), stdout: short)
      expect(try Finder.run(way, environment: ["FINDER_DATA": "/nonexistent"]), stdout: short)
    }
  }

  @Test(arguments: topics)
  func everyWayOfAskingForATopic(topic: String) throws {
    let help = try Finder.run("help \(topic)").stdout
    for way in ["help \(topic) --help", "--help help \(topic)", "help help \(topic)"] {
      expect(try Finder.run(way), stdout: help)
    }
  }

  @Test func version() throws {
    for line in ["--version", "near --version", "--version near --lat x"] {
      expect(try Finder.run(line), stdout: "finder 2.0.0\n")
    }
  }

  @Test(arguments: pages + topics)
  func fitsEightyColumns(page: String) throws {
    for line in try Finder.run("help \(page)").stdout.split(separator: "\n") {
      // The commands of examples are not wrapped, so that they can be copied.
      #expect(
        line.count <= 80 || line.contains("  finder ") || line.contains("| finder "), "\(line)")
      #expect(line.last != " ", "\(line)")
    }
  }

  /// Examples that end with another code where the tests run, and the reason.
  private static let endsOtherwise = [
    "  finder config get weight": "it is not set",
    "  VISUAL='nano -l' finder config edit": "there is no terminal, and perhaps no nano",
    "  cat \"$(finder config path)\"": "there are no settings yet",
  ]

  /// The commands in the examples work, with the files that they name. Pages whose examples change what is
  /// installed, or need a network, have tests of their own.
  @Test(
    .slow,
    arguments: (pages + topics)
      .filter {
        ![
          "data install", "data list", "data remove", "data rollback", "data update", "data fetch",
          "gazetteer", "locate use",
        ]
        .contains($0)
          && !$0.hasPrefix("data gazetteer")
      })
  func examplesWork(page: String) throws {
    let help = try Finder.run("help \(page)").stdout
    let examples = help.split(separator: "\n").drop { $0 != "Examples:" }.dropFirst()
      .prefix { $0.hasPrefix("  ") }
      .filter { !$0.hasPrefix("      ") }
    #expect(examples.count >= 2, "\(help)")
    try TemporaryDirectory.with { folder in
      try folder.write("lat,lon\n51.5,-0.1\n", to: "points.csv")
      try folder.write(Dataset.square, to: "venues.geojson")
      try folder.write(Dataset.square, to: "old.geojson")
      try folder.write(Dataset.square, to: "new.geojson")
      let area = #"{"type":"Polygon","coordinates":[[[-1,51],[1,51],[0,52],[-1,51]]]}"#
      try folder.write(area, to: "area.geojson")
      try folder.write("name,lat,lon\nNelson,51.5,-0.1\n", to: "venues.csv")
      let track = [(51.5, -0.13), (51.5, 0.1)].map { "<trkpt lat=\"\($0)\" lon=\"\($1)\"/>" }
      try folder.write("<gpx><trk><trkseg>\(track.joined())</trkseg></trk></gpx>", to: "walk.gpx")
      var wales = OSMFile()
      wales.nodes = [
        .init(
          id: 1, latitude: 51_500_000_000, longitude: -100_000_000,
          tags: [("name", "Nelson"), ("amenity", "pub")])
      ]
      try folder.write(wales.bytes(), to: "wales.osm.pbf")
      try folder.write("name,postcode\na,N1 1AA\nb,N1\n", to: "list.csv")
      try folder.write("postcode,lat,lon\nN1 1AA,51.5,-0.1\n", to: "postcodes.csv")
      try folder.write("postcode,easting,northing\nN1,530000,180000\n", to: "outcodes.csv")
      let venue = #"{"id":"zrz7p23dmzwy","name":"Broou Sandwich Co","lat":51.5075,"lon":-0.1279}"#
      let record = "\"venue\":\(venue),\"date\":\"2025-06-14\",\"kind\":"
      try folder.write(
        "{\"id\":\"20250614-7rje6gph\",\(record)\"review\",\"rating\":4}\n"
          + "{\"id\":\"20250614-h70gbmzx\",\(record)\"visit\"}\n", to: "records.json")
      let home = ["HOME": folder.file("home")]
      expect(
        try Finder.shell(
          """
          ln -s '\(Package.folder)/Data' Data && mkdir home
          for name in Wagamama Nelson Dishoom "Ann's"; do finder fav add "$name" -q; done
          finder review import records.json -q
          finder locate set 51.5,-0.1 && finder locate save home 51.5,-0.1
          finder config set units metric -q
          """, environment: home, directory: folder.path))
      // No server is contacted, no country is read, and not every machine has that editor.
      for example in examples
      where (Tool.jq || !example.contains("jq"))
        && !["fetch", "data update", "nano", "united-kingdom"].contains(where: {
          example.contains($0)
        })
      {
        let result = try Finder.shell(String(example), environment: home, directory: folder.path)
        let isFine = result.status == 0 || Self.endsOtherwise[String(example)] != nil
        #expect(isFine, "\(result)")
        let isSilent =
          // The sample has no opening hours.
          [">", "validate", "--output", "source", "--open"].contains { example.contains($0) }
          || [
            "favourites", "locate", "review edit", "review remove", "review import",
            "visit remove", "news", "config",
          ].contains { page.hasPrefix($0) }
          || page == "burn"
          // Nor does it have anything on food.
          || Options.food.contains { example.contains("\($0.flag) ") }
        #expect(!result.stdout.isEmpty || isSilent, "\(result)")
      }
    }
  }
}
