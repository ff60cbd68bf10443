import FinderEngine

/// What became of what came.
package struct FetchTally: Equatable, Sendable {
  /// Elements or establishments, as they came.
  package var received = 0
  package var nameless = 0
  package var placeless = 0
  package var outside = 0
  /// Such that came in several answers, as areas may overlap.
  package var doubles = 0

  package init() {}
}
