import CommandLineKit
import FinderEngine

extension SearchRequest {
  private static let areas = [Options.box, Options.radius, Options.span, Options.polygon]

  /// The error for a line that bounds no area: it asks for what is missing, and shows the line with that.
  func unbounded(_ data: SearchData, radius: String) throws -> any Error {
    if let error = point.fileError { return error }
    let isGiven = try point.given(data) != nil
    let line = invocation.line(invocation.arguments + (isGiven ? [] : ["London"]))
    return invocation.errorWithoutHelp(
      "\(isGiven ? "How far" : "Where")? For example: \(line) \(Options.radius.flag) \(radius)")
  }

  /// The given box or polygon, wherever it is; `nil` if neither was given. Only one of the options that
  /// select an area may be given.
  func area(_ data: SearchData) throws -> Place? {
    let given = Self.areas.filter(invocation.has)
    guard given.count < 2 else {
      let all = Self.areas.filter { invocation.command.option(named: $0.name) != nil }.map(\.flag)
      throw invocation.error(
        "expected only one of \(all.dropLast().joined(separator: ", ")) and \(all[all.count - 1])")
    }
    if invocation.has(Options.polygon) { return try polygon(data) }
    guard let box = try invocation.box() else { return nil }
    diagnostics.note(ifOdd: box)
    return Self.place(.box(box), within: box, from: try point.given(data))
  }

  private static func place(
    _ area: Query.Area, within box: BoundingBox, from given: GivenPoint?
  ) -> Place {
    Place(area: area, ruling: .allowing(given?.coordinate ?? box.center), given: given) {
      $0.append(key: "bbox", numbers: box.edges)
    }
  }

  private func polygon(_ data: SearchData) throws -> Place {
    let given = try point.given(data)
    let source = DatasetSource(named: invocation.path(Options.polygon) ?? "")
    if source.kind == .stdin { try invocation.claimStandardInput(for: "polygon") }
    let polygon = try Polygon.load(source)
    if polygon.hasEdgeTheLongWayRound {
      diagnostics.note(
        "an edge of \(source.displayName) is more than 180 degrees wide, and is used as it is; "
          + "a polygon across the antimeridian has to be cut there")
    }
    if Camera.looksSwapped(polygon.box) { diagnostics.note(swappedIn: source) }
    data.askedBox = polygon.box
    return Self.place(.polygon(polygon), within: polygon.box, from: given)
  }
}
