import FinderEngine

/// Which venues a query wants by what the user recorded of them.
package struct VisitFilter: Equatable, Sendable {
  package enum Kept: Equatable, Sendable {
    /// With a review.
    case reviewed
    /// Whose ratings are that high in the mean.
    case rated(atLeast: Double)
    /// Without a visit or a review.
    case notVisited
  }

  package let kept: Kept

  package init(_ kept: Kept) { self.kept = kept }

  func isMarked(_ tally: VenueTally) -> Bool {
    switch kept {
    case .reviewed: tally.reviews > 0
    case .rated(let least):
      tally.ratings > 0 && Double(tally.ratingSum) >= least * Double(tally.ratings)
    case .notVisited: true
    }
  }
}

/// What was recorded of a venue, in numbers.
struct VenueTally {
  var reviews = 0
  var ratings = 0
  var ratingSum = 0

  mutating func add(_ record: TalliedRecord) {
    reviews += Int(record.isReview)
    guard record.rating > 0 else { return }
    ratings += 1
    ratingSum += Int(record.rating)
  }
}
