import CommandLineKit
import FinderEngine
import FinderLists

enum DataGazetteer {
  static let command = Command.group(
    "gazetteer", summary: "postcodes and places of your own, for points in words",
    exits: [ExitCode.unavailable.rawValue],
    about: """
      With a gazetteer a postcode is exact to the unit anywhere in the country, and any town, village \
      or hamlet in it can be a point. It is made of tables that you add: the Ordnance Survey's \
      Code-Point Open and OS Open Names, the Office for National Statistics' ONSPD and NSPL, GeoNames, \
      or any CSV with a postcode or a name and a position. 'finder help gazetteer' says more.
      """,
    examples: """
      finder data gazetteer add places.csv # from a table of your own
      finder data gazetteer list # what was added
      """,
    commands: [GazetteerAdd.command, GazetteerList.command, GazetteerRemove.command])

  static let options = Options.results.with(formats: [.table, .json, .ndjson]).without(
    Options.units, Options.colour, Options.exitStatus)
}

extension Invocation {
  func gazetteer() throws -> Gazetteer? {
    try locator.dataFolder.flatMap { folder in try Gazetteer.open(inDataFolder: folder) }
  }

  /// The gazetteer's folder, locked.
  func gazetteerStore() throws -> GazetteerStore {
    let diagnostics = diagnostics
    let store = try GazetteerStore(dataFolder: try dataFolder()) {
      diagnostics.note("waiting for another finder that is changing the gazetteer")
    }
    for path in store.setAside {
      diagnostics.note(
        "the gazetteer is damaged, and one of its sources cannot be read; what is left of it is "
          + "\(path)")
    }
    return store
  }
}

struct GazetteerReport {
  let folder: FilePath
  let sources: [GazetteerSource]
  private let bytes: Int
  private let postcodes: Int
  private let names: Int
  private let areas: GivenAreas

  init(dataFolder: FilePath, _ sources: [GazetteerSource]) {
    folder = "\(dataFolder)/\(Gazetteer.folderName)"
    self.sources = sources
    let gazetteer = try? Gazetteer.open(inDataFolder: dataFolder)
    bytes = gazetteer?.fileBytes ?? 0
    postcodes = gazetteer?.postcodeCount ?? 0
    names = gazetteer?.nameCount ?? 0
    areas = gazetteer?.givenAreaCounts ?? GivenAreas()
  }

  var text: String {
    guard !sources.isEmpty else {
      return "there is no gazetteer; 'finder data gazetteer add FILE' makes one\n"
    }
    let rows = [
      ("folder", "\(folder)"), ("size", "\(bytes) bytes"), ("postcodes", String(postcodes)),
    ]
    let given = [("sectors", areas.sectors), ("districts", areas.districts)].filter { $0.1 > 0 }
    return labelled(
      rows + given.map { ($0.0, String($0.1)) } + [("names", String(names))]
        + sources.map { ("source", "\($0.name), \(Self.about($0)), added \($0.added)") })
  }

  /// `Code-Point Open: 1746976 postcodes`
  static func about(_ source: GazetteerSource) -> String {
    var counts = [
      (source.postcodes, "postcode"), (source.areas.sectors, "sector"),
      (source.areas.districts, "district"), (source.names, "name"),
    ].filter { $0.0 > 0 }
    // Earlier versions did not count sectors and districts.
    if counts.isEmpty { counts = [(source.rows - source.leftOut, "row")] }
    return "\(source.form): " + counts.map { counted($0.0, $0.1) }.joined(separator: ", ")
  }

  var members: [(inout ByteBuffer) -> Void] {
    [
      { $0.append(key: "folder", string: "\(folder)") },
      { $0.append(key: "bytes", integer: bytes) },
      { $0.append(key: "postcodes", integer: postcodes) },
      { $0.append(key: "names", integer: names) },
      { $0.append(areas: areas) },
      { output in
        output.append(key: "sources", elements: sources.count) { $0.append(sources[$1]) }
      },
    ]
  }
}

enum GazetteerList {
  static let command = Command.command(
    "list", summary: "what was added to the gazetteer",
    otherWords: "ls info show status",
    exits: [.nothingFound],
    examples: """
      finder data gazetteer list # what each source has, and when it was added
      finder data gazetteer list --json # the same for programs
      """,
    options: DataGazetteer.options
      + [Options.exitStatus.with(summary: "exit with 1 if there is no gazetteer")],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let output = try Output(invocation, inputs: [])
    let folder = try invocation.dataFolder()
    let sources = try GazetteerStore.sources(inDataFolder: folder)
    let report = GazetteerReport(dataFolder: folder, sources)
    try invocation.write(report.text, or: report.members, to: output)
    return invocation.exitCode(found: report.sources.count)
  }
}
