/// Gathers the usable features of a dataset, in its own order.
struct StoreBuilder: FeatureSink, ~Copyable {
  private var tally = DatasetTally()
  private var latitude: GrowingColumn<Double>
  private var longitude: GrowingColumn<Double>
  private var featureStart: GrowingColumn<Int>
  private var featureLength: GrowingColumn<UInt32>
  private var venueText: GrowingColumn<VenueText>
  private var idKey: GrowingColumn<VenueIDKey>
  private let cursor: JSONCursor

  init(text: PaddedBytes) {
    cursor = JSONCursor(text)
    // The real datasets take 143 bytes a feature.
    let rows = text.count / 128
    latitude = GrowingColumn(capacity: rows)
    longitude = GrowingColumn(capacity: rows)
    featureStart = GrowingColumn(capacity: rows)
    featureLength = GrowingColumn(capacity: rows)
    venueText = GrowingColumn(capacity: rows)
    idKey = GrowingColumn(capacity: rows)
  }

  @inline(__always) mutating func take(_ feature: borrowing ScannedFeature) {
    tally.add(feature)
    guard feature.fault == nil else { return }
    let coordinate = feature.coordinate
    latitude.append(coordinate.latitude)
    longitude.append(coordinate.longitude)
    featureStart.append(feature.span.start)
    featureLength.append(UInt32(clamping: feature.span.count))
    venueText.append(VenueText(feature))
    idKey.append(idKey(of: feature))
  }

  consuming func finish() -> (columns: VenueColumns, tally: DatasetTally) {
    let columns = VenueColumns(
      position: DegreeColumns(latitude: latitude.column(), longitude: longitude.column()),
      featureStart: featureStart.column(), featureLength: featureLength.column(),
      text: venueText.column(), idKey: idKey.column())
    return (columns, tally)
  }

  @inline(__always) private func idKey(of feature: borrowing ScannedFeature) -> VenueIDKey {
    if !feature.id.isNone { return ownIDKey(feature.id) }
    let coordinate = feature.coordinate
    let postcode = feature.postcode.text
    return cursor.withDecoded(feature.name.text) { name in
      cursor.withDecoded(postcode) { VenueIDKey(name: name, postcode: $0, at: coordinate) }
    }
  }

  @inline(never) private func ownIDKey(_ id: JSONSpan) -> VenueIDKey {
    cursor.withDecoded(cursor.idToken(id)) { VenueIDKey(ownID: $0) }
  }
}
