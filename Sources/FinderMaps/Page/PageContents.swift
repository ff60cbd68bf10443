import FinderEngine

/// What a page shows apart from its venues.
package struct PageContents {
  /// Where the map begins, and where Home returns to.
  package enum View: Sendable {
    /// All venues.
    case everything
    case box(BoundingBox)
    /// At zoom 0 the whole world is 256 pixels wide.
    case around(Coordinate, zoom: Double)
  }

  package var title: String
  /// Notes below the list: the dataset's name and date.
  package var notes: [String] = []
  package var units = ReadableFigures.Units.metric
  package var view = View.everything
  /// The point asked for. Distances are measured from it while it is visible.
  package var point: MapPerson?
  /// The people, if there is no point asked for.
  package var people: [MapPerson] = []
  /// The way to a venue, or past the venues.
  package var way: MapWay?
  /// The row of that venue. Its details are open at first.
  package var target: Int?
  package var base: [BaseShape] = []
  /// Whether the base map is too rough for a close view: it fades out from zoom 10 to 12.
  package var baseFades = false
  /// The source of the base map, in a few words.
  package var credit = ""
  package var labels: [MapTown] = []
  /// When venues are open.
  package var hours: PageHours?

  package init(title: String) { self.title = title }
}

/// When venues are open in the days after the page was made, in local time. The page has no other data on
/// hours, and this library does not parse them.
package struct PageHours {
  /// Minutes from the midnight at the start of the first day.
  package struct Interval: Hashable, Sendable {
    package let from: Int
    package let to: Int
    /// If false, it may be open.
    package let isSure: Bool

    package init(from: Int, to: Int, isSure: Bool) {
      (self.from, self.to, self.isSure) = (from, to, isSure)
    }
  }

  /// Days since 1970-01-01.
  package let firstDay: Int
  package let days: Int
  /// The intervals of a row, in order; `nil` if they are not known.
  package let intervals: (_ row: Int) -> [Interval]?

  package init(
    firstDay: Int, days: Int, intervals: @escaping (_ row: Int) -> [Interval]?
  ) {
    (self.firstDay, self.days, self.intervals) = (firstDay, days, intervals)
  }
}
