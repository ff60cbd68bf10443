import FinderEngine
import FinderLists

/// What an answer covers, and what there is to say of its filters by food and by opening hours: how words were
/// read, why nothing was found, and how many venues were left out because it is not known whether they fit.
struct AnswerScope {
  /// The whole of what was asked for.
  let query: Query
  let found: Int
  let store: VenueStore
  /// `nil` where it is not known what the limit cut off.
  let reach: Reach?

  /// Where a venue would have come into the answer, had more been known of it.
  struct Reach {
    let query: Query
    /// On which side of the answer's last venue it lies.
    var side = Side.anywhere

    enum Side: String {
      case anywhere = ""
      case nearer = "nearer "
      case farther = "farther "

      /// Of what else there is: up to the last of the answer, or beyond it.
      var scope: String? {
        switch self {
        case .anywhere: nil
        case .nearer: "within that distance"
        case .farther: "beyond that distance"
        }
      }
    }
  }

  /// The row of the last of an answer, by which it is known what its limit cut off. Not its distance, which an
  /// answer has only as exactly as it is printed: within that, the last itself may not be.
  enum Last {
    /// Those before it are nearer.
    case nearest(row: Int)
    /// Those before it are farther.
    case farthest(row: Int)
  }

  init(_ query: Query, found: Int, in store: VenueStore, _ last: Last? = nil) {
    self.init(query, found: found, in: store, reach: Reach(query, found: found, in: store, last))
  }

  init(_ query: Query, found: Int, in store: VenueStore, reach: Reach?) {
    (self.query, self.found, self.store, self.reach) = (query, found, store, reach)
  }

  /// Without `counts` nothing is counted: the query is not all that was asked for. `tally` is that of the
  /// query, where it is known already.
  func notes(
    _ open: OpenHours?, isTable: Bool, counts: Bool = true, isOfStream: Bool = false,
    tally: FoodTally? = nil, _ isExplained: inout Bool
  ) -> [String] {
    // Of a dataset without venues, there is no more to say than that none was found.
    guard store.count > 0 else { return [] }
    var notes: [String] = []
    if let food = query.food {
      notes += FoodNotes(food: food, answer: self, tally: tally, isOfStream: isOfStream).notes(
        counts: counts, &isExplained)
    }
    if let open {
      notes += HoursNotes(open: open, answer: self, isOfStream: isOfStream).notes(
        isTable: isTable, counts: counts, &isExplained)
    }
    return notes
  }

  /// `3 nearer venues were left out`. For a stream of points the count is that of the whole dataset: which of
  /// them would have come into an answer is not known. `kind` says which venues: ` with unknown opening hours`.
  static func leftOut(
    _ venues: Int, _ side: Reach.Side, _ kind: String = "", isOfStream: Bool
  ) -> String {
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

  /// Of a box or a polygon all counts, as its middle is not where the user is.
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
