import CommandLineKit
import FinderEngine
import FinderLists

/// The line that fetches real venues for the area that a command was asked about. Users of the sample see it
/// with each answer, since it is what they need next. It works as printed.
struct RealVenues {
  private let invocation: Invocation
  /// As typed; `nil` if none was given.
  let point: String?
  /// The box of a polygon.
  let box: BoundingBox?

  /// The radius fetched around a point unless the user gave a larger one: a town, in one small request.
  static let radius = (text: "3km", metres: 3000.0)
  /// A link to a map may take several lines.
  private static let longestPoint = 60

  init(_ invocation: Invocation, point: String?, box: BoundingBox?) {
    (self.invocation, self.point, self.box) = (invocation, point, box)
  }

  var note: String { "these venues are made up; for real ones\(lines)" }

  /// What to type to get them, after a colon.
  var lines: String {
    let words = area
    let line =
      (["finder", "data", DataFetch.command.name, FetchSource.osm.rawValue]
      + (words ?? ["London", Options.radius.flag, Self.radius.text])
      + [FetchOptions.install.flag]).map(Invocation.quoted)
    return (words == nil ? ", such as London's" : "") + ": \(line.joined(separator: " ")), or a "
      + "country's file: finder help data"
  }

  /// `nil` if the command was asked about no area, or about more than one fetch may cover.
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
    return rounded.edges.map { shown($0) }.joined(separator: ",")
  }

  private static func mayBeFetched(_ box: BoundingBox) -> Bool {
    box.south < box.north && box.longitudeWidth > 0
      && FetchArea.box(box).squareKilometres <= FetchArea.mostInAll
  }

  /// The point as it can be typed in the line.
  private func copyable(_ typed: String) -> String {
    let point = PointForm.trimmed(typed)
    // A saved point may be named like a source or look like an option.
    let isOption = point.hasPrefix("-") && ((try? PointForm(point)) ?? nil) == nil
    if FetchSource(rawValue: point) != nil || isOption { return "saved:\(point)" }
    guard point.utf8.count > Self.longestPoint,
      case .point(let known)? = (try? PointForm(point)) ?? nil
    else { return point }
    return shown(known.coordinate)
  }

  /// The search radius, if it is larger and one fetch may cover it.
  private var radius: String {
    guard let text = invocation[Options.radius],
      let asked = (try? invocation.radius())?.metres, asked > Self.radius.metres,
      asked <= FetchArea.radius(ofSquareKilometres: FetchArea.mostInAll)
    else { return Self.radius.text }
    return Quantity.metres(text) == nil ? "\(Int((asked / 1000).rounded(.up)))km" : text
  }
}
