import FinderEngine

/// What a page's script is told about the page, as JSON.
struct PageFacts: ~Copyable {
  private(set) var text = ByteBuffer(capacity: 1 << 15)

  init(_ contents: borrowing PageContents, _ order: borrowing PageOrder) {
    let limits = Self.limits(order.extent, contents)
    let extent = order.extent ?? limits
    text.appendObject { output in
      output.append(key: "venues", integer: order.rows.count)
      output.append(key: "title", string: TidyName.string(contents.title))
      output.append(key: "imperial")
      output.append(contents.units == .imperial ? "true" : "false")
      output.append(key: "notes", elements: contents.notes.count) { output, place in
        output.append(jsonString: TidyName.string(contents.notes[place]))
      }
      output.append(key: "limits")
      limits.append(to: &output)
      output.append(key: "extent")
      extent.append(to: &output)
      output.append(key: "first")
      Self.append(contents.view, extent, to: &output)
      output.append(key: "point")
      Self.append(contents.point, to: &output)
      let target = contents.target.flatMap { order.rows.firstIndex(of: $0) } ?? -1
      output.append(key: "target", integer: target)
      output.append(key: "way", string: TidyName.string(contents.way?.caption ?? ""))
      Self.appendBase(contents, to: &output)
      Self.appendPlaces(contents, to: &output)
    }
  }

  /// Where the middle of the view may be: in the camera's bounds, if all venues are. Others have the box
  /// round them. The point asked for may be outside of either.
  private static func limits(_ extent: PageBox?, _ contents: borrowing PageContents) -> PageBox {
    let camera = PageBox(Camera.bounds)
    var limits = extent.map { camera.contains($0) ? camera : $0 } ?? camera
    if let point = contents.point { limits.extend(over: point.coordinate) }
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

  private static func append(_ point: PageContents.Point?, to output: inout ByteBuffer) {
    guard let point else { return output.append("null") }
    output.appendObject { output in
      append(placeOf: point.coordinate, to: &output)
      // The square ends at 85°, and a point may be nearer to a pole.
      output.append(key: "latitude", number: point.coordinate.latitude)
      let name = TidyName.string(point.name)
      output.append(key: "name", string: name.isEmpty ? "the point" : name)
    }
  }

  /// The most important first. To a hundred-thousandth of the world's side, a name has no more of a place.
  private static func appendPlaces(
    _ contents: borrowing PageContents, to output: inout ByteBuffer
  ) {
    let labels = contents.labels.enumerated().sorted {
      ($1.element.people, $0.offset) < ($0.element.people, $1.offset)
    }
    output.append(key: "places", elements: labels.count) { output, place in
      let label = labels[place].element
      output.append("[")
      output.append(jsonString: TidyName.string(label.name))
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
}
