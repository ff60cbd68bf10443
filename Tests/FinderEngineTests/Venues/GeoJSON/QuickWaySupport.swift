import TestSupport

@testable import FinderEngine

/// Everything that a walk over a dataset reports, or its error.
struct WalkedDataset: Equatable {
  let features: [FeatureRecord]
  let tally: DatasetTally
  let error: ParseError?

  init(_ text: PaddedBytes, takesQuickWay: Bool) {
    var sink = RecordingSink()
    var reader = GeoJSONReader(text, takesQuickWay: takesQuickWay)
    var failure: ParseError?
    do throws(ParseError) { try reader.read(into: &sink) } catch { failure = error }
    withExtendedLifetime(text) {}
    (features, tally, error) = (sink.features, sink.tally, failure)
  }
}

/// Everything that a walk finds about a feature, in a form that can be compared bit for bit.
struct FeatureRecord: Equatable {
  let spans: [JSONSpan]
  let texts: [JSONStringSpan]
  let ranks: [UInt8]
  let faults: [FeatureFault?]
  let hasOtherProperties: Bool
  let hasPosition: Bool
  let coordinate: [UInt64]

  init(_ feature: borrowing ScannedFeature) {
    spans = [feature.span, feature.id, feature.properties]
    texts = [feature.name.text, feature.postcode.text]
    ranks = [feature.name.rank, feature.postcode.rank]
    faults = [feature.fault, feature.geometry.fault, feature.geometry.verdict]
    hasOtherProperties = feature.hasOtherProperties
    hasPosition = feature.geometry.hasPosition
    let center = feature.coordinate
    coordinate = hasPosition ? [center.latitude.bitPattern, center.longitude.bitPattern] : []
  }
}

private struct RecordingSink: FeatureSink {
  var features: [FeatureRecord] = []
  var tally = DatasetTally()

  mutating func take(_ feature: borrowing ScannedFeature) {
    features.append(FeatureRecord(feature))
    tally.take(feature)
  }
}

/// The fast path and the general way on the same bytes, and their differences.
func disagreement(on bytes: some Collection<UInt8>) -> String? {
  let text = guarded(bytes)
  let quick = WalkedDataset(text, takesQuickWay: true)
  let general = WalkedDataset(text, takesQuickWay: false)
  if quick == general { return nil }
  let place = zip(quick.features, general.features).enumerated().first { $1.0 != $1.1 }?.offset
  let shown = String(decoding: bytes.prefix(2_000), as: UTF8.self).debugDescription
  return """
    feature \(place.map(String.init) ?? "none") of \(quick.features.count) and \
    \(general.features.count), \(String(describing: quick.error)) and \
    \(String(describing: general.error)): \(shown)
    \(place.map { "\(quick.features[$0])\n\(general.features[$0])" } ?? "")
    """
}

/// Whether the fast path accepts the feature that makes up `text`, in one of its spellings.
func isReadQuickly(_ text: String) -> Bool {
  let bytes = guarded(Array(text.utf8))
  defer { withExtendedLifetime(bytes) {} }
  func isRead<Spelling: FeatureSpelling>(_ spelling: Spelling.Type) -> Bool {
    var cursor = JSONCursor(bytes)
    var feature = ScannedFeature()
    let isRead = cursor.readPlainFeature(spelling, into: &feature)
    return isRead ? cursor.position == bytes.count : false
  }
  return isRead(CompactSpelling.self) || isRead(SpacedSpelling.self) || isRead(WideSpelling.self)
}
