import CommandLineKit
import FinderEngine
import FinderOwn

/// Where 'here' is, as far as the user allows: `$FINDER_LOCATION`, else a saved point, else the position from
/// an allowed program. Nothing else is used, and nothing is stored.
struct Here {
  private(set) var machine = LocateMachine()
  private(set) var coordinate: Coordinate?
  /// `environment`, `saved` or `program`; `nil` if there is none, or locating is off.
  private(set) var source: String?
  /// In seconds; `nil` if unknown.
  private(set) var age: Int?
  /// Why there is no position, worded as the end of a sentence.
  private(set) var reason = "no location has been set"

  static let variable = "FINDER_LOCATION"

  var isOn: Bool { machine.state == .on }

  init(_ invocation: Invocation) throws {
    if let text = environment(Self.variable), !text.isEmpty {
      machine.take(.given)
      (coordinate, source) = (try Self.position("\(text)", invocation), "environment")
      machine.take(.answered)
      return
    }
    let settings = try invocation.locator.dataFolder.map { try LocateSettings(in: $0) }
    machine = settings?.machine ?? LocateMachine()
    if machine.state == .off {
      reason = "it is off; 'finder locate on' turns it on"
    } else if let point = settings?.point {
      (coordinate, source) = (point.coordinate, "saved")
      age = max(0, time(nil) - point.kept)
      machine.take(.answered)
    } else if let program = settings?.program, !program.isEmpty {
      source = "program"
      if settings?.isProgramOfOthers == true, let folder = invocation.locator.dataFolder {
        refuse(program, in: "\(folder)/\(LocateSettings.fileName)")
      } else {
        ask(program)
      }
    }
  }

  /// Other users who can write to the file could make finder run anything.
  private mutating func refuse(_ program: [String], in file: FilePath) {
    reason =
      "the program \(UsageError.quote(program[0])) is not run, since other users may write to \(file) "
      + "or own it; see that the program is yours, then 'chmod 600 \(file)'"
    machine.take(.failed)
  }

  private mutating func ask(_ words: [String]) {
    switch LocatingProgram(words: words).position() {
    case .success(let position):
      (coordinate, age) = (position, 0)
      machine.take(.answered)
    case .failure(let problem):
      reason = problem.text
      machine.take(.failed)
    }
  }

  /// Only forms that need no dataset, since this runs before one is read.
  private static func position(_ text: String, _ invocation: Invocation) throws -> Coordinate {
    let variable = "\(Self.variable) \(UsageError.quote(text))"
    do throws(PointProblem) {
      if case .point(let point)? = try PointForm(text) { return point.coordinate }
    } catch {
      throw invocation.error("\(variable) \(error.explanation(whereFine: invocation.isFine))")
    }
    throw invocation.error(
      "\(variable) is not a position: expected degrees such as 51.5,-0.12, a link to a map, a plus code "
        + "or a grid reference")
  }

  func point(text: String) -> GivenPoint? {
    guard isOn, let coordinate else { return nil }
    let what: String =
      switch source {
      case "environment": "\(Self.variable)"
      case "saved": "the point that was kept"
      default: "the program's position"
      }
    return GivenPoint(
      coordinate: coordinate,
      place: PointPlace(
        text: text, kind: .here, name: "here", precision: .place, from: .locate, what: what))
  }
}
