import CommandLineKit
import FinderEngine
import FinderOwn

/// Opens a link in the user's browser or app, with the program from the settings, or else with `open` on a
/// Mac and `xdg-open` elsewhere. If that fails, the error has the link.
struct LinkOpener {
  static let option = Option(
    "open", value: "WHAT", choices: ["map", "directions", "search"],
    summary: "open a map, directions on foot or a web search", group: "Links", isEveryday: true)

  private let what: String
  private let name: String
  /// `nil` if there is no program with that name.
  private let program: FilePath?
  private let arguments: [String]

  /// `nil` if nothing should be opened.
  init?(_ invocation: Invocation) throws {
    guard let what = invocation[Self.option] else { return nil }
    try self.init(what, invocation)
  }

  /// `what` is one of the option's choices.
  init(_ what: String, _ invocation: Invocation) throws {
    let opener = try invocation.settings().opener ?? SettingKey.opener.usual ?? ""
    let words = CommandWords.words(of: opener) ?? []
    name = words.first ?? ""
    (self.what, arguments) = (what, Array(words.dropFirst()))
    program = LocatingProgram.path(of: name)
  }

  func open(_ links: VenueLinks) throws {
    try refuse(try detached(links).run(), links)
  }

  /// For a screen that must not block meanwhile. `refuse` handles the outcome.
  func start(_ links: VenueLinks) throws -> DetachedProgram.Running {
    guard let started = try detached(links).start() else { throw refusal(links) }
    return started
  }

  private func detached(_ links: VenueLinks) throws -> DetachedProgram {
    guard let program else {
      let problem =
        name == SettingKey.opener.usual
        ? "\(name) is not installed" : LocatingProgram.problem(with: name)
      throw failure("cannot open a link: \(problem)", links)
    }
    return DetachedProgram(path: program, arguments: arguments + [link(of: links)])
  }

  func refuse(_ outcome: DetachedProgram.Outcome, _ links: VenueLinks) throws {
    switch outcome {
    case .started: return
    case .failed(let code):
      throw failure("\(UsageError.escape(name)) failed with exit code \(code)", links)
    case .refused: throw refusal(links)
    }
  }

  private func refusal(_ links: VenueLinks) -> Failure {
    let why = systemMessage(errno)
    return failure("cannot start \(program.map { "\($0)" } ?? name): \(why)", links)
  }

  private func failure(_ problem: String, _ links: VenueLinks) -> Failure {
    Failure(.unavailable, problem, hint: "  link: \(link(of: links))")
  }

  private func link(of links: VenueLinks) -> String {
    switch what {
    case "directions": return links.walk
    case "search": return links.search
    default:
      #if canImport(Darwin)
        return links.appleMaps
      #else
        return links.openStreetMap
      #endif
    }
  }
}
