import Testing

extension Trait where Self == ConditionTrait {
  /// For a test that takes a second or more by nature: of memory, kills, or hundreds of thousands of cases.
  /// The gate runs it.
  package static var slow: Self {
    .enabled(
      if: ProcessRunner.variable("FINDER_SLOW_TESTS") != nil,
      "takes long; runs with FINDER_SLOW_TESTS=1")
  }
}
