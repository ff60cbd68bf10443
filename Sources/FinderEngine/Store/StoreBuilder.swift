/// Gathers the usable features of a dataset in the dataset's order.
struct StoreBuilder: FeatureSink, ~Copyable {
  private var tally = DatasetTally()
  private var latitude: GrowingList<Double>
  private var longitude: GrowingList<Double>
  private var featureStart: GrowingList<Int>
  private var featureLength: GrowingList<UInt32>
  private var venueText: GrowingList<VenueText>
  private var idKey: GrowingList<VenueIDKey>
  private let cursor: JSONCursor

  init(text: PaddedBytes) {
    cursor = JSONCursor(text)
    // The real datasets take 143 bytes a feature.
    let rows = text.count / 128
    latitude = GrowingList(capacity: rows)
    longitude = GrowingList(capacity: rows)
    featureStart = GrowingList(capacity: rows)
    featureLength = GrowingList(capacity: rows)
    venueText = GrowingList(capacity: rows)
    idKey = GrowingList(capacity: rows)
  }

  @inline(__always) mutating func take(_ feature: borrowing ScannedFeature) {
    tally.take(feature)
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
