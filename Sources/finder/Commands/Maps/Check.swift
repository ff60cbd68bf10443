import CommandLineKit
import FinderEngine

enum Check {
  static let distance = Option(
    "distance", value: "D", summary: "the distance of the camera; 500m to 2200km is allowed",
    group: "Camera", isEveryday: true)
  private static let span = Options.span.with(group: "Camera", isEveryday: true)

  static let command = Command.command(
    "check", summary: "whether the map's camera may look at a point, and what it would see",
    otherWords: "camera bounds",
    heading: CommandHeading.programs, exits: [.nothingFound, .outsideCamera, .unavailable],
    about: """
      The answer is always printed. The exit code is 3 if the point or the distance is not allowed; \
      a span is never refused. The dataset is read only for --span.
      """,
    usage: ["POINT [--distance D] [--span SPAN] [OPTIONS]"],
    examples: """
      finder check 51.5,-0.12 # whether the camera may look there
      finder check 51.5,-0.12 --distance 3km # and from that far away
      finder check 51.5,-0.12 --span middle --json # and what it would see
      """,
    options: Options.point + [distance, span]
      + Options.document.without(Options.colour),
    arguments: [Options.pointArgument],
    run: run)

  static func run(_ invocation: Invocation) throws -> ExitCode {
    let request = PointRequest(invocation)
    let data = SearchData(invocation)
    let given = try request.givenOrHere(data)
    let point = given.coordinate
    let distance = try invocation.distance(distance)
    let span = try invocation.span()
    let source = try span.map { _ in try data.source() }
    // Without a span the dataset is not read, but the output must not overwrite it either.
    let output = try Output(invocation, inputs: invocation.inputs(source))
    let format = invocation.format()
    if let note = given.note("checking", isTable: format == .table, isInAnswer: true) {
      invocation.diagnostics.note(note)
    }
    if Camera.looksSwapped(point) { invocation.diagnostics.note(swapped: point) }
    let report = CameraReport(
      point: point, given: given, distance: distance, units: try invocation.figures().units)
    guard let span else {
      try data.write(report.answer(format), to: output)
      return report.isAllowed ? .success : .outsideCamera
    }
    let found = try data.write(
      try data.answer { venues in
        let box = span.visibleBox(around: point)
        let count = Searcher(venues.store).count(Query(from: point, area: .box(box)))
        return report.answer(
          format, CameraReport.View(box: box, isTooWide: span.isTooWideForVenues, venues: count))
      }, to: output)
    return try data.keep(
      closing: output,
      before: report.isAllowed ? invocation.exitCode(found: found) : .outsideCamera)
  }
}

struct CameraReport {
  struct View {
    let box: BoundingBox
    let isTooWide: Bool
    let venues: Int
  }

  let point: Coordinate
  let given: GivenPoint
  let distance: Double?
  private(set) var view: View?
  let units: ReadableFigures.Units

  private var isInside: Bool { Camera.bounds.contains(point) }
  private var clamped: Coordinate { Camera.clamped(point) }
  private var distanceOutside: Double {
    Geodesic.distance(from: point, to: clamped).inTenths
  }

  private func isAllowed(_ distance: Double) -> Bool { Camera.distanceRange.contains(distance) }

  var isAllowed: Bool { isInside && distance.map(isAllowed) ?? true }

  /// With `view`, includes what the camera would see.
  func answer(_ format: ResultFormat, _ view: View? = nil) -> Answer {
    var report = self
    report.view = view
    var bytes = ByteBuffer(capacity: 1024)
    switch format {
    case .table: bytes.append(text: report.text)
    default: report.appendDocument(onLines: format != .ndjson, to: &bytes)
    }
    return Answer(found: view?.venues ?? 0, bytes: bytes)
  }

  var text: String {
    let rows: [(String, String?)] = [
      ("point", pointText), ("zoom", distance.map(zoomText)), ("view", view.map(viewText)),
      ("bounds", cameraBoundsText),
    ]
    return labelled(rows.compactMap { name, text in text.map { (name, $0) } }, width: 8)
  }

  private var pointText: String {
    if isInside { return "\(shown(point)) is inside the camera bounds" }
    return "\(shown(point)) is outside the camera bounds by "
      + "\(readable(distanceOutside, units)); nearest point inside: \(shown(clamped))"
  }

  private func zoomText(_ distance: Double) -> String {
    let given = zoomFigure(distance)
    if isAllowed(distance) { return "\(given) is allowed" }
    let range = Camera.distanceRange
    // Rounded inwards, so that each limit is allowed as printed: 0.3 mi would be too near.
    let (least, most) =
      units == .metric
      ? ("500 m", "2200 km")
      : (
        "\(shown((range.lowerBound / 0.9144).rounded(.up))) yd",
        "\(shown((range.upperBound / 1609.344).rounded(.down))) mi"
      )
    return "\(given) is not allowed (\(least)…\(most)); nearest allowed: "
      + (distance < range.lowerBound ? least : most)
  }

  /// To the metre in metric units. Any distance is accepted: beyond 1e12 m, tenths of a mile may not fit into
  /// an integer.
  private func zoomFigure(_ metres: Double) -> String {
    if units == .metric { return "\(shown(metres)) m" }
    return metres < 1e12 ? readable(metres, units) : "\(shown(metres / 1609.344)) mi"
  }

  private func viewText(_ view: View) -> String {
    let venues = counted(view.venues, "venue")
    let hint = view.isTooWide ? "; zoom in: a map this wide shows no single venues" : ""
    return "\(shown(view.box)): \(venues)\(hint)"
  }

  private func appendDocument(onLines: Bool, to output: inout ByteBuffer) {
    output.appendDocument(
      onLines: onLines,
      [
        { output in
          output.append(
            key: "center",
            object: {
              $0.append(placeOf: point)
              given.append(to: &$0)
            })
          output.append(key: "inside", bool: isInside)
          output.append(key: "clamped", object: { $0.append(placeOf: clamped) })
          output.append(key: "distance_outside_m", number: distanceOutside)
        },
        distance.map { distance in
          { $0.append(key: "zoom", object: { append(zoom: distance, to: &$0) }) }
        },
        view.map { view in { $0.append(key: "view", object: { append(view, to: &$0) }) } },
        { $0.append(key: "bounds", object: { $0.append(edgesOf: Camera.bounds) }) },
      ])
  }

  private func append(zoom distance: Double, to output: inout ByteBuffer) {
    output.append(key: "distance_m", number: distance)
    output.append(key: "allowed", bool: isAllowed(distance))
    output.append(key: "clamped_m", number: Camera.clampedDistance(distance))
  }

  private func append(_ view: View, to output: inout ByteBuffer) {
    output.append(edgesOf: view.box)
    output.append(key: "zoom_hint", bool: view.isTooWide)
    output.append(key: "venues", integer: view.venues)
  }
}
