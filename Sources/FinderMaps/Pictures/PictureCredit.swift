import FinderEngine

extension MapScene {
  /// Puts whom the data is owed to before what the base map says of itself, at a picture's corner: with
  /// the licences if there is room beside the scale, else without, and cut where the picture ends.
  package mutating func add(_ attribution: [Attribution]) {
    guard let long = attribution.line else { return }
    let walkRoom = walk == nil ? 0.0 : 180
    let room = Int(Double(view.width) - 40 - (scaleBar?.length ?? 0) - walkRoom)
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
