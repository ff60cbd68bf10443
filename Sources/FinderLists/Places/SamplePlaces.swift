import FinderEngine

/// The towns and London districts of `places.csv`, which comes with finder, one a line:
/// `name,lat,lon,population,postcode_area,county`. There are only 950, so looking through all the lines takes
/// less time than building an index would.
package struct SamplePlaces: Sendable {
  package static let fileName = "places.csv"

  private let text: PaddedBytes

  /// From the first folder that has it; `nil` if none does.
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

  /// The places with a name, and those for which it is short.
  func places(named key: [UInt8]) -> NamedPlaces {
    var found = NamedPlaces()
    forEachLine { line in
      guard line.mayBegin(with: key), let place = Place(sample: line),
        let fit = PlaceKey.of(place.name).withUnsafeBufferPointer({ NamedPlaces.fit($0, key) })
      else { return }
      found.take(place, fit)
    }
    return found
  }

  package func visit(_ body: (Place) -> Void) {
    forEachLine { line in
      if let place = Place(sample: line) { body(place) }
    }
  }

  /// Only what a map shows of them, in 0.7 of the instructions.
  package func visitTowns(_ body: (_ name: String, _ coordinate: Coordinate, _ people: Int) -> Void)
  {
    forEachLine { line in
      guard let place = PlaceLine(line) else { return }
      body(place.name, place.coordinate, place.population ?? Place.Kind.town.usualPopulation)
    }
  }

  /// The county of the nearest place, for a place without one.
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

  private func forEachLine(_ body: (Bytes) -> Void) {
    let bytes = text.bytes
    var start = 0
    while start < bytes.count {
      let end = bytes.place(of: 0x0A, from: start)
      body(UnsafeBufferPointer(rebasing: bytes[start..<end]).withoutCarriageReturn)
      start = end + 1
    }
  }
}

extension Bytes {
  /// Whether a line's name may begin with the key. The first letters rule out nearly all lines.
  fileprivate func mayBegin(with key: [UInt8]) -> Bool {
    // Folding an ASCII letter gives that letter.
    if let first, first.isASCIILetter, key[0] < 0x80, first | 0x20 != key[0] { return false }
    // `St` and `Saint` differ in the second letter.
    let looked = key.count > 2 && key[2] == PlaceKey.space ? 1 : Swift.min(4, key.count)
    var folded = FoldedScalars(self)
    for place in 0..<looked {
      guard let scalar = folded.next(), scalar != FoldedScalars.separator, key[place] < 0x80,
        key[place] != PlaceKey.space
      else { return true }
      if scalar != UInt32(key[place]) { return false }
    }
    return true
  }
}

/// The first cells of a line, separated by commas.
private struct LineCells {
  private let line: Bytes
  private(set) var count = 0
  private var ends = SIMD8<Int>()

  init(_ line: Bytes) {
    self.line = line
    var end = -1
    repeat {
      end = line.place(of: UInt8(ascii: ","), from: end + 1)
      ends[count] = end
      count += 1
    } while end < line.count && count < 6
  }

  /// Empty if there are fewer cells.
  subscript(number: Int) -> Bytes {
    guard number < count else { return UnsafeBufferPointer(rebasing: line[..<0]) }
    let start = number == 0 ? 0 : ends[number - 1] + 1
    return UnsafeBufferPointer(rebasing: line[start..<ends[number]])
  }
}

private struct PlaceLine {
  let name: String
  let qualifier: String?
  let coordinate: Coordinate
  let population: Int?
  let cells: LineCells

  /// `nil` if the line is not a place, as the first line is not.
  init?(_ line: Bytes) {
    guard !line.isEmpty else { return nil }
    cells = LineCells(line)
    guard cells.count >= 4, let latitude = DecimalNumber.parse(cells[1]),
      let longitude = DecimalNumber.parse(cells[2]),
      let coordinate = Coordinate(validLatitude: latitude, longitude: longitude)
    else { return nil }
    self.coordinate = coordinate
    (name, qualifier) = PlaceName.splitQualifier(TidyText.string(cells[0]))
    guard !name.isEmpty else { return nil }
    population = DecimalNumber.parse(cells[3]).flatMap { Int(exactly: $0) }
  }

  /// Empty if the line has none.
  var county: String { TidyText.string(cells[5]) }
}

extension Place {
  fileprivate init?(sample line: Bytes) {
    guard let place = PlaceLine(line) else { return nil }
    let county = place.county
    self.init(
      name: place.name, qualifier: place.qualifier, county: county.isEmpty ? nil : county,
      population: place.population, at: place.coordinate, from: .places)
  }
}
