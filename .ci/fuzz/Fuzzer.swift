// Compiled into one module with the engine, under libFuzzer and AddressSanitizer. The first byte of
// an input says what the rest is: a dataset, or a stream of points and how it is to be answered.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let rest = UnsafeBufferPointer(start: data + 1, count: count - 1)
  if data[0] & 1 == 0 {
    DatasetTarget.run(rest)
  } else {
    StreamTarget.run(rest, choice: data[0] >> 1)
  }
  return 0
}

private enum DatasetTarget {
  /// Nothing that loads may have an unsound index, lose a feature from the count, or be written as
  /// something that is not JSON.
  static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let text = try? unpacked(PaddedBytes(copying: bytes)),
      let store = try? VenueStore(reading: text)
    else { return }
    require(store.index.brokenInvariant() == nil, "the index is unsound")
    require(store.count + store.tally.leftOut == store.tally.features, "a feature is lost")
    let point = Coordinate(latitude: 51.5, longitude: -0.1)
    var searcher = Searcher(store)
    let all = searcher.search(Query(from: point))
    require(all.count == store.count, "all is not all")
    let few = searcher.search(Query(from: point, limit: 3))
    require(few == Array(all.prefix(3)), "the nearest are not the first of all")
    let globe = BoundingBox(south: -90, west: -180, north: 90, east: 180)
    require(searcher.count(Query(from: point, area: .box(globe))) == store.count, "a box loses some")
    require(
      searcher.count(Query(from: point, area: .circle(radius: 3e7))) == store.count,
      "a circle loses some")
    if let match = NameMatch("a") { _ = searcher.search(Query(from: point, limit: 2, match: match)) }
    write(all, of: store)
  }

  private static func unpacked(_ bytes: PaddedBytes) throws -> PaddedBytes {
    Gzip.isGzip(bytes.bytes) ? try Gzip.unpack(bytes, named: "input", limit: 1 << 20) : bytes
  }

  private static func write(_ hits: [Hit], of store: VenueStore) {
    let writer = VenueWriter(store)
    for hit in hits {
      var output = ByteBuffer()
      writer.append(jsonOf: hit, to: &output)
      requireJSON(output.bytes)
      output.truncate()
      writer.append(featureOf: hit, to: &output)
      requireJSON(output.bytes)
      output.truncate()
      writer.append(cellsOf: hit, .csv, to: &output)
      writer.append(cellsOf: hit, .tsv, to: &output)
      _ = DisplayWidth.truncated(store.venue(hit).name, to: 10)
    }
  }
}

private enum StreamTarget {
  private static let store = try! VenueStore(
    reading: PaddedBytes(
      copying: #"{"type":"Feature","geometry":{"type":"Point","coordinates":[0,51]}}"#.utf8))

  /// Every record of NDJSON has an answer of one line of JSON.
  static func run(_ bytes: UnsafeBufferPointer<UInt8>, choice: UInt8) {
    guard let file = tmpfile() else { return }
    defer { fclose(file) }
    fwrite(bytes.baseAddress, 1, bytes.count, file)
    rewind(file)
    let format: BulkSettings.Format =
      choice & 1 == 0 ? .ndjson : .delimited(choice & 2 == 0 ? .csv : .tsv)
    let settings = BulkSettings(
      format: format, limit: 1, radius: choice & 4 == 0 ? nil : 5000, countsOnly: choice & 8 != 0,
      outside: choice & 16 == 0 ? .clamp : .refuse)
    let stream = BulkStream(
      store, match: nil, settings: settings, isStrict: choice & 32 != 0, jobs: 1)
    var output: [UInt8] = []
    var faults = 0
    let summary = try? stream.run(from: fileno(file)) { output += $0 } fault: { _ in faults += 1 }
    guard let summary, case .ndjson = format else { return }
    require(summary.badRecords + summary.refusals == faults, "faults are counted wrong")
    for line in output.split(separator: 0x0A) {
      line.withUnsafeBufferPointer { requireJSON($0) }
    }
  }
}

private func requireJSON(_ bytes: UnsafeBufferPointer<UInt8>) {
  let text = PaddedBytes(copying: bytes)
  var cursor = JSONCursor(text)
  let isValue: Bool = (try? cursor.skipValue()) != nil
  require(isValue && cursor.isAtEnd(), "not JSON: \(String(decoding: bytes, as: UTF8.self))")
}

private func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}
