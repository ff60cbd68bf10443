import CommandLineKit
import FinderEngine
import FinderOwn

/// Opens a link in the user's browser or app, by the program that the settings name, else by `open` on a
/// Mac and by `xdg-open` elsewhere.
struct LinkOpener {
  static let option = Option(
    "open", value: "WHAT", choices: ["map", "directions", "search"],
    summary: "open a map, directions on foot or a web search", group: "Links")

  private let what: String
  private let name: String
  private let program: FilePath
  private let arguments: [String]

  /// `nil` where nothing is to be opened. Whether it can be is known before any data is read.
  init?(_ invocation: Invocation) throws {
    guard let what = invocation[Self.option] else { return nil }
    do {
      try self.init(what, invocation)
    } catch let failure as Failure {
      throw Failure(failure.code, failure.message, hint: "  the links are printed without --open")
    }
  }

  /// One of the option's choices.
  init(_ what: String, _ invocation: Invocation) throws {
    let opener = try invocation.settings().opener ?? SettingKey.opener.usual ?? ""
    let words = CommandWords.words(of: opener) ?? []
    name = words.first ?? ""
    guard let program = LocatingProgram.path(of: name) else {
      throw Failure(.unavailable, "cannot open a link: \(Self.problem(with: name))")
    }
    (self.what, self.program, arguments) = (what, program, Array(words.dropFirst()))
  }

  private static func problem(with name: String) -> String {
    name == SettingKey.opener.usual
      ? "\(name) is not installed" : LocatingProgram.problem(with: name)
  }

  func open(_ links: VenueLinks) throws {
    try refuse(DetachedProgram(path: program, arguments: arguments + [link(of: links)]).run())
  }

  /// For a screen that is not to stand still meanwhile: `refuse` takes what becomes of it.
  func start(_ links: VenueLinks) throws -> DetachedProgram.Running {
    let started = DetachedProgram(path: program, arguments: arguments + [link(of: links)]).start()
    guard let started else { throw refusal }
    return started
  }

  func refuse(_ outcome: DetachedProgram.Outcome) throws {
    switch outcome {
    case .started: return
    case .failed(let code):
      throw Failure(.unavailable, "\(UsageError.escape(name)) failed with exit code \(code)")
    case .refused: throw refusal
    }
  }

  private var refusal: Failure {
    Failure(.unavailable, "cannot start \(program): \(systemMessage(errno))")
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
