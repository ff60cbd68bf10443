import CommandLineKit
import FinderEngine
import FinderMaps

/// How far each place in an area is from its nearest venue.
enum Coverage {
  private static let cell = Option(
    "cell", value: "D", summary: "the side of a cell: 500m, 1km or 0.5mi", group: "Cells",
    isEveryday: true, reading: Quantity.words,
    defaultText: "1, 2 or 5 times a power of ten, for at most 10,000 cells",
    otherWords: "grid spacing step cell-size cellsize")
  private static let nth = Option(
    "nth", value: "N", summary: "the distance to the Nth nearest venue, 1…1000", group: "Cells",
    isEveryday: true, defaultText: "1", otherWords: "rank n-th nearest kth")
  private static let beyond = Option(
    "beyond", value: "LIST",
    summary: "report the share of cells farther than each of these: 800m,1mi, or walks: 15min",
    group: "Cells", isEveryday: true, defaultText: usualLimits,
    otherWords: "threshold thresholds limits breaks steps")
  private static let format = Options.format.with(
    choices: ResultFormat.ofRows.map(\.rawValue) + [picture])
  private static let radius = Options.radius.with(
    summary: "the circle of D around POINT; venues outside it count too")

  private static let picture = "png"
  /// The thresholds used by most of 44 British studies (Titis and others 2022).
  private static let usualLimits = "500m,800m,1km,1mi"
  private static let mostLimits = 12

  static let command = Command.command(
    "coverage", summary: "how far everywhere in an area is from the nearest venue",
    otherWords:
      "heatmap heat-map access accessibility desert deserts isolation emptiest remote gaps",
    heading: CommandHeading.maps, exits: [.nothingFound, .outsideCamera, .unavailable],
    about: """
      Divides a box, a polygon or a circle into square cells of equal metres, and measures from \
      the middle of each cell inside it to the nearest venue, or to the nth nearest with --nth. \
      Venues outside the area count too. The table and JSON sum this up: the mean, the median, the \
      distance that nine cells in ten are within (p90), the shares of cells that are farther than \
      the distances of --beyond, and the emptiest place. No other spot in any cell is more than a \
      metre farther from its nearest venue.

      The other formats have the cells: their middles to 6 decimals, the distance from there and the \
      venue's id. --output FILE.png draws a picture to print.

      In a box or a circle the sea counts as well. A polygon of the coast leaves it out. At most \
      4,000,000 cells are made.
      """,
    usage: [
      "--bbox W,S,E,N [OPTIONS]", "--polygon FILE [OPTIONS]", "POINT --radius D [OPTIONS]",
    ],
    examples: """
      finder coverage London -r 5km --cell 200m # within 5 km of a point
      finder coverage --polygon area.geojson --cell 500m --for 'vegan pizza' # of venues that fit
      finder coverage --bbox -0.2,51.4,0,51.6 --beyond 800m,15min # the shares that are farther
      finder coverage --bbox -0.2,51.4,0,51.6 --nth 3 --json # to the third nearest, for programs
      finder coverage Brighton -r 5km --output brighton.png # a picture to print
      finder coverage Leeds -r 5km --cell 500m --output cells.geojson # the cells, for a map
      """,
    options: ([Options.box, Options.polygon, radius] + Options.point
      + [Options.outside, cell, nth, beyond, Options.match, Options.condition] + Options.food
      + Options.chains + Options.visits + Options.hours
      + [MapOptions.size, MapOptions.scale, MapOptions.base] + Options.common.with(format))
      .everyday(Options.box, Options.polygon).seldom(
        Options.chain, Options.match, Options.quiet),
    arguments: [Options.pointArgument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let request = try SearchRequest(invocation, limit: 0)
    let wanted = try wanted(invocation)
    let data = SearchData(invocation)
    try checkPoint(invocation)
    let (place, area) = try place(request, data)
    let cells = try cells(invocation, area)
    let inputs = [invocation.path(Options.polygon), wanted.picture?.base.path].compactMap { $0 }
    let search = try Search(request, in: place, data, inputs: inputs)
    if wanted.picture != nil, search.output.isTerminal {
      throw invocation.error(
        Options.output, "is missing: a terminal cannot show a PNG; --output FILE.png writes it")
    }
    if !invocation.has(cell) {
      request.diagnostics.note(
        "cells of \(shown(metres: cells.grid.cell)); \(cell.flag) sets another size")
    }
    if !invocation.has(Options.polygon) {
      request.diagnostics.note(
        "cells at sea count too; with \(Options.polygon.flag) FILE only those inside an outline do")
    }
    let report = try search.answerOnThreads(from: data) { store, narrowed in
      try CoverageReport(search, wanted, cells, narrowed, in: store)
    }
    let answer = try report.write(to: search.output)
    return try data.finish(answer, to: search.output)
  }

  // MARK: Arguments

  private static func wanted(_ invocation: Invocation) throws -> CoverageReport.Wanted {
    var wanted = CoverageReport.Wanted()
    wanted.nth = try invocation.whole(nth, 1...1000) ?? 1
    wanted.limits = try limits(invocation)
    wanted.hasUsualLimits = !invocation.has(beyond)
    let isPicture = invocation.chosenFormat == picture
    let format = invocation.format()
    guard !invocation.has(beyond) || isPicture || format == .table || format == .json else {
      throw invocation.error(
        beyond, "has no effect on \(format.rawValue), only on table, json and \(picture)")
    }
    for option in [MapOptions.size, MapOptions.scale, MapOptions.base]
    where invocation.has(option) && !isPicture {
      throw invocation.error(option, "has no effect except on \(picture)")
    }
    if isPicture {
      let (size, scale) = try MapDrawing.picture(invocation)
      wanted.picture = CoverageReport.Picture(
        base: try MapBase(invocation), size: size, scale: scale)
    }
    return wanted
  }

  /// In ascending order, without duplicates.
  private static func limits(_ invocation: Invocation) throws -> [CoverageReport.Limit] {
    let text = invocation[beyond] ?? usualLimits
    var limits: [CoverageReport.Limit] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = trimmed(part)
      let metres = try invocation.radius(name, of: beyond).metres
      if !limits.contains(where: { $0.metres == metres }) {
        limits.append(CoverageReport.Limit(name: name, metres: metres))
      }
    }
    guard limits.count <= mostLimits else {
      throw invocation.error(
        beyond, "has \(limits.count) distances; at most \(mostLimits) are taken")
    }
    return limits.sorted { $0.metres < $1.metres }
  }

  private static func cells(
    _ invocation: Invocation, _ area: CoverageArea
  ) throws -> CoverageCells {
    let size = try invocation.distance(cell)
    if let size, size < 0.01 {
      throw invocation.error(cell, "must be at least 0.01 metres")
    }
    // The middle of a cell that reaches beyond a pole is nowhere near the cell.
    if let size, size > 5_000_000 {
      throw invocation.error(cell, "must be at most 5,000 km")
    }
    let side = size ?? CoverageCells.usualCell(for: area)
    if let cells = CoverageCells(area, cell: side) { return cells }
    let least = shown(metres: CoverageCells.leastCell(for: area, above: side))
    let words = invocation.words(
      setting: cell, to: String(least.filter { $0 != " " && $0 != "," }))
    throw invocation.error(
      "\(cell.flag) \(UsageError.show(invocation[cell] ?? "")) makes more than "
        + "\(grouped(CoverageCells.most)) cells; the least size that fits is \(least)"
    ).correcting(words)
  }

  /// Refuses a point given with an area that does not need one.
  private static func checkPoint(_ invocation: Invocation) throws {
    guard !invocation.has(Options.radius),
      let area = [Options.box, Options.polygon].first(where: invocation.has)
    else { return }
    let problem = "has no effect with \(area.flag)"
    for option in Options.point where invocation.has(option) {
      throw invocation.error(option, problem)
    }
    guard !invocation.arguments.isEmpty else { return }
    throw invocation.errorWithoutHelp(
      "\(Options.pointArgument.name) \(problem); without it: \(invocation.line([]))")
  }

  private static func place(
    _ request: SearchRequest, _ data: SearchData
  ) throws -> (SearchRequest.Place, CoverageArea) {
    var place = try request.area(data)
    if place == nil, request.radius != nil { place = try request.surroundings(data) }
    guard let place else { throw try request.unbounded(data, radius: "5km") }
    let area: CoverageArea =
      switch place.area {
      case .box(let box): .box(box)
      case .polygon(let polygon): .polygon(polygon)
      case .circle(let radius): .circle(place.ruling.point, radius: radius)
      case .everywhere, .annulus, .corridor, .together:
        preconditionFailure("an area was asked for")
      }
    // Venues outside the area count too.
    let everywhere = SearchRequest.Place(
      area: .everywhere, ruling: place.ruling, given: place.given, member: place.member)
    return (everywhere, area)
  }
}
