import CommandLineKit
import FinderEngine
import FinderLists

/// The line that fetches real venues of the part of the world that a command was asked about. Users of the
/// sample see it with each answer, since it is what they want next. It works as it is.
struct RealVenues {
  private let invocation: Invocation
  /// As it was typed; `nil` where none was given.
  let point: String?
  /// Of a polygon.
  let box: BoundingBox?

  /// What a fetch asks for around a point where nothing else is said: a town, in one small request.
  static let radius = (text: "3km", metres: 3000.0)
  /// A link to a map may take several lines.
  private static let longestPoint = 60

  init(_ invocation: Invocation, point: String?, box: BoundingBox?) {
    (self.invocation, self.point, self.box) = (invocation, point, box)
  }

  var note: String { "these venues are made up; for real ones\(lines)" }

  /// What to type for them, after a colon.
  var lines: String {
    let words = area
    let line =
      (["finder", "data", DataFetch.command.name, FetchSource.osm.rawValue]
      + (words ?? ["London", Options.radius.flag, Self.radius.text])
      + [FetchOptions.install.flag]).map(Invocation.quoted)
    return (words == nil ? ", such as London's" : "") + ": \(line.joined(separator: " ")), or a "
      + "country's file: finder help data"
  }

  /// `nil` where the command was asked about no part, or about more than one fetch may ask for.
  private var area: [String]? {
    if let box = asked { return [Options.box.flag, box] }
    guard let point else { return nil }
    return [copyable(point), Options.radius.flag, radius]
  }

  private var asked: String? {
    if let box = try? invocation.box(), Self.mayBeFetched(box) {
      return invocation.values(Options.box).last
    }
    guard let box else { return nil }
    let rounded = BoundingBox(
      south: (box.south * 1000).rounded(.down) / 1000,
      west: (box.west * 1000).rounded(.down) / 1000,
      north: (box.north * 1000).rounded(.up) / 1000, east: (box.east * 1000).rounded(.up) / 1000)
    guard Self.mayBeFetched(rounded) else { return nil }
    return [rounded.west, rounded.south, rounded.east, rounded.north].map { shown($0) }
      .joined(separator: ",")
  }

  private static func mayBeFetched(_ box: BoundingBox) -> Bool {
    box.south < box.north && box.longitudeWidth > 0
      && FetchArea.box(box).squareKilometres <= FetchArea.mostInAll
  }

  /// As it can be typed in the line.
  private func copyable(_ typed: String) -> String {
    let point = PointForm.trimmed(typed)
    // A saved point may have the name of a source, or one that looks like an option.
    let isOption = point.hasPrefix("-") && ((try? PointForm(point)) ?? nil) == nil
    if FetchSource(rawValue: point) != nil || isOption { return "saved:\(point)" }
    guard point.utf8.count > Self.longestPoint,
      case .point(let known)? = (try? PointForm(point)) ?? nil
    else { return point }
    return shown(known.coordinate)
  }

  /// As far as the search looked, where that is farther and one fetch may ask for it.
  private var radius: String {
    guard let text = invocation[Options.radius],
      let asked = (try? invocation.radius())?.metres, asked > Self.radius.metres,
      asked <= FetchArea.radius(ofSquareKilometres: FetchArea.mostInAll)
    else { return Self.radius.text }
    return Quantity.metres(text) == nil ? "\(Int((asked / 1000).rounded(.up)))km" : text
  }
}
