import TestSupport
import Testing

@testable import FinderEngine

/// One run of a bulk stream over a pipe, and its results.
struct BulkRun {
  var output: [UInt8] = []
  var faults: [BulkFault] = []
  var summary = BulkStream.Summary()
  var failure: (any Error)?
  /// How many bytes had come each time the stream wrote some.
  var writes: [Int] = []

  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [String] { output.lines.map { String(decoding: $0, as: UTF8.self) } }
}

/// What a stream is asked to do, except for its input.
struct BulkQuestion {
  var store = BulkQuestion.threeVenues
  var query = Query(from: Coordinate(latitude: 0, longitude: 0), limit: 1)
  var settings = BulkSettings()
  var isStrict = false
  var jobs = 1

  /// Counts all three venues, so that answers stay short.
  static let counts = BulkQuestion { $0.countsOnly = true }

  init(_ change: (inout BulkSettings) -> Void = { _ in }) {
    change(&settings)
    if settings.countsOnly { query.limit = nil }
  }

  var radius: Double? {
    didSet { query.area = radius.map { .circle(radius: $0) } ?? .everywhere }
  }

  func with(_ change: (inout BulkQuestion) -> Void) -> BulkQuestion {
    var copy = self
    change(&copy)
    return copy
  }

  static let threeVenues: VenueStore = {
    let places = [(51.5, -0.1, "Alpha"), (51.6, -0.2, "Bravo, Ltd"), (52, -1, "Cafe C")]
    let venues = zip(places, ["a", "b", "c"]).map { place, id in
      var venue = TestVenue(
        ExactPosition(nearestTo: place.0, place.1),
        name: TestName(meaning: place.2, token: "\"\(place.2)\""))
      venue.idToken = "\"\(id)\""
      return venue
    }
    return try! VenueStore(reading: PaddedBytes(copying: venues.geoJSON.utf8)).indexed()
  }()

  // MARK: Running

  func run(_ input: String) throws -> BulkRun { try run([Array(input.utf8)]) }

  func run(_ chunks: [[UInt8]], pace: PipeFeeder.Pace = .none) throws -> BulkRun {
    let feeder = PipeFeeder(chunks, pace: pace)
    defer { feeder.finish() }
    return try run(from: feeder.descriptor)
  }

  func run(from descriptor: CInt) throws -> BulkRun {
    var run = BulkRun()
    let stream = BulkStream(
      store, query, settings: settings, isStrict: isStrict, jobs: jobs, named: "points")
    do {
      run.summary = try stream.run(from: descriptor) { bytes in
        run.output += bytes
        run.writes.append(run.output.count)
      } fault: { fault in
        run.faults.append(fault)
      }
    } catch let failure as FileError {
      run.failure = failure
    } catch let failure as ListError {
      run.failure = failure
    }
    return run
  }
}

extension CellLayout {
  init(firstRow: String) throws(BadRecord) {
    let bytes = Array(firstRow.utf8)
    self = try bytes.withUnsafeBufferPointer { text throws(BadRecord) in
      let start = TableStart(text, hasEscapes: false, isLast: true)!
      return try CellLayout.find(text, start, PositionNames(), isLast: true, longest: 1 << 20)!.0
    }
  }
}
