import FinderEngine

extension PageFacts {
  /// Points of the base map are whole numbers of this many to the world's side: 0.6 m.
  private static let unitsOfBase = Double(1 << 26)
  /// A point nearer than this to the one before is left out: a pixel at zoom 16.
  private static let finestStep = 4

  static func appendBase(
    _ contents: borrowing PageContents, to output: inout ByteBuffer
  ) {
    output.append(key: "fades")
    output.append(contents.baseFades ? "true" : "false")
    output.append(key: "credit", string: TidyName.string(contents.credit))
    // What is last lies over the others.
    let way = contents.way.map { [$0.shape] } ?? []
    let shapes = contents.base + way
    output.append(key: "shapes", elements: shapes.count) { output, place in
      let shape = shapes[place]
      output.append("[")
      if place < contents.base.count {
        // What has no edge is of the colour of its kind, and no more, as lakes are anyway.
        let isCut = !shape.hasEdge && shape.kind == .land
        output.append(jsonString: isCut ? "cut" : shape.kind.rawValue)
      } else {
        output.append(jsonString: contents.way?.isRouted == true ? "way" : "line")
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
        // A line ends where it ends.
        kept.removeLast()
      }
      kept.append(point)
    }
    return kept
  }

  /// The first point, then the steps from each to the next.
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
