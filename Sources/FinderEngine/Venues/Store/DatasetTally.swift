/// Counts made while a dataset is read.
package struct DatasetTally: FeatureSink, Equatable, Sendable {
  /// Features in the text, used or not.
  package internal(set) var features = 0
  /// Indexed by the raw value of `FeatureFault`.
  private var faults = [Int](repeating: 0, count: FeatureFault.allCases.count)
  private var swappedPositions = 0
  private var positions = 0

  package var leftOut: Int { faults.reduce(0, +) }
  package func count(of fault: FeatureFault) -> Int { faults[Int(fault.rawValue)] }

  /// Whether most positions are outside the valid ranges or the camera bounds, and would be inside with
  /// latitude and longitude swapped.
  package var looksSwapped: Bool { swappedPositions * 2 > positions }

  package init() {}

  /// The form in which a snapshot stores it.
  var words: [UInt64] { ([features, swappedPositions, positions] + faults).map { UInt64($0) } }

  /// `nil` if the numbers cannot be those of a real dataset, since sums of them might overflow.
  init?(words: ArraySlice<UInt64>) {
    guard words.count == 3 + FeatureFault.allCases.count, words.allSatisfy({ $0 < 1 << 46 })
    else { return nil }
    let numbers = words.map { Int($0) }
    (features, swappedPositions, positions) = (numbers[0], numbers[1], numbers[2])
    faults = Array(numbers[3...])
  }

  /// Only counts what is in a dataset.
  package init(reading text: PaddedBytes) throws(ParseError) {
    var reader = GeoJSONReader(text)
    try reader.read(into: &self)
  }

  package var canTakeParts: Bool { true }

  package func emptyPart(ofBytes bytes: Int) -> DatasetTally { DatasetTally() }

  package mutating func takeParts(_ parts: UnsafeMutableBufferPointer<DatasetTally>) {
    for part in parts { add(part) }
  }

  mutating func add(_ other: DatasetTally) {
    features += other.features
    swappedPositions += other.swappedPositions
    positions += other.positions
    for fault in faults.indices { faults[fault] += other.faults[fault] }
  }

  @inline(__always) package mutating func take(_ feature: borrowing ScannedFeature) {
    features += 1
    if let fault = feature.fault { faults[Int(fault.rawValue)] += 1 }
    guard feature.geometry.hasPosition else { return }
    positions += 1
    let point = feature.coordinate
    if Camera.looksSwapped(point) || point.isInRangeOnlySwapped { swappedPositions += 1 }
  }
}

extension Coordinate {
  fileprivate var isInRangeOnlySwapped: Bool {
    Coordinate(validLatitude: latitude, longitude: longitude) == nil
      && Coordinate(validLatitude: longitude, longitude: latitude) != nil
  }
}
