import FinderEngine

/// The captions at a picture's lower edge: the scale and the way's legend on the left, and the end of the
/// credit on the right.
struct PictureCaptions {
  struct Line {
    let places: [MapPlace]
    let colour: MapColour
    let width: Double
    var dash: (on: Double, off: Double)?
  }

  struct Text {
    let place: MapPlace
    /// Whether `place` is the middle of the text, or else its beginning.
    let isCentred: Bool
    let text: String
  }

  private(set) var lines: [Line] = []
  private(set) var texts: [Text] = []
  let creditEnd: MapPlace

  init(_ scene: MapScene) {
    let bottom = Double(scene.view.height) - MapCaptions.margin
    creditEnd = MapPlace(x: Double(scene.view.width) - 8, y: bottom + 4)
    var left = MapCaptions.margin
    if let bar = scene.scaleBar {
      let ends = [(left, -6.0), (left, 0), (left + bar.length, 0), (left + bar.length, -6)]
      lines.append(
        Line(
          places: ends.map { MapPlace(x: $0.0, y: bottom + $0.1) }, colour: .text, width: 2))
      texts.append(
        Text(
          place: MapPlace(x: left + bar.length / 2, y: bottom - 9), isCentred: true, text: bar.text)
      )
      left += bar.length + MapCaptions.gap
    }
    guard let way = scene.way else { return }
    let stroke = PictureStyle.stroke(of: way)
    let sample = [MapPlace(x: left, y: bottom), MapPlace(x: left + MapCaptions.sample, y: bottom)]
    lines.append(Line(places: sample, colour: .way, width: stroke.width, dash: stroke.dash))
    let beside = MapPlace(x: left + MapCaptions.sample + 6, y: bottom)
    texts.append(
      Text(place: beside, isCentred: false, text: Self.caption(of: way, from: beside.x, in: scene))
    )
  }

  /// The way's length, if there is room beside the credit.
  private static func caption(of way: MapWayInView, from left: Double, in scene: MapScene) -> String
  {
    let letters = DisplayWidth.of(way.caption) + DisplayWidth.of(scene.credit) + 2
    let room = Double(scene.view.width) - left
    let fits = Double(letters) * PictureStyle.textSize.advance <= room
    return fits && !way.caption.isEmpty ? way.caption : PictureStyle.name(of: way)
  }
}

extension MapScene {
  /// Puts the attribution before the base map's own credit, in the picture's corner: with the licences if
  /// there is room beside the scale, else without, and cut where the picture ends.
  package mutating func add(_ attribution: [Attribution]) {
    guard let long = attribution.line else { return }
    let wayRoom = way == nil ? 0.0 : 180
    let room = Int(Double(view.width) - 40 - (scaleBar?.length ?? 0) - wayRoom)
    let short = attribution.map { $0.text.isEmpty ? $0.shown : $0.text }.joined(separator: "; ")
    let base = credit.isEmpty ? "" : " · " + credit
    let texts = [long + base, short + base, short]
    credit = texts.first { Self.width($0) <= room } ?? Self.cut(short, to: room)
  }

  private static func width(_ text: String) -> Int { PictureFont.standard.width(of: text) }

  private static func cut(_ text: String, to room: Int) -> String {
    var text = String(text.prefix(max(room, 1)))
    while text.count > 1, width(text + "…") > room { text.removeLast() }
    return text + "…"
  }
}
