import CommandLineKit
import FinderEngine

/// Opens a link in the user's browser or app, by `open` on a Mac and by `xdg-open` elsewhere.
struct LinkOpener {
  static let option = Option(
    "open", value: "WHAT", choices: ["map", "directions", "search"],
    summary: "open a map, directions on foot or a web search", group: "Links")

  #if canImport(Darwin)
    private static let name = "open"
  #else
    private static let name = "xdg-open"
  #endif

  private let what: String
  private let program: FilePath

  /// `nil` where nothing is to be opened. Whether it can be is known before any data is read.
  init?(_ invocation: Invocation) throws {
    guard let what = invocation[Self.option] else { return nil }
    guard let program = ChildProgram.search(Self.name) else {
      throw Failure(
        .unavailable, "cannot open a link: \(Self.name) is not installed",
        hint: "  the links are printed without --open")
    }
    (self.what, self.program) = (what, program)
  }

  func open(_ links: VenueLinks) throws {
    switch DetachedProgram(path: program, arguments: [link(of: links)]).run() {
    case .started: return
    case .failed(let code):
      throw Failure(.unavailable, "\(Self.name) failed with exit code \(code)")
    case .refused: throw Failure(.unavailable, "cannot start \(program): \(systemMessage(errno))")
    }
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
