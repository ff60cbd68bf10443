import FinderEngine

/// What a page shows besides its venues.
package struct PageContents {
  /// Where the map is to begin, and goes back to by Home.
  package enum View: Sendable {
    /// All venues.
    case everything
    case box(BoundingBox)
    /// 256 pixels wide at zoom 0 is the whole world.
    case around(Coordinate, zoom: Double)
  }

  package struct Point: Sendable {
    package let coordinate: Coordinate
    /// What it is called on the map and in 'nearest to …'; 'the point' if nothing is said.
    package let name: String
    /// Of one of several people, a letter or a number.
    package let label: String

    package init(_ coordinate: Coordinate, name: String, label: String = "") {
      (self.coordinate, self.name, self.label) = (coordinate, name, label)
    }
  }

  package var title: String
  /// What stands below the list: the dataset's name, its date.
  package var notes: [String] = []
  package var units = ReadableFigures.Units.metric
  package var view = View.everything
  /// The point asked for. Distances are from it while it is in sight.
  package var point: Point?
  /// Where people are, in place of a point asked for.
  package var people: [Point] = []
  /// To a venue, or past the venues.
  package var way: MapWay?
  /// That venue's row. Its details are open at first.
  package var target: Int?
  package var base: [BaseShape] = []
  /// Whether the base map is too rough for a close look: it fades out from zoom 10 to 12.
  package var baseFades = false
  /// Where the base map comes from, in a few words.
  package var credit = ""
  package var labels: [MapTown] = []
  /// When venues are open.
  package var hours: PageHours?

  package init(title: String) { self.title = title }
}

/// When venues are open in the days that follow the page's making, by the clock on the wall: which is all that
/// a page says of it. What reads their hours is not of this library.
package struct PageHours {
  /// Minutes from the midnight at which the first day begins.
  package struct Interval: Hashable, Sendable {
    package let from: Int
    package let to: Int
    /// Otherwise it may be open.
    package let isSure: Bool

    package init(from: Int, to: Int, isSure: Bool) {
      (self.from, self.to, self.isSure) = (from, to, isSure)
    }
  }

  /// Since 1970-01-01.
  package let firstDay: Int
  package let days: Int
  /// Of a row, in order; `nil` where nobody knows.
  package let intervals: (_ row: Int) -> [Interval]?

  package init(
    firstDay: Int, days: Int, intervals: @escaping (_ row: Int) -> [Interval]?
  ) {
    (self.firstDay, self.days, self.intervals) = (firstDay, days, intervals)
  }
}
