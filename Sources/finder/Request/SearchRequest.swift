import CommandLineKit
import FinderEngine
import FinderLists

/// Every option of a search, taken off the command line once and checked for what goes together. No file
/// has been opened yet.
///
///     let request = try SearchRequest(invocation, limit: 10)
///     let data = SearchData(invocation)
///     let search = try Search(request, in: try request.surroundings(data), data)
///     return try search.run(on: data)
///
/// A command without one of the options gets its default.
final class SearchRequest: Sendable {
  let invocation: Invocation
  /// `nil` for all.
  let limit: Int?
  let radius: Radius?
  let match: NameMatch?
  let conditions: [Condition]
  let food: FoodNarrowing?
  let chains: ChainNarrowing?
  let visits: VisitNarrowing?
  let open: OpenHours?
  /// Which moment the words of `--open` mean; to be said when the point is known too.
  let openNote: String?
  let fields: VenueFields?
  /// Asked for walks, which then order the venues.
  let router: RouterRequest?
  let point: PointRequest

  /// With `words`, as if they were the argument POINT.
  init(
    _ invocation: Invocation, limit: @autoclosure () throws -> Int,
    _ words: ArraySlice<Word>? = nil
  ) throws {
    self.invocation = invocation
    try invocation.checkResultOptions()
    self.limit = try invocation.limit(default: try limit())
    radius = try invocation.radius()
    match = try invocation.nameMatch()
    conditions = try Self.conditions(invocation)
    food = try FoodNarrowing(invocation)
    chains = try ChainNarrowing(invocation)
    visits = try VisitNarrowing(invocation)
    let wanted = try OpenHours.wanted(by: invocation)
    (open, openNote) = (wanted?.hours, wanted?.note)
    fields = try Self.fields(invocation)
    router = try RouterRequest(invocation)
    try Self.checkProof(invocation)
    point = PointRequest(invocation, words)
  }

  var diagnostics: Diagnostics { invocation.diagnostics }

  /// Where a search looks, and from where.
  struct Place {
    let area: Query.Area
    let ruling: CameraRuling
    /// `nil` where no point was given.
    var given: GivenPoint?
    var isTooWide = false
    /// Writes the member of the document's `query` that says which area was searched.
    let member: @Sendable (inout ByteBuffer) -> Void
  }

  /// Everywhere around the point, or within the radius, which is `usual` where none was given. With a router,
  /// no walk is shorter than the straight line, so no venue farther away can be within the minutes.
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
  /// Refuses an explanation that nobody would see, and either of the two where a router has the last word.
  private static func checkProof(_ invocation: Invocation) throws {
    guard invocation.has(Options.explain) || invocation.has(Options.verify) else { return }
    for option in Options.proof where invocation.has(option) {
      for other in [RouteOptions.router, RouteOptions.route] where invocation.has(other) {
        throw invocation.error(
          option, "cannot be combined with \(other.flag), since the walks are the router's")
      }
    }
    let format = invocation.format()
    // The rows of 'closest --all' have each their own.
    let isWritten = format == .json || format == .ndjson && invocation.has(Closest.all)
    guard !invocation.has(Options.explain) || !invocation.has(Options.quiet) || isWritten else {
      throw invocation.error(
        Options.explain, "is hidden by --quiet; leave that out, or use --json")
    }
  }

  static func conditions(_ invocation: Invocation) throws -> [Condition] {
    try invocation.values(Options.condition).map { text in
      do throws(BadExpression) {
        return try Condition(text)
      } catch {
        if let meant = error.meant {
          let words = invocation.words { option, value in
            option.name == Options.condition.name && value == text ? [option.flag, meant] : nil
          }
          throw invocation.error(
            "\(Options.condition.flag) \(UsageError.quote(text)) \(error.problem)"
          ).correcting(words)
        }
        throw invocation.error(Options.condition, "\(UsageError.quote(text)) \(error.problem)")
      }
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
    // The settings are read only where they matter.
    return fields.hasWalk ? fields.walking(by: try invocation.walkingFigures()) : fields
  }
}
