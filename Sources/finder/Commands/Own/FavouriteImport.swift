import CommandLineKit
import FinderEngine
import FinderOwn

enum FavouriteImport {
  private static let file = Argument(
    "FILE", isPath: true, summary: "what export wrote; - for standard input")

  static let command = Command.command(
    "import", summary: "add the favourites that export wrote to the list",
    exits: [],
    about: """
      Favourites that are not there yet come last, in their order; those that are there stay where \
      they are. The whole file is read before anything is changed. Ids are not looked up, as the \
      list may come from another dataset.
      """,
    examples: """
      echo '{"favourites":[{"name":"Dishoom"}]}' | finder favourites import - # a list made by hand
      finder fav export > list.json; finder fav import list.json # changes nothing: all are there
      """,
    options: FavouritesGroup.options, arguments: [file], run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let path = invocation.path(file) ?? "-"
    let imported = try Favourites(
      exported: try invocation.textToImport(path, while: FileReading.mayBeObject),
      named: path == "-" ? "standard input" : "\(path)")
    var new = 0
    try Favourites.change(
      in: try invocation.ownFolder(), whenWaiting: invocation.noteWaiting
    ) { favourites in
      new = favourites.merge(imported)
      return new > 0
    }
    let others = imported.items.count - new
    invocation.diagnostics.note(
      "added \(counted(new, "favourite"))"
        + (others > 0 ? "; \(others) \(others == 1 ? "was" : "were") there already" : ""))
    return .success
  }
}
