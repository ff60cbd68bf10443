/// A collector that takes candidates in one by one.
protocol SingleCollector: CandidateCollector {
  /// Takes in a candidate that is within the bound.
  mutating func insert(_ candidate: Candidate)
}
