extension Dataset {
  /// Answers every point of a stream of CSV, TSV, NDJSON or GeoJSON, in its order, as JSON objects one
  /// a line, each with its venues, nearest first. About 1.2 µs of processor time a point; memory does
  /// not grow with the stream.
  ///
  /// `write` is given the answers a few megabytes at a time, `fault` the lines that have no point.
  public func answer(
    pointsFrom descriptor: CInt, limit: Int? = 1, radius: Double? = nil, match: NameMatch? = nil,
    threads: Int = 1, write: (UnsafeBufferPointer<UInt8>) throws -> Void,
    fault: (_ line: Int, _ problem: String) throws -> Void = { _, _ in }
  ) throws {
    let settings = BulkSettings(
      format: .ndjson, limit: limit, radius: radius, countsOnly: false, outside: .allow)
    let stream = BulkStream(
      store, match: match, settings: settings, isStrict: false, jobs: max(threads, 1),
      named: "the points")
    do {
      _ = try stream.run(from: descriptor, write: write) { try fault($0.line, $0.message) }
    } catch let error as FileError {
      throw DatasetFailure(description: error.message)
    } catch ListError.malformed(_, let place, let problem, _) {
      throw DatasetFailure(description: "\(place): \(problem)")
    }
  }
}
