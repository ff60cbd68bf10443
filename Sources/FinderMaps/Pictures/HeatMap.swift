import FinderEngine

/// The distance from each cell of an area to its nearest venue, or its Nth nearest, as a picture for
/// printing: a title, a legend, the coloured cells on the map, and the emptiest place.
///
///     var heat = HeatMap(coverage, limits: [500, 800], labels: ["to 500 m", "to 800 m", "beyond"])
///     heat.title = "How far it is to the nearest venue"
///     PNGPainter.append(heat, scene, scale: 2, to: &buffer)
///
/// The scene covers the whole picture, with the view from `view(of:width:height:)`.
package struct HeatMap {
  private let coverage: AreaCoverage
  /// In metres, ascending.
  private let limits: [Double]
  /// The name of each class: up to each limit, then beyond the last.
  private let labels: [String]
  package var title = ""
  /// Lines of text below the title.
  package var lines: [String] = []
  /// The legend's text for the emptiest place, which the scene marks with a pin.
  package var mark = ""

  package init(_ coverage: AreaCoverage, limits: [Double], labels: [String]) {
    precondition(labels.count == limits.count + 1)
    (self.coverage, self.limits, self.labels) = (coverage, limits, labels)
  }

  /// From near to far: viridis, by S. van der Walt and N. Smith. Its lightness falls from end to end, so it
  /// can be read without colour, and by people who are colour-blind.
  private static let ramp: [UInt32] = [
    0xFDE725, 0xB5DE2B, 0x6ECE58, 0x35B779, 0x1F9E89, 0x26828E, 0x31688E, 0x3E4989, 0x482878,
    0x440154,
  ]

  static func colour(_ place: Int, of count: Int) -> UInt32 {
    guard count > 1 else { return ramp[0] }
    let at = Double(place) / Double(count - 1) * Double(ramp.count - 1)
    let low = min(Int(at), ramp.count - 2)
    let share = at - Double(low)
    let (from, to) = (
      SIMD3<Double>(SIMD3(colour: ramp[low])), SIMD3<Double>(SIMD3(colour: ramp[low + 1]))
    )
    return SIMD3<Int32>((from + (to - from) * share).rounded(.toNearestOrAwayFromZero)).colour
  }

  // MARK: Layout

  private static let margin = 12.0
  private static let lineHeight = 18.0
  /// The side of a colour's square in the legend.
  private static let square = 12.0

  private struct LegendItem {
    let place: MapPlace
    /// The number of the class; `nil` for the mark.
    let number: Int?
    let text: String
  }

  /// From left to right, as many on a line as fit.
  private func legend(width: Int) -> (items: [LegendItem], lines: Int) {
    var items: [LegendItem] = []
    let top = Self.margin + Double(1 + lines.count) * Self.lineHeight + 10
    var (x, line) = (Self.margin, 0)
    let texts: [(Int?, String)] =
      labels.enumerated().map { ($0, $1) } + (mark.isEmpty ? [] : [(nil, mark)])
    for (number, text) in texts {
      let needed = Self.square + 6 + Double(PictureFont.standard.width(of: text)) + 18
      if x > Self.margin, x + needed > Double(width) { (x, line) = (Self.margin, line + 1) }
      items.append(
        LegendItem(
          place: MapPlace(x: x, y: top + Double(line) * Self.lineHeight), number: number, text: text
        ))
      x += needed
    }
    return (items, line + 1)
  }

  /// The height of the title, its lines and the legend: at most half of the picture.
  private func band(width: Int, height: Int) -> Double {
    let count = 1 + lines.count + legend(width: width).lines
    return min(Self.margin + Double(count) * Self.lineHeight + 8, Double(height) / 2)
  }

  private func band(of view: MapView) -> Double { band(width: view.width, height: view.height) }

  /// The view that shows the whole area below the title and above the scale.
  package func view(width: Int, height: Int) -> MapView {
    let band = band(width: width, height: height)
    let foot = min(36, Double(height) / 8)
    let room = max(Int(Double(height) - band - foot), 1)
    let fitted = MapView(
      showing: coverage.cells.area.box, margin: 0.03, width: width, height: room)
    // Shifted, because the band at the top is taller than the one at the foot.
    let center = fitted.coordinate(
      of: MapPlace(x: Double(width) / 2, y: Double(room) / 2 - (band - foot) / 2))
    return MapView(
      center: center, worldWidth: fitted.worldWidth, width: width, height: height)
  }

  // MARK: Painting

  /// The cells, over the ground.
  func paintCells(on canvas: inout Canvas, _ view: MapView, scale: Int) {
    let indices = labels.indices.map {
      canvas.table.index(ofOther: Self.colour($0, of: labels.count))
    }
    let (cells, times) = (coverage.cells, Double(scale))
    var rows: [Int: Range<Int>] = [:]
    for (place, run) in cells.runs.enumerated() {
      rows[run.row] = (rows[run.row]?.lowerBound ?? place)..<place + 1
    }
    var known: (number: Int, row: CoverageGrid.Row)?
    for y in 0..<canvas.height {
      let latitude = view.coordinate(of: MapPlace(x: 0, y: (Double(y) + 0.5) / times)).latitude
      guard let number = cells.grid.row(at: latitude), let runs = rows[number] else { continue }
      if known?.number != number { known = (number, cells.grid.row(number)) }
      guard let row = known?.row else { continue }
      for run in cells.runs[runs] {
        for column in run.columns {
          let cell = run.first + column - run.columns.lowerBound
          let (west, east) = row.edges(column)
          paint(from: west, to: east, y, indices[classNumber(of: cell)], on: &canvas, view, times)
        }
      }
    }
  }

  private func classNumber(of cell: Int) -> Int {
    guard let distance = coverage.distance(cell) else { return limits.count }
    return limits.firstIndex { distance <= $0 } ?? limits.count
  }

  /// Paints each copy of the world that is in the view.
  private func paint(
    from west: Double, to east: Double, _ y: Int, _ index: UInt8, on canvas: inout Canvas,
    _ view: MapView, _ times: Double
  ) {
    let world = view.worldWidth
    let origin = view.place(of: Coordinate(latitude: 0, longitude: 0)).x
    var x = origin + west / 360 * world
    x -= ((x + (east - west) / 360 * world) / world).rounded(.down) * world
    while x < Double(view.width) {
      let left = Int((x * times + 0.5).rounded(.down))
      let right = Int(((x + (east - west) / 360 * world) * times + 0.5).rounded(.down))
      if right > 0, right > left {
        canvas.fill(x: left, y: y, width: right - left, height: 1, index: index)
      }
      x += world
    }
  }

  /// The title, the lines below it and the legend, over everything.
  func paintBand(on canvas: inout Canvas, _ view: MapView, scale: Int) {
    let band = band(of: view)
    let ground = canvas.table.index(of: .halo)
    canvas.fill(
      x: 0, y: 0, width: canvas.width, height: Int(band) * scale, index: ground)
    let middle = Self.margin + Self.lineHeight / 2
    draw(title, at: MapPlace(x: Self.margin, y: middle - 2), on: &canvas, scale, isBold: true)
    for (place, line) in lines.enumerated() {
      let y = middle + Double(place + 1) * Self.lineHeight
      draw(line, at: MapPlace(x: Self.margin, y: y), on: &canvas, scale)
    }
    for item in legend(width: view.width).items where item.place.y + Self.square < band {
      if let number = item.number {
        let index = canvas.table.index(ofOther: Self.colour(number, of: labels.count))
        let rim = canvas.table.index(of: .faintText)
        let (x, y, side) = (Int(item.place.x), Int(item.place.y), Int(Self.square))
        canvas.fill(
          x: x * scale, y: y * scale, width: side * scale, height: side * scale, index: rim)
        canvas.fill(
          x: x * scale + 1, y: y * scale + 1, width: side * scale - 2, height: side * scale - 2,
          index: index)
      }
      let text = MapPlace(x: item.place.x + Self.square + 6, y: item.place.y + Self.square / 2)
      draw(item.text, at: text, on: &canvas, scale)
    }
  }

  /// Where the legend shows the mark of the emptiest place.
  func markPlace(_ view: MapView) -> MapPlace? {
    let band = band(of: view)
    let item = legend(width: view.width).items.first { $0.number == nil }
    guard let item, item.place.y + Self.square < band else { return nil }
    return MapPlace(x: item.place.x + Self.square / 2, y: item.place.y + Self.square / 2)
  }

  /// `place` is the left end of the text.
  private func draw(
    _ text: String, at place: MapPlace, on canvas: inout Canvas, _ scale: Int, isBold: Bool = false
  ) {
    let half = Double(PictureFont.standard.width(of: text, isBold: isBold)) / 2
    canvas.draw(
      text, at: MapPlace(x: place.x + half, y: place.y), scale: scale, .text, halo: nil,
      isBold: isBold)
  }

  /// The scene without labels that the title would cover.
  func uncovered(_ scene: MapScene) -> MapScene {
    var scene = scene
    let band = band(of: scene.view) + PictureStyle.textSize.height
    scene.labels = scene.labels.filter { $0.place.y > band && $0.mark.y > band }
    return scene
  }
}

extension PNGPainter {
  package static func append(
    _ heat: HeatMap, _ scene: MapScene, scale: Int, to buffer: inout ByteBuffer
  ) {
    precondition(scale > 0 && scene.view.width > 0 && scene.view.height > 0)
    let scene = heat.uncovered(scene)
    var painter = ScenePainter(scene, scale: scale)
    painter.paint { painter in
      heat.paintCells(on: &painter.canvas, scene.view, scale: scale)
      painter.paintLines()
    }
    heat.paintBand(on: &painter.canvas, scene.view, scale: scale)
    if let place = heat.markPlace(scene.view) {
      painter.paint(point: place, PictureStyle.discs(ofPoint: "", ring: 6))
    }
    PNGWriter.append(painter.canvas, scale: scale, title: heat.title, to: &buffer)
  }
}
