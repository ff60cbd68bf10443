import FinderEngine

/// What a map shows, decided once for all painters, in the view's pixels. Painters know nothing about venues:
/// they draw the parts in this order, each on top of the previous ones.
package struct MapScene: Sendable {
  package var view: MapView
  /// Land, water, borders and paths, from the ground up. If the base map has any land, everything else is
  /// sea.
  package var shapes: [MapShape] = []
  /// Whether the base map shows land. If not, the ground has no colour.
  var hasLand = false
  /// One for each pixel that has venues.
  package var dots: [MapDot] = []
  /// The number of venues drawn.
  package var venueCount = 0
  package var way: MapWayInView?
  /// Groups of venues with their counts, which do not overlap.
  package var groups: [MapGroup] = []
  /// Names of places, which overlap neither each other nor pins or groups; most important first.
  package var labels: [MapLabel] = []
  /// The nearest venues, with letters, then the points asked for.
  package var pins: [MapPin] = []
  package var scaleBar: MapScaleBar?
  /// The source of the base map, in a few words, such as 'rough outline'; empty without one.
  package var credit = ""

  package init(view: MapView) { self.view = view }
}

package struct MapShape: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case land
    case lake
    case park
    case building
    case river
    case border
    case road
    case path
    /// For a base map without kinds: a polygon's edge, or a line.
    case other

    /// Areas are drawn first.
    package var isArea: Bool { [.land, .lake, .park, .building].contains(self) }
  }

  package let kind: Kind
  /// The closed rings of an area, with its inside by the even-odd rule; or lines.
  package var lines: [[MapPlace]]
  /// Whether the lines are rings. The first point is not repeated at the end.
  package let isClosed: Bool
  /// Whether an area's edge is drawn.
  var hasEdge = true
}

package struct MapDot: Equatable, Sendable, BitwiseCopyable {
  package let x: Int32
  package let y: Int32
  /// The number of venues; the builder's `mostCounted` means that many or more.
  package var count: UInt32
}

package struct MapGroup: Equatable, Sendable {
  /// Where the count is drawn: at the group's own place, or moved away from others.
  package var place: MapPlace
  package var count: Int
  /// The count in at most four characters: 7, 412, 3.1k, 54k.
  package var text: String { ShortCount.text(count) }
}

package struct MapLabel: Equatable, Sendable {
  /// The middle of the text.
  package var place: MapPlace
  package let text: String
  /// The place itself, which has a small mark.
  package let mark: MapPlace
}

package struct MapPin: Equatable, Sendable {
  package enum Kind: Sendable {
    case venue
    case selected
    case point
  }

  package let kind: Kind
  package let place: MapPlace
  /// `a` to `z`, or a number. Empty for a venue that has neither, and for a point if it is the only one.
  package let letter: String
  /// The name of the venue or point, for painters that can show it.
  package let name: String
}

/// The part of a `MapWay` in the view.
package struct MapWayInView: Sendable {
  /// The letters of 'walk along streets', the longest name shown if there is no room for the caption.
  static let longestName = 18

  /// One or more, not connected.
  package let lines: [[MapPlace]]
  package let kind: MapWay.Kind
  /// The length, in a few words; empty if it is not shown.
  var caption = ""

  init(_ kind: MapWay.Kind, _ lines: [[MapPlace]], caption: String = "") {
    (self.kind, self.lines, self.caption) = (kind, lines, caption)
  }
}

/// A line with a round length, at the bottom left.
package struct MapScaleBar: Equatable, Sendable {
  /// In pixels.
  package let length: Double
  /// Such as '200 m' or '10 mi'.
  package let text: String

  package init(length: Double, text: String) { (self.length, self.text) = (length, text) }

  /// The longest of 1, 2 and 5 times a power of ten that takes at most a quarter of the view, at its bottom
  /// left corner; `nil` if there is no room.
  init?(_ view: MapView, _ figures: ReadableFigures, _ size: MapTextSize) {
    let most = view.metresPerPixel * Double(view.width) / 4
    guard most > 0, most.isFinite else { return nil }
    let (unit, name) = Self.unit(upTo: most, figures)
    let power = pow(10, log10(most / unit).rounded(.down))
    let steps = [5.0, 2, 1].first { $0 * power * unit <= most } ?? 1
    let length = steps * power
    guard length >= 1 else { return nil }
    self.init(
      length: length * unit / view.metresPerPixel, text: "\(Int(length)) \(name)")
    let columns = Int((self.length / size.advance).rounded(.up)) + 1 + text.utf8.count
    guard Double(columns) * size.advance <= Double(view.width),
      size.height <= Double(view.height)
    else { return nil }
  }

  /// The length in metres, and its text.
  private static func unit(upTo most: Double, _ figures: ReadableFigures) -> (Double, String) {
    switch figures.units {
    case .metric: most < 1_000 ? (1, "m") : (1_000, "km")
    case .imperial: most < 1_609.344 ? (0.9144, "yd") : (1_609.344, "mi")
    }
  }
}

/// The size of a painter's text, in the view's pixels. The scene uses it to keep labels apart.
package struct MapTextSize: Equatable, Sendable {
  /// The width of a column; names are as wide as `DisplayWidth` says.
  package let advance: Double
  package let height: Double
  /// Whether text can only be in the cells of a grid, as in a terminal.
  package let isGrid: Bool

  package init(advance: Double, height: Double, isGrid: Bool = false) {
    (self.advance, self.height, self.isGrid) = (advance, height, isGrid)
  }

  /// A terminal's cell holds two by four braille dots.
  package static let cells = MapTextSize(advance: 2, height: 4, isGrid: true)
}
