import CommandLineKit
import FinderEngine

/// All options of a search, read from the command line once and checked together. Opens no file.
///
///     let request = try SearchRequest(invocation, limit: 10)
///     let data = SearchData(invocation)
///     let search = try Search(request, in: try request.surroundings(data), data)
///     return try search.run(on: data)
///
/// Options that a command does not have get their defaults.
final class SearchRequest: Sendable {
  let invocation: Invocation
  /// `nil` for all.
  let limit: Int?
  let radius: Radius?
  let filters: Filters
  let fields: VenueFields?
  /// Asked for walks, by which the venues are then sorted.
  let router: RouterRequest?
  let point: PointRequest

  /// `words`, if given, take the place of the argument POINT.
  init(
    _ invocation: Invocation, limit: @autoclosure () throws -> Int,
    _ words: ArraySlice<Word>? = nil
  ) throws {
    self.invocation = invocation
    try invocation.checkResultOptions()
    self.limit = try invocation.limit(default: try limit())
    radius = try invocation.radius()
    filters = try Filters(invocation)
    fields = try Self.fields(invocation)
    router = try RouterRequest(invocation)
    try Self.checkProof(invocation)
    point = PointRequest(invocation, words)
  }

  var diagnostics: Diagnostics { invocation.diagnostics }

  /// Where to search, and from where.
  struct Place {
    let area: Query.Area
    let ruling: CameraRuling
    /// `nil` if no point was given.
    var given: GivenPoint?
    var isTooWide = false
    /// Writes the member of the document's `query` for the area searched.
    let member: @Sendable (inout ByteBuffer) -> Void
  }

  /// Everywhere around the point, or within the radius, which defaults to `usual`. With a router this still
  /// includes every venue within the minutes, since no walk is shorter than the straight line.
  func surroundings(_ data: SearchData, usual: Double? = nil) throws -> Place {
    let (given, ruling) = try point.ruled(data)
    let radius = radius?.metres ?? usual
    let reach = router == nil ? radius : self.radius?.walk?.metres ?? radius
    return Place(
      area: reach.map { .circle(radius: $0) } ?? .everywhere, ruling: ruling, given: given
    ) { $0.append(key: "radius_m", number: radius) }
  }
}

extension SearchRequest {
  /// Refuses --explain if nothing would show it, and --explain and --verify with a router, which decides the
  /// order.
  private static func checkProof(_ invocation: Invocation) throws {
    guard invocation.has(Options.explain) || invocation.has(Options.verify) else { return }
    for option in Options.proof where invocation.has(option) {
      for other in [RouteOptions.router, RouteOptions.route] where invocation.has(other) {
        throw invocation.error(
          option, "cannot be combined with \(other.flag), since the walks are the router's")
      }
    }
    let format = invocation.format()
    // Each row of 'closest --all' has its own.
    let isWritten = format == .json || format == .ndjson && invocation.has(Closest.all)
    guard !invocation.has(Options.explain) || !invocation.has(Options.quiet) || isWritten else {
      throw invocation.error(
        Options.explain, "is hidden by --quiet; leave that out, or use --json")
    }
  }

  /// `--fields`, or `nil` for all.
  static func fields(
    _ invocation: Invocation, ofStream isOfStream: Bool = false
  ) throws -> VenueFields? {
    guard let text = invocation[Options.fields] else { return nil }
    let fields: VenueFields
    do throws(BadExpression) {
      fields = try VenueFields(text, ofStream: isOfStream)
    } catch {
      throw invocation.error(Options.fields, "\(UsageError.quote(text)) \(error.problem)")
    }
    // Read the settings only if they matter.
    return fields.hasWalk ? fields.walking(by: try invocation.walkingFigures()) : fields
  }
}

extension SearchRequest {
  /// For a command without a single point: `others` says which figures it has instead.
  func refuseFields(ofOnePoint others: String) throws {
    for field in fields?.all ?? [] {
      switch field.fact {
      case .distance, .bearing, .direction, .walkMetres, .walkMinutes:
        throw invocation.error(
          Options.fields, "\(UsageError.quote(field.name)) needs a single point; \(others)")
      default: continue
      }
    }
  }
}
