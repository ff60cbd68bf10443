/// Takes the features of a dataset, one after another, in the order of the text.
package protocol FeatureSink: ~Copyable {
  mutating func take(_ feature: borrowing ScannedFeature)

  /// Takes a member of a FeatureCollection other than its features.
  mutating func take(member key: JSONStringSpan, _ value: JSONSpan)

  /// False where features must come one after another; then the two below are not called.
  var canTakeParts: Bool { get }
  /// An empty one for a part of the text that another thread reads.
  func emptyPart(ofBytes bytes: Int) -> Self
  /// Takes what parts have taken, in their order.
  mutating func takeParts(_ parts: UnsafeMutableBufferPointer<Self>)
}

extension FeatureSink where Self: ~Copyable {
  package mutating func take(member key: JSONStringSpan, _ value: JSONSpan) {}
  package var canTakeParts: Bool { false }
  package func emptyPart(ofBytes bytes: Int) -> Self { fatalError("takes no parts") }
  package mutating func takeParts(_ parts: UnsafeMutableBufferPointer<Self>) {}
}
