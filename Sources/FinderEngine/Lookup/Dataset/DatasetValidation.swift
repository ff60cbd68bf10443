/// Every feature of a dataset that cannot be used.
package struct DatasetValidation: Sendable {
  package struct Found: Sendable {
    /// Its number in the dataset, from 1.
    package let feature: Int
    package let position: TextPosition
    package let fault: FeatureFault
  }

  package let faults: [Found]
  package let tally: DatasetTally

  package init(_ source: DatasetSource) throws(DatasetError) {
    try self.init(source, DatasetLoader.text(of: source))
  }

  /// Validates a text read from that source.
  package init(_ source: DatasetSource, _ text: PaddedBytes) throws(DatasetError) {
    var sink = FaultSink()
    try DatasetLoader.read(text, of: source, into: &sink)
    tally = sink.tally
    // The finder reads memory that only `text` keeps alive.
    faults = withExtendedLifetime(text) {
      var finder = TextPositionFinder(text.bytes)
      return sink.faults.map { entry in
        Found(
          feature: entry.feature, position: finder.position(of: entry.offset), fault: entry.fault)
      }
    }
  }
}

private struct FaultSink: FeatureSink {
  private(set) var tally = DatasetTally()
  private(set) var faults: [(feature: Int, offset: Int, fault: FeatureFault)] = []

  mutating func take(_ feature: borrowing ScannedFeature) {
    tally.take(feature)
    guard let fault = feature.fault else { return }
    faults.append((tally.features, feature.span.start, fault))
  }
}
