import CommandLineKit
import FinderEngine
import FinderOwn

enum FavouritesGroup {
  static let command = Command.group(
    "favourites", alias: "fav", summary: "your favourite venues and chains, in your own order",
    otherWords: "favorites favourite favorite favs faves bookmarks likes starred",
    heading: CommandHeading.own, exits: [ExitCode.unavailable.rawValue],
    about: """
      A favourite is a name, which may be that of a chain, or one venue by its id. In all commands \
      WHAT is its position in the list, its name or its id. The list is favourites.json in \
      the data folder, which only you can read; changes print nothing. Members of it that finder \
      does not know stay as they are.
      """,
    examples: """
      finder favourites add Dishoom # adds a name at the end of the list
      finder fav add zrz7p23dmzwy # adds one venue by its id
      finder fav list # shows the list
      finder fav export > favourites.json # for another machine
      """,
    commands: [
      FavouriteChanges.add, list, FavouriteChanges.move, FavouriteChanges.remove,
      FavouriteChanges.rename, export, FavouriteImport.command,
    ])

  /// Options of every command in this group, some of which read the dataset.
  static let options = [Options.data, Options.noCache, Options.noConfig, Options.quiet]

  private static let list = Command.command(
    "list", summary: "show the favourites in their order", otherWords: "ls show",
    exits: [.nothingFound],
    examples: """
      finder favourites list # the favourites with their positions
      finder favourites list --json # for programs
      """,
    options: Options.document.without(Options.units, Options.colour),
    run: runList)

  private static let export = Command.command(
    "export", summary: "write the favourites as JSON, which import reads",
    exits: [],
    examples: """
      finder favourites export --output list.json # into a file
      finder fav export | jq -r '.favourites[].name' # the names alone
      """,
    options: [Options.data, Options.noCache, Options.noConfig, Options.output, Options.quiet],
    run: { invocation -> ExitCode in
      let output = try Output(invocation, inputs: [])
      let favourites = try Favourites(in: try invocation.ownFolder())
      var bytes = ByteBuffer()
      bytes.appendDocument(onLines: true, favourites.members)
      try output.finish(with: bytes)
      return .success
    })

  private static func runList(_ invocation: Invocation) throws -> ExitCode {
    let output = try Output(invocation, inputs: [])
    let favourites = try Favourites(in: try invocation.ownFolder())
    let items = favourites.items
    let hasIDs = items.contains { $0.id != nil }
    let layout = TableLayout(
      headers: ["NO", "NAME"] + (hasIDs ? ["ID"] : []), numberColumns: [0], cutColumns: [1],
      narrowestCut: 12)
    let rows = items.enumerated().map { place, item in
      [String(place + 1), item.name ?? ""] + (hasIDs ? [TidyText.string(item.id ?? "")] : [])
    }
    return try invocation.write(
      rows, in: layout, or: favourites.members, line: { items[$1].append(at: $1, to: &$0) },
      none: "there are none yet; 'finder favourites add NAME' adds one", to: output)
  }
}
