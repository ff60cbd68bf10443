import CommandLineKit
import FinderEngine
import FinderOwn

enum FavouriteChanges {
  private static let addition = Argument(
    "NAME|ID", completes: .names, joins: { _ in .perhaps },
    summary: "a name, or the id of one venue")
  private static let what = Argument(
    "WHAT", completes: .favourites, joins: { _ in .perhaps },
    summary: "a favourite's position, name or id")
  private static let target = Argument(
    "WHERE", completes: .positions, summary: "its new position, or top or bottom")
  private static let name = Argument(
    "NAME", completes: .names, joins: { _ in .perhaps }, summary: "the new name")

  static let add = Command.command(
    "add", summary: "add a name or one venue at the end",
    exits: [.nothingFound],
    about: """
      The id of a venue means that venue, unless it is also a venue's whole name; venue:ID always \
      does. A name need not be in the dataset, but a note says if it is not. A favourite that is \
      in the list already stays where it is.
      """,
    examples: """
      finder favourites add "McDonald's" # all venues of that name
      finder favourites add zrz7p23dmzwy # one venue, by the id that 'near --json' shows
      """,
    options: FavouritesGroup.options, arguments: [addition], run: runAdd)

  static let move = Command.command(
    "move", summary: "move a favourite to another position", otherWords: "mv order sort",
    exits: [.nothingFound],
    examples: """
      finder favourites move 3 1 # makes the third the first
      finder favourites move Dishoom bottom # by its name, to the end
      """,
    options: FavouritesGroup.options, arguments: [what, target], run: runMove)

  static let remove = Command.command(
    "remove", summary: "remove a favourite", otherWords: "rm delete del undo",
    exits: [.nothingFound],
    examples: """
      finder favourites remove Dishoom # by its name; exits with 1 if there is none
      finder fav remove 2 # by its position
      """,
    options: FavouritesGroup.options, arguments: [what],
    run: { invocation -> ExitCode in
      try change(invocation) { favourites in
        favourites.remove(at: try invocation.place(in: favourites))
        return true
      }
      return .success
    })

  static let rename = Command.command(
    "rename", summary: "rename a favourite",
    exits: [.nothingFound],
    about: "If the favourite is one venue, it keeps its id.",
    examples: """
      finder favourites rename 3 'Dishoom Soho' # the third one
      finder fav rename Wagamama Wagas # by its name
      """,
    options: FavouritesGroup.options, arguments: [what, name], run: runRename)

  private static func runAdd(_ invocation: Invocation) throws -> ExitCode {
    let text = invocation[addition] ?? ""
    guard let named = Favourite(name: text) else {
      throw invocation.error(addition, "\(UsageError.show(text)) is not a name")
    }
    let folder = try invocation.ownFolder()
    let data = SearchData(invocation)
    let (favourite, note) = try data.answerByName { names in
      try Self.favourite(text, named, in: names)
    }
    if let note { invocation.diagnostics.note(note) }
    var place: Int?
    try Favourites.change(in: folder, whenWaiting: invocation.noteWaiting) {
      place = $0.add(favourite)
      return place == nil
    }
    if let place {
      invocation.diagnostics.note(
        "\(UsageError.quote(favourite.shown)) is already there, at position \(place + 1)")
    }
    return try data.keep(closing: Output(), before: .success)
  }

  private static func runMove(_ invocation: Invocation) throws -> ExitCode {
    try change(invocation) { favourites in
      let place = try invocation.place(in: favourites)
      return favourites.move(from: place, to: try target(invocation, of: favourites.items.count))
    }
    return .success
  }

  private static func target(_ invocation: Invocation, of count: Int) throws -> Int {
    let text = invocation[target] ?? ""
    switch text {
    case "top": return 0
    case "bottom": return count - 1
    default:
      guard let position = Int(text), (1...count).contains(position) else {
        throw invocation.error(
          target, "\(UsageError.show(text)) is not top, bottom or a position from 1 to \(count)")
      }
      return position - 1
    }
  }

  private static func runRename(_ invocation: Invocation) throws -> ExitCode {
    let text = invocation[name] ?? ""
    guard let named = Favourite(name: text), let new = named.name else {
      throw invocation.error(name, "\(UsageError.show(text)) is not a name")
    }
    var isVenue = false
    try change(invocation) { favourites in
      let place = try invocation.place(in: favourites)
      isVenue = favourites.items[place].id != nil
      if let other = favourites.rename(at: place, to: new) {
        throw invocation.error(
          name, "\(UsageError.show(new)) is already the name of favourite \(other + 1)")
      }
      return true
    }
    guard !isVenue else { return .success }
    let data = SearchData(invocation)
    let note = try data.answerByName {
      VenueByName(text: new, names: $0, point: nil, units: .metric).unknownName
    }
    if let note { invocation.diagnostics.note(note) }
    return try data.keep(closing: Output(), before: .success)
  }

  private static func change(
    _ invocation: Invocation, _ change: (inout Favourites) throws -> Bool
  ) throws {
    try Favourites.change(
      in: try invocation.ownFolder(), whenWaiting: invocation.noteWaiting, change)
  }

  /// The venue with the typed id, else a name; with a note if no venue has the name, or if it is also an id.
  private static func favourite(
    _ text: String, _ named: Favourite, in names: NameDirectory
  ) throws -> (Favourite, note: String?) {
    let forced = PointForm.venueID(text)
    let id = forced ?? text
    guard let row = names.row(ofTypedID: id) else {
      if let forced { throw VenueByName.noVenue(forced) }
      return (named, VenueByName(text: text, names: names, point: nil, units: .metric).unknownName)
    }
    let venue = names.store.venue(ofRow: row)
    guard forced != nil || names.rows(named: text).isEmpty else {
      guard FoldedName(venue.name) != FoldedName(text) else { return (named, nil) }
      return (
        named,
        "\(UsageError.quote(text)) is both a name and an id, and was added as a name; "
          + "\(UsageError.quote("venue:\(id)")) adds the venue with that id"
      )
    }
    return (Favourite(id: names.id(ofRow: row), name: venue.name), nil)
  }
}

extension Invocation {
  /// The index of the favourite that the first argument refers to.
  fileprivate func place(in favourites: Favourites) throws -> Int {
    let text = arguments[0]
    if let place = favourites.place(of: text) { return place }
    if let id = PointForm.venueID(text),
      let place = favourites.items.firstIndex(where: { $0.id == id })
    {
      return place
    }
    let known = favourites.items.map(\.shown)
    let close = Misspelling.closest(to: text, among: known) { $0 }
    throw Failure(
      .nothingFound, "no favourite is called \(UsageError.quote(text))",
      hint: known.isEmpty
        ? "  there are none yet; 'finder favourites add NAME' adds one"
        : close.map { "  did you mean \(UsageError.escape(UsageError.quote($0)))?" }
          ?? "  'finder favourites list' shows all \(known.count)")
  }
}
