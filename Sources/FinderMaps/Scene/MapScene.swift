import FinderEngine

/// What a map shows, decided once for all painters, in the view's pixels. Painters know nothing of
/// venues: they draw what they find here in this order, each thing over those before.
package struct MapScene: Sendable {
  package var view: MapView
  /// Land, water, borders and paths, from the ground up. What is not land is sea, if there is any land
  /// in the base map at all.
  package var shapes: [MapShape] = []
  /// Whether the base map says what is land; where it does not, the ground has no colour.
  var hasLand = false
  /// One for each pixel in which there is a venue.
  package var dots: [MapDot] = []
  /// Of those that are drawn.
  package var venueCount = 0
  package var walk: MapWalk?
  /// Groups of venues with their counts, which stand clear of one another.
  package var groups: [MapGroup] = []
  /// Names of places, which stand clear of one another, of pins and of groups; the most important first.
  package var labels: [MapLabel] = []
  /// The nearest venues, by letters, and the points asked for, which come last.
  package var pins: [MapPin] = []
  package var scaleBar: MapScaleBar?
  /// Where the base map comes from, in a few words, such as 'rough outline'; empty without one.
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
    /// Of a base map without kinds: a polygon's edge, or a line.
    case other

    /// The ground comes first.
    package var isArea: Bool { [.land, .lake, .park, .building].contains(self) }
  }

  package let kind: Kind
  /// One or more closed rings of an area, of which the even-odd rule says what is inside; or lines.
  package var lines: [[MapPlace]]
  /// Whether the lines are rings. The last point is not the first one again.
  package let isClosed: Bool
  /// Whether an area's edge is drawn.
  var hasEdge = true
}

package struct MapDot: Equatable, Sendable, BitwiseCopyable {
  package let x: Int32
  package let y: Int32
  /// How many venues there are; from `mostCounted` of the builder on, that many or more.
  package var count: UInt32
}

package struct MapGroup: Equatable, Sendable {
  /// Where the count stands: the group's own place, moved clear of the others.
  package var place: MapPlace
  package var count: Int
  /// The count in at most four characters: 7, 412, 3.1k, 54k.
  package var text: String { ShortCount.text(count) }
}

package struct MapLabel: Equatable, Sendable {
  /// The middle of the text.
  package var place: MapPlace
  package let text: String
  /// Where the place itself is, on which a small mark stands.
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
  /// `a` to `z`, or a number; empty for a venue without one. Of one of several points its letter or number,
  /// else empty.
  package let letter: String
  /// The venue's name or the point's, for painters that have something to say it with.
  package let name: String
}

/// What of a `MapWay` is in the view.
package struct MapWalk: Sendable {
  /// Of what it is called where its caption has no room: 'walk along streets'.
  static let longestName = 18

  /// One or more, which nothing joins.
  package let lines: [[MapPlace]]
  package let kind: MapWay.Kind
  /// How long it is, in a few words; empty where nothing is said.
  var caption = ""

  init(_ kind: MapWay.Kind, _ lines: [[MapPlace]], caption: String = "") {
    (self.kind, self.lines, self.caption) = (kind, lines, caption)
  }
}

/// A length that is a round number, at the bottom left.
package struct MapScaleBar: Equatable, Sendable {
  /// In pixels.
  package let length: Double
  /// Such as '200 m' or '10 mi'.
  package let text: String

  package init(length: Double, text: String) { (self.length, self.text) = (length, text) }

  /// The longest of 1, 2 and 5 times a power of ten that is at most a quarter of the view, at its bottom
  /// left corner; `nil` where there is no room.
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

  /// In metres, and its name.
  private static func unit(upTo most: Double, _ figures: ReadableFigures) -> (Double, String) {
    switch figures.units {
    case .metric: most < 1_000 ? (1, "m") : (1_000, "km")
    case .imperial: most < 1_609.344 ? (0.9144, "yd") : (1_609.344, "mi")
    }
  }
}

/// How large a painter's text is, in the view's pixels. The scene keeps labels clear of one another by it.
package struct MapTextSize: Equatable, Sendable {
  /// Of one column; names are as wide as `DisplayWidth` says.
  package let advance: Double
  package let height: Double
  /// Whether text stands only in the cells of a grid, as in a terminal.
  package let isGrid: Bool

  package init(advance: Double, height: Double, isGrid: Bool = false) {
    (self.advance, self.height, self.isGrid) = (advance, height, isGrid)
  }

  /// A cell of a terminal holds two by four dots of braille.
  package static let cells = MapTextSize(advance: 2, height: 4, isGrid: true)
}
