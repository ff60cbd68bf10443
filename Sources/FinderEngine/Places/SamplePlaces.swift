/// The towns and London districts of `places.csv`, which comes with finder: a line each,
/// `name,lat,lon,population,postcode_area,county`. There are 947, so a name is looked for from the first
/// line to the last, which takes less than making an index would.
package struct SamplePlaces: Sendable {
  package static let fileName = "places.csv"

  private let text: PaddedBytes

  /// Of the first folder that has it; `nil` where none does.
  package init?(in folders: [FilePath]) {
    for folder in folders {
      let path: FilePath = "\(folder)/\(Self.fileName)"
      guard let text = try? FileReading.contents(ofFile: path) else { continue }
      self.text = text
      return
    }
    return nil
  }

  init(_ text: String) { self.text = PaddedBytes(copying: Array(text.utf8)) }

  /// Those of a name, and those that are called so for short.
  func places(named key: [UInt8]) -> NamedPlaces {
    var found = NamedPlaces()
    forEachLine { line in
      guard line.mayBegin(with: key[0]), let place = Place(sample: line) else { return }
      found.take(place, if: PlaceKey.of(place.name), is: key)
    }
    return found
  }

  package func visit(_ body: (Place) -> Void) {
    forEachLine { line in
      if let place = Place(sample: line) { body(place) }
    }
  }

  /// The county of the place that is nearest, for one that comes without.
  func county(around point: Coordinate) -> String? {
    var (nearest, least) = (nil as Place?, Double.infinity)
    let scale = cos(point.latitude * .pi / 180)
    visit { place in
      let north = place.coordinate.latitude - point.latitude
      let east = (place.coordinate.longitude - point.longitude) * scale
      let square = north * north + east * east
      if square < least { (nearest, least) = (place, square) }
    }
    return nearest?.county
  }

  private func forEachLine(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let bytes = text.bytes
    var start = 0
    while start < bytes.count {
      let found = memchr(bytes.baseAddress! + start, 0x0A, bytes.count - start)
      let end = found.map { UnsafeRawPointer($0) - UnsafeRawPointer(bytes.baseAddress!) }
      let line = UnsafeBufferPointer(rebasing: bytes[start..<(end ?? bytes.count)])
      body(line.withoutCarriageReturn)
      start = (end ?? bytes.count) + 1
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Most lines show by their first letter that they are another name's.
  fileprivate func mayBegin(with letter: UInt8) -> Bool {
    guard let first, first < 0x80, letter < 0x80 else { return true }
    let folded = FoldedScalars.foldASCII(first)
    return folded == letter || folded == 0 || folded == PlaceKey.space
  }
}

extension Place {
  /// `nil` where the line is none, as the first is.
  fileprivate init?(sample line: UnsafeBufferPointer<UInt8>) {
    let cells = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    func number(_ cell: Int) -> Double? {
      DecimalNumber.parse(UnsafeBufferPointer(rebasing: cells[cell]))
    }
    guard cells.count >= 4, let latitude = number(1), let longitude = number(2),
      let coordinate = Coordinate(validLatitude: latitude, longitude: longitude)
    else { return nil }
    let (name, qualifier) = PlaceName.parted(
      TidyName.string(UnsafeBufferPointer(rebasing: cells[0])))
    guard !name.isEmpty else { return nil }
    let county =
      cells.count > 5 ? TidyName.string(UnsafeBufferPointer(rebasing: cells[5])) : ""
    self.init(
      name: name, qualifier: qualifier, county: county.isEmpty ? nil : county,
      population: number(3).flatMap { Int(exactly: $0) }, at: coordinate, from: .sample)
  }
}
