import FinderEngine
import FinderLists

/// What an answer covers, and notes on its filters by food and opening hours: how words were read, why
/// nothing was found, and how many venues were left out because too little is known about them.
struct AnswerScope {
  /// Everything that was asked for.
  let query: Query
  let found: Int
  let store: VenueStore
  /// `nil` if it is not known what the limit cut off.
  let reach: Reach?
  /// Whether it answers a stream of points. What was left out is then counted in the whole dataset, since it
  /// is not known which venues would have been in an answer.
  let isOfStream: Bool

  /// Where a venue would have been in the answer if more were known about it.
  struct Reach {
    let query: Query
    /// Which side of the answer's last venue that is.
    var side = Side.anywhere

    enum Side: String {
      case anywhere = ""
      case nearer = "nearer "
      case farther = "farther "

      /// The same in words, for other venues: within the distance of the last one, or beyond it.
      var scope: String? {
        switch self {
        case .anywhere: nil
        case .nearer: "within that distance"
        case .farther: "beyond that distance"
        }
      }
    }
  }

  /// The row of an answer's last venue, which shows what the limit cut off. The distance would not do: the
  /// answer has it only as exactly as it is printed, and the rounded distance may leave out the last venue
  /// itself.
  enum Last {
    /// The venues before it are nearer.
    case nearest(row: Int)
    /// The venues before it are farther.
    case farthest(row: Int)
  }

  init(_ query: Query, found: Int, in store: VenueStore, _ last: Last? = nil) {
    self.init(query, found: found, in: store, reach: Reach(query, found: found, in: store, last))
  }

  init(
    _ query: Query, found: Int, in store: VenueStore, reach: Reach?, isOfStream: Bool = false
  ) {
    (self.query, self.found, self.store, self.reach) = (query, found, store, reach)
    self.isOfStream = isOfStream
  }

  /// For a stream of points; the query has no limit.
  init(ofStream query: Query, found: Int, in store: VenueStore) {
    self.init(query, found: found, in: store, reach: Reach(query: query), isOfStream: true)
  }

  /// Pass `counts: false` if the query is not all that was asked for; nothing is counted then. `tally` is the
  /// query's, if it is already known.
  func notes(
    _ open: OpenHours?, isTable: Bool, counts: Bool = true, tally: FoodTally? = nil,
    _ isExplained: inout Bool
  ) -> [String] {
    // If the dataset has no venues, there is nothing to add.
    guard store.count > 0 else { return [] }
    var notes: [String] = []
    if let food = query.food {
      notes += FoodNotes(food: food, answer: self, tally: tally).notes(
        counts: counts, &isExplained)
    }
    if let open {
      notes += HoursNotes(open: open, answer: self).notes(
        isTable: isTable, counts: counts, &isExplained)
    }
    return notes
  }

  /// `3 nearer venues were left out`. `kind` describes the venues: ` with unknown opening hours`.
  func leftOut(_ venues: Int, _ side: Reach.Side, _ kind: String = "") -> String {
    (isOfStream ? "in the whole dataset, " : "")
      + "\(counted(venues, "\(side.rawValue)venue"))\(kind) \(venues == 1 ? "was" : "were") left out"
  }
}

extension AnswerScope.Reach {
  fileprivate init?(
    _ query: Query, found: Int, in store: VenueStore, _ last: AnswerScope.Last?
  ) {
    guard let limit = query.limit, found > 0, found >= limit else {
      self.init(query: query)
      return
    }
    guard let last else { return nil }
    self.init(query, upTo: last, in: store)
  }

  /// In a box or a polygon every venue counts, since the user is not at its middle.
  private init(_ query: Query, upTo last: AnswerScope.Last, in store: VenueStore) {
    var within = query
    func distance(_ row: Int) -> Double {
      Geodesic.distance(from: query.point, to: store.coordinate(ofRow: row))
    }
    switch (query.area, last) {
    case (.everywhere, .nearest(let row)), (.circle, .nearest(let row)):
      within.area = .circle(radius: distance(row))
      self.init(query: within, side: .nearer)
    case (.annulus(let ring), .nearest(let row)):
      let outer = min(ring.outer, distance(row) * ring.scale)
      within.area = .annulus(Annulus(scale: ring.scale, inner: ring.inner, outer: outer))
      self.init(query: within, side: .nearer)
    case (.annulus(let ring), .farthest(let row)):
      let inner = max(ring.inner, distance(row) * ring.scale)
      within.area = .annulus(Annulus(scale: ring.scale, inner: inner, outer: ring.outer))
      self.init(query: within, side: .farther)
    case (.together(let meeting), .nearest(let row)):
      let figures = meeting.figures(to: store.coordinate(ofRow: row))
      within.area = .together(meeting.limited(to: meeting.figure(figures)))
      self.init(query: within, side: .nearer)
    default: self.init(query: query)
    }
  }
}
