import FinderEngine
import TestSupport
import Testing

@testable import finder

/// Wrong usage: which message comes from which arguments. Each is one line about the error, one line of help,
/// nothing on stdout, exit 64.
@Suite struct UsageErrorTests {
  struct Case: CustomTestStringConvertible {
    let line: String
    let problem: String
    let help: String

    init(_ line: String, _ problem: String, _ help: String) {
      (self.line, self.problem, self.help) = (line, problem, help)
    }

    var testDescription: String { line }
  }

  /// There is no dataset to read: errors in the arguments are found before that.
  private func check(_ wrong: Case, _ arguments: [String]? = nil) throws {
    let environment = ["FINDER_DATA": "/nonexistent"]
    let result = try Finder.run(arguments ?? Finder.words(wrong.line), environment: environment)
    expectUsage(result, wrong.problem, wrong.help)
  }

  private static let lat = "--lat D  latitude in decimal degrees, -90…90"
  private static let lon = "--lon D  longitude in decimal degrees, -180…180"
  private static let limit = "--limit, -n N  at most N venues; 0 for all"
  private static let radius =
    "--radius, -r D  only venues within D: 800, 800m, 1.5km, 5mi, 300yd or 600ft, or a walk of 15min or 1h30"
  private static let distance = "expected a number, 0 or more, and m, km, mi, yd or ft"
  private static func badLimit(_ text: String) -> Case {
    Case(
      "near --at 51,0 --limit \(text)", "near: --limit \(text) must be a whole number, 0 or more",
      near(limit))
  }
  private static func badRadius(_ text: String) -> Case {
    Case(
      "near --at 51,0 --radius \(text)",
      "near: --radius \(text) is not a distance: \(distance), or a walk such as 15min",
      near(radius))
  }
  private static func near(_ help: String) -> String { "\(help) (see 'finder help near')" }

  @Test(arguments: [
    Case(
      "near", "near: Where? For example: finder near London", ""),
    Case("near --lat 51", "near: --lon is missing: --lat needs it", near(lon)),
    Case("near --lon 0", "near: --lat is missing: --lon needs it", near(lat)),
    Case(
      "near --at 51,0 --lat 51",
      "near: give the point once: as POINT, or with --at, or with --lat and --lon",
      "see 'finder help near'"),
    Case("near --lat 95.2 --lon 0", "near: --lat 95.2 is out of range (-90…90)", near(lat)),
    Case(
      "near --lat 90.0000001 --lon 0", "near: --lat 90.0000001 is out of range (-90…90)", near(lat)),
    Case("near --lat -91 --lon 0", "near: --lat -91 is out of range (-90…90)", near(lat)),
    Case("near --lat 0 --lon 181", "near: --lon 181 is out of range (-180…180)", near(lon)),
    Case("near --lat 0 --lon -180.5", "near: --lon -180.5 is out of range (-180…180)", near(lon)),
    Case("near --lat=abc --lon 0", "near: --lat abc is not a number", near(lat)),
    Case("near --lat 51,5 --lon 0", "near: --lat 51,5 is not a number", near(lat)),
    Case("near --lat 51 --lon nan", "near: --lon nan is not a number", near(lon)),
    Case("near --lat 51 --lon inf", "near: --lon inf is not a number", near(lon)),
    Case("near --lat 51 --lon 0x10", "near: --lon 0x10 is not a number", near(lon)),
    Case("near --lat 1e400 --lon 0", "near: --lat 1e400 is not a number", near(lat)),
    Case("near --lat 51° --lon 0", "near: --lat 51° is not a number", near(lat)),
    Case(
      "near --at 51", "near: --at 51 is a latitude alone: the longitude is missing",
      ""),
    Case(
      "near --at 51,0,0",
      "near: --at 51,0,0 is not a point that finder knows; try a postcode or 'NAME, COUNTY', or add "
        + "places ('finder help gazetteer')",
      ""),
    Case(
      "near --at 51,", "near: --at 51, is a latitude alone: the longitude is missing",
      ""),
    Case(
      "near --at N51,N0", "near: --at N51,N0 looks like degrees, but it has two latitudes",
      ""
    ),
    Case(
      "near --at 90.5,0",
      "near: --at 90.5,0 looks like degrees, but latitude 90.5 is out of range (-90…90)",
      ""),
    Case(
      "near --at 0,-181",
      "near: --at 0,-181 looks like degrees, but longitude -181 is out of range (-180…180)",
      ""),
  ])
  func points(wrong: Case) throws { try check(wrong) }

  /// Only if the swapped point would be accepted: inside the bounds, or in range where that is enough.
  @Test(arguments: [
    Case(
      "near --lat -3 --lon 190", "near: --lon 190 is out of range (-180…180)", near(lon)),
    Case(
      "near --at 100,51",
      "near: --at 100,51 looks like degrees, but latitude 100 is out of range (-90…90)",
      ""),
    Case(
      "near --at 100,51 --outside allow",
      "near: --at 100,51 looks like degrees, but latitude 100 is out of range (-90…90); latitude and "
        + "longitude swapped? 51,100 is in range", ""),
    Case(
      "near --lat 100 --lon 51 --outside clamp",
      "near: --lat 100 is out of range (-90…90); latitude and longitude swapped? "
        + "--lat 51 --lon 100 is in range", near(lat)),
    Case(
      "check --at 100,51",
      "check: --at 100,51 looks like degrees, but latitude 100 is out of range (-90…90); latitude and "
        + "longitude swapped? 51,100 is in range", ""),
  ])
  func swappedPoints(wrong: Case) throws { try check(wrong) }

  @Test(arguments: [
    badLimit("-1"), badLimit("1.5"), badLimit("all"),
    badRadius("-5"), badRadius("km"), badRadius("5leagues"), badRadius("infm"),
    badRadius("1e308km"),
    Case(
      "check --at 51,0 --distance 3 --distance far",
      "check: --distance far is not a distance: \(distance)",
      "--distance D  the distance of the camera; 500m to 2200km is allowed (see 'finder help check')"
    ),
    Case(
      "bulk --jobs 0", "bulk: --jobs 0 must be a whole number from 1 to 256",
      "--jobs, -j N  use N threads; the output is the same for any N (see 'finder help bulk')"),
    Case(
      "bulk --jobs 257", "bulk: --jobs 257 must be a whole number from 1 to 256",
      "--jobs, -j N  use N threads; the output is the same for any N (see 'finder help bulk')"),
    Case(
      "bulk --limit x", "bulk: --limit x must be a whole number, 0 or more",
      "\(limit) (see 'finder help bulk')"),
  ])
  func numbers(wrong: Case) throws { try check(wrong) }

  private static let box =
    "--bbox W,S,E,N  a box; if west is greater than east, it crosses the antimeridian "
    + "(see 'finder help within')"
  private static let span =
    "--span SPAN  a map view: low, middle, high, or height and width in degrees "
    + "(see 'finder help within')"
  private static let fourNumbers =
    "is not WEST,SOUTH,EAST,NORTH: 4 numbers separated by commas"

  @Test(arguments: [
    Case("within --bbox 1,2,3", "within: --bbox 1,2,3 \(fourNumbers)", box),
    Case("within --bbox 1,2,3,4,5", "within: --bbox 1,2,3,4,5 \(fourNumbers)", box),
    Case("within --bbox 1,2,3,n", "within: --bbox 1,2,3,n \(fourNumbers)", box),
    Case("within --bbox 1,2,,3", "within: --bbox 1,2,,3 \(fourNumbers)", box),
    Case("within --bbox 1,2,3,1e999", "within: --bbox 1,2,3,1e999 \(fourNumbers)", box),
    Case("within --bbox 0,-91,1,1", "within: --bbox latitude -91 is out of range (-90…90)", box),
    Case("within --bbox 0,0,181,1", "within: --bbox longitude 181 is out of range (-180…180)", box),
    Case(
      "within --bbox -0.2,51.6,0,51.4",
      "within: --bbox south 51.6 is north of north 51.4; the order is WEST,SOUTH,EAST,NORTH", box),
    Case(
      "within --at 51,0 --span wide",
      "within: --span wide is not low, middle, high, or two numbers like 0.025,0.025", span),
    Case(
      "within --at 51,0 --span 1",
      "within: --span 1 is not low, middle, high, or two numbers like 0.025,0.025", span),
    Case(
      "within --at 51,0 --span 0,1",
      "within: --span 0,1 is out of range: height above 0 to 180 degrees, width to 360", span),
    Case(
      "within --at 51,0 --span 1,361",
      "within: --span 1,361 is out of range: height above 0 to 180 degrees, width to 360", span),
    Case("within", "within: Where? For example: finder within London --radius 1km", ""),
    Case(
      "within --at 51,0", "within: How far? For example: finder within --at 51,0 --radius 1km", ""),
    Case("within --radius 5", "within: Where? For example: finder within London --radius 5", ""),
    Case("within --span low", "within: Where? For example: finder within London --span low", ""),
    Case(
      "within --bbox 0,51,1,52 --at 51,0 --radius 5",
      "within: expected only one of --bbox, --radius, --span and --polygon",
      "see 'finder help within'"),
    Case(
      "within --at 51,0 --radius 5 --span low",
      "within: expected only one of --bbox, --radius, --span and --polygon",
      "see 'finder help within'"),
  ])
  func areas(wrong: Case) throws { try check(wrong) }

  /// A text without a word to search for would find everything, or nothing.
  @Test(arguments: ["", " ", "...", "'", "\u{301}"])
  func emptyMatch(text: String) throws {
    for (command, more) in [
      ("near", ["--at", "51,0"]), ("within", ["--bbox", "0,51,1,52"]), ("bulk", []),
    ] {
      let wrong = Case(
        command, "\(command): --match '\(text)' has no word to search for",
        "--match, -m TEXT  only venues whose names have words beginning with those of TEXT "
          + "(see 'finder help \(command)')")
      try check(wrong, [command] + more + ["--match", text])
    }
  }

  /// What a user typed cannot break the line, fill the screen, or control the terminal.
  @Test func whatWasTypedIsShownSafely() throws {
    let result = try Finder.run(["near", "--lat", "5\n\u{1B}[31m1", "--lon", "0"])
    expectUsage(
      result, #"near: --lat '5\n\u{1B}[31m1' is not a number"#, Self.near(Self.lat))
    let long = String(repeating: "9", count: 5_000)
    let cut = try Finder.run(["near", "--lat", long + "x", "--lon", "0"])
    expectUsage(cut, "near: --lat \(long.prefix(60))… is not a number", Self.near(Self.lat))
  }

  @Test func theTableHasNoFaults() {
    #expect(Program.table.faults() == [])
  }

  /// --no-config exists exactly where a setting would change something.
  @Test func settingsCanBeIgnored() {
    for (path, command) in Program.table.commands {
      let names = Set(command.options.map(\.name))
      let isSet = !names.isDisjoint(with: ["units", "color", "weight", "data"])
      #expect(names.contains("no-config") == isSet, "\(path)")
    }
  }
}
