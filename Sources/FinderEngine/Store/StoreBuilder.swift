/// Gathers the usable features of a dataset.
struct StoreBuilder: FeatureSink {
  private(set) var rows = ContiguousArray<VenueRow>()
  private(set) var tally = DatasetTally()
  private let text: JSONCursor

  /// The real datasets take 143 bytes a feature; a little too much room costs nothing, since memory
  /// that is never touched is never given.
  init(text: PaddedBytes) {
    self.text = JSONCursor(text)
    rows.reserveCapacity(text.count / 128 + 16)
  }

  @inline(__always) mutating func take(_ feature: borrowing ScannedFeature) {
    tally.add(feature)
    guard feature.fault == nil else { return }
    rows.append(
      VenueRow(
        coordinate: feature.coordinate, position: UInt32(truncatingIfNeeded: rows.count),
        featureStart: feature.span.start, featureLength: UInt32(clamping: feature.span.count),
        name: NameSpan(feature.name.text, in: feature.span), idKey: idKey(of: feature)))
  }

  @inline(__always) private func idKey(of feature: borrowing ScannedFeature) -> VenueIDKey {
    if !feature.id.isNone { return ownIDKey(feature.id) }
    let coordinate = feature.coordinate
    let postcode = feature.postcode.text
    return text.withDecoded(feature.name.text) { name in
      text.withDecoded(postcode) { VenueIDKey(name: name, postcode: $0, at: coordinate) }
    }
  }

  @inline(never) private func ownIDKey(_ id: JSONSpan) -> VenueIDKey {
    text.withDecoded(text.idToken(id)) { VenueIDKey(ownID: $0) }
  }
}
