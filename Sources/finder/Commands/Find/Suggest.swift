import CommandLineKit
import FinderEngine
import FinderLists

enum Suggest {
  private static let text = Argument(
    "TEXT", completes: .names, joins: { _ in .perhaps },
    summary: "what was typed so far; empty for all")
  private static let kind = Option(
    "kind", value: "KIND", choices: ["venues", "places", "postcodes"],
    summary: "what to search", group: "Search", isEveryday: true, defaultText: "venues",
    otherWords: "type of venues=venues places=places postcodes=postcodes")

  static let command = Command.command(
    "suggest", summary: "names that complete a text as it is typed",
    otherWords: "typeahead names lookup",
    heading: CommandHeading.programs, exits: [.nothingFound, .unavailable],
    about: """
      Names that begin with TEXT come first, then names with another word that begins with it, then \
      names with its words in any order. Names that TEXT may misspell come last: a letter is swapped, \
      doubled, left out, from the key beside it, or one that sounds alike. A whole word comes before a \
      longer one. Case, accents and apostrophes do not count. Each kind is ordered by the number of branches, \
      or with a POINT by distance. A chain is listed once.
      """,
    usage: ["TEXT [POINT] [OPTIONS]"],
    examples: """
      finder suggest cro # names that begin with cro, chains with most branches first
      finder suggest 'cafe' 51.5074,-0.1278 # the nearest first
      finder suggest noodel --json # despite a typing error; for programs
      finder suggest WC1 --kind postcodes # postcodes of the dataset that begin with WC1
      """,
    options: Options.point + [kind, limit]
      + Options.document.without(Options.units, Options.colour),
    arguments: [text, Options.pointArgument],
    run: run)

  private static let limit = Options.limit.with(summary: "at most N lines; 0 for all")

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let text = invocation[text] ?? ""
    let limit = try invocation.limit(default: 10)
    let request = PointRequest(invocation)
    let data = SearchData(invocation)
    let given = try request.given(data)
    let point = given?.coordinate
    let isOfPlaces = invocation[kind] == "places"
    let source = try isOfPlaces ? nil : data.source()
    let output = try Output(invocation, inputs: invocation.inputs(source))
    if let note = given?.note(isTable: invocation.format() == .table) {
      invocation.diagnostics.note(note)
    }
    guard source != nil else {
      let found = try invocation.placeSuggestions(text, from: point, limit: limit)
      try data.write(invocation.answer(found), to: output)
      return invocation.exitCode(found: found.count)
    }
    let isOfPostcodes = invocation[kind] == "postcodes"
    let answer = try data.answerByName { names in
      let found =
        isOfPostcodes
        ? names.postcodes.suggest(text, from: point, limit: limit)
        : names.suggest(text, from: point, limit: limit)
      return invocation.answer(found) { $0.row.map(names.id(ofRow:)) }
    }
    return try data.finish(answer, to: output)
  }
}

extension Invocation {
  /// Places from the user's gazetteer and from the list that comes with finder.
  func placeSuggestions(
    _ text: String, from point: Coordinate?, limit: Int?
  ) throws -> [Suggestion] {
    let gazetteer = try gazetteer()
    var search = PlaceSuggestions(text, from: point, in: gazetteer)
    SamplePlaces(in: SampleFolders.all)?.visit { search.take($0) }
    let found = search.found(limit: limit)
    try gazetteer?.refuseDamage()
    return found
  }

  fileprivate func answer(
    _ found: [Suggestion], id: (Suggestion) -> String? = { _ in nil }
  ) -> Answer {
    var bytes = ByteBuffer()
    switch format() {
    case .table: bytes.appendLines(found) { $0.append(text: $1.text) }
    case .ndjson: bytes.appendLines(found) { $0.append($1, id: id($1)) }
    default:
      bytes.append("[")
      for (place, suggestion) in found.enumerated() {
        if place > 0 { bytes.append(",\n ") }
        bytes.append(suggestion, id: id(suggestion))
      }
      bytes.append("]\n")
    }
    return Answer(found: found.count, bytes: bytes)
  }
}

extension ByteBuffer {
  fileprivate mutating func append(_ suggestion: Suggestion, id: String?) {
    appendObject { output in
      output.append(key: "text", string: suggestion.text)
      output.append(key: "kind", string: suggestion.kind.rawValue)
      output.append(key: "venues", integer: suggestion.venues)
      output.append(key: "id", string: id)
      output.append(key: "distance_m", number: suggestion.distance?.inTenths)
    }
  }
}
