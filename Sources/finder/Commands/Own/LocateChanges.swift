import CommandLineKit
import FinderEngine
import FinderLists
import FinderOwn

enum LocateChanges {
  private static let program = Argument(
    "PROGRAM", joins: { _ in .perhaps }, summary: "the program and its arguments, as one word")
  private static let name = Argument(
    "NAME", joins: { _ in .perhaps }, summary: "a name for the point")
  private static let forgotten = Argument(
    "NAME", isRequired: false, completes: .savedPoints, joins: { _ in .perhaps },
    summary: "a saved point; without it, everything about 'here' is forgotten")
  private static let pointOptions =
    Options.point + [Options.data, Options.noCache, Options.noConfig, Options.quiet]

  static let set = Command.command(
    "set", summary: "set the point that 'here' stands for",
    exits: [.nothingFound],
    examples: """
      finder locate set 'WC1B 2JS' # a postcode
      finder locate set 'TQ 30 80' # any form of 'finder help points' works
      """,
    options: pointOptions, arguments: [Options.pointArgument],
    run: { invocation -> ExitCode in
      let text = invocation[Options.at] ?? invocation[Options.pointArgument] ?? ""
      // Setting 'here' to itself would make an old position look new.
      if case .here? = try? PointForm(text) {
        throw invocation.error("'here' is what this sets: expected another point")
      }
      let point = try invocation.givenPoint()
      try change(invocation) { $0.make(.keep(point)) }
      return .success
    })

  static let use = Command.command(
    "use", summary: "allow a program to report where 'here' is",
    exits: [],
    about: """
      The program runs whenever a command needs to know where 'here' is: without a shell, for at \
      most 5 seconds. It may print JSON with lat or latitude and lon, lng or longitude, lines such as \
      'Latitude: 51.5', or two numbers. A point that was kept for 'here' is forgotten.
      """,
    examples: """
      finder locate use 'echo 51.5074 -0.1278' # any program that prints a position
      finder locate use 'CoreLocationCLI -json' # on a Mac
      finder locate use '/usr/libexec/geoclue-2.0/demos/where-am-i' # with GeoClue
      finder locate use termux-location # on Android
      """,
    options: [Options.quiet], arguments: [program], run: runUse)

  static let on = Command.command(
    "on", summary: "turn 'here' on again",
    exits: [],
    examples: """
      finder locate on # exits with 69 if there is nothing to turn on
      finder locate off; finder locate on # changes nothing if there is a point or a program
      """,
    options: [Options.quiet],
    run: { invocation -> ExitCode in
      try change(invocation) { settings in
        guard !settings.make(.turnOn) else { return true }
        throw Failure(
          .unavailable, "nothing to turn on: no point is kept and no program is allowed",
          hint: "  see 'finder help locate'")
      }
      return .success
    })

  static let off = Command.command(
    "off", summary: "turn 'here' off until it is turned on again",
    exits: [],
    about: "If FINDER_LOCATION is set, it still decides where 'here' is.",
    examples: """
      finder locate off # nothing is forgotten, and nothing is run
      finder locate off; finder locate || echo unknown # 'here' is then not known
      """,
    options: [Options.quiet],
    run: { invocation -> ExitCode in
      try change(invocation) { $0.make(.turnOff) }
      return .success
    })

  static let forget = Command.command(
    "forget", summary: "forget a saved point, or everything about 'here'",
    otherWords: "remove rm delete",
    exits: [.nothingFound],
    examples: """
      finder locate forget # as if 'here' had never been set
      finder locate forget home # a saved point; exits with 1 if there is none
      """,
    options: [Options.quiet], arguments: [forgotten], run: runForget)

  static let save = Command.command(
    "save", summary: "save a point under a name",
    exits: [.nothingFound],
    about: """
      NAME may be anything that does not read as another form of a point. A name that exists gets \
      the new point. A saved point comes before a place of the same name.
      """,
    examples: """
      finder locate save home 'WC1B 2JS' # then use 'finder near home'
      finder locate save work 'TQ 30 80' # from a grid reference
      """,
    options: pointOptions,
    arguments: [name, Options.pointArgument], run: runSave)

  private static func change(
    _ invocation: Invocation, _ body: (inout LocateSettings) throws -> Bool
  ) throws {
    let folder = try invocation.ownFolder()
    try LocateSettings.change(in: folder, whenWaiting: invocation.noteWaiting) { settings in
      if settings.isProgramOfOthers {
        invocation.diagnostics.note(
          "ignoring the program in \(folder)/\(LocateSettings.fileName): other users own that file or may "
            + "write to it")
      }
      return try body(&settings)
    }
  }

  private static func runUse(_ invocation: Invocation) throws -> ExitCode {
    let text = invocation[program] ?? ""
    guard let words = CommandWords.words(of: text), let name = words.first, !name.isEmpty else {
      throw invocation.error(
        program,
        "\(UsageError.show(text)) names no program, or has a quote that is not closed")
    }
    guard LocatingProgram.path(of: name) != nil else {
      throw Failure(.unavailable, LocatingProgram.problem(with: name))
    }
    var hadPoint = false
    try change(invocation) { settings in
      hadPoint = settings.point != nil
      return settings.make(.allow(words))
    }
    if hadPoint { invocation.diagnostics.note("forgot the point that was kept for 'here'") }
    return .success
  }

  private static func runForget(_ invocation: Invocation) throws -> ExitCode {
    guard let name = invocation[forgotten] else {
      try change(invocation) { $0.make(.forget) }
      return .success
    }
    try SavedPoints.change(
      in: try invocation.ownFolder(), whenWaiting: invocation.noteWaiting
    ) { points in
      guard !points.forget(name) else { return true }
      let close = Misspelling.closest(to: name, among: points.points) { $0.name }
      throw Failure(
        .nothingFound, "no saved point is called \(UsageError.quote(name))",
        hint: close.map { "  did you mean \(UsageError.escape(UsageError.quote($0.name)))?" })
    }
    return .success
  }

  private static func runSave(_ invocation: Invocation) throws -> ExitCode {
    let name = invocation[name] ?? ""
    try refusePoint(asName: name, invocation)
    if let problem = SavedPoints.problem(withName: name) {
      throw invocation.error(self.name, "\(UsageError.show(name)) \(problem)")
    }
    let point = try invocation.givenPointOrHere(named: name)
    try SavedPoints.change(in: try invocation.ownFolder(), whenWaiting: invocation.noteWaiting) {
      $0.save(point)
      return true
    }
    return .success
  }
}

extension LocateChanges {
  /// In `locate save London`, the name is missing. Without this check, 'here' would be saved as London.
  private static func refusePoint(asName name: String, _ invocation: Invocation) throws {
    guard !PointRequest(invocation).isGiven, let form = try? PointForm(name) else { return }
    switch form {
    case .here, .saved: return
    case .words(let words):
      let book = PlaceBook(
        gazetteer: try invocation.gazetteer(), sample: SamplePlaces(in: SampleFolders.all))
      if case .none = book.choice(words) { return }
    default: break
    }
    throw invocation.errorWithoutHelp(
      "\(UsageError.quote(name)) is a point without a name; try: "
        + "finder locate save NAME \(Invocation.quoted(name))")
  }
}

extension Invocation {
  fileprivate func givenPoint() throws -> KeptPoint {
    let data = SearchData(self)
    return try keptPoint(named: "", PointRequest(self).given(data), data)
  }

  fileprivate func givenPointOrHere(named name: String) throws -> KeptPoint {
    let data = SearchData(self)
    return try keptPoint(named: name, PointRequest(self).givenOrHere(data), data)
  }

  private func keptPoint(
    named name: String, _ point: GivenPoint?, _ data: SearchData
  ) throws -> KeptPoint {
    guard let point else { throw PointRequest.missing(self) }
    data.noteMadeUpPoint()
    return KeptPoint(
      name: name, point.coordinate,
      text: point.place?.lastingText ?? shown(point.coordinate), kept: time(nil))
  }
}
