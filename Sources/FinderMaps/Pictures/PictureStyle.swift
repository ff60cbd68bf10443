import FinderEngine

/// The sizes and widths of a picture's parts, in the view's pixels, the same in all pictures.
package enum PictureStyle {
  /// The width of a capital with the gap after it, and the height of a line. The scene keeps labels apart by
  /// this.
  package static let textSize = MapTextSize(advance: 7, height: 14)

  static func colour(of kind: MapShape.Kind) -> MapColour {
    switch kind {
    case .land: .land
    case .lake: .sea
    case .park: .park
    case .building: .building
    case .river: .river
    case .border: .border
    case .road: .road
    case .path: .path
    case .other: .other
    }
  }

  /// For lines, and for the edges of areas that have them.
  static func stroke(of kind: MapShape.Kind, zoom: Double) -> Stroke? {
    switch kind {
    case .land, .lake: zoom < 9 ? nil : Stroke(width: 1)
    case .park, .building: nil
    case .river: Stroke(width: zoom < 12 ? 1 : 2)
    case .border: Stroke(width: 1, dash: (5, 3))
    case .road: Stroke(width: zoom < 12 ? 1 : zoom < 15 ? 1.6 : 3)
    case .path: Stroke(width: 1, dash: (3, 2))
    case .other: Stroke(width: 1)
    }
  }

  static func stroke(of way: MapWayInView) -> Stroke {
    Stroke(width: 3, dash: way.kind.isDashed ? (8, 5) : nil)
  }

  static func name(of way: MapWayInView) -> String {
    switch way.kind {
    case .routed: "walk along streets"
    case .straight: "straight line"
    case .legs: "straight lines"
    case .track: "the way"
    }
  }

  /// The discs of a point, each on top of the one before: a ring with a dot in it, which is smaller in a
  /// legend, or a disc for a number.
  static func discs(
    ofPoint letter: String, ring: Double = 8
  ) -> [(radius: Double, colour: MapColour)] {
    guard letter.isEmpty else {
      let radius = letter.utf8.count < 2 ? 8 : 9.5
      return [(radius + 1, .rim), (radius, .point)]
    }
    return [(ring, .rim), (ring - 1, .point), (ring - 3, .rim), (2.5, .point)]
  }

  /// The radius of the disc on a venue with a pin.
  static let pinSpot = 2.5
  /// The width of the line from there to the pin. Discs and line have a rim, one pixel wide.
  static let pinLine = 1.5

  /// A dot is one pixel if the view shows a country, and larger in closer views.
  static func dotRadius(zoom: Double) -> Double {
    switch zoom {
    case ..<9: 0.5
    case ..<11: 1.1
    case ..<13: 1.5
    case ..<15: 2.5
    default: 3.5
    }
  }

  /// Dots that are large enough have a rim, to separate them from their neighbours.
  static func hasRim(zoom: Double) -> Bool { zoom >= 13 }

  static let dotColours: [MapColour] = [.venue, .venues, .crowd]

  /// One venue, a few, or ten and more.
  static func shade(_ dot: MapDot) -> Int { dot.count < 2 ? 0 : dot.count < 10 ? 1 : 2 }

  /// The radius of a group's disc, whose count has at most four characters.
  static func groupRadius(_ text: String) -> Double {
    9 + 2 * Double(max(text.unicodeScalars.count, 1))
  }

  /// For the mark beside a place's name.
  static let markRadius = 2.0
}
