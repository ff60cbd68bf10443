import FinderEngine

/// Facts about the page for its script, as JSON.
struct PageFacts: ~Copyable {
  private(set) var text = ByteBuffer(capacity: 1 << 15)

  init(_ contents: borrowing PageContents, _ order: borrowing PageOrder) {
    let limits = Self.limits(order.extent, contents)
    let extent = order.extent ?? limits
    text.appendObject { output in
      output.append(key: "venues", integer: order.rows.count)
      output.append(key: "title", string: TidyText.string(contents.title))
      output.append(key: "imperial")
      output.append(contents.units == .imperial ? "true" : "false")
      output.append(key: "notes", elements: contents.notes.count) { output, place in
        output.append(jsonString: TidyText.string(contents.notes[place]))
      }
      output.append(key: "limits")
      limits.append(to: &output)
      output.append(key: "extent")
      extent.append(to: &output)
      output.append(key: "first")
      Self.append(contents.view, extent, to: &output)
      output.append(key: "point")
      Self.append(contents.point, to: &output)
      output.append(key: "people", elements: contents.people.count) { output, place in
        Self.append(contents.people[place], to: &output)
      }
      let target = contents.target.flatMap { order.rows.firstIndex(of: $0) } ?? -1
      output.append(key: "target", integer: target)
      output.append(key: "way", string: TidyText.string(contents.way?.caption ?? ""))
      Self.appendBase(contents, to: &output)
      Self.appendPlaces(contents, to: &output)
    }
  }

  /// Limits for the middle of the view: the camera's bounds if all venues are inside, or else the box around
  /// the venues. They are extended over the points, the way and the first view.
  private static func limits(_ extent: PageBox?, _ contents: borrowing PageContents) -> PageBox {
    let camera = PageBox(Camera.bounds)
    var limits = extent.map { camera.contains($0) ? camera : $0 } ?? camera
    if let point = contents.point { limits.extend(over: point.coordinate) }
    for person in contents.people { limits.extend(over: person.coordinate) }
    if let way = contents.way {
      for place in way.pieces.joined() { limits.extend(over: place) }
    }
    if case .around(let center, _) = contents.view { limits.extend(over: center) }
    if case .box(let box) = contents.view { limits.extend(over: box.center) }
    return limits
  }

  private static func append(
    _ view: PageContents.View, _ extent: PageBox, to output: inout ByteBuffer
  ) {
    switch view {
    case .everything: extent.append(to: &output)
    case .box(let box): PageBox(box).append(to: &output)
    case .around(let center, let zoom):
      output.appendObject { output in
        append(placeOf: center, to: &output)
        output.append(key: "zoom", number: zoom)
      }
    }
  }

  private static func append(placeOf point: Coordinate, to output: inout ByteBuffer) {
    output.append(key: "x", number: MapView.column(point.longitude))
    output.append(key: "y", number: MapView.row(point.latitude))
  }

  private static func append(_ point: MapPerson?, to output: inout ByteBuffer) {
    guard let point else { return output.append("null") }
    output.appendObject { output in
      append(placeOf: point.coordinate, to: &output)
      // The square ends at 85°, and a point may be nearer to a pole.
      output.append(key: "latitude", number: point.coordinate.latitude)
      let name = TidyText.string(point.name)
      output.append(key: "name", string: name.isEmpty ? "the point" : name)
      if !point.label.isEmpty { output.append(key: "label", string: point.label) }
    }
  }

  /// Most important first. Positions are rounded to a millionth of the world's side: 40 m are enough for a
  /// name.
  private static func appendPlaces(
    _ contents: borrowing PageContents, to output: inout ByteBuffer
  ) {
    let labels = contents.labels.enumerated().sorted {
      ($1.element.people, $0.offset) < ($0.element.people, $1.offset)
    }
    output.append(key: "places", elements: labels.count) { output, place in
      let label = labels[place].element
      output.append("[")
      output.append(jsonString: TidyText.string(label.name))
      for share in [
        MapView.column(label.coordinate.longitude), MapView.row(label.coordinate.latitude),
      ] {
        output.append(",")
        output.append(number: (share * 1e6).rounded() / 1e6)
      }
      output.append(",")
      output.append(integer: label.people)
      output.append("]")
    }
  }

  /// The world's side in the base map's units, which are 0.6 m.
  private static let unitsOfBase = Double(1 << 26)
  /// A point nearer than this to the previous one is left out. It is a pixel at zoom 16.
  private static let finestStep = 4

  static func appendBase(_ contents: borrowing PageContents, to output: inout ByteBuffer) {
    output.append(key: "fades")
    output.append(contents.baseFades ? "true" : "false")
    output.append(key: "credit", string: TidyText.string(contents.credit))
    // Later shapes are drawn over earlier ones.
    let way = contents.way.map { [$0.shape] } ?? []
    let shapes = contents.base + way
    output.append(key: "shapes", elements: shapes.count) { output, place in
      let shape = shapes[place]
      output.append("[")
      if place < contents.base.count {
        // A shape without edges is drawn in its kind's colour only, as lakes always are.
        let isBare = !shape.hasEdge && shape.kind == .land
        output.append(jsonString: isBare ? "cut" : shape.kind.rawValue)
      } else {
        output.append(jsonString: contents.way?.kind.isDashed == false ? "way" : "line")
      }
      output.append(shape.isClosed ? ",true," : ",false,")
      let lines = WorldLines.places(of: shape.lines).map(simplified)
        .filter { $0.count > (shape.isClosed ? 2 : 1) }
      output.appendArray(lines.count) { output, line in append(line: lines[line], to: &output) }
      output.append("]")
    }
  }

  private static func simplified(_ line: [MapPlace]) -> [(x: Int, y: Int)] {
    var kept: [(x: Int, y: Int)] = []
    for (number, place) in line.enumerated() {
      let point = (
        x: Int((place.x * unitsOfBase).rounded()), y: Int((place.y * unitsOfBase).rounded())
      )
      if let last = kept.last, abs(point.x - last.x) < finestStep,
        abs(point.y - last.y) < finestStep
      {
        guard number == line.count - 1, kept.count > 1 else { continue }
        // The last point of a line is always kept.
        kept.removeLast()
      }
      kept.append(point)
    }
    return kept
  }

  /// The first point, then the steps between points.
  private static func append(line: [(x: Int, y: Int)], to output: inout ByteBuffer) {
    var last = (x: 0, y: 0)
    output.appendArray(line.count) { output, place in
      output.append(integer: line[place].x - last.x)
      output.append(",")
      output.append(integer: line[place].y - last.y)
      last = line[place]
    }
  }
}
