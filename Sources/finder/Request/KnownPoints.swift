import CommandLineKit
import FinderEngine
import FinderLists
import FinderOwn

/// The points that are known without a dataset.
struct KnownPoints {
  private let saved: SavedPoints
  private let sample: SamplePlaces?
  private let book: PlaceBook
  let isHereOn: Bool

  init() {
    guard case .run(let invocation)? = try? Program.table.parse([Near.command.name, "--quiet"])
    else {
      preconditionFailure("'near' is a command")
    }
    saved = invocation.locator.dataFolder.flatMap { try? SavedPoints(in: $0) } ?? SavedPoints()
    sample = SamplePlaces(in: SampleFolders.all)
    book = PlaceBook(gazetteer: (try? invocation.gazetteer()) ?? nil, sample: sample)
    isHereOn = (try? Here(invocation))?.isOn ?? false
  }

  /// For a line without a point.
  var example: String { isHereOn ? "here" : "London" }

  func has(_ text: String) -> Bool {
    guard let form = (try? PointForm(text)) ?? nil else { return false }
    switch form {
    case .postcode(let code): return PointRequest.isPostcode(text, code)
    case .point, .venue: return true
    case .here: return isHereOn
    case .saved(let name): return saved.point(named: name) != nil
    case .place(let name): return isPlace(name)
    case .words(let name): return saved.point(named: name) != nil || isPlace(name)
    case .shortCode(_, let place): return isPlace(place)
    }
  }

  private func isPlace(_ name: String) -> Bool {
    if case .one = book.choice(name) { true } else { false }
  }

  /// The largest of several places with the name, and what is wrong with the name.
  func several(_ name: String) -> (first: String, problem: String)? {
    let choice = book.choice(name)
    guard case .several(let places) = choice, let first = places.first,
      has(first.fullName), let problem = choice.problem(name)
    else { return nil }
    return (first.fullName, problem)
  }

  /// What a misspelt name was probably meant to be.
  func closest(to text: String) -> String? {
    var names = saved.points.map(\.name)
    sample?.visit { names.append($0.name) }
    guard let name = Misspelling.closest(to: text, among: names, by: { $0 }), has(name) else {
      return nil
    }
    return name
  }
}
