/// Gathers the usable features of a dataset in the dataset's order.
struct StoreBuilder: FeatureSink, ~Copyable {
  private var tally = DatasetTally()
  private var latitude: GrowingList<Double>
  private var longitude: GrowingList<Double>
  private var featureStart: GrowingList<Int>
  private var featureLength: GrowingList<UInt32>
  private var venueText: GrowingList<VenueText>
  private var idKey: GrowingList<VenueIDKey>
  private var attribution = AttributionMembers()
  private let cursor: JSONCursor

  init(text: PaddedBytes) { self.init(JSONCursor(text), bytes: text.count) }

  private init(_ cursor: JSONCursor, bytes: Int) {
    self.cursor = cursor
    // The real datasets take 143 bytes a feature.
    let rows = bytes / 128
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

  mutating func take(member key: JSONStringSpan, _ value: JSONSpan) {
    attribution.take(key, value, of: cursor)
  }

  var canTakeParts: Bool { true }

  func emptyPart(ofBytes bytes: Int) -> StoreBuilder { StoreBuilder(cursor, bytes: bytes) }

  mutating func takeParts(_ parts: UnsafeMutableBufferPointer<StoreBuilder>) {
    let rows = parts.indices.reduce(0) { $0 + parts[$1].latitude.count }
    let places = Places(
      latitude: latitude.extend(by: rows), longitude: longitude.extend(by: rows),
      featureStart: featureStart.extend(by: rows), featureLength: featureLength.extend(by: rows),
      venueText: venueText.extend(by: rows), idKey: idKey.extend(by: rows))
    var starts: [Int] = []
    var start = 0
    for part in parts.indices {
      starts.append(start)
      start += parts[part].latitude.count
      tally.add(parts[part].tally)
    }
    Parallel.run(parts.count) { part in
      parts[part].moveRows(to: places, from: starts[part])
    }
  }

  /// Where rows are written.
  private struct Places {
    let latitude: UnsafeMutablePointer<Double>
    let longitude: UnsafeMutablePointer<Double>
    let featureStart: UnsafeMutablePointer<Int>
    let featureLength: UnsafeMutablePointer<UInt32>
    let venueText: UnsafeMutablePointer<VenueText>
    let idKey: UnsafeMutablePointer<VenueIDKey>
  }

  private mutating func moveRows(to places: Places, from row: Int) {
    latitude.move(to: places.latitude + row)
    longitude.move(to: places.longitude + row)
    featureStart.move(to: places.featureStart + row)
    featureLength.move(to: places.featureLength + row)
    venueText.move(to: places.venueText + row)
    idKey.move(to: places.idKey + row)
  }

  consuming func finish() -> (
    columns: VenueColumns, tally: DatasetTally, attribution: PaddedBytes?
  ) {
    let attribution = attribution.text(in: cursor)
    let columns = VenueColumns(
      position: DegreeColumns(latitude: latitude.column(), longitude: longitude.column()),
      featureStart: featureStart.column(), featureLength: featureLength.column(),
      text: venueText.column(), idKey: idKey.column())
    return (columns, tally, attribution)
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

/// A store of venues that are in no file, such as those from records. Its text has a feature for each,
/// written where its columns say, so that code that reads a feature again finds one.
package struct MadeVenues: ~Copyable {
  private var text = ByteBuffer(capacity: 512)
  private var features: [ScannedFeature] = []

  package init() {}

  /// Empty texts are left out.
  package mutating func append(name: String, postcode: String, at coordinate: Coordinate) {
    var feature = ScannedFeature()
    let start = text.count
    text.append("{\"type\":\"Feature\",\"properties\":{")
    if !name.isEmpty { feature.name.text = append(key: "name", name) }
    if !postcode.isEmpty { feature.postcode.text = append(key: "postcode", postcode) }
    text.append("},\"geometry\":{\"type\":\"Point\",\"coordinates\":[")
    text.append(number: coordinate.longitude)
    text.append(",")
    text.append(number: coordinate.latitude)
    text.append("]}}")
    feature.span = JSONSpan(start: start, end: text.count)
    feature.geometry = GeometryScan(at: coordinate)
    features.append(feature)
  }

  private mutating func append(key: StaticString, _ string: String) -> JSONStringSpan {
    text.append(key: key)
    let start = text.count + 1
    text.append(jsonString: string)
    let value = text.bytes[start..<(text.count - 1)]
    return JSONStringSpan(
      start: start, end: value.endIndex, hasEscapes: value.contains(UInt8(ascii: "\\")))
  }

  package func store() -> VenueStore {
    let text = PaddedBytes(copying: text.bytes)
    var builder = StoreBuilder(text: text)
    for feature in features { builder.take(feature) }
    let (columns, tally, _) = builder.finish()
    return VenueStore(text: text, columns: columns, tally: tally)
  }
}
