import CommandLineKit
import FinderEngine
import FinderOwn

enum LocateGroup {
  static let command = Command.group(
    "locate", summary: "where 'here' is, and points with names such as home",
    otherWords: "location gps position whereami here saved",
    heading: CommandHeading.own, exits: [ExitCode.unavailable.rawValue],
    about: """
      'here' stands for a point that you set, or for the position that a program reports if you \
      allow it. Commands that need a point use it if none is given. Without a command: status. \
      Nothing is run or kept until you say so, and only you can read what is kept. FINDER_LOCATION \
      comes first if it is set, then a kept point, then the program.
      """,
    usage: ["[COMMAND] [OPTIONS]"],
    examples: """
      finder locate set Leeds # sets where 'here' is
      finder locate save home 'WC1B 2JS' # keeps a point with a name
      finder near home -n 3 # searches from it
      finder locate # what finder knows; exits with 69 if 'here' is not known
      """,
    commands: [
      status, LocateChanges.set, LocateChanges.use, LocateChanges.on, LocateChanges.off,
      LocateChanges.forget, LocateChanges.save, saved,
    ],
    standard: "status")

  static let status = Command.command(
    "status", summary: "whether 'here' is known, and where it is",
    exits: [],
    about: """
      An allowed program is run to find out. The state is undefined where no location has been set, \
      initialising where the program has not answered, on, or off. The exit code is 69 unless it is on.
      """,
    examples: """
      finder locate --json # for programs; exits with 69 if 'here' is not known
      FINDER_LOCATION=51.5,-0.12 finder locate # what the environment says comes first
      """,
    options: Options.document.without(
      Options.data, Options.noCache, Options.units, Options.colour, Options.exitStatus),
    run: runStatus)

  private static func runStatus(_ invocation: Invocation) throws -> ExitCode {
    let output = try Output(invocation, inputs: [])
    let here = try Here(invocation)
    let members: [(inout ByteBuffer) -> Void] = [
      { output in
        output.append(key: "state", string: here.machine.state.rawValue)
        output.append(key: "lat", number: here.coordinate?.latitude)
        output.append(key: "lon", number: here.coordinate?.longitude)
        output.append(key: "source", string: here.source)
        output.append(key: "age_s", integer: here.age)
      }
    ]
    try invocation.write(text(here), or: members, to: output)
    guard !here.isOn else { return .success }
    invocation.diagnostics.note("'here' is not known: \(here.reason)")
    return .unavailable
  }

  private static func text(_ here: Here) -> String {
    var rows = [("state", here.machine.state.rawValue)]
    if let point = here.coordinate { rows.append(("position", shownShort(point))) }
    if let source = here.source { rows.append(("source", source)) }
    if let age = here.age, age > 0 { rows.append(("kept", "\(readable(seconds: age)) ago")) }
    return labelled(rows)
  }

  static let saved = Command.command(
    "saved", summary: "list the saved points", otherWords: "list ls",
    exits: [.nothingFound],
    examples: """
      finder locate saved # the points with names
      finder locate saved --json # for programs
      """,
    options: Options.document.without(Options.data, Options.noCache, Options.units, Options.colour),
    run: runSaved)

  private static func runSaved(_ invocation: Invocation) throws -> ExitCode {
    let output = try Output(invocation, inputs: [])
    let points = try SavedPoints(in: try invocation.ownFolder()).points
    let layout = TableLayout(
      headers: ["NAME", "POSITION", "GIVEN AS"], cutColumns: [0, 2], narrowestCut: 12,
      dispensableColumns: [2])
    return try invocation.write(
      points.map { [$0.name, shownShort($0.coordinate), TidyText.string($0.text)] }, in: layout,
      or: [
        {
          $0.append(key: "points", elements: points.count, indent: "\n  ") {
            append(points[$1], to: &$0)
          }
        }
      ], line: { append(points[$1], to: &$0) },
      none: "there are none yet; 'finder locate save NAME POINT' keeps one", to: output)
  }

  private static func append(_ point: KeptPoint, to output: inout ByteBuffer) {
    output.appendObject { output in
      output.append(key: "name", string: point.name)
      output.append(placeOf: point.coordinate)
      output.append(key: "text", string: point.text)
    }
  }
}
