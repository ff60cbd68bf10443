/// A search for a place to meet, written in the most obvious way: every way to every venue is measured, and
/// all that fit are sorted.
///
///     PlainMeetingSearch(query, meeting, in: plain).hits      // best first, up to the query's limit
///
/// In addition to what `PlainSearch` shares, it shares the meeting's points, weights and order.
package struct PlainMeetingSearch {
  private let query: Query
  private let meeting: Meeting
  private let store: VenueStore
  private let filters: PlainFilters

  /// Ignores the query's area, since the meeting has its own.
  package init(_ query: Query, _ meeting: Meeting, in store: VenueStore) {
    (self.query, self.meeting, self.store) = (query, meeting, store)
    filters = PlainFilters(query, in: store)
  }

  package var hits: [MeetingHit] {
    let all: [MeetingHit] = Parallel.collect(of: store.count, atLeast: 1 << 9) { rows, found in
      for row in rows {
        let ways = meeting.points.map {
          Geodesic.inverse(from: $0, to: store.coordinate(ofRow: row))
        }
        guard ways.allSatisfy({ $0.distance <= meeting.radius ?? .infinity }), filters.fit(row)
        else { continue }
        found.append(MeetingHit(row: row, figures: figures(ways), ways: ways))
      }
    }
    let first = filters.firstOfEachChain(all.sorted(by: precedes), row: \.row)
    return Array(first.prefix(query.limit ?? .max))
  }

  /// Adds the smallest first, since the rounding of the sum depends on the order.
  private func figures(_ ways: [Geodesic.Path]) -> Meeting.Figures {
    let summands = zip(ways, meeting.weights).map { $0.distance * $1 }
    return Meeting.Figures(
      worst: ways.map(\.distance).max() ?? 0, total: summands.sorted().reduce(0, +))
  }

  private func precedes(_ one: MeetingHit, _ other: MeetingHit) -> Bool {
    let (a, b) = (one.figures, other.figures)
    switch meeting.order {
    case .longest:
      if a.worst != b.worst { return a.worst < b.worst }
      if a.total != b.total { return a.total < b.total }
    case .sum:
      if a.total != b.total { return a.total < b.total }
      if a.worst != b.worst { return a.worst < b.worst }
    }
    return filters.precedesAtSameFigures(one.row, other.row)
  }
}

extension GivenAnswer {
  /// With every leg and the legs' total.
  package init(_ hits: [MeetingHit], in store: VenueStore) {
    let figures = hits.map { hit -> [Figure] in
      var figures = [
        Figure("worst_m", .distance(hit.figures.worst)),
        Figure("total_m", .distance(hit.figures.total)),
        Figure("spread_m", .distance(hit.spread)),
      ]
      for (number, way) in hit.ways.enumerated() {
        figures.append(Figure("leg_\(number + 1)_m", .distance(way.distance)))
        figures.append(Figure("leg_\(number + 1)_deg", .bearing(way.bearing)))
      }
      return figures
    }
    self.init(hits.map(\.hit), figures: figures, in: store)
  }
}
