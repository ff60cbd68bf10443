/// Takes the features of a dataset, one after another, in the order of the text.
protocol FeatureSink: ~Copyable {
  mutating func take(_ feature: borrowing ScannedFeature)
}
