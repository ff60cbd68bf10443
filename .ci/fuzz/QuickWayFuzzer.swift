/// Bytes as a dataset, read in the reader's quick way and in its general way: the same features,
/// faults and error come of both.
func fuzzQuickWay(_ bytes: UnsafeBufferPointer<UInt8>) {
  let text = PaddedBytes(copying: bytes)
  let quick = walk(text, takesQuickWay: true)
  let general = walk(text, takesQuickWay: false)
  expect(quick.error == general.error, "\(quick.error as Any), but really \(general.error as Any)")
  expect(quick.tally == general.tally, "\(quick.tally), but really \(general.tally)")
  expect(quick.features.count == general.features.count, "features lost or won")
  for (quick, general) in zip(quick.features, general.features) {
    expect(quick == general, "\(quick), but really \(general)")
  }
}

private func walk(_ text: PaddedBytes, takesQuickWay: Bool) -> (
  features: [[Int]], tally: DatasetTally, error: ParseError?
) {
  var sink = RecordingSink()
  var reader = GeoJSONReader(text, takesQuickWay: takesQuickWay)
  var failure: ParseError?
  do throws(ParseError) { try reader.read(into: &sink) } catch { failure = error }
  withExtendedLifetime(text) {}
  return (sink.features, sink.tally, failure)
}

private struct RecordingSink: FeatureSink {
  var features: [[Int]] = []
  var tally = DatasetTally()

  mutating func take(_ feature: borrowing ScannedFeature) {
    tally.take(feature)
    var record: [Int] = []
    for span in [feature.span, feature.id, feature.properties] { record += [span.start, span.end] }
    for value in [feature.name, feature.postcode] {
      record += [value.text.start, value.text.end, value.text.hasEscapes ? 1 : 0, Int(value.rank)]
    }
    record.append(feature.fault.map { Int($0.rawValue) } ?? -1)
    record.append(feature.geometry.fault.map { Int($0.rawValue) } ?? -1)
    record.append(feature.hasOtherProperties ? 1 : 0)
    if feature.geometry.hasPosition {
      for degrees in [feature.coordinate.latitude, feature.coordinate.longitude] {
        record.append(Int(truncatingIfNeeded: degrees.bitPattern))
      }
    }
    features.append(record)
  }
}
