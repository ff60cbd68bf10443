import FinderEngine

/// The way to a venue: along streets, as a router told, or in a straight line, and called so.
package struct MapWay: Sendable {
  package let line: [Coordinate]
  package let isRouted: Bool
  /// Such as '640 m, about 8 min, by the router' or '410 m in a straight line'.
  let caption: String
  /// The same in a sentence with the venue's name.
  package let sentence: String
  /// On foot, as the router has it.
  package let minutes: Int?

  package init(
    straightFrom point: Coordinate, to target: Coordinate, named name: String,
    _ units: ReadableFigures.Units
  ) {
    (line, isRouted, minutes) = ([point, target], false, nil)
    let metres = Geodesic.distance(from: point, to: target)
    caption = "\(Self.text(metres, units)) in a straight line"
    sentence = "\(name) is \(Self.text(metres, units)) away in a straight line."
  }

  package init(
    line: [Coordinate], metres: Double, minutes: Double, to name: String,
    _ units: ReadableFigures.Units
  ) {
    (self.line, isRouted) = (line, true)
    let whole = Int(minutes.rounded(.up))
    self.minutes = whole
    var time = ByteBuffer(capacity: 16)
    time.append(minutes: whole)
    let figures =
      "\(Self.text(metres, units)), about \(String(decoding: time.bytes, as: UTF8.self)), by the router"
    caption = figures
    sentence = "The walk to \(name) is \(figures)."
  }

  private static func text(_ metres: Double, _ units: ReadableFigures.Units) -> String {
    var text = ByteBuffer(capacity: 16)
    text.append(distance: metres, in: units)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  /// For a map to be drawn like its other lines.
  package var shape: BaseShape { BaseShape(kind: .path, lines: [line], isClosed: false) }
}
