/// Bytes as a dataset. Loads it or learns why not; asks it questions; writes every venue in every
/// format; reads what was written.
func fuzzReader(_ bytes: UnsafeBufferPointer<UInt8>) {
  let packed = PaddedBytes(copying: bytes)
  guard let text = unpacked(packed) else { return }
  let storeAsRead: VenueStore
  do {
    storeAsRead = try VenueStore(reading: text)
  } catch {
    return checkFailure(error, text)
  }
  let store = storeAsRead.indexed()
  expect((try? DatasetTally(reading: text)) == store.tally, "counted otherwise than loaded")
  expect(store.count + store.tally.leftOut == store.tally.features, "features lost in silence")
  let flaw = store.index?.brokenInvariant()
  expect(flaw == nil, flaw ?? "")
  checkSearch(store)
  checkSearch(storeAsRead)
  checkWriting(store)
}

private func unpacked(_ packed: PaddedBytes) -> PaddedBytes? {
  guard Gzip.isGzip(packed.bytes) else { return packed }
  // A limit that the fuzzer can reach.
  return try? Gzip.unpack(packed, named: "fuzz", limit: 1 << 20)
}

private func checkFailure(_ error: ParseError, _ text: PaddedBytes) {
  expect((0...text.count).contains(error.offset), "\(error) lies outside the text")
  let message = DatasetLoader.malformed(error, in: text, named: "fuzz").message
  let isOneLine = message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  expect(isOneLine && message.utf8.count < 1_000, "\(message.debugDescription) is no line")
  expect((try? DatasetTally(reading: text)) == nil, "counts what cannot be loaded")
}

// MARK: - Searching

private func checkSearch(_ store: VenueStore) {
  let points = [Coordinate(latitude: 51.5, longitude: -0.1)] + someCoordinates(of: store)
  let areas: [Query.Area] = [
    .everywhere, .circle(radius: 100_000), .circle(radius: 0), .circle(radius: 3e7),
    .box(BoundingBox(south: -10, west: 170, north: 60, east: -1)),
    .box(BoundingBox(south: -90, west: -180, north: 90, east: 180)),
  ]
  let wholeGlobe: [Query.Area] = [areas[0], areas[3], areas[5]]
  var searcher = Searcher(store)
  for point in points {
    for area in areas {
      for match in [nil, NameMatch("a")] {
        let query = Query(from: point, area: area, match: match)
        let all = searcher.search(query)
        expect(all.count == searcher.count(query), "\(query) counts otherwise than it finds")
        expect(isInOrder(all, store), "\(query) answers out of order")
        var limited = query
        limited.limit = 3
        expect(searcher.search(limited) == Array(all.prefix(3)), "\(limited) is no prefix of all")
        if match == nil, wholeGlobe.contains(area) {
          expect(all.count == store.count, "\(query) loses some")
        }
      }
    }
  }
}

private func someCoordinates(of store: VenueStore) -> [Coordinate] {
  store.count == 0 ? [] : [store.coordinate(ofRow: 0), store.coordinate(ofRow: store.count / 2)]
}

private func isInOrder(_ hits: [Hit], _ store: VenueStore) -> Bool {
  zip(hits, hits.dropFirst()).allSatisfy { first, second in
    first.distance < second.distance
      || first.distance == second.distance && store.precedesAtSameDistance(first.row, second.row)
  }
}

// MARK: - Writing

private func checkWriting(_ store: VenueStore) {
  let writer = VenueWriter(store)
  var searcher = Searcher(store)
  let hits = searcher.search(Query(from: Coordinate(latitude: 51.5, longitude: -0.1)))
  var features: [UInt8] = []
  for hit in hits.sorted(by: { store.position(ofRow: $0.row) < store.position(ofRow: $1.row) }) {
    expectJSONObject(line { writer.append(jsonOf: hit, to: &$0) }, "a venue")
    let feature = line { writer.append(featureOf: hit, to: &$0) }
    expectJSONObject(feature, "a feature")
    let cut = DisplayWidth.truncated(store.venue(hit).name, to: 10)
    expect(DisplayWidth.of(cut) <= 10, "\(cut.debugDescription) is too wide")
    features += [0x1E] + feature + [0x0A]
    checkCells(.csv, .comma) { writer.append(cellsOf: hit, .csv, to: &$0) }
    checkCells(.tsv, .tab) { writer.append(cellsOf: hit, .tsv, to: &$0) }
  }
  if !hits.isEmpty { checkReadingAgain(features, store) }
}

/// The bytes that `body` writes, which must not break the line.
private func line(_ body: (inout ByteBuffer) -> Void) -> [UInt8] {
  var buffer = ByteBuffer()
  body(&buffer)
  let bytes = Array(buffer.bytes)
  expect(!bytes.contains(0x0A) && !bytes.contains(0x0D), "a line break in the middle of a line")
  return bytes
}

private func checkCells(
  _ style: DelimitedStyle, _ delimiter: Delimiter, _ body: (inout ByteBuffer) -> Void
) {
  var buffer = ByteBuffer()
  body(&buffer)
  // Between tabs finder writes no quotes, and reads those that it meets.
  if style == .tsv { return expect(buffer.bytes.count { $0 == 0x09 } == 6, "\(style): cells") }
  var reader = RowCells(delimiter)
  do throws(BadRecord) {
    try reader.read(buffer.bytes)
    expect(reader.count == 7, "\(style): \(reader.count) cells")
  } catch {
    expect(false, "\(style): \(error.problem)")
  }
}

/// The features that finder writes are a dataset with the same venues, ids and all.
private func checkReadingAgain(_ features: [UInt8], _ store: VenueStore) {
  let again: VenueStore
  do {
    again = try VenueStore(reading: PaddedBytes(copying: features))
  } catch {
    return expect(false, "cannot read what was written: \(error)")
  }
  expect(again.count == store.count, "\(again.count) of \(store.count) venues read again")
  let (old, new) = (shown(store), shown(again))
  for (old, new) in zip(old, new) { expect(old == new, "\(old) is read again as \(new)") }
  expect(Set(old.map { $0[0] }).count == store.count, "two venues have one id")
}

/// Id, name, postcode and place of each venue, in the order of the text.
private func shown(_ store: VenueStore) -> [[String]] {
  let ids = UniqueIDs(store)
  return (0..<store.count).sorted { store.position(ofRow: $0) < store.position(ofRow: $1) }.map {
    row in
    let venue = Venue(row: row, of: store)
    var id = ByteBuffer()
    ids.append(idOf: venue, to: &id)
    let name = store.withName(ofRow: row) { String(decoding: $0, as: UTF8.self) }
    let place = venue.coordinate
    return [
      String(decoding: id.bytes, as: UTF8.self), name, venue.postcode ?? "",
      "\(place.latitude + 0)",
      "\(place.longitude + 0)",
    ]
  }
}

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
